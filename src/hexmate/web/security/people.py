"""People: a random token in a cookie that scripts cannot read, and a unique name."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hexmate.store.errors import BadNameError, NameTakenError
from hexmate.store.names import clean_name, is_reserved, look_key
from hexmate.store.store import Store
from hexmate.store.values import StoredPlayer
from hexmate.web.errors import Code, Refusal
from hexmate.web.live.async_store import AsyncStore
from hexmate.web.live.directory import hash_token
from hexmate.web.security.gate import address_of
from hexmate.web.security.rates import Buckets
from hexmate.web.settings import Settings

__all__ = ["COOKIE", "People"]

COOKIE = "hexmate"
_AGE = 400 * 24 * 3600
_MOST_KNOWN = 10_000
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_TRIES = 5
_NAME_CODES: dict[str, Code] = {
    "length": "name_length",
    "characters": "bad_name",
    "reserved": "name_reserved",
}


class People:
    """Finds people by their cookies, with a cache."""

    def __init__(
        self, store: AsyncStore, settings: Settings, engine_names: Collection[str] = ()
    ) -> None:
        self._store = store
        self._engine_names = engine_names
        self._secure = settings.secure_cookies
        self._new = Buckets(settings.limits.people, 60 * settings.limits.people)
        # Several servers: no cache, since a person may be renamed on another server.
        self._most_known = _MOST_KNOWN if settings.broadcast is None else 0
        self._known: OrderedDict[str, StoredPlayer] = OrderedDict()

    async def find(self, connection: HTTPConnection) -> StoredPlayer | None:
        """The person of a request or socket; None without a valid cookie."""
        token = connection.cookies.get(COOKIE)
        if not token or len(token) > 100:
            return None
        key = hash_token(token)
        person = self._known.get(key)
        if person is None:
            person = await self._store.read(lambda store: store.players.by_token(key))
        if person is not None:
            self._remember(key, person)
        return person

    async def require(self, connection: HTTPConnection) -> StoredPlayer:
        """The person of a request; a `Refusal` without a valid cookie."""
        person = await self.find(connection)
        if person is None:
            text = "Not signed in. Call GET /api/me first and keep its cookie."
            raise Refusal(401, "no_person", text)
        return person

    async def find_or_create(self, connection: HTTPConnection, response: Response) -> StoredPlayer:
        """The person of a request; a new visitor becomes a person and gets a cookie."""
        person = await self.find(connection)
        if person is not None:
            return person
        if not self._new.take(address_of(connection.scope)):
            raise Refusal(
                429, "too_many", "Too many new visitors from your address. Wait a moment."
            )
        token = secrets.token_urlsafe(24)
        person = await self._create(hash_token(token))
        response.set_cookie(
            COOKIE,
            token,
            max_age=_AGE,
            httponly=True,
            samesite="strict",
            secure=self._secure,
            path="/",
        )
        return person

    async def _create(self, key: str) -> StoredPlayer:
        for _ in range(_TRIES):
            name = "Guest " + "".join(secrets.choice(_LETTERS) for _ in range(6))
            # The first name loads the table of look-alikes: not in the thread that stores moves.
            await asyncio.to_thread(look_key, name)
            try:
                person = await self._store.write(_newcomer(name, key))
            except NameTakenError:
                continue
            self._remember(key, person)
            return person
        raise Refusal(503, "unavailable", "No free guest name was found. Try again.")

    async def rename(self, person: StoredPlayer, name: str) -> StoredPlayer:
        """Rename a person; no name may be taken for that of another person, engine or admin."""
        try:
            await asyncio.to_thread(self._check_name, name)
            renamed = await self._store.write(lambda store: store.players.rename(person.id, name))
        except NameTakenError as error:
            code: Code = "name_alike" if error.alike else "name_taken"
            raise Refusal(409, code, str(error)) from None
        except BadNameError as error:
            raise Refusal(422, _NAME_CODES[error.reason], str(error)) from None
        for key, known in self._known.items():
            if known.id == person.id:
                self._known[key] = renamed
        return renamed

    def _check_name(self, name: str) -> None:
        shown = clean_name(name)
        if is_reserved(shown, self._engine_names):
            raise BadNameError(
                "reserved", f"the name {shown!r} is reserved for engines and the server's staff"
            )

    def _remember(self, key: str, person: StoredPlayer) -> None:
        self._known[key] = person
        self._known.move_to_end(key)
        if len(self._known) > self._most_known:
            self._known.popitem(last=False)


def _newcomer(name: str, key: str) -> Callable[[Store], StoredPlayer]:
    return lambda store: store.players.create(name, token_hash=key)
