"""What players that think on native threads share: time for a move, and thoughts as they come."""

import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.players.base import Clock, Limit, Player

__all__ = ["bounded", "least", "seconds_for", "thoughts"]

Number = TypeVar("Number", int, float)
Thought = TypeVar("Thought")

# A quarter of the empty cells is a fair guess at the moves still to make.
_MOVES_LEFT_PER_EMPTY_CELL = 0.25
_FEWEST_MOVES_LEFT = 8
_OWN_BOUNDS = ("time", "nodes", "visits", "depth", "playouts", "level")
# Never plan with the last of the clock: the answer has to travel too.
_RESERVE = 0.05


def least(*limits: Number | None) -> Number | None:
    """The smallest of the limits that are set.

    >>> least(None, 3, 2), least(None, None)
    (2, None)
    """
    return min((limit for limit in limits if limit is not None), default=None)


def bounded(player: Player, limit: Limit, seconds: float) -> Limit:
    """The limit, or so many seconds where neither it nor the player says how long to think.

    An analysis, unlike a move, would otherwise never end.
    """
    bare = limit == Limit() and all(getattr(player, name, None) is None for name in _OWN_BOUNDS)
    return Limit(time=seconds) if bare else limit


def seconds_for(board: Board, limit: Limit) -> float | None:
    """Seconds for one move: the limit's own, or an even share of what the clock has left."""
    share = None if limit.clock is None else _share(board, limit.clock)
    return least(limit.time, share)


def _share(board: Board, clock: Clock) -> float:
    left = clock.black if board.turn is BLACK else clock.white
    moves = max(_FEWEST_MOVES_LEFT, _MOVES_LEFT_PER_EMPTY_CELL * board.num_empty)
    return max(0.0, min(left / moves + 0.8 * clock.increment, left / 2, left - _RESERVE))


def thoughts(
    think: Callable[[], Thought],
    look: Callable[[], Thought],
    stop: Callable[[], None],
    interval: float = 0.1,
) -> Iterator[Thought]:
    """What `look` sees every `interval` seconds while `think` runs, and then what it returns.

    Closing the iterator stops the thinking and waits for its end.
    """
    ended: list[Thought | BaseException] = []

    def run() -> None:
        try:
            ended.append(think())
        except BaseException as error:  # handed to whoever iterates
            ended.append(error)

    thread = threading.Thread(target=run, name="hexmate-think", daemon=True)
    thread.start()
    try:
        thread.join(interval)
        while thread.is_alive():
            yield look()
            thread.join(interval)
    finally:
        # A stop that comes before the search has begun would be forgotten: repeat it.
        while thread.is_alive():
            stop()
            thread.join(0.01)
    last = ended[0]
    if isinstance(last, BaseException):
        raise last
    yield last
