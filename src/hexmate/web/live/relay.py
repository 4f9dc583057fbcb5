"""Fan-out among several servers: each publishes the changes of its games to the others.

A game is run by one server, whose name is the prefix of the game's id. Other servers receive its
messages on the channel of the game and forward them to their viewers. They request its state on the
channel of its server, which answers on the channel of the game.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Set
from typing import Protocol

from hexmate.web.errors import Refusal
from hexmate.web.live.broadcast import LocalBroadcast, Subscriber
from hexmate.web.live.remote_game import RENEW, RemoteGame, StoredState
from hexmate.web.live.wire import Wire

__all__ = ["Relay", "StateSource", "owner_of"]

log = logging.getLogger("hexmate.web")

_GAME, _SERVER, _STARTED = "hexmate:game:", "hexmate:server:", "hexmate:started"
_PATIENCE, _TRIES = 1.0, 10


def owner_of(public_id: str) -> str:
    """The name of the server that runs a game.

    >>> owner_of("b-4kX09"), owner_of("4kX09")
    ('b', '')
    """
    return public_id.rpartition("-")[0]


class StateSource(Protocol):
    """States of the games of this server, and of all stored games."""

    async def state_for_others(self, public_id: str) -> str | None:
        """The encoded state of a game that runs here; None if there is no such game."""

    async def stored_state(self, public_id: str) -> StoredState:
        """The stored state of any game."""


class Relay:
    """Fan-out to viewers here and, over a wire, to other servers."""

    def __init__(self, wire: Wire, name: str, patience: float = _PATIENCE) -> None:
        self.name = name
        self._wire = wire
        self._patience = patience
        self._local = LocalBroadcast()
        self._mirrors: dict[str, RemoteGame] = {}
        self._token = secrets.token_hex(8)
        self._tasks: set[asyncio.Task[None]] = set()
        self._games: StateSource | None = None
        self._connected = False
        wire.subscribe(_SERVER + name)
        wire.subscribe(_STARTED)

    def owns(self, public_id: str) -> bool:
        """Whether this server runs a game."""
        return owner_of(public_id) == self.name

    def subscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Receive every message published here from now on."""
        self._local.subscribe(channel, subscriber)

    def unsubscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Receive no more messages."""
        self._local.unsubscribe(channel, subscriber)

    def publish(self, channel: str, text: str) -> None:
        """Send a message to subscribers here and to all other servers."""
        self._local.publish(channel, text)
        self._wire.send(_GAME + channel, text)

    def renew(self, channel: str) -> None:
        """Have other servers request the whole state."""
        self._wire.send(_GAME + channel, RENEW)

    async def run(self, games: StateSource) -> None:
        """Carry messages until cancelled."""
        self._games = games
        await self._wire.run(self)

    def watch(self, public_id: str, subscriber: Subscriber) -> None:
        """Add a viewer of another server's game: it gets the state, then every change."""
        mirror = self._mirrors.get(public_id)
        if mirror is None:
            mirror = self._mirrors[public_id] = self._mirror_of(public_id)
            self._wire.subscribe(_GAME + public_id)
        mirror.enter(subscriber)

    def leave(self, public_id: str, subscriber: Subscriber) -> None:
        """Remove a viewer of another server's game."""
        mirror = self._mirrors[public_id]
        mirror.leave(subscriber)
        if mirror.is_empty:
            del self._mirrors[public_id]
            self._wire.unsubscribe(_GAME + public_id)

    async def state(self, public_id: str) -> str:
        """The encoded state of another server's game."""
        glance = _StateWaiter()
        self.watch(public_id, glance)
        try:
            async with asyncio.timeout(_TRIES * self._patience):
                return await glance.seen
        except TimeoutError:
            text = "Neither the game's server nor the database can be reached. Try again."
            raise Refusal(503, "unavailable", text) from None
        finally:
            self.leave(public_id, glance)

    def _mirror_of(self, public_id: str) -> RemoteGame:
        return RemoteGame(
            lambda: self._ask_for(public_id),
            lambda: self._own_games.stored_state(public_id),
            self._patience,
        )

    def _ask_for(self, public_id: str) -> bool:
        """Request the state of a game; returns whether the wire is connected."""
        self._wire.send(_SERVER + owner_of(public_id), json.dumps({"ask": public_id}))
        return self._connected

    @property
    def _own_games(self) -> StateSource:
        assert self._games is not None
        return self._games

    def receive(self, channel: str, text: str) -> None:
        """Handle a message of another server; ignore it if it is malformed."""
        try:
            if channel == _SERVER + self.name:
                self._answer(json.loads(text))
            elif channel == _STARTED:
                self._renew_games_of(text)
            elif mirror := self._mirrors.get(channel.removeprefix(_GAME)):
                mirror.receive(text)
        except (ValueError, KeyError, TypeError):
            log.warning("ignored a malformed message on %s: %.80s", channel, text)

    def broken(self) -> None:
        """The connection is lost: show games of other servers from the store."""
        self._connected = False
        for mirror in self._mirrors.values():
            mirror.renew()

    def restored(self) -> None:
        """The connection is back: every viewer needs the whole state."""
        self._connected = True
        self._wire.send(_STARTED, self.name)
        self._wire.send(_SERVER + self.name, json.dumps({"here": self._token}))
        for mirror in self._mirrors.values():
            mirror.renew()

    def _renew_games_of(self, name: str) -> None:
        """Another server has started or is connected again: its games may have changed."""
        for public_id, mirror in self._mirrors.items():
            if owner_of(public_id) == name:
                mirror.renew()

    def lost(self, channels: Set[str]) -> None:
        """Other servers have missed messages of our games: have them request the state."""
        for channel in channels:
            if channel.startswith(_GAME):
                self._wire.send(channel, RENEW)

    def _answer(self, message: dict[str, str]) -> None:
        if "ask" in message:
            task = asyncio.get_running_loop().create_task(self._send_state(message["ask"]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif message["here"] != self._token:
            log.error("two servers have the name %r: each will run the other's games", self.name)

    async def _send_state(self, public_id: str) -> None:
        try:
            text = await self._own_games.state_for_others(public_id)
        except Exception:
            log.exception("cannot send game %s to other servers", public_id)
            return
        if text is not None:
            self._wire.send(_GAME + public_id, text)


class _StateWaiter:
    """A viewer that waits for one state."""

    def __init__(self) -> None:
        self.seen: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def deliver(self, text: str) -> None:
        """Take the first message, which is always a state."""
        if not self.seen.done():
            self.seen.set_result(text)
