"""The directory of all game sessions of the server."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hexmate.color import BLACK, WHITE, Color
from hexmate.store.errors import ConflictError, NotFoundError, TooManyGamesError
from hexmate.store.games import new_public_id
from hexmate.store.store import Store
from hexmate.store.values import GameRow, NewGame, NewSeat, StoredPlayer
from hexmate.web.errors import Refusal
from hexmate.web.live import messages
from hexmate.web.live.game import LiveGame
from hexmate.web.live.relay import Relay
from hexmate.web.live.remote_game import StoredState
from hexmate.web.live.session import GameSession, Services
from hexmate.web.live.versions import VersionClock

__all__ = ["GameDirectory", "OpenedGame", "hash_token"]

log = logging.getLogger("hexmate.web")

_SWEEP = 30.0
_QUIET, _ENDED = 600.0, 60.0
_RESUMED = 1000


def hash_token(token: str) -> str:
    """The hash of a secret token; only hashes are stored."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A new game, with the tokens of its open seats; they are not stored."""

    session: GameSession
    links: dict[Color, str]


class GameDirectory:
    """Sessions by game id, at most one for each game.

    A game is loaded from the store when it is requested, and released after a while without viewers
    and activity. Requests for a game that is being loaded wait for the same load, and `_load` alone
    makes sessions. If several servers share a store, each runs the games whose ids have its name
    as prefix, and shows the others through the relay.
    """

    def __init__(
        self,
        services: Services,
        relay: Relay | None = None,
        *,
        floor: int = 0,
        most: int | None = None,
    ) -> None:
        """`floor` is below the first version; a person may have `most` unfinished games."""
        self.services = services
        self.relay = relay
        self._versions = VersionClock(services.time, floor)
        self._most = most
        self._sessions: dict[str, GameSession] = {}
        self._asked_for: dict[str, float] = {}
        self._loads: dict[str, asyncio.Task[GameSession]] = {}

    async def resume(self) -> None:
        """Load the newest games in which a clock runs or an engine moves; others wait for a visit.

        One after the other, so that visitors are served meanwhile.
        """
        prefix = None if self.relay is None else self.relay.name
        try:
            running = await self.services.store.read(
                lambda store: store.games.running(_RESUMED, prefix)
            )
        except Refusal as refusal:
            log.error("games resume when they are visited: %s", refusal.message)
            return
        for public_id in running:
            try:
                await self.find(public_id)
            except Exception as error:  # the other games still resume
                log.error("cannot resume game %s: %s", public_id, error)

    async def close(self) -> None:
        """Stop all games and save their clocks."""
        for load in tuple(self._loads.values()):
            load.cancel()
        keeping = []
        for session in self:
            session.close()
            game = session.game
            if game.is_live and game.clock.deadline() is not None:
                state = game.saved_state(session.now)
                keeping.append(self.services.store.write(_keeping(game.row_id, state)))
        for problem in await asyncio.gather(*keeping, return_exceptions=True):
            if problem is not None:
                log.error("cannot save a clock", exc_info=problem)

    async def sweep(self) -> None:
        """Release idle games periodically, until cancelled."""
        while True:
            await asyncio.sleep(_SWEEP)
            self.release_idle()

    def release_idle(self) -> None:
        """Release the games that are idle and have not been requested for a while."""
        now = self.services.time.now()
        for key, session in tuple(self._sessions.items()):
            quiet = _QUIET if session.game.status in ("waiting", "live") else _ENDED
            if session.is_idle() and self._asked_for[key] < now - quiet:
                self.services.engines.leave(key)
                self._versions.reach(session.version)
                del self._sessions[key], self._asked_for[key]

    def reached(self) -> int:
        """A version above those of all games so far."""
        return self._versions.reach(max((each.version for each in self), default=0))

    def rename(self, person: StoredPlayer) -> None:
        """Show the new name of a person in all their games."""
        for session in self:
            for color in session.game.held_by(person.id):
                session.game.seats[color].name = person.name
                session.send_update("seats")

    def __iter__(self) -> Iterator[GameSession]:
        return iter(tuple(self._sessions.values()))

    async def _session(
        self, public_id: str, stored: Callable[[], Awaitable[GameRow]]
    ) -> GameSession:
        """The session of a game; if there is none, it is made from the stored game."""
        self._asked_for[public_id] = self.services.time.now()
        session = self._sessions.get(public_id)
        if session is not None:
            return session
        load = self._loads.get(public_id)
        if load is None:
            load = asyncio.get_running_loop().create_task(self._load(stored()))
            self._loads[public_id] = load
            load.add_done_callback(lambda done: self._loaded(public_id, done))
        return await asyncio.shield(load)  # others may wait for it too

    async def _load(self, stored: Awaitable[GameRow]) -> GameSession:
        row = await stored
        now = self.services.time.now()
        game = await self.services.store.read(lambda store: _restored(store, row, now))
        session = GameSession(game, self.services, self._versions.first())
        await session.look_up_ratings()
        return session

    def _loaded(self, public_id: str, load: asyncio.Task[GameSession]) -> None:
        del self._loads[public_id]
        if load.cancelled() or load.exception() is not None:
            self._asked_for.pop(public_id, None)
            return
        session = self._sessions[public_id] = load.result()
        session.schedule()
        self.services.broadcast.renew(public_id)

    def runs(self, public_id: str) -> bool:
        """Whether this server runs a game."""
        return self.relay is None or self.relay.owns(public_id)

    async def state_for_others(self, public_id: str) -> str | None:
        """The encoded state of a game that runs here, for spectators on other servers."""
        try:
            session = await self.find(public_id)
        except Refusal:
            return None
        return session.state_text(None)

    async def stored_state(self, public_id: str) -> StoredState:
        """The stored state of any game; who is connected to it is not known."""
        row = await self._stored(public_id)
        time = self.services.time
        stamp = messages.Stamp(0, time.now(), time.epoch_ms())
        text = await self.services.store.read(
            lambda store: messages.encoded(messages.state(_restored(store, row, stamp.now), stamp))
        )
        return StoredState(row.version, text)

    async def _stored(self, public_id: str) -> GameRow:
        try:
            row = await self.services.store.read(lambda store: store.games.get(public_id))
        except NotFoundError:
            raise Refusal(404, "not_found", "There is no such game.") from None
        if row.mode == "imported":
            text = "This game was imported. Find it at /api/library."
            raise Refusal(404, "imported", text)
        return row

    def present(self, public_id: str) -> GameSession | None:
        """The session of a game, if it is loaded."""
        return self._sessions.get(public_id)

    def is_attended(self, public_id: str) -> bool:
        """Whether someone is connected to a game."""
        session = self._sessions.get(public_id)
        return session is not None and session.audience > 0

    async def find(self, public_id: str) -> GameSession:
        """The session of a game, loaded from the store if needed."""
        return await self._session(public_id, lambda: self._stored_here(public_id))

    async def _stored_here(self, public_id: str) -> GameRow:
        row = await self._stored(public_id)
        if not self.runs(public_id):
            raise Refusal(
                421, "elsewhere", "Another server runs this game. Here you can only watch it."
            )
        return row

    async def elsewhere(self, public_id: str) -> Relay | None:
        """The relay for a game that another server runs; None for a game of this server."""
        if self.relay is None or self.relay.owns(public_id):
            return None
        await self._stored(public_id)
        return self.relay

    async def open(self, new: NewGame) -> OpenedGame:
        """Create a game; it counts towards the limit of the person who opens it."""
        links: dict[Color, str] = {}
        seats: dict[str, NewSeat] = {}
        for color, seat in ((BLACK, new.black), (WHITE, new.white)):
            if seat.kind == "open":
                links[color] = secrets.token_urlsafe(18)
                seat = NewSeat("open", link_hash=hash_token(links[color]))
            seats[str(color)] = seat
        made = replace(self._named(new), black=seats["black"], white=seats["white"])
        most = self._most
        try:
            row = await self.services.store.write(lambda store: store.games.create(made, most))
        except TooManyGamesError as error:
            raise _too_many(error) from None
        return OpenedGame(await self._begin(row), links)

    def _named(self, new: NewGame) -> NewGame:
        """The new game with an id that has the name of this server as prefix."""
        if self.relay is None or not self.relay.name:
            return new
        return replace(new, public_id=f"{self.relay.name}-{new_public_id()}")

    async def _begin(self, row: GameRow) -> GameSession:
        """The session of a game that was just created."""

        async def stored() -> GameRow:
            return row

        return await self._session(row.public_id, stored)

    def seat_of(self, session: GameSession, token: str) -> Color:
        """The seat that a token belongs to; a `Refusal` if there is none."""
        found = [
            color
            for color, seat in session.game.seats.items()
            if seat.link_hash is not None
            and secrets.compare_digest(seat.link_hash, hash_token(token))
        ]
        if not found:
            raise Refusal(403, "bad_link", "This link is not valid for this game.")
        return found[0]

    async def join(self, session: GameSession, person: int, token: str) -> Color:
        """Join the open seat that a token belongs to."""
        color = self.seat_of(session, token)
        async with session.lock:
            return await self._take_seat(session, color, person)

    async def _take_seat(self, session: GameSession, color: Color, person: int) -> Color:
        game = session.game
        if game.seats[color].person == person:
            return color
        if game.seats[color].kind != "open" or game.status != "waiting":
            raise Refusal(409, "taken", "This seat is already taken.")
        if person in (seat.person for seat in game.seats.values()):
            raise Refusal(
                409, "own_game", "You are already in this game. Send the link to your opponent."
            )
        try:
            row = await self.services.store.write(
                lambda store: store.games.take_seat(game.row_id, color, person)
            )
        except ConflictError:
            raise Refusal(409, "taken", "This seat is already taken.") from None
        await session.seat_person(row)
        return color

    async def rematch(self, session: GameSession, person: int) -> GameSession:
        """Start a rematch with exchanged seats; both players get the same game."""
        async with session.lock:
            game = session.game
            if not game.held_by(person):
                raise Refusal(
                    403, "not_your_game", "Only the players of a game can start a rematch."
                )
            if game.status not in ("finished", "cancelled"):
                raise Refusal(409, "not_over", "The game is not over yet.")
            if game.rematch is None:
                new = self._named(replace(_rematch_of(game), opener_id=person))
                most = self._most
                try:
                    row = await session.write(
                        lambda store: store.games.rematch(game.row_id, new, most)
                    )
                except TooManyGamesError as error:
                    raise _too_many(error) from None
                game.rematch = row.public_id
                await self._begin(row)
                session.send_update("rematch")
            return await self.find(game.rematch)


def _restored(store: Store, row: GameRow, now: float) -> LiveGame:
    """A stored game, with its moves replayed and the score of its series."""
    game = LiveGame(row, now)
    game.series = store.games.series(row.id)
    return game


def _too_many(error: TooManyGamesError) -> Refusal:
    text = f"You have {error.count} unfinished games, the most allowed. Finish one first."
    return Refusal(409, "too_many_games", text)


def _keeping(row: int, state: dict[str, Any]) -> Callable[[Store], None]:
    return lambda store: store.games.save_state(row, state)


def _rematch_of(game: LiveGame) -> NewGame:
    seats = {}
    for color, seat in game.seats.items():
        if seat.kind == "open":
            raise Refusal(409, "waiting", "No one joined this game.")
        seats[color.other] = NewSeat(seat.kind, seat.person, seat.ai)
    return NewGame(
        rows=game.rows,
        cols=game.cols,
        black=seats[BLACK],
        white=seats[WHITE],
        shape=game.shape,
        swap=game.swap,
        start=game.start,
        clock=str(game.control),
        mode=game.mode,
        rated=game.rated,
        training=game.training,
    )
