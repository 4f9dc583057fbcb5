"""A game that another server runs: forwards its messages to viewers here, in order.

A new viewer, and every viewer after lost messages, gets the whole state first. It comes from the
server that runs the game, or from the store while that server does not answer.
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
"""Sent by the server that runs a game when viewers elsewhere need the whole state."""


class StoredState(NamedTuple):
    """The state of a game according to the store."""

    version: int
    """The version of the stored game; grows with every change."""
    text: str


class RemoteGame:
    """The viewers here of one game of another server."""

    def __init__(
        self,
        ask: Callable[[], bool],
        stored: Callable[[], Awaitable[StoredState]],
        patience: float,
    ) -> None:
        """`ask` requests the state, and returns whether the request could be sent."""
        self._ask, self._stored, self._patience = ask, stored, patience
        self._present: set[Subscriber] = set()
        # Viewers that need the whole state, with the stored version they have been sent.
        self._waiting: dict[Subscriber, int | None] = {}
        self._answered = asyncio.Event()
        self._inquiry: asyncio.Task[None] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there are no viewers."""
        return not self._present

    def enter(self, subscriber: Subscriber) -> None:
        """Add a viewer: it gets the whole state, then every change."""
        self._present.add(subscriber)
        self._waiting[subscriber] = None
        self._inquire()

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a viewer."""
        self._present.discard(subscriber)
        self._waiting.pop(subscriber, None)
        if self.is_empty and self._inquiry is not None:
            self._inquiry.cancel()

    def renew(self) -> None:
        """Send the whole state to every viewer, since messages were lost."""
        self._waiting = {each: self._waiting.get(each) for each in self._present}
        self._inquire()

    def receive(self, text: str) -> None:
        """Handle a message of the server that runs the game."""
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
        """Ask until the server answers; meanwhile send the stored state."""
        while self._waiting:
            self._answered.clear()
            asked = self._ask()
            if not asked:
                await self._show_stored()
            try:
                async with asyncio.timeout(self._patience):
                    await self._answered.wait()
            except TimeoutError:
                if asked:
                    await self._show_stored()

    async def _show_stored(self) -> None:
        try:
            version, text = await self._stored()
        except Exception:
            log.exception("cannot read a game of another server from the store")
            return
        news = [each for each, seen in self._waiting.items() if seen != version]
        self._waiting.update(dict.fromkeys(news, version))
        _deliver(news, text)


def _deliver(subscribers: Iterable[Subscriber], text: str) -> None:
    for subscriber in tuple(subscribers):
        subscriber.deliver(text)
