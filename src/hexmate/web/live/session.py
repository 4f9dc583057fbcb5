"""A game session: one live game with everyone connected to it.

Changes happen in order, under one lock: each is checked, stored, made, and then sent to everyone.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import EllipsisType
from typing import Any, TypeVar

from hexmate.color import BLACK, WHITE, Color
from hexmate.outcome import Termination
from hexmate.store.errors import NotFoundError, StaleError, TooManyGamesError
from hexmate.store.rating_rules import RatingRules
from hexmate.store.store import Store
from hexmate.store.values import GameRow, ResultRow
from hexmate.web.engines.cache import EngineCache
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.engines.pool import SearchPool
from hexmate.web.errors import Refusal
from hexmate.web.live import messages
from hexmate.web.live.async_store import StoreAccess
from hexmate.web.live.broadcast import Broadcast, Subscriber
from hexmate.web.live.chat import ChatRemark, GameChat, clean_text
from hexmate.web.live.game import ABSENCE, LiveGame, PlannedMove
from hexmate.web.live.messages import Stamp, encoded
from hexmate.web.live.system_clock import SystemClock, Timer
from hexmate.web.live.turns import EngineTurns
from hexmate.web.models.base import Ref, side
from hexmate.web.models.live import (
    Change,
    ChatMessage,
    GameState,
    RoomName,
    SearchInfo,
    SearchingMessage,
)
from hexmate.web.models.messages import Say

__all__ = ["GameSession", "Services"]

Result = TypeVar("Result")

log = logging.getLogger("hexmate.web")

_RECENT = 64


@dataclass(frozen=True, slots=True)
class Services:
    """The services that all sessions share."""

    store: StoreAccess
    broadcast: Broadcast
    time: SystemClock
    searches: SearchPool
    engines: EngineCache
    catalogue: Catalogue
    search_seconds: float
    answer_seconds: float
    adviser: str
    ponder: bool = False
    """Whether engines search while people are to move."""
    rated_moves: int = RatingRules().moves
    """Fewest moves of each player in a rated game."""
    absence: float = ABSENCE
    """Seconds after which a win can be claimed against an opponent who left."""


class GameSession:
    """One game and everyone connected to it."""

    def __init__(self, game: LiveGame, services: Services, version: int) -> None:
        self.game = game
        self.services = services
        game.absence = services.absence
        self.chat = GameChat()
        self.lock = asyncio.Lock()
        self.version = version
        self._recent: deque[Change] = deque(maxlen=_RECENT)
        self._moves = messages.MovesText()
        self._present: dict[Subscriber, int | None] = {}
        self._timer: Timer | None = None
        self._turns = EngineTurns(self)
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def now(self) -> float:
        """The current monotonic time."""
        return self.services.time.now()

    def is_idle(self) -> bool:
        """Whether no one is connected, no clock runs and no engine is to move."""
        return not self._present and self.game.clock.deadline() is None and not self._turns.busy

    @property
    def audience(self) -> int:
        """Number of connected sockets, players included."""
        return len(self._present)

    def enter(self, subscriber: Subscriber, person: int | None, since: int | None) -> None:
        """Connect a socket: it gets the whole state, then every change."""
        subscriber.deliver(self.state_text(person, since))
        if lines := self.chat.lines(self._room_of(person), person):
            subscriber.deliver(encoded(ChatMessage(type="chat", lines=lines)))
        self._present[subscriber] = person
        self.services.broadcast.subscribe(self.game.id, subscriber)
        self._count_sockets(person, 1)

    def leave(self, subscriber: Subscriber) -> None:
        """Disconnect a socket."""
        person = self._present.pop(subscriber, None)
        self.services.broadcast.unsubscribe(self.game.id, subscriber)
        self._count_sockets(person, -1)

    def _count_sockets(self, person: int | None, change: int) -> None:
        changed = False
        for color in self.game.held_by(person):
            seat = self.game.seats[color]
            before = seat.sockets
            seat.sockets = max(0, before + change)
            if (before == 0) != (seat.sockets == 0):
                seat.since = self.now
                changed = True
        if changed:
            self.publish(messages.update(self.game, self.next_stamp, ["seats", "claim"]))

    def state(self, person: int | None) -> GameState:
        """The whole state for one person."""
        return self._state(person)

    def state_text(
        self, person: int | None, since: int | None = None, ref: Ref | EllipsisType = ...
    ) -> str:
        """The same as JSON, with the changes missed since a version, and the `ref` of a request."""
        extra: dict[str, Any] = {} if ref is ... else {"ref": ref}
        if since is not None:
            extra["missed"] = [each for each in self._recent if each.version > since]
        state = self._state(person, with_moves=False, **extra)
        return messages.state_text(state, self._moves.of(self.game))

    def _state(self, person: int | None, **extra: Any) -> GameState:
        return messages.state(
            self.game,
            self._stamp(self.version),
            you=self.game.held_by(person),
            audience=self.audience,
            **extra,
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
        text = encoded(SearchingMessage(type="searching", info=info))
        self.services.broadcast.publish(self.game.id, text)

    def say(self, person: int, name: str, message: Say) -> None:
        """Send a chat message to everyone in the room of its author."""
        seats, room = self.game.held_by(person), self._room_of(person)
        opponents = [self.game.seats[color.other] for color in seats]
        if self.game.mode != "online" or any(seat.kind == "ai" for seat in opponents):
            raise Refusal(409, "no_chat", "Only online games between people have a chat.")
        text = None if message.text is None else clean_text(message.text)
        seat = side(seats[0]) if seats else None
        now = self.services.time.epoch_ms()
        remark = ChatRemark(now, person, name, seat, text, message.phrase)
        self.chat.add(room, remark)
        texts: dict[bool, str] = {}
        for subscriber, reader in tuple(self._present.items()):
            if self._room_of(reader) != room:
                continue
            own = reader == person
            if own not in texts:
                line = self.chat.line(room, remark, reader)
                texts[own] = encoded(ChatMessage(type="chat", lines=[line]))
            subscriber.deliver(texts[own])

    def report(self, person: int, remark_id: int) -> None:
        """Write a chat message to the log, once for each person who reports it."""
        remark = self.chat.find(self._room_of(person), remark_id)
        if person in remark.reporters:
            return
        remark.reporters.add(person)
        said = remark.text if remark.text is not None else remark.phrase
        template = "chat report: game %s, message %d of person %d (%r), reported by %d: %r"
        log.warning(template, self.game.id, remark.id, remark.person, remark.name, person, said)

    def _room_of(self, person: int | None) -> RoomName:
        return "players" if self.game.held_by(person) else "spectators"

    def send_state(self) -> None:
        """Send the whole state to everyone."""
        self.version += 1
        texts: dict[tuple[Color, ...], str] = {}
        for subscriber, person in tuple(self._present.items()):
            seats = self.game.held_by(person)
            if seats not in texts:
                texts[seats] = self.state_text(person)
            subscriber.deliver(texts[seats])
        self.services.broadcast.renew(self.game.id)

    async def look_up_ratings(self) -> None:
        """Set the ratings of the players; only online games show them."""
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
        """A player has joined: send everyone the whole state, since the game may have started."""
        self.game.take_seat(row, self.now)
        await self.look_up_ratings()
        for color in (BLACK, WHITE):
            seat = self.game.seats[color]
            here = self._present.values()
            seat.sockets = 0 if seat.person is None else list(here).count(seat.person)
        self.send_state()
        self.schedule()

    def schedule(self) -> None:
        """Set the timer and start the engine for the current position."""
        self._set_timer()
        self._turns.update()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.game.clock.deadline() if self.game.is_live else None
        if deadline is not None:
            self._timer = self.services.time.call_at(deadline, self._time_is_up)

    def hold_clock(self) -> None:
        """Stop the clock while the engine to move waits for a slot."""
        if self.game.clock.running is not None:
            self.game.stop_clock(self.now)
            self._set_timer()
            self.send_update("clocks")

    def run_clock(self) -> None:
        """Let a clock run again that was held."""
        if self.game.resume_clock(self.now):
            self._set_timer()
            self.send_update("clocks")

    def close(self) -> None:
        """Stop the timer and the engine."""
        self._turns.close()
        if self._timer is not None:
            self._timer.cancel()

    def spawn(self, work: Any) -> None:
        """Run a coroutine in the background; keep a reference, and log its failure."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("game %s: a background task failed", self.game.id, exc_info=error)

    def hurry_engine(self) -> None:
        """Have the engine play its best move so far."""
        self._turns.hurry()

    async def write(self, work: Callable[[Store], Result]) -> Result:
        """Make a change in the store."""
        try:
            return await self.services.store.write(work)
        except (StaleError, NotFoundError):
            await self._reload()
            text = "The game had changed. Request its state."
            raise Refusal(409, "stale", text) from None
        except (Refusal, TooManyGamesError):
            raise
        except Exception:
            log.exception("cannot store game %s", self.game.id)
            text = "The database is not available. Nothing was changed. Try again."
            raise Refusal(503, "unavailable", text) from None

    async def _reload(self) -> None:
        """Load the game again: another process has changed it in the store."""
        row = await self.services.store.read(lambda store: store.games.get(self.game.id))
        before, self.game = self.game, LiveGame(row, self.now)
        self.game.absence, self.game.series = before.absence, before.series
        for color in (BLACK, WHITE):
            seat = self.game.seats[color]
            seat.sockets, seat.since = before.seats[color].sockets, before.seats[color].since
        self.send_state()
        self.schedule()

    async def make(self, plan: PlannedMove) -> None:
        """Store a planned move, play it and send it. Call it under the lock."""
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
        self.schedule()

    async def end(self, result: ResultRow) -> None:
        """Store a result that is not due to a move, end the game and send it. Under the lock.

        A rated game that has hardly begun is cancelled instead: leaving it is not a loss.
        """
        game = self.game
        if game.rated and not game.both_moved(self.services.rated_moves):
            await self.cancel()
            return
        await self.write(lambda store: store.games.finish(game.row_id, result))
        game.stop_clock(self.now)
        game.finish(result)
        self.send_update("status", "turn", "mover", "swap_available", "searching", "clocks")
        self._after_end()
        self.schedule()

    async def cancel(self) -> None:
        """Cancel the game: it has no result. Call it under the lock."""
        game = self.game
        await self.write(lambda store: store.games.cancel(game.row_id))
        game.stop_clock(self.now)
        game.cancel()
        self.send_update("status", "turn", "mover", "swap_available", "searching", "clocks")
        self.schedule()

    def _after_end(self) -> None:
        if self.game.rated and self.game.result is not None:
            self.spawn(self._send_ratings())

    def send_update(self, *fields: str) -> None:
        """Send the current values of some fields, with the result and the offers."""
        names = (*fields, "result", "offers", "claim")
        self.publish(messages.update(self.game, self.next_stamp, names))

    async def save_state(self) -> None:
        """Store the state beside the moves. Call it under the lock."""
        game, state = self.game, self.game.saved_state(self.now)
        await self.write(lambda store: store.games.save_state(game.row_id, state))

    def _time_is_up(self) -> None:
        self.spawn(self.check_time())

    async def check_time(self) -> None:
        """End the game if the seat to move is out of time."""
        async with self.lock:
            game = self.game
            if not game.is_out_of_time(self.now) or game.mover is None:
                self.schedule()
                return
            try:
                await self.end(game.plan_end(game.mover, Termination.TIMEOUT))
            except Refusal:
                self._timer = self.services.time.call_at(self.now + 1.0, self._time_is_up)

    async def forfeit(self, seat: Color, reason: str) -> None:
        """End the game: the engine at a seat failed and loses. Call it under the lock."""
        log.warning("game %s: %s loses by forfeit: %s", self.game.id, seat, reason)
        await self.end(self.game.plan_end(seat, Termination.FORFEIT))


def _ratings(store: Store, players: dict[Color, int]) -> dict[Color, int | None]:
    known = {color: store.ratings.of(player) for color, player in players.items()}
    return {
        color: round(each.rating.rating) if each.games else None for color, each in known.items()
    }
