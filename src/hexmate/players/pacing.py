"""How long a search with a clock may take: longer for contested moves, shorter for clear ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from hexmate import _core
from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.players.base import Clock, Limit

__all__ = ["MoveBudget", "MovePace"]

# A quarter of the empty cells is a fair estimate of the moves still to make.
_MOVES_LEFT_PER_EMPTY_CELL = 0.25
_FEWEST_MOVES_LEFT = 8
# Of the increment, the part that a usual move may use; the rest makes up for longer ones.
_INCREMENT_USED = 0.8
# How late an answer may arrive without losing on time: seconds, and a share of a short clock.
_LAG, _LAG_SHARE, _LEAST_LAG = 0.3, 0.25, 0.05
# The longest move, in usual moves and as a share of the clock.
_LONGEST, _LONGEST_SHARE = 3.0, 0.15

# What a move takes of the usual time if no other move comes near, and if two are level.
_CLEAR, _CONTESTED = 0.4, 1.5
# The same for a best move that never changed during the search, and for one that changed just now.
_STEADY, _CHANGED = 0.8, 1.6
# A win probability that falls by a tenth makes the move this much longer.
_FALLING_PER_TENTH = 0.4
# From this win probability on (or for the opponent), the game is being decided: moves get shorter.
_DECIDED = 0.9
_SHORTEST = 0.2


def _moves_left(board: Board) -> float:
    """An estimate of the moves that the side to move still has to make."""
    return max(_FEWEST_MOVES_LEFT, _MOVES_LEFT_PER_EMPTY_CELL * board.num_empty)


def _reserve(left: float) -> float:
    """Seconds of a clock to keep for answers that arrive late."""
    return min(left, max(_LEAST_LAG, min(_LAG, _LAG_SHARE * left)))


@dataclass(frozen=True, slots=True)
class MoveBudget:
    """Seconds for one move: what it usually takes, and the most that it may take.

    >>> budget = MoveBudget.of(Board(11), Limit(clock=Clock(black=60, white=60, increment=1)))
    >>> round(budget.usual, 1), round(budget.most, 1)
    (2.8, 8.3)
    """

    usual: float
    most: float

    @classmethod
    def of(cls, board: Board, limit: Limit) -> "MoveBudget | None":
        """The budget by the clock of the side to move; None without a clock."""
        if limit.clock is None:
            return None
        budget = cls._by_clock(board, limit.clock)
        if limit.time is None:
            return budget
        return cls(min(budget.usual, limit.time), min(budget.most, limit.time))

    @classmethod
    def _by_clock(cls, board: Board, clock: Clock) -> "MoveBudget":
        left = clock.black if board.turn is BLACK else clock.white
        usable = left - _reserve(left)
        earned = _INCREMENT_USED * clock.increment
        usual = min(usable / _moves_left(board) + earned, usable / 2)
        most = min(_LONGEST * usual, _LONGEST_SHARE * usable + earned, usable / 2)
        return cls(max(0.0, usual), max(0.0, usual, most))

    def at_most(self, seconds: float | None) -> "MoveBudget":
        """The budget within another limit."""
        if seconds is None:
            return self
        return MoveBudget(min(self.usual, seconds), min(self.most, seconds))


@dataclass(slots=True)
class MovePace:
    """Decides, while a search runs, when it has taken long enough."""

    budget: MoveBudget
    _best: int | None = None
    _since: float = 0.0
    _first: float | None = None

    def wants(self, moves: Sequence[_core.MctsMove], seconds: float) -> float:
        """The seconds that the search should take in all, as things stand after `seconds`.

        `moves` are those of the report, best first.
        """
        best = moves[0]
        if self._first is None:
            self._best, self._first = best.move, best.win_probability
        elif best.move != self._best:
            self._best, self._since = best.move, seconds
        if len(moves) < 2 or all(move.proven == 0 for move in moves[1:]):
            return 0.0
        factor = self._contest(moves) * self._change(seconds) * self._fall(best)
        factor *= _undecided(best.win_probability)
        return min(self.budget.usual * max(_SHORTEST, factor), self.budget.most)

    @staticmethod
    def _contest(moves: Sequence[_core.MctsMove]) -> float:
        most = max(moves[0].visits, 1)
        return _CLEAR + (_CONTESTED - _CLEAR) * min(1.0, moves[1].visits / most)

    def _change(self, seconds: float) -> float:
        steady = 1.0 if seconds <= 0 else (seconds - self._since) / seconds
        return _CHANGED + (_STEADY - _CHANGED) * steady

    def _fall(self, best: _core.MctsMove) -> float:
        assert self._first is not None
        return 1 + 10 * _FALLING_PER_TENTH * max(0.0, self._first - best.win_probability)


def _undecided(win_probability: float) -> float:
    """1 while the game is open, less the nearer it is to a certain result.

    >>> [round(_undecided(share), 2) for share in (0.5, 0.9, 0.95, 0.02)]
    [1.0, 1.0, 0.53, 0.22]
    """
    return min(1.0, win_probability * (1 - win_probability) / (_DECIDED * (1 - _DECIDED)))
