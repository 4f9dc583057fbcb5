"""Fan-out among several servers: each tells the others what happens at its games.

A game is run by one server, whose name its public id begins with. The others hear its messages
on the channel of the game and pass them on to whoever looks at it there. They ask for its state
on the channel of its server, which answers on the channel of the game.
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

_GAME, _SERVER = "hexmate:game:", "hexmate:server:"
_PATIENCE, _TRIES = 1.0, 10


def owner_of(public_id: str) -> str:
    """The name of the server that runs a game.

    >>> owner_of("b-4kX09"), owner_of("4kX09")
    ('b', '')
    """
    return public_id.rpartition("-")[0]


class StateSource(Protocol):
    """The games of this server, and all that the store knows."""

    async def state_for_others(self, public_id: str) -> str | None:
        """The state of a game that is run here, encoded; None where there is no such game."""

    async def stored_state(self, public_id: str) -> StoredState:
        """The state of any game as it is stored."""


class Relay:
    """Fan-out here and, over a wire, to other servers."""

    def __init__(self, wire: Wire, name: str, patience: float = _PATIENCE) -> None:
        self.name = name
        self._wire = wire
        self._patience = patience
        self._local = LocalBroadcast()
        self._mirrors: dict[str, RemoteGame] = {}
        self._token = secrets.token_hex(8)
        self._tasks: set[asyncio.Task[None]] = set()
        self._games: StateSource | None = None
        wire.subscribe(_SERVER + name)

    def owns(self, public_id: str) -> bool:
        """Whether this server runs a game."""
        return owner_of(public_id) == self.name

    def subscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Hear everything that is published here from now on."""
        self._local.subscribe(channel, subscriber)

    def unsubscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Hear nothing more."""
        self._local.unsubscribe(channel, subscriber)

    def publish(self, channel: str, text: str) -> None:
        """Tell everybody here, and all other servers."""
        self._local.publish(channel, text)
        self._wire.send(_GAME + channel, text)

    def renew(self, channel: str) -> None:
        """Other servers are to ask for the whole state."""
        self._wire.send(_GAME + channel, RENEW)

    async def run(self, games: StateSource) -> None:
        """Carry messages until cancelled."""
        self._games = games
        await self._wire.run(self)

    def watch(self, public_id: str, subscriber: Subscriber) -> None:
        """Somebody here looks at a game of another server: its state, and then what happens."""
        mirror = self._mirrors.get(public_id)
        if mirror is None:
            mirror = self._mirrors[public_id] = self._mirror_of(public_id)
            self._wire.subscribe(_GAME + public_id)
        mirror.enter(subscriber)

    def leave(self, public_id: str, subscriber: Subscriber) -> None:
        """Somebody here looks away."""
        mirror = self._mirrors[public_id]
        mirror.leave(subscriber)
        if mirror.is_empty:
            del self._mirrors[public_id]
            self._wire.unsubscribe(_GAME + public_id)

    async def state(self, public_id: str) -> str:
        """The state of a game of another server, encoded."""
        glance = _StateWaiter()
        self.watch(public_id, glance)
        try:
            async with asyncio.timeout(_TRIES * self._patience):
                return await glance.seen
        except TimeoutError:
            text = "neither the game's server nor the store can be reached; try again"
            raise Refusal(503, "unavailable", text) from None
        finally:
            self.leave(public_id, glance)

    def _mirror_of(self, public_id: str) -> RemoteGame:
        owner, question = _SERVER + owner_of(public_id), json.dumps({"ask": public_id})
        return RemoteGame(
            lambda: self._wire.send(owner, question),
            lambda: self._own_games.stored_state(public_id),
            self._patience,
        )

    @property
    def _own_games(self) -> StateSource:
        assert self._games is not None
        return self._games

    def receive(self, channel: str, text: str) -> None:
        """Another server says something; what nobody understands is left alone."""
        try:
            if channel == _SERVER + self.name:
                self._answer(json.loads(text))
            elif mirror := self._mirrors.get(channel.removeprefix(_GAME)):
                mirror.receive(text)
        except (ValueError, KeyError, TypeError):
            log.warning("a message on %s means nothing: %.80s", channel, text)

    def broken(self) -> None:
        """Nothing more is heard: what happens now is only in the store."""
        for mirror in self._mirrors.values():
            mirror.renew()

    def restored(self) -> None:
        """Whatever others said meanwhile is lost: everybody needs the whole state."""
        self._wire.send(_SERVER + self.name, json.dumps({"here": self._token}))
        for mirror in self._mirrors.values():
            mirror.renew()

    def lost(self, channels: Set[str]) -> None:
        """Other servers have missed something of our games: they are to ask for the state."""
        for channel in channels:
            if channel.startswith(_GAME):
                self._wire.send(channel, RENEW)

    def _answer(self, message: dict[str, str]) -> None:
        if "ask" in message:
            task = asyncio.get_running_loop().create_task(self._send_state(message["ask"]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif message["here"] != self._token:
            log.error("two servers are called %r: each will play the other's games", self.name)

    async def _send_state(self, public_id: str) -> None:
        try:
            text = await self._own_games.state_for_others(public_id)
        except Exception:
            log.exception("game %s could not be told to other servers", public_id)
            return
        if text is not None:
            self._wire.send(_GAME + public_id, text)


class _StateWaiter:
    """Somebody who wants to see one state."""

    def __init__(self) -> None:
        self.seen: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def deliver(self, text: str) -> None:
        """The first message is always a state."""
        if not self.seen.done():
            self.seen.set_result(text)
