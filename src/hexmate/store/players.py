"""The repository of players: people, known by a token, and bots, known by their spec."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from hexmate.store.database import Database
from hexmate.store.errors import NameTakenError, NotFoundError, RefusedError, StoreError
from hexmate.store.names import clean_name, look_key, name_key
from hexmate.store.tables import players
from hexmate.store.values import PlayerKind, StoredPlayer

__all__ = ["PlayerRepository", "bot_id", "player_of"]

_COLUMNS = (players.c.id, players.c.kind, players.c.name, players.c.created)
_LONGEST_SPEC = 80


class PlayerRepository:
    """Players. The store keeps hashes of tokens, never the tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self, name: str, *, token_hash: str | None = None, kind: PlayerKind = "person"
    ) -> StoredPlayer:
        """Create a person, or a bot; `NameTakenError` if the name, or a look-alike, is taken."""
        shown = clean_name(name)
        row = {
            "kind": kind,
            **_named(shown, kind),
            "token_hash": token_hash,
            "created": datetime.now(UTC),
        }
        try:
            with self._database.writing() as connection, connection.begin_nested():
                found = connection.execute(insert(players).values(row).returning(*_COLUMNS))
                return player_of(found.one())
        except RefusedError as error:
            raise self._refusal(shown, kind, error) from None

    def get(self, player_id: int) -> StoredPlayer:
        """The player with this number."""
        with self._database.reading() as connection:
            found = connection.execute(select(*_COLUMNS).where(players.c.id == player_id))
            return _one(found.one_or_none(), f"number {player_id}")

    def by_name(self, name: str, kind: PlayerKind = "person") -> StoredPlayer:
        """The player with this name, in any case."""
        query = select(*_COLUMNS).where(
            players.c.kind == kind, players.c.name_key == name_key(name)
        )
        with self._database.reading() as connection:
            return _one(connection.execute(query).one_or_none(), f"the name {name!r}")

    def by_token(self, token_hash: str) -> StoredPlayer | None:
        """The player whose token has this hash, or None."""
        query = select(*_COLUMNS).where(players.c.token_hash == token_hash)
        with self._database.reading() as connection:
            found = connection.execute(query).one_or_none()
            return None if found is None else player_of(found)

    def rename(self, player_id: int, name: str) -> StoredPlayer:
        """Rename a player; `NameTakenError` if the name, or a look-alike, is taken."""
        shown = clean_name(name)
        kind = self.get(player_id).kind
        change = (
            update(players)
            .where(players.c.id == player_id)
            .values(_named(shown, kind))
            .returning(*_COLUMNS)
        )
        try:
            with self._database.writing() as connection, connection.begin_nested():
                return _one(connection.execute(change).one_or_none(), f"number {player_id}")
        except RefusedError as error:
            raise self._refusal(shown, kind, error) from None

    def set_token(self, player_id: int, token_hash: str | None) -> None:
        """Replace a player's token; the old one is no longer valid."""
        change = update(players).where(players.c.id == player_id).values(token_hash=token_hash)
        with self._database.writing() as connection:
            if connection.execute(change).rowcount != 1:
                raise NotFoundError(f"there is no player with number {player_id}")

    def bot(self, spec: str) -> StoredPlayer:
        """The bot for a spec, which is created on first use."""
        with self._database.writing() as connection:
            number = bot_id(connection, spec)
            return player_of(
                connection.execute(select(*_COLUMNS).where(players.c.id == number)).one()
            )

    def _refusal(self, name: str, kind: PlayerKind, error: RefusedError) -> StoreError:
        """Why the tables refuse a name."""
        same = (players.c.kind == kind) & (players.c.name_key == name_key(name))
        alike = players.c.look_key == look_key(name)
        with self._database.reading() as connection:
            if connection.scalar(select(players.c.id).where(same)) is not None:
                return NameTakenError(f"the name {name!r} is taken; choose another")
            if connection.scalar(select(players.c.id).where(alike)) is not None:
                text = (
                    f"the name {name!r} looks too much like another player's; "
                    "choose a different one"
                )
                return NameTakenError(text, alike=True)
        return error


def _named(name: str, kind: PlayerKind) -> dict[str, str | None]:
    """The columns of a name. Bots may have names that look alike: their specs do."""
    look = look_key(name) if kind == "person" else None
    return {"name": name, "name_key": name_key(name), "look_key": look}


def player_of(row: Any) -> StoredPlayer:
    """The player of a row that has the columns of one, by their names."""
    return StoredPlayer(id=row.id, kind=row.kind, name=row.name, created=row.created)


def bot_id(connection: Connection, spec: str) -> int:
    """The number of a bot, which is created if it is new, even if another process does so too."""
    name = spec.strip()
    if not 1 <= len(name) <= _LONGEST_SPEC:
        raise StoreError(f"the spec of a player must have 1 to {_LONGEST_SPEC} characters")
    key = name_key(name)
    query = select(players.c.id).where(players.c.kind == "bot", players.c.name_key == key)
    known: int | None = connection.scalar(query)
    if known is not None:
        return known
    row = {"kind": "bot", "name": name, "name_key": key, "created": datetime.now(UTC)}
    made: int | None
    try:
        with connection.begin_nested():
            made = connection.scalar(insert(players).values(row).returning(players.c.id))
    except IntegrityError:
        made = connection.scalar(query)
    assert made is not None
    return made


def _one(row: Any, what: str) -> StoredPlayer:
    if row is None:
        raise NotFoundError(f"there is no player with {what}")
    return player_of(row)
