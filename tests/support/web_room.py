"""Game sessions without a server: real rules, a real store, and a clock that tests advance."""

import asyncio
import json
import tempfile
import threading
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from hexmate.color import Color
from hexmate.players.base import Limit, Player, PlayResult
from hexmate.store import NewGame, NewSeat, Store
from hexmate.web.engines.cache import EngineCache
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.engines.pool import SearchPool
from hexmate.web.live.actions import act
from hexmate.web.live.broadcast import LocalBroadcast
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.session import GameSession, Services
from hexmate.web.models.messages import CLIENT_MESSAGE


def given(made_by):
    """Run an async test with the value of a context manager."""

    def decorate(test):
        def run():
            async def body():
                async with made_by() as made:
                    await test(made)

            asyncio.run(body())

        run.__name__ = test.__name__
        return run

    return decorate


class FakeTimer:
    def __init__(self, when: float, what: Callable[[], None]) -> None:
        self.when, self.what, self.off = when, what, False

    def cancel(self) -> None:
        self.off = True


class FakeTime:
    """A clock that tests advance; timers fire on the way."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.epoch_offset = 0.0
        self.alarms: list[FakeTimer] = []

    def now(self) -> float:
        return self.seconds

    def epoch_ms(self) -> int:
        return round((self.seconds + self.epoch_offset) * 1000)

    def call_at(self, when: float, what: Callable[[], None]) -> FakeTimer:
        alarm = FakeTimer(when, what)
        self.alarms.append(alarm)
        return alarm

    async def pass_by(self, seconds: float) -> None:
        end = self.seconds + seconds
        while due := [alarm for alarm in self.alarms if not alarm.off and alarm.when <= end]:
            alarm = min(due, key=lambda each: each.when)
            alarm.off = True
            self.seconds = max(self.seconds, alarm.when)
            alarm.what()
            await settle()
        self.seconds = end
        await settle()


class FakeStoreAccess:
    """Writes at once; fails while `broken` is set."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.broken = False
        self.writes = 0

    async def write(self, work: Callable[[Store], Any], *, patient: bool = False) -> Any:
        await asyncio.sleep(0)
        if self.broken:
            raise OSError("the disk is full")
        self.writes += 1
        with self.store.batch():
            return work(self.store)

    async def read(self, work: Callable[[Store], Any]) -> Any:
        await asyncio.sleep(0)
        return work(self.store)


class Listener:
    """A socket that records what it is sent."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def deliver(self, text: str) -> None:
        self.messages.append(json.loads(text))

    def types(self) -> list[str]:
        return [message["type"] for message in self.messages]

    def last(self, kind: str) -> dict[str, Any]:
        return next(each for each in reversed(self.messages) if each["type"] == kind)


class Scripted(Player):
    """Plays the first free cell once `free` is set or it is stopped."""

    name = "scripted"

    def __init__(self) -> None:
        self.free = threading.Event()
        self.free.set()
        self.asked = 0
        self.failure: BaseException | None = None
        self.colors: list[Color] = []

    def start(self, board: Any, color: Color) -> None:
        self.colors.append(color)

    def play(self, board: Any, limit: Limit) -> PlayResult:
        self.asked += 1
        if self.failure is not None:
            raise self.failure
        with self.searching() as stop:
            while not self.free.wait(0.005) and not stop.stopped:
                pass
        return PlayResult(next(iter(board.legal_moves)))


class Room:
    """A game directory and two people, Ada (1) and Bob (2)."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = FakeTime()
        self.access = FakeStoreAccess(store)
        self.players: dict[str, Scripted] = {}
        self.searches = SearchPool(2, 0.2)
        catalogue = Catalogue()
        self.services = Services(
            store=self.access,
            broadcast=LocalBroadcast(),
            time=self.time,
            searches=self.searches,
            engines=EngineCache(self._engine, 8),
            catalogue=catalogue,
            search_seconds=20.0,
            answer_seconds=30.0,
            adviser="negamax:depth=1",
        )
        self.games = GameDirectory(self.services)
        self.ada = store.players.create("Ada").id
        self.bob = store.players.create("Bob").id

    def allow_pondering(self) -> None:
        """Let engines search on the opponent's time in the sessions from now on."""
        self.services = replace(self.services, ponder=True)
        self.games = GameDirectory(self.services)

    def _engine(self, spec: str) -> Player:
        if spec == self.services.adviser:
            return self.services.catalogue.create(spec)
        return self._player(spec)

    def _player(self, spec: str) -> Scripted:
        return self.players.setdefault(spec, Scripted())

    def scripted(self, spec: str = "scripted") -> Scripted:
        return self._player(spec)

    async def session(self, black: NewSeat | None = None, white: NewSeat | None = None, **terms):
        """A new game: by default Ada against herself on 3x3."""
        own = NewSeat("person", self.ada)
        size = {"rows": 3, "cols": 3, **terms}
        opened = await self.games.open(NewGame(black=black or own, white=white or own, **size))
        await settle()
        return opened.session

    async def online(self, **terms) -> GameSession:
        """Ada against Bob."""
        opened = await self.games.open(
            NewGame(
                **{"rows": 3, "cols": 3, "mode": "online", **terms},
                black=NewSeat("person", self.ada),
                white=NewSeat("open"),
            )
        )
        token = next(iter(opened.links.values()))
        await self.games.join(opened.session, self.bob, token)
        return opened.session

    def watch(
        self, session: GameSession, person: int | None = None, since: int | None = None
    ) -> Listener:
        listener = Listener()
        session.enter(listener, person, since)
        return listener

    async def send(
        self, session: GameSession, person: int | None, **message: Any
    ) -> dict[str, Any]:
        """Send a message and return its acknowledgement; a refusal is raised."""
        return await act(session, person, CLIENT_MESSAGE.validate_python(message))

    async def moves(self, session: GameSession, *texts: str) -> None:
        """Play moves, each by the person to move."""
        for text in texts:
            person = session.game.seats[session.game.mover].person
            number = session.game.ply + 1
            await self.send(session, person, type="move", number=number, move=text)


def state_of(session: GameSession, person: int | None, since: int | None = None) -> dict[str, Any]:
    """The state of a session as it is sent."""
    return json.loads(session.state_text(person, since))


async def settle(rounds: int = 20) -> None:
    """Run everything that is ready."""
    for _ in range(rounds):
        await asyncio.sleep(0)


async def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until a condition holds that threads bring about."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


@cache
def _empty_database() -> bytes:
    """An empty database with all its tables; cached, since creating them takes a while."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "empty.db")
        Store.open(f"sqlite:///{path}").close()
        return path.read_bytes()


def fresh_database(folder: str | Path) -> str:
    """The URL of a new database in a folder."""
    path = Path(folder, "games.db")
    path.write_bytes(_empty_database())
    return f"sqlite:///{path}"


@asynccontextmanager
async def room():
    with tempfile.TemporaryDirectory() as folder, Store.open(fresh_database(folder)) as store:
        made = Room(store)
        try:
            yield made
        finally:
            for session in made.games:
                session.close()
            for player in made.players.values():
                player.free.set()
            await made.searches.close()
