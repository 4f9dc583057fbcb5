"""`python store_appender.py URL GAME...` appends moves to games until it is killed.

A line `GAME NUMBER` is printed only after that move is committed.
"""

import sys
from concurrent.futures import Future
from itertools import count

from hexmate.color import BLACK, WHITE
from hexmate.store import PositionKeys, Store, StoreWriter


def append(writer: StoreWriter, game: int, number: int) -> Future[bool]:
    """Ask for a move, and tell of it when its commit is done."""
    color = BLACK if number % 2 else WHITE
    keys = PositionKeys(number, game)
    future = writer.submit(lambda store: store.games.append_move(game, number, color, "a1", keys))
    future.add_done_callback(
        lambda done: print(game, number if done.result() else "failed", flush=True)
    )
    return future


def main(url: str, games: list[int]) -> None:
    with Store.open(url) as store, StoreWriter(store) as writer:
        for number in count(1):
            for future in [append(writer, game, number) for game in games]:
                future.result()


if __name__ == "__main__":
    main(sys.argv[1], [int(number) for number in sys.argv[2:]])
