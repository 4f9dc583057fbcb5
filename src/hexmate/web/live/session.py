"""A session: one live game with the people and programs around it.

All that happens at a session happens in order, under one lock: a change is checked, stored, made,
and then told to everybody.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from hexmate.color import BLACK, WHITE, Color
from hexmate.outcome import Termination
from hexmate.store.errors import NotFoundError, StaleError
from hexmate.store.store import Store
from hexmate.store.values import GameRow, ResultRow
from hexmate.web.engines.cache import EngineCache
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.engines.pool import SearchPool
from hexmate.web.errors import Refusal
from hexmate.web.live import messages
from hexmate.web.live.async_store import StoreAccess
from hexmate.web.live.broadcast import Broadcast, Subscriber
from hexmate.web.live.game import LiveGame, PlannedMove
from hexmate.web.live.messages import Stamp, encoded
from hexmate.web.live.system_clock import SystemClock, Timer
from hexmate.web.live.turns import EngineTurns
from hexmate.web.models.live import Change, GameState, SearchInfo, ThinkingMessage

__all__ = ["GameSession", "Services"]

Result = TypeVar("Result")

log = logging.getLogger("hexmate.web")

_RECENT = 64


@dataclass(frozen=True, slots=True)
class Services:
    """What all sessions share."""

    store: StoreAccess
    broadcast: Broadcast
    time: SystemClock
    searches: SearchPool
    engines: EngineCache
    catalogue: Catalogue
    search_seconds: float
    adviser: str


class GameSession:
    """One game, everybody who looks at it, and the order in which things happen to it."""

    def __init__(self, game: LiveGame, services: Services) -> None:
        self.game = game
        self.services = services
        self.opener: int | None = None
        """The person who opened the game, with or without a seat; not known after a restart."""
        self.lock = asyncio.Lock()
        # Versions grow over a restart too, although most changes are not stored.
        self.version = services.time.epoch_ms()
        self._recent: deque[Change] = deque(maxlen=_RECENT)
        self._present: dict[Subscriber, int | None] = {}
        self._alarm: Timer | None = None
        self._turns = EngineTurns(self)
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def now(self) -> float:
        """The present moment of the clocks."""
        return self.services.time.now()

    def is_idle(self) -> bool:
        """Whether nobody looks, and nothing happens by itself: no clock runs, nobody thinks."""
        return not self._present and self.game.clock.deadline() is None and not self._turns.busy

    @property
    def audience(self) -> int:
        """How many look at the game, players included."""
        return len(self._present)

    def enter(self, subscriber: Subscriber, person: int | None, since: int | None) -> None:
        """Somebody opens the game: they get the whole state, and then everything that happens."""
        subscriber.deliver(encoded(self.state(person, since)))
        self._present[subscriber] = person
        self.services.broadcast.subscribe(self.game.id, subscriber)
        self._count_sockets(person, 1)

    def leave(self, subscriber: Subscriber) -> None:
        """Somebody closes the game."""
        person = self._present.pop(subscriber, None)
        self.services.broadcast.unsubscribe(self.game.id, subscriber)
        self._count_sockets(person, -1)

    def _count_sockets(self, person: int | None, change: int) -> None:
        changed = False
        for color in self.game.held_by(person):
            seat = self.game.seats[color]
            before = seat.sockets
            seat.sockets = max(0, before + change)
            changed |= (before == 0) != (seat.sockets == 0)
        if changed:
            self.publish(messages.update(self.game, self.next_stamp, ["seats"]))

    def state(self, person: int | None, since: int | None = None) -> GameState:
        """The whole state for one person, with the changes missed since a version."""
        missed = None
        if since is not None:
            missed = [each for each in self._recent if each.version > since]
        return messages.state(
            self.game,
            self._stamp(self.version),
            you=self.game.held_by(person),
            audience=self.audience,
            missed=missed,
        )

    def _stamp(self, version: int) -> Stamp:
        return Stamp(version, self.now, self.services.time.epoch_ms())

    @property
    def next_stamp(self) -> Stamp:
        """The stamp of the next change."""
        return self._stamp(self.version + 1)

    def publish(self, change: Change) -> None:
        """Send a change, made with `next_stamp`, to everyone at the game."""
        self.version = change.version
        self._recent.append(change)
        self.services.broadcast.publish(self.game.id, encoded(change))

    def send_search_info(self, info: SearchInfo) -> None:
        """Send an engine's evaluation to everyone at the game. It changes no version."""
        text = encoded(ThinkingMessage(type="thinking", info=info))
        self.services.broadcast.publish(self.game.id, text)

    def send_state(self) -> None:
        """Give everybody the whole state anew."""
        self.version += 1
        for subscriber, person in tuple(self._present.items()):
            subscriber.deliver(encoded(self.state(person)))
        self.services.broadcast.renew(self.game.id)

    async def look_up_ratings(self) -> None:
        """Write the ratings of those who have one to their seats; only online games have any."""
        game = self.game
        numbers = {
            color: seat.player for color, seat in game.seats.items() if seat.player is not None
        }
        if game.mode != "online" or not numbers:
            return
        found = await self.services.store.read(lambda store: _ratings(store, numbers))
        for color, rating in found.items():
            game.seats[color].rating = rating

    async def _send_ratings(self) -> None:
        await self.look_up_ratings()
        self.publish(messages.update(self.game, self.next_stamp, ["seats"]))

    async def seat_person(self, row: GameRow) -> None:
        """Somebody has sat down: everybody gets the whole state, for the game may begin."""
        self.game.take_seat(row, self.now)
        await self.look_up_ratings()
        for color in (BLACK, WHITE):
            seat = self.game.seats[color]
            here = self._present.values()
            seat.sockets = 0 if seat.person is None else list(here).count(seat.person)
        self.send_state()
        self.follow()

    def follow(self) -> None:
        """Set the alarm and the machines for the position as it is now."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        deadline = self.game.clock.deadline() if self.game.is_live else None
        if deadline is not None:
            self._alarm = self.services.time.call_at(deadline, self._time_is_up)
        self._turns.follow()

    def close(self) -> None:
        """The server stops: no alarm, no thought."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._turns.stop()

    def spawn(self, work: Any) -> None:
        """Run something beside, and keep it from being forgotten half-way."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("game %s: something failed", self.game.id, exc_info=error)

    def hurry_engine(self) -> None:
        """Ask the machine to move for its best move so far."""
        self._turns.hurry()

    async def write(self, work: Callable[[Store], Result]) -> Result:
        """Make a change in the store, before anybody is told of it."""
        try:
            return await self.services.store.write(work)
        except (StaleError, NotFoundError):
            await self._reload()
            text = "the game had changed meanwhile; look at its state"
            raise Refusal(409, "stale", text) from None
        except Exception:
            log.exception("game %s could not be stored", self.game.id)
            text = "the store cannot be reached; nothing was changed, try again"
            raise Refusal(503, "unavailable", text) from None

    async def _reload(self) -> None:
        """The store knows better: somebody else has written there."""
        row = await self.services.store.read(lambda store: store.games.get(self.game.id))
        seats, self.game = self.game.seats, LiveGame(row, self.now)
        for color in (BLACK, WHITE):
            self.game.seats[color].sockets = seats[color].sockets
        self.send_state()
        self.follow()

    async def make(self, plan: PlannedMove) -> None:
        """Store a planned move, make it, tell everybody. Under the lock."""
        game, played = self.game, plan.played

        def change(store: Store) -> None:
            store.games.append_move(
                game.row_id,
                plan.number,
                played.color,
                played.move,
                plan.keys,
                plan.clocks,
                played.at,
            )
            if plan.result is not None:
                store.games.finish(game.row_id, plan.result, played.at)

        await self.write(change)
        game.play(plan, self.now)
        self.publish(messages.moved(game, self.next_stamp))
        self._after_end()
        self.follow()

    async def end(self, result: ResultRow) -> None:
        """Store a result that no move made, end the game, tell everybody. Under the lock."""
        game = self.game
        await self.write(lambda store: store.games.finish(game.row_id, result))
        game.stop_clock(self.now)
        game.finish(result)
        self.send_update("status", "turn", "mover", "swap_available", "thinking", "clocks")
        self._after_end()
        self.follow()

    def _after_end(self) -> None:
        if self.game.rated and self.game.result is not None:
            self.spawn(self._send_ratings())

    def send_update(self, *fields: str) -> None:
        """Tell everybody the present values of some fields of the state, and the result."""
        names = (*fields, "result", "offers")
        self.publish(messages.update(self.game, self.next_stamp, names))

    async def save_state(self) -> None:
        """Store what is beside the moves. Under the lock."""
        game, state = self.game, self.game.saved_state(self.now)
        await self.write(lambda store: store.games.save_state(game.row_id, state))

    def _time_is_up(self) -> None:
        self.spawn(self.check_time())

    async def check_time(self) -> None:
        """End the game if the time of whoever is to move is over."""
        async with self.lock:
            game = self.game
            if not game.is_out_of_time(self.now) or game.mover is None:
                self.follow()
                return
            try:
                await self.end(game.plan_end(game.mover, Termination.TIMEOUT))
            except Refusal:
                self._alarm = self.services.time.call_at(self.now + 1.0, self._time_is_up)

    async def forfeit(self, seat: Color, reason: str) -> None:
        """A machine failed: it loses. Under the lock."""
        log.warning("game %s: %s loses by forfeit: %s", self.game.id, seat, reason)
        await self.end(self.game.plan_end(seat, Termination.FORFEIT))


def _ratings(store: Store, players: dict[Color, int]) -> dict[Color, int | None]:
    known = {color: store.ratings.of(player) for color, player in players.items()}
    return {
        color: round(each.rating.rating) if each.games else None for color, each in known.items()
    }
