"""A process that is killed while it appends: what it acknowledged is in the database."""

import subprocess
import sys
from pathlib import Path

from sqlalchemy import text
from support.store_games import local

from hexmate.color import BLACK, WHITE
from hexmate.store import PositionKeys, Store

APPENDER = Path(__file__).parents[1] / "support" / "store_appender.py"
ACKNOWLEDGED = 120
KILLS = 3


def killed_appender(url: str, games: list[int]) -> list[tuple[int, int]]:
    """Let a process append until it has told of enough moves, and kill it there and then."""
    command = [sys.executable, str(APPENDER), url, *map(str, games)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(ACKNOWLEDGED)]
        process.kill()
        told.extend(process.stdout)
    whole = [line.split() for line in told if line.endswith("\n")]
    return [(int(game), int(number)) for game, number in whole]


def test_no_acknowledged_move_is_lost(store, database_url):
    for _ in range(KILLS):
        games = [local(store, 32) for _ in range(4)]
        told = killed_appender(database_url, [game.id for game in games])
        assert len(told) >= ACKNOWLEDGED
        with Store.open(database_url) as later:
            kept = {game.id: [move.number for move in game.moves] for game in later.games.live()}
            assert all(number in kept[game] for game, number in told)
            for game in games:
                numbers = kept[game.id]
                assert numbers == list(range(1, len(numbers) + 1))
                color = WHITE if len(numbers) % 2 else BLACK
                keys = PositionKeys(0, 0)
                assert later.games.append_move(game.id, len(numbers) + 1, color, "b1", keys)
    if database_url.startswith("sqlite"):
        with store.database.reading() as connection:
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
