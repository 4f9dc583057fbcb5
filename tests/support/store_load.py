"""A steady stream of moves into a store, as a server with many games makes it."""

import time
from concurrent.futures import Future

from hexmate.color import BLACK, WHITE
from hexmate.store import PositionKeys, Store, StoreWriter
from support.store_games import local


def latencies(store: Store, games: int, rate: float, seconds: float) -> list[float]:
    """Seconds from asking for each move to its commit, sorted.

    Moves are asked for by the clock, whether or not the ones before are done: waiting for them
    would hide how long they take.
    """
    numbers = [local(store, 32).id for _ in range(games)]
    asked: list[tuple[float, Future[bool]]] = []
    done: dict[int, float] = {}
    with StoreWriter(store) as writer:
        start = time.perf_counter()
        for at in range(int(rate * seconds)):
            time.sleep(max(0.0, start + at / rate - time.perf_counter()))
            ply, game = divmod(at, games)
            future = writer.submit(_append(numbers[game], ply + 1))
            future.add_done_callback(lambda _future, at=at: done.update({at: time.perf_counter()}))
            asked.append((time.perf_counter(), future))
    assert all(future.result() for _, future in asked)
    return sorted(done[at] - moment for at, (moment, _) in enumerate(asked))


def _append(game_id: int, number: int):
    color = BLACK if number % 2 else WHITE
    keys = PositionKeys(number * 7919 + game_id, number * 104729 + game_id)
    return lambda store: store.games.append_move(game_id, number, color, "a1", keys)


def percentile(values: list[float], share: float) -> float:
    """The value that this share of the sorted values does not exceed."""
    return values[min(len(values) - 1, int(share * len(values)))]
