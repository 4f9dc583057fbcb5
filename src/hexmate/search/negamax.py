"""Principal-variation search on any evaluation, built in or computed by Python in batches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hexmate import _core
from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.evaluate import SETTINGS, setting_name

__all__ = ["WIN", "BatchedNegamax", "Leaves", "Negamax", "NegamaxReport", "is_proven"]

WIN = 100_000
"""A win in n plies scores WIN - n, a loss n - WIN."""
_PROVEN = 90_000

Leaves = Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.floating]]
"""Scores positions for their side to move, in the units of the evaluation: stones int8
[batch, rows, cols] (0 empty, 1 Black, 2 White) and turns int8 [batch] in, numbers [batch] out."""


def is_proven(score: float) -> bool:
    """Whether a score is that of a proven win or loss."""
    return abs(score) >= _PROVEN


@dataclass(frozen=True, slots=True)
class NegamaxReport:
    """The result of a search; the score is for the side to move."""

    move: int
    score: int
    depth: int
    nodes: int
    seconds: float
    proven: bool
    pv: tuple[int, ...]


class _Controls:
    """What both searches share."""

    _core: _core.Negamax | _core.BatchedNegamax

    def latest(self) -> NegamaxReport:
        """What a search on another thread has found so far."""
        return _report(self._core.latest())

    def clear(self) -> None:
        """Forget the table."""
        self._core.clear()


class Negamax(_Controls):
    """A search that keeps its table from move to move.

    >>> from hexmate.board import Board
    >>> Negamax().search(Board(3), depth=5).proven
    True
    """

    def __init__(
        self,
        evaluation: str = "hexmate",
        *,
        table_mib: int = 64,
        threads: int = 1,
        aspiration: bool = True,
    ) -> None:
        evaluation = setting_name(evaluation)
        _check(evaluation, table_mib, threads)
        self.evaluation = evaluation
        self._core: _core.Negamax = _core.Negamax(evaluation, table_mib, threads, aspiration)

    def search(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        excluded: Sequence[int] = (),
        stop: _core.StopToken | None = None,
    ) -> NegamaxReport:
        """The best move within the limits; without any, the game is searched to its end."""
        return _report(self._core.search(board, seconds, nodes, depth, list(excluded), stop))

    def scores(
        self,
        board: Board,
        depth: int,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: _core.StopToken | None = None,
    ) -> list[tuple[int, int]]:
        """Every move with its exact score at a depth, best first; fewer when cut short."""
        return self._core.scores(board, depth, seconds, nodes, stop)


class BatchedNegamax(_Controls):
    """The same search with leaves that Python scores, all children of a node at once.

    A leaf is worth (1 - alpha) * evaluation + alpha * leaves. The search never calls Python: it
    waits in its own threads, and this loop takes what waits and gives the scores back.
    """

    def __init__(
        self,
        leaves: Leaves,
        alpha: float = 0.2,
        evaluation: str = "hexproject",
        *,
        table_mib: int = 64,
        threads: int = 1,
    ) -> None:
        evaluation = setting_name(evaluation)
        _check(evaluation, table_mib, threads)
        if not 0 <= alpha <= 1:
            raise PlayerError(f"alpha must be between 0 and 1 (got {alpha})")
        self.evaluation = evaluation
        self._leaves = leaves
        self._size = (0, 0)
        self._core: _core.BatchedNegamax = _core.BatchedNegamax(
            evaluation, alpha, table_mib, threads
        )

    def search(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        excluded: Sequence[int] = (),
        stop: _core.StopToken | None = None,
    ) -> NegamaxReport:
        """The best move within the limits."""
        self.start(board, seconds=seconds, nodes=nodes, depth=depth, excluded=excluded, stop=stop)
        while (waiting := self.gather()) is not None:
            self.scatter(self._leaves(*waiting))
        return self.result()

    def start(
        self,
        board: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        excluded: Sequence[int] = (),
        stop: _core.StopToken | None = None,
    ) -> None:
        """Begin a search whose leaves you score yourself, such as those of many searches at once.

        Gather, score and scatter until `gather` returns None; then `result` has the answer.
        """
        self._size = (board.rows, board.cols)
        self._core.start(board, seconds, nodes, depth, list(excluded), stop)

    def gather(self) -> tuple[NDArray[np.int8], NDArray[np.int8]] | None:
        """Wait for leaves, stones and turns as `Leaves` takes them; None at the search's end."""
        stones, turns = self._core.gather()
        if len(turns) == 0:
            return None
        return stones.reshape(-1, *self._size), turns

    def scatter(self, scores: NDArray[np.floating]) -> None:
        """Give the scores of the leaves gathered last."""
        self._core.scatter([round(float(score)) for score in scores])

    def result(self) -> NegamaxReport:
        """The result of the finished search; raises what the search has raised."""
        return _report(self._core.result())


def _report(found: _core.NegamaxReport) -> NegamaxReport:
    return NegamaxReport(
        found.move,
        found.score,
        found.depth,
        found.nodes,
        found.seconds,
        found.proven,
        tuple(found.pv),
    )


def _check(evaluation: str, table_mib: int, threads: int) -> None:
    if evaluation not in SETTINGS:
        raise PlayerError(
            f"there is no evaluation '{evaluation}'; the evaluations are {', '.join(SETTINGS)}"
        )
    if not 1 <= table_mib <= 65_536:
        raise PlayerError(f"the table must have 1 to 65536 MiB (got {table_mib})")
    if not 1 <= threads <= 256:
        raise PlayerError(f"threads must be between 1 and 256 (got {threads})")
