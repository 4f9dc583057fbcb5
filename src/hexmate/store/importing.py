"""Importing games from records.

This has two steps: the slow part is computed first, so that no move of a live game waits for it,
and then the games are inserted, many with few statements. The moves of an imported game are stored
as one text beside its record, and its positions in the index of positions.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from hexmate import records
from hexmate.color import BLACK, WHITE
from hexmate.errors import RecordError
from hexmate.game import Game
from hexmate.outcome import Outcome
from hexmate.replay import Remark, Replay
from hexmate.store.bulk_rows import finish_games, insert_games, insert_rows
from hexmate.store.games import new_public_id
from hexmate.store.names import name_key
from hexmate.store.position_index import (
    ENTRY,
    SET_UP_NEXT,
    add_entries,
    entries_of,
    turned_cells,
)
from hexmate.store.positions import PositionKeys, PositionWalk
from hexmate.store.tables import games, imports, results, seats
from hexmate.store.values import NewGame, NewSeat, ResultRow
from hexmate.swap import seat_of

__all__ = [
    "MOST_MOVES",
    "Imported",
    "Prepared",
    "digest_of",
    "insert_imports",
    "prepare",
    "prepare_all",
    "seats_of",
]

SET_UP = "set-up"
"""Stored in place of a move where a record sets up stones in mid-game."""

MOST_MOVES = 4096
"""Four times the cells of the largest board: longer records hold passes or set-up stones."""

_DATE = re.compile(r"\s*(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?!\d)")
_LONGEST_NAME = 200
_UNKEPT = re.compile("[\0\ud800-\udfff]")
_ATTEMPTS = 5


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
    line: str
    """The moves as words such as ``b:c3``."""
    plies: int
    swapped: bool
    start: PositionKeys
    entries: bytes
    """What the index of positions will hold; the number of the game is still missing."""
    result: ResultRow
    finished: datetime | None


def prepare(game: Game, most_moves: int = MOST_MOVES) -> Prepared:
    """Compute what the tables will hold of a game; RecordError if it has too many moves."""
    walked = _Walked(game, most_moves)
    record = records.dumps(game, "jsonl")
    start = None
    if game.root.setup:
        start = Replay(game).board.to_string()
    black, white = seats_of(game.headers)
    new = NewGame(
        game.rows,
        game.cols,
        black,
        white,
        shape=game.shape,
        swap=game.swap,
        start=start,
        mode="imported",
    )
    result = result_of(
        walked.outcome, game.headers, lambda color: seat_of(color, game.swap, walked.moves)
    )
    keys, turned = (np.array(each, np.int64) for each in zip(*walked.keys, strict=True))
    entries = entries_of(turned_cells(game.grid), keys, turned, walked.next_moves, result.result)
    return Prepared(
        record,
        digest_of(record),
        new,
        " ".join(walked.words),
        len(walked.words),
        any(word.partition(":")[2].startswith("swap") for word in walked.words),
        walked.keys[0],
        entries.tobytes(),
        result,
        date_of(game.headers),
    )


class _Walked:
    """One walk along the main line: its moves, the keys of its positions, and how it ends."""

    def __init__(self, game: Game, most_moves: int) -> None:
        self.words: list[str] = []
        self.next_moves: list[int] = []
        replay = Replay(game)
        walk = PositionWalk(replay.board)
        self.keys = [walk.keys]
        for node in game.mainline():
            after_end = replay.enter(node) is Remark.AFTER_END
            if after_end or (node.move is None and not node.setup):
                continue
            if len(self.words) == most_moves:
                raise RecordError(f"a game may have at most {most_moves:,} moves")
            color = replay.board.turn if node.color is None else node.color
            if node.setup or node.move is None or node.move < 0:
                walk = PositionWalk(replay.board)
            else:
                walk.push(node.move, color)
            name = SET_UP if node.move is None else game.grid.name(node.move)
            self.words.append(f"{color.letter}:{name}")
            # A node may set up stones and then play; its position has been reached by both.
            set_up = node.setup or node.move is None
            self.next_moves.append(SET_UP_NEXT if set_up else node.move or 0)
            self.keys.append(walk.keys)
        self.moves = replay.moves
        self.outcome = replay.board.outcome()


def prepare_all(
    found: Iterable[Game],
    report: Callable[[str], None],
    first: int = 1,
    most_moves: int = MOST_MOVES,
) -> Iterator[Prepared]:
    """The games that can be imported; problems with others are reported, numbered from `first`."""
    for number, game in enumerate(found, first):
        try:
            yield prepare(game, most_moves)
        except RecordError as error:
            report(f"game {number}: {error}")


def insert_imports(
    connection: Connection, prepared: Sequence[Prepared], source: str
) -> list[Imported]:
    """Insert finished games from records, except those whose record is already there.

    The answers are in the order of the games.
    """
    for attempt in range(_ATTEMPTS):
        known = _known(connection, [each.digest for each in prepared])
        fresh: dict[str, Prepared] = {}
        for each in prepared:
            if each.digest not in known:
                fresh.setdefault(each.digest, each)
        if not fresh:
            added: dict[str, str] = {}
            break
        try:
            with connection.begin_nested():
                added = _insert(connection, list(fresh.values()), source)
            break
        except IntegrityError:
            # Another process may have imported the same game at the same moment.
            if attempt == _ATTEMPTS - 1:
                raise
    answers = []
    for each in prepared:
        new = each.digest not in known
        answers.append(Imported(known[each.digest] if not new else added[each.digest], new))
        known.setdefault(each.digest, added.get(each.digest, ""))
    return answers


def _known(connection: Connection, digests: list[str]) -> dict[str, str]:
    query = (
        select(imports.c.digest, games.c.public_id)
        .join(games, imports.c.game_id == games.c.id)
        .where(imports.c.digest.in_(digests))
    )
    return {row.digest: row.public_id for row in connection.execute(query)}


def _insert(connection: Connection, prepared: list[Prepared], source: str) -> dict[str, str]:
    """Insert games; returns their public ids by digest."""
    now = datetime.now(UTC)
    public = {new_public_id(): each for each in prepared}
    rows = [_game_row(public_id, each, now) for public_id, each in public.items()]
    numbers = insert_games(connection, rows)
    placed = list(zip(numbers, prepared, strict=True))
    insert_rows(connection, seats, [row for at, each in placed for row in _seat_rows(at, each)])
    finish_games(connection, numbers, rows)
    insert_rows(connection, results, [_result_row(at, each.result) for at, each in placed])
    kept = _kept(source)
    insert_rows(connection, imports, [_import_row(at, each, kept) for at, each in placed])
    entries = np.frombuffer(b"".join(each.entries for _, each in placed), ENTRY).copy()
    entries["game"] = np.repeat(
        [at for at, _ in placed], [len(each.entries) // ENTRY.itemsize for _, each in placed]
    )
    add_entries(connection, entries)
    return {each.digest: public_id for public_id, each in public.items()}


def _game_row(public_id: str, prepared: Prepared, now: datetime) -> dict[str, Any]:
    game = prepared.game
    return {
        "public_id": public_id,
        "rows": game.rows,
        "cols": game.cols,
        "shape": game.shape,
        "swap": game.swap,
        "start": game.start,
        "start_key": prepared.start.key,
        "start_turned_key": prepared.start.turned,
        "clock": game.clock,
        "mode": game.mode,
        "rated": False,
        "training": False,
        "status": "finished",
        "plies": 0,
        "version": 1,
        "state": {},
        "created": now,
        "started": now,
        "finished": prepared.finished,
        "recorded": prepared.plies,
        "swapped": prepared.swapped,
    }


def _seat_rows(number: int, prepared: Prepared) -> Iterator[dict[str, Any]]:
    for color, seat in (("black", prepared.game.black), ("white", prepared.game.white)):
        yield {
            "game_id": number,
            "color": color,
            "kind": seat.kind,
            "name": seat.name,
            "name_key": None if seat.name is None else name_key(seat.name),
        }


def _result_row(number: int, result: ResultRow) -> dict[str, Any]:
    seat = None if result.winner_seat is None else str(result.winner_seat)
    return {
        "game_id": number,
        "result": result.result,
        "termination": result.termination,
        "winner_seat": seat,
    }


def _import_row(number: int, prepared: Prepared, source: str) -> dict[str, Any]:
    return {
        "game_id": number,
        "source": source,
        "digest": prepared.digest,
        "record": prepared.record,
        "line": prepared.line,
    }


def digest_of(record: str) -> str:
    """The digest by which a record is known."""
    return hashlib.sha256(record.encode("utf-8", "surrogatepass")).hexdigest()


def seats_of(headers: Mapping[str, str]) -> tuple[NewSeat, NewSeat]:
    """Black's and White's seat, with the names in the record."""
    black, white = (NewSeat("named", name=_name(headers.get(str(c)))) for c in (BLACK, WHITE))
    return black, white


def result_of(
    outcome: Outcome | None, headers: Mapping[str, str], seat: Callable[[Any], Any]
) -> ResultRow:
    """The result on the board, or else the one in the headers."""
    told = headers.get("result", "")
    outcome = outcome or Outcome.parse(told)
    if outcome is None:
        return ResultRow("Void" if told.strip().lower() == "void" else "?", "unknown", None)
    return ResultRow.of(outcome, seat)


def date_of(headers: Mapping[str, str]) -> datetime | None:
    """The first day that the date may mean; SGF writes 2023-05-01, 2023-05 or 2023."""
    match = _DATE.match(headers.get("date", ""))
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
