"""Stop a search from another thread at any moment, even before it has started."""

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from hexmate import _core

__all__ = ["StopToken", "Stoppable"]

Item = TypeVar("Item")
Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class StopToken(_core.StopToken):
    """Ends one search. Make it before the search starts; any thread may then `stop` it.

    A player finds the token of its caller by itself: call the player inside `scope`.

    >>> from hexmate.board import Board
    >>> from hexmate.players.base import Limit
    >>> from hexmate.players.uct import UctPlayer
    >>> token = StopToken()
    >>> token.stop()
    >>> token.run(UctPlayer().play, Board(11), Limit(time=60)).info.nodes
    0
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._callbacks: list[Callable[[], None]] = []

    def stop(self) -> None:
        """End the search; a search that has not begun will end as soon as it does."""
        with self._lock:
            if self.stopped:
                return
            super().stop()
            with ExitStack() as calls:  # calls all of them, even if one raises
                for callback in reversed(self._callbacks):
                    calls.callback(callback)

    @contextmanager
    def calling(self, callback: Callable[[], None]) -> Iterator[None]:
        """Inside this context, `stop` also calls `callback`; at once if it was called before.

        After the context the callback is no longer called.
        """
        with self._lock:
            self._callbacks.append(callback)
            if self.stopped:
                callback()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Inside this context, calls to players on this thread end when the token is stopped.

        Do not leave a generator (`yield`) inside: its caller would share the scope. See `over`.
        """
        before = _scope.set(self)
        try:
            yield
        finally:
            _scope.reset(before)

    def run(
        self,
        work: Callable[Arguments, Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """What `work` returns, called inside `scope`."""
        with self.scope():
            return work(*args, **kwargs)

    def over(self, items: Iterator[Item]) -> Generator[Item, None, None]:
        """The items of an analysis, each computed inside `scope`."""
        try:
            while True:
                try:
                    with self.scope():
                        item = next(items)
                except StopIteration:
                    return
                yield item
        finally:
            close = getattr(items, "close", None)
            if close is not None:
                close()


_scope: ContextVar[StopToken | None] = ContextVar("hexmate_stop_token", default=None)


class Stoppable:
    """Gives each search a stop token of its own."""

    def stop(self) -> None:
        """End the searches that run now; without any, do nothing."""
        for token in tuple(self._searches):
            token.stop()

    @contextmanager
    def searching(self) -> Iterator[StopToken]:
        """The token of the search that runs inside; `stop` and the caller's token stop it.

        A player that asks another one passes its token on: `token.run(other.play, board, limit)`.
        """
        outer, token = _scope.get(), StopToken()
        with ExitStack() as linked:
            if outer is not None:
                linked.enter_context(outer.calling(token.stop))
            self._searches.append(token)
            linked.callback(self._searches.remove, token)
            yield token

    @property
    def _searches(self) -> list[StopToken]:
        # Players need not call our __init__; setdefault is atomic.
        searches: list[StopToken] = self.__dict__.setdefault("_running_searches", [])
        return searches
