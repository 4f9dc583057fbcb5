"""Tree search with random games that save bridges."""

import random
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

from hexmate import _core
from hexmate.board import Board
from hexmate.color import Color
from hexmate.connect import VirtualConnections
from hexmate.errors import PlayerError
from hexmate.players.base import Info, Limit, PlayResult
from hexmate.players.openings import side_to_move_bias
from hexmate.players.searching import least, updates
from hexmate.players.stopping import StopToken
from hexmate.players.tree import TreePlayer

__all__ = ["UctPlayer"]

_LEAST_TIME = 0.001
_LONGEST_SIDE = 19


class UctPlayer(TreePlayer):
    """Tree search with playouts (UCT) on any shape of board.

    `time` (seconds) and `visits` (simulations) limit every move, together with the limit that
    `play` gets; the first one reached ends the search. Nodes count as visits, depth is ignored, and
    without any limit a move takes one second. A proven result ends the search early. `memory` is
    the size of the tree in MiB; a full tree does not grow further. The tree is kept from move to
    move. On one thread the same seed and number of visits play the same game. Without `bridges` the
    random games do not save bridges. With `connect`, on the hex shape up to 19x19, `play` completes
    a winning virtual connection at once, and plays no move outside the must-play.

    >>> board = Board.from_string("3x3 hex - 1b1/1b1/w1w b")
    >>> result = UctPlayer(visits=100, seed=1).play(board, Limit())
    >>> board.name(result.move) in ("a3", "b3"), result.info.win_probability
    (True, 1.0)
    """

    # Enough to tell a strong opening from a weak one; the seconds are for large boards.
    _OPENING_VISITS = 30_000
    _OPENING_TIME = 0.25

    def __init__(
        self,
        time: float | None = None,
        visits: int | None = None,
        threads: int = 1,
        memory: int = 256,
        seed: int | None = None,
        bridges: bool = True,
        connect: bool = False,
    ) -> None:
        drawn = random.randrange(2**64) if seed is None else seed % 2**64
        super().__init__("uct", time, visits, opening_seed=drawn)
        if not 1 <= memory <= 65536:
            raise PlayerError(f"memory must be between 1 and 65536 MiB (got {memory})")
        self._search = _core.Uct(threads=threads, memory=memory, seed=drawn, save_bridges=bridges)
        self._connect = connect

    def start(self, board: Board, color: Color) -> None:
        """A new game starts with an empty tree."""
        self._search.clear()

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move that a tree search visits most."""
        with self.searching() as stop:
            begun = perf_counter()
            hopes, wins = self._hopes(board)
            seconds, visits = self._move_bounds(board, limit)
            if wins:
                visits = 1
            elif self._connect and seconds is not None:
                seconds = max(seconds - (perf_counter() - begun), _LEAST_TIME)
            report = self._search.search(board, seconds, visits, stop)
        moves = [move.move for move in report.moves]
        rank = next((at for at, move in enumerate(moves) if move in hopes), 0)
        info = _info(report, rank)
        if wins:
            info = replace(info, score=1.0, win_probability=1.0, proven=True)
        return PlayResult(moves[rank], info)

    def _hopes(self, board: Board) -> tuple[frozenset[int], bool]:
        """The moves that connections leave, and whether they are proven to win.

        Either the one that completes a winning connection or the must-play; no move if connections
        say nothing.
        """
        if not self._connect or board.shape != "hex" or max(board.rows, board.cols) > _LONGEST_SIDE:
            return frozenset(), False
        found = VirtualConnections(board)
        semi = found.semi_win(board.turn)
        if found.win(board.turn) is None and semi is not None and semi.key is not None:
            return frozenset({semi.key}), True
        return frozenset(found.must_play(board.turn)), False

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The best lines about ten times per second; without a limit, until proven or closed."""
        position = board.copy()
        search, (seconds, visits) = self._search, self._bounds(board, limit)

        with self.searching() as stop:

            def run() -> _core.UctReport:
                search.search(position, seconds, visits, stop)
                return search.report(lines)

            for report in updates(run, lambda: search.report(lines), stop):
                for rank in range(min(lines, len(report.moves))):
                    yield _info(report, rank)

    def close(self) -> None:
        """Give back the tree."""
        self._search = _core.Uct(memory=1)

    def _evaluate(self, board: Board, stop: StopToken) -> float:
        """The win probability of the side to move, by a short search."""
        seconds = least(self.time, self._OPENING_TIME)
        visits = least(self.visits, self._OPENING_VISITS)
        found = self._search.search(board, seconds, visits, stop)
        return found.win_probability - side_to_move_bias(board)


def _info(report: _core.UctReport, rank: int) -> Info:
    move = report.moves[rank]
    return Info(
        move=move.move,
        rank=rank + 1,
        score=move.win_rate,
        win_probability=move.win_rate,
        proven=move.proven is not None,
        nodes=report.simulations,
        visits=move.visits,
        pv=tuple(move.line),
        time=report.seconds,
        cells={each.move: each.win_rate for each in report.moves if each.visits},
        cell_visits={each.move: each.visits for each in report.moves if each.visits},
    )
