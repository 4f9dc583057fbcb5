"""The swap rule: a first stone that is fair to both, found with few looks."""

from collections.abc import Callable

from hexmate import _core
from hexmate.board import Board

__all__ = ["fair_opening"]

_RANKING_PLAYOUTS = 256


def fair_opening(board: Board, judge: Callable[[Board], float], seed: int) -> int:
    """The cell after which `judge`, the chance of the side then to move, is closest to one half.

    Random games put the cells in order of strength; the order is roughly right though the shares
    themselves say little, so that halving it finds the fair ones with about seven judgements.
    """
    ranking = _core.MonteCarlo(seed=seed).search(board, _RANKING_PLAYOUTS).moves
    strongest, weakest = 0, len(ranking) - 1
    distances: dict[int, float] = {}
    while strongest <= weakest:
        middle = (strongest + weakest) // 2
        trial = board.copy()
        trial.push(ranking[middle].move)
        chance = judge(trial) if trial.outcome() is None else 0.0
        distances[ranking[middle].move] = abs(chance - 0.5)
        if chance > 0.5:
            weakest = middle - 1
        else:
            strongest = middle + 1
    return min(distances, key=distances.__getitem__)
