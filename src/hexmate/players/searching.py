"""What searching players share: the time for a move, and updates while a search runs."""

import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from hexmate.board import Board
from hexmate.players.base import Limit, Player
from hexmate.players.pacing import MoveBudget
from hexmate.players.stopping import StopToken

__all__ = ["bounded", "least", "seconds_for", "updates"]

Number = TypeVar("Number", int, float)
Update = TypeVar("Update")

_OWN_BOUNDS = ("time", "nodes", "visits", "depth", "playouts", "level")


def least(*limits: Number | None) -> Number | None:
    """The smallest of the limits that are set.

    >>> least(None, 3, 2), least(None, None)
    (2, None)
    """
    return min((limit for limit in limits if limit is not None), default=None)


def bounded(player: Player, limit: Limit, seconds: float) -> Limit:
    """The limit, or one of `seconds` where neither the limit nor the player sets any bound.

    Without a bound a move takes the player's default time, but an analysis would never end.
    """
    bare = limit == Limit() and all(getattr(player, name, None) is None for name in _OWN_BOUNDS)
    return Limit(time=seconds) if bare else limit


def seconds_for(board: Board, limit: Limit) -> float | None:
    """Seconds for one move: the limit's own, or what the clock has for a usual move."""
    budget = MoveBudget.of(board, limit)
    return limit.time if budget is None else budget.usual


def updates(
    search: Callable[[], Update],
    look: Callable[[], Update],
    stop: StopToken,
    interval: float = 0.1,
) -> Iterator[Update]:
    """What `look` sees every `interval` seconds while `search` runs, and then what it returns.

    `search` runs on its own thread, in the scope of `stop`. Closing the iterator stops it and
    waits for its end.
    """
    ended: list[Update | BaseException] = []

    def run() -> None:
        try:
            ended.append(stop.run(search))
        except BaseException as error:  # raised again below
            ended.append(error)

    thread = threading.Thread(target=run, name="hexmate-search", daemon=True)
    thread.start()
    try:
        thread.join(interval)
        while thread.is_alive():
            yield look()
            thread.join(interval)
    finally:
        if thread.is_alive():
            stop.stop()
            thread.join()
    last = ended[0]
    if isinstance(last, BaseException):
        raise last
    yield last
