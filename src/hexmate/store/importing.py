"""Importing games from records.

This has two steps: the slow part is computed first, so that no move of a live game waits for it,
and then the game is inserted.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from hexmate import records
from hexmate.color import BLACK, WHITE
from hexmate.errors import RecordError
from hexmate.game import Game
from hexmate.replay import Remark, Replay
from hexmate.store.games import insert_game, insert_result
from hexmate.store.positions import PositionWalk
from hexmate.store.tables import games, imports, moves
from hexmate.store.values import NewGame, NewSeat, ResultRow

__all__ = ["Imported", "Prepared", "insert_import", "prepare", "prepare_all"]

SET_UP = "set-up"
"""Stored in place of a move where a record sets up stones in mid-game."""

_DATE = re.compile(r"\s*(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?!\d)")
_LONGEST_NAME = 200
_MOST_MOVES = 4096
"""Four times the cells of the largest board: longer records hold passes or set-up stones."""
_UNKEPT = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported game, and whether it is new in the library."""

    public_id: str
    new: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    """A game as it will be stored in the tables."""

    record: str
    digest: str
    game: NewGame
    moves: tuple[dict[str, Any], ...]
    """The columns of each move, without the number of the game."""
    result: ResultRow
    finished: datetime | None


def prepare(game: Game, most_moves: int = _MOST_MOVES) -> Prepared:
    """Compute what the tables will hold of a game; RecordError if it has too many moves."""
    steps = tuple(islice(_steps(game), most_moves + 1))
    if len(steps) > most_moves:
        raise RecordError(f"a game may have at most {most_moves:,} moves")
    record = records.dumps(game, "jsonl")
    digest = hashlib.sha256(record.encode("utf-8", "surrogatepass")).hexdigest()
    finished = _date(game.headers.get("date", ""))
    return Prepared(record, digest, _new_game(game), steps, _result(game), finished)


def prepare_all(
    found: Iterable[Game],
    report: Callable[[str], None],
    first: int = 1,
    most_moves: int = _MOST_MOVES,
) -> Iterator[Prepared]:
    """The games that can be imported; problems with others are reported, numbered from `first`."""
    for number, game in enumerate(found, first):
        try:
            yield prepare(game, most_moves)
        except RecordError as error:
            report(f"game {number}: {error}")


def insert_import(connection: Connection, prepared: Prepared, source: str) -> Imported:
    """Insert a finished game from a record, unless the same record is already there."""
    digest = prepared.digest
    known = _known(connection, digest)
    if known is not None:
        return Imported(known, new=False)
    try:
        with connection.begin_nested():
            number = _insert(connection, prepared)
            row = {"source": _kept(source), "digest": digest, "record": prepared.record}
            connection.execute(insert(imports).values(game_id=number, **row))
    except IntegrityError:
        # Another process may have imported the same game at the same moment.
        known = _known(connection, digest)
        if known is None:
            raise
        return Imported(known, new=False)
    public_id = _known(connection, digest)
    assert public_id is not None
    return Imported(public_id, new=True)


def _known(connection: Connection, digest: str) -> str | None:
    return connection.scalar(
        select(games.c.public_id)
        .join(imports, imports.c.game_id == games.c.id)
        .where(imports.c.digest == digest)
    )


def _insert(connection: Connection, prepared: Prepared) -> int:
    number = insert_game(connection, prepared.game)
    steps = [{"game_id": number, **step} for step in prepared.moves]
    chosen = update(games).where(games.c.id == number)
    if steps:
        connection.execute(chosen.values(plies=len(steps)))
        connection.execute(insert(moves), steps)
    insert_result(connection, number, prepared.result)
    connection.execute(chosen.values(status="finished", finished=prepared.finished))
    return number


def _new_game(game: Game) -> NewGame:
    start = Replay(game).board.to_string() if game.root.setup else None
    black, white = (
        NewSeat("named", name=_name(game.headers.get(str(color)))) for color in (BLACK, WHITE)
    )
    return NewGame(
        game.rows,
        game.cols,
        black,
        white,
        shape=game.shape,
        swap=game.swap,
        start=start,
        mode="imported",
    )


def _steps(game: Game) -> Iterator[dict[str, Any]]:
    """The columns of a row for each node of the main line that changes the board."""
    replay = Replay(game)
    walk = PositionWalk(replay.board)
    now = datetime.now(UTC)
    ply = 0
    for node in game.mainline():
        after_end = replay.enter(node) is Remark.AFTER_END
        if after_end or (node.move is None and not node.setup):
            continue
        ply += 1
        color = replay.board.turn if node.color is None else node.color
        if node.setup or node.move is None or node.move < 0:
            walk = PositionWalk(replay.board)
        else:
            walk.push(node.move, color)
        keys = walk.keys
        yield {
            "number": ply,
            "color": str(color),
            "move": SET_UP if node.move is None else game.grid.name(node.move),
            "played": now,
            "key": keys.key,
            "turned_key": keys.turned,
        }


def _result(game: Game) -> ResultRow:
    outcome = game.outcome()
    if outcome is None:
        void = game.headers.get("result", "").strip().lower() == "void"
        return ResultRow("Void" if void else "?", "unknown", None)
    return ResultRow.of(outcome, game.seat_of)


def _date(text: str) -> datetime | None:
    """The first day that a date may mean; SGF writes 2023-05-01, 2023-05 or 2023."""
    match = _DATE.match(text)
    if match is None:
        return None
    year, month, day = (int(part or 1) for part in match.groups())
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None


def _name(text: str | None) -> str | None:
    name = " ".join(_kept(text or "").split())[:_LONGEST_NAME]
    return name or None


def _kept(text: str) -> str:
    """The text without what no database takes."""
    return _UNKEPT.sub("\N{REPLACEMENT CHARACTER}", text)
