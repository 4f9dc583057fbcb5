"""Random calls to the store, each checked against a model in plain Python."""

from dataclasses import dataclass, field

import pytest
from support.store_games import local

from hexmate.color import BLACK, WHITE
from hexmate.store import (
    ConflictError,
    NotLiveError,
    PositionKeys,
    ResultRow,
    StaleError,
    Store,
    StoreError,
)

CALLS = 400
RESULTS = [ResultRow("B+", "connection", BLACK), ResultRow("W+Time", "timeout", WHITE)]


@dataclass
class Model:
    """What one stored game must be."""

    moves: list[str] = field(default_factory=list)
    status: str = "live"
    result: ResultRow | None = None

    def append(self, number: int, move: str) -> bool:
        if 1 <= number <= len(self.moves) and self.moves[number - 1] == move:
            return False
        if self.status != "live":
            raise NotLiveError
        if 1 <= number <= len(self.moves):
            raise ConflictError
        if number != len(self.moves) + 1:
            raise StaleError
        self.moves.append(move)
        return True

    def truncate(self, plies: int) -> None:
        if self.status == "cancelled":
            raise NotLiveError
        if not 0 <= plies <= len(self.moves):
            raise StaleError
        self.moves, self.status, self.result = self.moves[:plies], "live", None

    def finish(self, result: ResultRow) -> None:
        if self.result not in (None, result):
            raise ConflictError
        if self.status == "cancelled":
            raise NotLiveError
        self.status, self.result = "finished", result

    def cancel(self) -> None:
        if self.status == "finished":
            raise NotLiveError
        self.status = "cancelled"


def random_call(rng, store: Store, game_id: int, model: Model):
    """The same call to the store and to the model."""
    games, plies = store.games, len(model.moves)
    kind = rng.choices(["append", "truncate", "finish", "cancel"], [80, 12, 6, 2])[0]
    if kind == "append":
        number, move = plies + rng.choice([-1, 0, 1, 1, 1, 1, 2]), rng.choice("ab") + "1"
        color = BLACK if number % 2 else WHITE
        keys = PositionKeys(0, 0)
        return (
            lambda: games.append_move(game_id, number, color, move, keys),
            lambda: model.append(number, move),
        )
    if kind == "truncate":
        back = plies - rng.choice([-1, 0, 1, 2])
        return lambda: games.truncate(game_id, back), lambda: model.truncate(back)
    if kind == "finish":
        result = rng.choice(RESULTS)
        return lambda: games.finish(game_id, result) and None, lambda: model.finish(result)
    return lambda: games.cancel(game_id), lambda: model.cancel()


def answer(call) -> object:
    try:
        return call()
    except StoreError as error:
        return type(error)


@pytest.mark.parametrize("batched", [False, True])
def test_the_store_and_the_model_agree(store, rng, batched):
    rows = [local(store, 32) for _ in range(6)]
    models = [Model() for _ in rows]

    def some_calls(count: int) -> None:
        for _ in range(count):
            at = rng.randrange(len(rows))
            stored, expected = random_call(rng, store, rows[at].id, models[at])
            assert answer(stored) == answer(expected)

    for _ in range(8):
        if batched:
            with store.batch():
                some_calls(CALLS // 8)
        else:
            some_calls(CALLS // 8)
        for row, model in zip(rows, models, strict=True):
            found = store.games.get(row.public_id)
            assert [move.move for move in found.moves] == model.moves
            assert [move.number for move in found.moves] == list(range(1, len(model.moves) + 1))
            assert (found.status, found.result) == (model.status, model.result)
    assert {model.status for model in models} != {"cancelled"}
