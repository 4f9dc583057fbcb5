"""The artificial player of Jeu de Hex, in its authors' order.

1. Exhaustive minimax, if it decides (a `Decider` given to the constructor).
2. A winning bridge connection is completed, repaired after an intrusion, or played out.
3. An own bridge with one cell left is closed; one beside the last enemy stone comes first.
4. An enemy bridge with one cell left is cut, in the same order.
5. Default play: near the centre first; then a bridge from the last own stone towards a base; else
   the neighbour towards the base; else a block beside the last enemy stone, at random.

On the rhombus step 5 follows the report's formulas (`jeudehex_formulas`). On the other shapes a
bridge is a free cell with two free cells in common with the stone, nearer to the base; the
neighbour is one nearer to the base. The first base to aim for is the one on the side of the last
enemy stone, as in the report, or the nearer one if neither is; the other base is tried next. A base
that the stone's group touches, or has a whole bridge to, is left out.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from hexmate.board import Board, Group
from hexmate.color import WHITE, Color
from hexmate.connect import Bridge, Bridges, BridgeState
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.jeudehex_formulas import BRIDGES, STEPS, Side, bridge_sides, step_sides
from hexmate.players.nearby import (
    centre_distances,
    edge_distances,
    edges_of,
    last_stone,
    shared_free_cells,
)
from hexmate.players.stopping import StopToken

__all__ = ["Decider", "JeuDeHex"]


class Decider(Protocol):
    """Finds winning moves, if it can."""

    def decide(self, board: Board, limit: Limit, stop: StopToken) -> int | None:
        """A move that is proven to win, or None; at once when `stop` is stopped."""


class JeuDeHex(Player):
    """Keeps, cuts and links bridges; otherwise plays by the centre and the formulas."""

    def __init__(self, seed: int | None = None, decider: Decider | None = None) -> None:
        self.name = "jeudehex"
        self._random = random.Random(seed)
        self._decider = decider

    def propose_opening(self, board: Board) -> int:
        """A free cell just too far from the centre to be taken by a player like this one."""
        distances, near = centre_distances(board), _near_centre(board)
        free = list(_free(board, range(board.num_cells)))
        fair = [cell for cell in free if distances[cell] == near + 1]
        return self._random.choice(fair or free)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Take a stone within a third of the shorter side from the centre, leave the others."""
        return centre_distances(board)[move] > _near_centre(board)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move of the first of the five steps that has one."""
        bridges = Bridges(board)
        winning = self._winning_move(board, bridges, limit)
        if winning is not None:
            return PlayResult(winning, Info(move=winning, win_probability=1.0))
        own = bridges.bridges(board.turn)
        for found in (own, bridges.bridges(board.turn.other)):
            last_cell = _last_cell(board, found)
            if last_cell is not None:
                return PlayResult(last_cell)
        return PlayResult(self._default(board, own))

    def _winning_move(self, board: Board, bridges: Bridges, limit: Limit) -> int | None:
        if self._decider is not None:
            with self.searching() as stop:
                decided = self._decider.decide(board, limit, stop)
            if decided is not None:
                return decided
        chain = bridges.win_move(board.turn)
        return None if chain is None else chain[0]

    def _default(self, board: Board, bridges: list[Bridge]) -> int:
        stone = self._stone_to_build_on(board)
        if stone is None:
            return self._nearest_to_centre(board)
        goals = _goals(board, stone, bridges)
        for ways in (self._bridge_cells, self._step_cells):
            for edge in goals:
                cell = next(ways(board, stone, edge), None)
                if cell is not None:
                    return cell
        return self._block(board)

    def _stone_to_build_on(self, board: Board) -> int | None:
        """The last own stone; among stones that were set up, the one nearest to the centre."""
        stones = board.stones(board.turn)
        if not stones:
            return None
        distances = centre_distances(board)
        last = last_stone(board, board.turn)
        return min(stones, key=distances.__getitem__) if last is None else last

    def _nearest_to_centre(self, board: Board) -> int:
        distances = centre_distances(board)
        free = list(_free(board, range(board.num_cells)))
        nearest = min(map(distances.__getitem__, free))
        return self._random.choice([cell for cell in free if distances[cell] == nearest])

    def _block(self, board: Board) -> int:
        enemy = last_stone(board, board.turn.other)
        beside = [] if enemy is None else list(_free(board, board.neighbors(enemy)))
        return self._random.choice(beside or list(_free(board, range(board.num_cells))))

    def _bridge_cells(self, board: Board, stone: int, edge: str) -> Iterator[int]:
        """Free cells that a whole bridge would join to the stone, the best first."""
        if board.shape == "hex":
            found = _by_formula(board, stone, edge, bridge_sides, BRIDGES)
        else:
            near = board.neighbors(stone)
            around = {cell for step in near for cell in board.neighbors(step)} - {stone, *near}
            found = self._towards(board, around, stone, edge)
        return (cell for cell in found if shared_free_cells(board, stone, cell) >= 2)

    def _step_cells(self, board: Board, stone: int, edge: str) -> Iterator[int]:
        """Free neighbours of the stone towards the edge, the best first."""
        if board.shape == "hex":
            return _by_formula(board, stone, edge, step_sides, STEPS)
        return self._towards(board, board.neighbors(stone), stone, edge)

    def _towards(self, board: Board, cells: Iterable[int], stone: int, edge: str) -> Iterator[int]:
        distances = edge_distances(board, edge)
        ahead = [cell for cell in _free(board, sorted(cells)) if distances[cell] < distances[stone]]
        self._random.shuffle(ahead)
        return iter(sorted(ahead, key=distances.__getitem__))


def _last_cell(board: Board, bridges: list[Bridge]) -> int | None:
    """The last cell of a bridge, if possible of one beside the last enemy stone."""
    cells = [bridge.carrier[0] for bridge in bridges if bridge.state is BridgeState.ONE_LEFT]
    enemy = last_stone(board, board.turn.other)
    near = [] if enemy is None else board.neighbors(enemy)
    return next(iter([cell for cell in cells if cell in near] or cells), None)


def _near_centre(board: Board) -> int:
    return min(board.rows, board.cols) // 3


def _free(board: Board, cells: Iterable[int]) -> Iterator[int]:
    return (cell for cell in cells if board.color_at(cell) is None)


def _along(board: Board, cell: int, color: Color) -> tuple[int, int]:
    """(x, y) as in the formulas: x runs from the first edge to the second."""
    row, col = board.row_col(cell)
    return (col, row) if color is WHITE else (row, col)


def _by_formula(
    board: Board,
    stone: int,
    edge: str,
    sides: Callable[[int, int, int, int, bool], tuple[Side, ...]],
    leads: dict[bool, dict[Side, tuple[int, int]]],
) -> Iterator[int]:
    color = board.turn
    x, y = _along(board, stone, color)
    height, width = (board.cols, board.rows) if color is WHITE else (board.rows, board.cols)
    up = edge == edges_of(color)[0]
    for side in sides(x, y, height, width, up):
        dx, dy = leads[up][side]
        if 0 <= x + dx < height and 0 <= y + dy < width:
            row, col = (y + dy, x + dx) if color is WHITE else (x + dx, y + dy)
            yield from _free(board, [board.cell(row, col)])


def _goals(board: Board, stone: int, bridges: list[Bridge]) -> list[str]:
    """The bases that the stone's group has not reached, the first to aim for first."""
    group = next(group for group in board.groups(board.turn) if stone in group.cells)
    first, second = edges_of(board.turn)
    enemy = last_stone(board, board.turn.other)
    lead = edge_distances(board, first)[stone] - edge_distances(board, second)[stone]
    if enemy is not None:
        side = edge_distances(board, first)[enemy] - edge_distances(board, first)[stone]
        lead = side or lead
    order = [second, first] if lead > 0 else [first, second]
    return [edge for edge in order if not _reached(group, edge, bridges)]


def _reached(group: Group, edge: str, bridges: list[Bridge]) -> bool:
    name = group.edges[0] if group.edges else group.cells[0]
    return edge in group.edges or any(
        bridge.state is BridgeState.WHOLE and set(bridge.ends) == {name, edge} for bridge in bridges
    )
