"""The directory of all game sessions of the server."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hexmate.color import BLACK, WHITE, Color
from hexmate.store.errors import ConflictError, NotFoundError
from hexmate.store.games import new_public_id
from hexmate.store.store import Store
from hexmate.store.values import GameRow, NewGame, NewSeat, StoredPlayer
from hexmate.web.errors import Refusal
from hexmate.web.live import messages
from hexmate.web.live.game import LiveGame
from hexmate.web.live.relay import Relay
from hexmate.web.live.remote_game import StoredState
from hexmate.web.live.session import GameSession, Services

__all__ = ["GameDirectory", "OpenedGame", "hash_token"]

log = logging.getLogger("hexmate.web")

_SWEEP = 30.0
_QUIET, _ENDED = 600.0, 60.0


def hash_token(token: str) -> str:
    """The hash of a secret token; only hashes are stored."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A new game, with the tokens of its open seats; they are not stored."""

    session: GameSession
    links: dict[Color, str]


class GameDirectory:
    """Sessions by game id.

    A game without viewers and activity is released after a while, and loaded from the store when
    it is requested again. If several servers share a store, each runs the games whose ids have its
    name as prefix, and shows the others through the relay.
    """

    def __init__(self, services: Services, relay: Relay | None = None) -> None:
        self.services = services
        self.relay = relay
        self._sessions: dict[str, GameSession] = {}
        self._asked_for: dict[str, float] = {}
        self._loading = asyncio.Lock()

    async def restore(self) -> None:
        """Resume every game that was in progress when the server stopped."""
        rows = await self.services.store.read(lambda store: store.games.live())
        ours = [row for row in rows if self.runs(row.public_id)]
        # Concurrently, since each looks up the ratings of its players.
        seated = await asyncio.gather(*map(self._seat, ours), return_exceptions=True)
        for row, session in zip(ours, seated, strict=True):
            if isinstance(session, BaseException):  # the other games resume all the same
                log.error("cannot resume game %s", row.public_id, exc_info=session)
            else:
                session.schedule()
                self.services.broadcast.renew(session.game.id)

    async def close(self) -> None:
        """Stop all games and save their clocks."""
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
                del self._sessions[key], self._asked_for[key]

    def rename(self, person: StoredPlayer) -> None:
        """Show the new name of a person in all their games."""
        for session in self:
            for color in session.game.held_by(person.id):
                session.game.seats[color].name = person.name
                session.send_update("seats")

    def __iter__(self) -> Iterator[GameSession]:
        return iter(tuple(self._sessions.values()))

    async def _seat(self, row: GameRow) -> GameSession:
        session = GameSession(LiveGame(row, self.services.time.now()), self.services)
        await session.look_up_ratings()
        self._sessions[row.public_id] = session
        self._asked_for[row.public_id] = self.services.time.now()
        return session

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
        state = messages.state(LiveGame(row, time.now()), stamp)
        return StoredState(row.version, messages.encoded(state))

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

    async def find(self, public_id: str) -> GameSession:
        """The session of a game, loaded from the store if needed."""
        session = self._sessions.get(public_id)
        if session is not None:
            self._asked_for[public_id] = self.services.time.now()
            return session
        async with self._loading:
            if public_id in self._sessions:
                return self._sessions[public_id]
            row = await self._stored(public_id)
            if not self.runs(public_id):
                raise Refusal(
                    421, "elsewhere", "Another server runs this game. Here you can only watch it."
                )
            return await self._seat(row)

    async def elsewhere(self, public_id: str) -> Relay | None:
        """The relay for a game that another server runs; None for a game of this server."""
        if self.relay is None or self.relay.owns(public_id):
            return None
        await self._stored(public_id)
        return self.relay

    async def open(self, new: NewGame, opener: int | None = None) -> OpenedGame:
        """Create a game; it counts towards the limit of the person who opens it."""
        links: dict[Color, str] = {}
        seats: dict[str, NewSeat] = {}
        for color, seat in ((BLACK, new.black), (WHITE, new.white)):
            if seat.kind == "open":
                links[color] = secrets.token_urlsafe(18)
                seat = NewSeat("open", link_hash=hash_token(links[color]))
            seats[str(color)] = seat
        made = replace(self._named(new), black=seats["black"], white=seats["white"])
        row = await self.services.store.write(lambda store: store.games.create(made))
        return OpenedGame(await self._begin(row, opener), links)

    def _named(self, new: NewGame) -> NewGame:
        """The new game with an id that has the name of this server as prefix."""
        if self.relay is None or not self.relay.name:
            return new
        return replace(new, public_id=f"{self.relay.name}-{new_public_id()}")

    async def _begin(self, row: GameRow, opener: int | None = None) -> GameSession:
        session = await self._seat(row)
        session.opener = opener
        session.schedule()
        return session

    async def join(self, session: GameSession, person: int, token: str) -> Color:
        """Join the open seat that a token belongs to."""
        found = [
            color
            for color, seat in session.game.seats.items()
            if seat.link_hash is not None
            and secrets.compare_digest(seat.link_hash, hash_token(token))
        ]
        if not found:
            raise Refusal(403, "bad_link", "This link is not valid for this game.")
        async with session.lock:
            return await self._take_seat(session, found[0], person)

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
                new = self._named(_rematch_of(game))
                row = await session.write(lambda store: store.games.rematch(game.row_id, new))
                game.rematch = row.public_id
                if row.public_id not in self._sessions:
                    await self._begin(row)
                session.send_update("rematch")
            return await self.find(game.rematch)


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
