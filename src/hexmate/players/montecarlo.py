"""Flat Monte Carlo: tries every move with random games."""

import random
from collections.abc import Iterator

from hexmate import _core
from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.searching import least, seconds_for, updates
from hexmate.players.stopping import StopToken
from hexmate.players.uct import UctPlayer

__all__ = ["MonteCarloPlayer"]


class MonteCarloPlayer(Player):
    """Flat Monte Carlo: the same number of random games after every cell.

    `playouts` is that number, 1000 if neither it nor a limit is given. With a limit and without
    `playouts`, games are played, evenly spread, until time, nodes or visits (games) run out; depth
    is ignored. The same seed plays the same game on any number of threads if only `playouts` ends
    the search.

    >>> board = Board.from_string("3x3 hex - 1b1/1b1/w1w b")
    >>> board.name(MonteCarloPlayer(100, seed=1).play(board, Limit()).move) in ("a3", "b3")
    True
    """

    DEFAULT_PLAYOUTS = 1000

    def __init__(
        self, playouts: int | None = None, threads: int = 1, seed: int | None = None
    ) -> None:
        if playouts is not None and playouts < 1:
            raise PlayerError(f"playouts must be at least 1 (got {playouts})")
        self.name = "montecarlo"
        self.playouts = playouts
        seed = random.randrange(2**64) if seed is None else seed % 2**64
        self._search = _core.MonteCarlo(seed=seed, threads=threads)
        self._openings = UctPlayer(threads=threads, memory=64, seed=seed)

    def propose_opening(self, board: Board) -> int:
        """A fair first stone, by tree search: random games without a tree are too inaccurate."""
        with self.searching() as stop:
            return stop.run(self._openings.propose_opening, board)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Play on if the tree search finds White, to move, more likely to win; otherwise swap."""
        with self.searching() as stop:
            return stop.run(self._openings.accept_opening, board, move)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A cell that wins at once, or the one that wins the most random games."""
        with self.searching() as stop:
            report = self._run(board, limit, stop)
        return PlayResult(report.moves[0].move, _info(report, 0))

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The best moves so far, about ten times per second."""
        position = board.copy()
        with self.searching() as stop:

            def run() -> _core.MonteCarloReport:
                return self._run(position, limit, stop, default=None)

            for report in updates(run, self._search.report, stop):
                for rank in range(min(lines, len(report.moves))):
                    yield _info(report, rank)

    def _run(
        self, board: Board, limit: Limit, stop: StopToken, default: int | None = DEFAULT_PLAYOUTS
    ) -> _core.MonteCarloReport:
        seconds, games = seconds_for(board, limit), least(limit.nodes, limit.visits)
        free = seconds is None and games is None
        playouts = default if self.playouts is None and free else self.playouts
        return self._search.search(board, playouts, seconds, games, stop)


def _info(report: _core.MonteCarloReport, rank: int) -> Info:
    move = report.moves[rank]
    return Info(
        move=move.move,
        rank=rank + 1,
        score=move.win_rate,
        win_probability=move.win_rate,
        nodes=report.playouts,
        visits=move.playouts,
        pv=(move.move,),
        time=report.seconds,
        cells={each.move: each.win_rate for each in report.moves},
    )
