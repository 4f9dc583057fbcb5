"""The swap rule: finding a first stone that is fair to both sides."""

from collections.abc import Callable

from hexmate import _core
from hexmate.board import Board
from hexmate.book.swap_maps import map_after
from hexmate.color import BLACK
from hexmate.players.stopping import StopToken
from hexmate.solve import Solver, Verdict

__all__ = [
    "OpeningEvaluator",
    "fair_opening",
    "known_fair_stones",
    "may_be_swapped",
    "searched_opening",
    "side_to_move_bias",
    "worth_keeping",
]

_RANKING_PLAYOUTS = 256
_WIN_PROBABILITIES = {Verdict.LOSS: 0.0, Verdict.DRAW: 0.5, Verdict.WIN: 1.0}


def may_be_swapped(board: Board) -> bool:
    """Whether the opponent may swap the next stone.

    >>> may_be_swapped(Board(5, swap="sides")), may_be_swapped(Board(5))
    (True, False)
    """
    if board.swap is None or board.num_empty < board.num_cells:
        return False
    trial = board.copy()
    trial.push(next(iter(board.legal_moves)))
    return trial.swap_available


def side_to_move_bias(board: Board) -> float:
    """How much tree search overrates the side to move after the first stone.

    Random games overrate the next stone, more so on smaller boards. On 5x5 to 8x8, where the
    winning stones are known, the win probability that separates them from the others lies between
    0.62 and 0.54, close to 1/2 + 3.2 / cells.
    """
    return 3.2 / board.num_cells


class OpeningEvaluator:
    """Evaluates openings under the swap rule: exactly on small boards, else by tree search."""

    _EXACT_CELLS = 25
    _EXACT_TIME = 4.0
    _EXACT_NODES = 600_000
    _VISITS = 150_000
    _TIME = 2.0
    _ROUGH_VISITS = 15_000

    def __init__(self, seed: int = 0) -> None:
        self._solver = Solver(16)
        self._searches = [_core.Uct(memory=64, seed=seed + at) for at in range(2)]

    def win_probability(self, board: Board, stop: StopToken) -> float:
        """The win probability of the side to move; one half in an even position."""
        if board.num_empty <= self._EXACT_CELLS:
            solution = self._solver.solve(
                board, seconds=self._EXACT_TIME, nodes=self._EXACT_NODES, stop=stop
            )
            if solution.verdict is not Verdict.UNKNOWN:
                return _WIN_PROBABILITIES[solution.verdict]
        found = [each.search(board, self._TIME, self._VISITS, stop) for each in self._searches]
        return sum(each.win_probability for each in found) / len(found) - side_to_move_bias(board)

    def rough_win_probability(self, board: Board, stop: StopToken) -> float:
        """The win probability by a tenth of the search, for comparing many stones."""
        found = self._searches[0].search(board, self._TIME, self._ROUGH_VISITS, stop)
        return found.win_probability - side_to_move_bias(board)


def known_fair_stones(board: Board) -> list[int]:
    """The stones that the swap map of an empty board finds fair, fairest first; perhaps none.

    >>> known_fair_stones(Board((11, 9))), known_fair_stones(Board(5))
    ([], [])
    """
    found = map_after(board)
    return [] if found is None or board.num_empty < board.num_cells else found.fair_stones()


def fair_opening(
    board: Board,
    evaluate: Callable[[Board], float],
    seed: int,
    stop: StopToken | None = None,
) -> int:
    """A first stone that is fair to both sides: from the swap map, else found with `evaluate`."""
    fair = known_fair_stones(board)
    if fair:
        return fair[seed % len(fair)]
    found = map_after(board)
    if found is not None and board.num_empty == board.num_cells:  # an exact map
        return searched_opening(board, lambda trial: 1 - found.black(trial.peek()), seed, stop)
    return searched_opening(board, evaluate, seed, stop)


def worth_keeping(board: Board, evaluate: Callable[[Board], float]) -> bool:
    """Whether the side to move does as well without a swap.

    The swap map decides where it can, else the win probability that `evaluate` returns.
    """
    found = map_after(board)
    stones = board.stones(BLACK)
    if found is not None and stones:
        return not found.should_swap(stones[0])
    return evaluate(board) >= 0.5


def searched_opening(
    board: Board,
    evaluate: Callable[[Board], float],
    seed: int,
    stop: StopToken | None = None,
) -> int:
    """The cell after which the win probability that `evaluate` returns is closest to one half.

    Random games rank the cells by strength. The ranking is roughly right, even if the win shares
    are not, so a binary search finds a fair cell with about seven evaluations. Among equals the
    last is taken: it is where the ranking changes from winning to losing stones.
    """
    ranking = _core.MonteCarlo(seed=seed).search(board, _RANKING_PLAYOUTS, stop=stop).moves
    strongest, weakest = 0, len(ranking) - 1
    distances: dict[int, float] = {}
    while strongest <= weakest:
        middle = (strongest + weakest) // 2
        trial = board.copy()
        trial.push(ranking[middle].move)
        win_probability = evaluate(trial) if trial.outcome() is None else 0.0
        distances[ranking[middle].move] = abs(win_probability - 0.5)
        if win_probability > 0.5:
            weakest = middle - 1
        else:
            strongest = middle + 1
    return min(reversed(distances), key=distances.__getitem__)
