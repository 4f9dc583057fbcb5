"""Bridge, the blocking player of HexProject: two steps ahead of the opponent's last stone.

The report says that from the opponent's stone it tries to block at a distance of two chains,
which is better than an adjacent block although the opponent may get round it by chaining two at
an angle; that it else plays an adjacent block or a random cell; and that the aim is to keep the
opponent from joining the edges. Here this means:

1. The stone to stop is the last one the opponent placed. The edges to keep it from are those of
   its colour that its group does not touch, the nearer first, at random when equally near.
2. A block two chains away is a free cell two steps from the stone, over a free cell, and two steps
   nearer to the edge. Of several, the one with most free cells between: on the rhombus the far end
   of the bridge that the opponent would like to build straight ahead.
3. An adjacent block is a free neighbour of the stone, one step nearer to the edge if there is one.
4. Else any free cell. So also the first stone of a game.
"""

import random
from collections.abc import Callable, Iterator

from hexmate.board import Board
from hexmate.color import Color
from hexmate.players.base import Limit, Player, PlayResult
from hexmate.players.nearby import edge_distances, edges_of, last_stone, shared_free_cells

__all__ = ["BridgePlayer"]


class BridgePlayer(Player):
    """Blocks two steps ahead of the last enemy stone, else beside it, else plays at random."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "bridge"
        self._random = random.Random(seed)

    def accept_opening(self, board: Board, move: int) -> bool:
        """A random answer: this player cannot evaluate a stone."""
        return self._random.random() < 0.5

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A block, or any free cell."""
        stone = last_stone(board, board.turn.other)
        blocks = [] if stone is None else self._blocks(board, stone, board.turn.other)
        return PlayResult(self._random.choice(blocks or list(_free(board, range(board.num_cells)))))

    def _blocks(self, board: Board, stone: int, enemy: Color) -> list[int]:
        """The best blocks of this stone, all equally good; none when its neighbours are taken."""
        near = board.neighbors(stone)
        steps_on = (board.neighbors(step) for step in _free(board, near))
        two_steps = {cell for cells in steps_on for cell in cells} - {stone, *near}
        edges = self._edges_to_keep_from(board, stone, enemy)
        for cells, steps in ((sorted(two_steps), 2), (near, 1)):
            for edge in edges:
                distances = edge_distances(board, edge)
                goal = distances[stone] - steps
                ahead = [cell for cell in _free(board, cells) if distances[cell] == goal]
                if ahead:
                    return _most(ahead, lambda cell: shared_free_cells(board, stone, cell))
        return list(_free(board, near))

    def _edges_to_keep_from(self, board: Board, stone: int, enemy: Color) -> list[str]:
        group = next(group for group in board.groups(enemy) if stone in group.cells)
        edges = [edge for edge in edges_of(enemy) if edge not in group.edges]
        self._random.shuffle(edges)
        return sorted(edges, key=lambda edge: edge_distances(board, edge)[stone])


def _free(board: Board, cells: list[int] | range) -> Iterator[int]:
    return (cell for cell in cells if board.color_at(cell) is None)


def _most(cells: list[int], value: Callable[[int], int]) -> list[int]:
    best = max(map(value, cells))
    return [cell for cell in cells if value(cell) == best]
