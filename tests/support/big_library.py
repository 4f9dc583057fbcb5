"""A store with many finished games, made in bulk: a few real ones, and copies of them."""

import random
from datetime import UTC, datetime, timedelta

import numpy as np
from sqlalchemy import Connection, create_engine, insert, text

from hexmate.board import Board
from hexmate.store import PositionKeys
from hexmate.store.names import look_key, name_key
from hexmate.store.position_index import add_entries, entries_of, turned_cells
from hexmate.store.tables import games, moves, players, ratings, results, seats

BASE = 250
"""Different games; the others are copies of them with other players and dates."""

PEOPLE = 1000
SIZES = (5, 7, 9, 11, 11, 11, 13)
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)
_CHUNK = 2000


def fill(url: str, count: int, plies: int = 30, seed: int = 0) -> None:
    """Add this many finished online games to an empty store, all consistent."""
    rng = random.Random(seed)
    base = [_moves_of(rng, plies) for _ in range(min(BASE, count))]
    rows = [_game(number, base[(number - 1) % len(base)], rng) for number in _numbers(count)]
    # Not the store's own connections: they would check the keys of every row.
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        guards = _guards_down(connection)
        _insert(connection, players, [_player(number) for number in range(1, PEOPLE + 1)])
        _insert(connection, games, [row[0] for row in rows])
        _insert(connection, seats, [seat for row in rows for seat in row[1]])
        for at, (_, played) in enumerate(base, 1):
            _insert(connection, moves, [{"game_id": at, **move} for move in played])
        for copy in range(1, -(-count // len(base))):
            connection.execute(_COPY, {"by": copy * len(base), "base": len(base), "most": count})
        _insert(connection, results, [row[2] for row in rows])
        _insert(connection, ratings, [each for row in rows for each in row[3]])
        _index(connection, base, [row[2]["result"] for row in rows])
        _guards_up(connection, guards)
        connection.execute(text("ANALYZE"))
    engine.dispose()


def _index(connection: Connection, base: list, told: list[str]) -> None:
    """The entries of all games in the index of positions."""
    known = [_entries(*game) for game in base]
    games_at_once = 2000
    for first in range(0, len(told), games_at_once):
        parts = []
        for number in range(first, min(first + games_at_once, len(told))):
            entries = known[number % len(base)].copy()
            entries["game"] = number + 1
            entries["flags"] |= {"B": 4, "W": 8}[told[number][0]]
            parts.append(entries)
        add_entries(connection, np.concatenate(parts))


def _entries(board: Board, played: list[dict]) -> np.ndarray:
    start = PositionKeys.of(Board((board.rows, board.cols)))
    keys = np.array([start.key, *(move["key"] for move in played)], np.int64)
    turned = np.array([start.turned, *(move["turned_key"] for move in played)], np.int64)
    moves = [board.parse(move["move"]) for move in played]
    return entries_of(turned_cells(board), keys, turned, moves, "?")


def _numbers(count: int) -> range:
    return range(1, count + 1)


def _moves_of(rng: random.Random, plies: int) -> tuple[Board, list[dict]]:
    board = Board(rng.choice(SIZES))
    played = []
    while board.outcome() is None and len(played) < plies:
        color, move = board.turn, rng.choice(list(board.legal_moves))
        board.push(move)
        keys = PositionKeys.of(board)
        played.append(
            {
                "number": len(played) + 1,
                "color": str(color),
                "move": board.name(move),
                "played": FIRST_DAY,
                "key": keys.key,
                "turned_key": keys.turned,
            }
        )
    return board, played


def _player(number: int) -> dict:
    name = f"Person {number}"
    return {
        "id": number,
        "kind": "person",
        "name": name,
        "name_key": name_key(name),
        "look_key": look_key(name),
        "created": FIRST_DAY,
    }


def _game(number: int, base: tuple[Board, list[dict]], rng: random.Random) -> tuple:
    board, played = base
    keys = PositionKeys.of(Board((board.rows, board.cols)))
    ended = FIRST_DAY + timedelta(minutes=37 * number)
    rated = number % 5 == 0 and board.rows > 5
    row = {
        "id": number,
        "public_id": f"game{number:06}",
        "rows": board.rows,
        "cols": board.cols,
        "shape": "hex",
        "swap": "pieces" if number % 2 else None,
        "start": None,
        "start_key": keys.key,
        "start_turned_key": keys.turned,
        "clock": "300+5",
        "mode": "online",
        "rated": rated,
        "training": False,
        "status": "finished",
        "plies": len(played),
        "version": len(played) + 2,
        "state": {},
        "created": ended,
        "started": ended,
        "finished": ended,
    }
    both = rng.sample(range(1, PEOPLE + 1), 2)
    sat = [
        {"game_id": number, "color": color, "kind": "person", "player_id": player}
        for color, player in zip(("black", "white"), both, strict=True)
    ]
    winner = rng.choice(("black", "white"))
    letter = winner[0].upper()
    result = {
        "game_id": number,
        "status": "finished",
        "result": f"{letter}+Resign",
        "termination": "resignation",
        "winner_seat": winner,
    }
    changes = [
        {
            "game_id": number,
            "color": seat["color"],
            "player_id": seat["player_id"],
            "rating": 1500.0 + 400 * rng.random(),
            "deviation": 60.0 + 100 * rng.random(),
            "volatility": 0.06,
            "rated": ended,
        }
        for seat in sat
        if rated
    ]
    return row, sat, result, changes


_COPY = text(
    "INSERT INTO moves (game_id, number, color, move, played, key, turned_key)"
    " SELECT game_id + :by, number, color, move, played, key, turned_key FROM moves"
    " WHERE game_id <= :base AND game_id + :by <= :most ORDER BY game_id, number"
)


def _insert(connection: Connection, table, rows: list[dict]) -> None:
    for at in range(0, len(rows), _CHUNK):
        connection.execute(insert(table), rows[at : at + _CHUNK])


def _guards_down(connection: Connection) -> list[str]:
    """Take the triggers down: each would look at every row."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET session_replication_role = replica"))
        return []
    query = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    found = connection.execute(query).all()
    for name, _ in found:
        connection.execute(text(f"DROP TRIGGER {name}"))
    return [sql for _, sql in found]


def _guards_up(connection: Connection, guards: list[str]) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET session_replication_role = DEFAULT"))
        for table in ("players", "games"):
            sequence = f"pg_get_serial_sequence('{table}', 'id')"
            connection.execute(text(f"SELECT setval({sequence}, max(id)) FROM {table}"))
        return
    for sql in guards:
        connection.exec_driver_sql(sql)
