"""Many unfinished games, written straight into the tables: playing them would take too long."""

from datetime import UTC, datetime

from sqlalchemy import insert, update

from hexmate.store import PositionKeys, Store
from hexmate.store.tables import games, moves, seats

MOVES = ("b2", "a1")
CHUNK = 5000


def fill(store: Store, count: int, player: int) -> list[str]:
    """Live games of one person with two moves; in every tenth a clock runs. Returns their ids."""
    start, played = PositionKeys(1, 2), PositionKeys(3, 4)
    now = datetime.now(UTC)
    ids = [f"open{number}" for number in range(count)]
    for begin in range(0, count, CHUNK):
        with store.database.writing() as connection:
            numbers = list(
                connection.scalars(
                    insert(games).returning(games.c.id),
                    [
                        {
                            "public_id": public_id,
                            "rows": 11,
                            "cols": 11,
                            "shape": "hex",
                            "start_key": start.key,
                            "start_turned_key": start.turned,
                            "clock": "600+5" if number % 10 == 0 else "none",
                            "mode": "online",
                            "rated": False,
                            "training": False,
                            "status": "waiting",
                            "plies": 0,
                            "version": 0,
                            "state": {},
                            "created": now,
                            "opener_id": player,
                        }
                        for number, public_id in enumerate(ids[begin : begin + CHUNK])
                    ],
                )
            )
            connection.execute(
                insert(seats),
                [
                    {"game_id": number, "color": color, "kind": "person", "player_id": player}
                    for number in numbers
                    for color in ("black", "white")
                ],
            )
            here = games.c.id.between(numbers[0], numbers[-1])
            connection.execute(update(games).where(here).values(status="live", started=now))
            connection.execute(update(games).where(here).values(plies=len(MOVES)))
            connection.execute(
                insert(moves),
                [
                    {
                        "game_id": number,
                        "number": ply,
                        "color": ("black", "white")[ply - 1],
                        "move": move,
                        "played": now,
                        "key": played.key,
                        "turned_key": played.turned,
                    }
                    for number in numbers
                    for ply, move in enumerate(MOVES, 1)
                ],
            )
    return ids
