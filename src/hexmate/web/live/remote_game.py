"""A game that another server runs, as it is shown here: its messages passed on in order.

Whoever comes, and everybody after a loss, gets the whole state first and then what follows it.
The server that runs the game is asked for the state; while it does not answer, the store is.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple

from hexmate.web.live.broadcast import Subscriber

__all__ = ["RENEW", "RemoteGame", "StoredState"]

log = logging.getLogger("hexmate.web")

RENEW = '{"type":"renew"}'
"""What the server that runs a game says when changes alone do not tell its state."""


class StoredState(NamedTuple):
    """The state of a game as the store knows it."""

    version: int
    """Of the stored game: goes up with every change."""
    text: str


class RemoteGame:
    """Everybody here who looks at one game of another server."""

    def __init__(
        self,
        ask: Callable[[], None],
        stored: Callable[[], Awaitable[StoredState]],
        patience: float,
    ) -> None:
        self._ask, self._stored, self._patience = ask, stored, patience
        self._present: set[Subscriber] = set()
        # Those who need the whole state, and the version of the stored one that they have seen.
        self._waiting: dict[Subscriber, int | None] = {}
        self._answered = asyncio.Event()
        self._inquiry: asyncio.Task[None] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody looks."""
        return not self._present

    def enter(self, subscriber: Subscriber) -> None:
        """Somebody looks: they get the whole state, and then everything that happens."""
        self._present.add(subscriber)
        self._waiting[subscriber] = None
        self._inquire()

    def leave(self, subscriber: Subscriber) -> None:
        """Somebody looks away."""
        self._present.discard(subscriber)
        self._waiting.pop(subscriber, None)
        if self.is_empty and self._inquiry is not None:
            self._inquiry.cancel()

    def renew(self) -> None:
        """Something was lost: everybody needs the whole state."""
        self._waiting = {each: self._waiting.get(each) for each in self._present}
        self._inquire()

    def receive(self, text: str) -> None:
        """The server that runs the game says something."""
        if text == RENEW:
            self.renew()
        elif json.loads(text)["type"] == "state":
            waiting, self._waiting = self._waiting, {}
            self._answered.set()
            _deliver(waiting, text)
        else:
            _deliver(self._present - self._waiting.keys(), text)

    def _inquire(self) -> None:
        if self._waiting and (self._inquiry is None or self._inquiry.done()):
            self._inquiry = asyncio.get_running_loop().create_task(self._find_out())

    async def _find_out(self) -> None:
        """Ask until somebody answers; meanwhile show what the store has."""
        while self._waiting:
            self._answered.clear()
            self._ask()
            try:
                async with asyncio.timeout(self._patience):
                    await self._answered.wait()
            except TimeoutError:
                await self._show_stored()

    async def _show_stored(self) -> None:
        try:
            version, text = await self._stored()
        except Exception:
            log.exception("a game of another server could not be read")
            return
        news = [each for each, seen in self._waiting.items() if seen != version]
        self._waiting.update(dict.fromkeys(news, version))
        _deliver(news, text)


def _deliver(subscribers: Iterable[Subscriber], text: str) -> None:
    for subscriber in tuple(subscribers):
        subscriber.deliver(text)
