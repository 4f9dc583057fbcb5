"""Two writers at the same time: exactly one succeeds, on both databases."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from support.store_games import begun, local, online, people

from hexmate.color import BLACK, WHITE
from hexmate.store import (
    ConflictError,
    NameTakenError,
    NewGame,
    NewSeat,
    PositionKeys,
    ResultRow,
    StaleError,
    Store,
    StoreWriter,
)
from hexmate.store.loading import load_games
from hexmate.store.tables import games

KEYS = PositionKeys(1, 2)
WRITERS = 4


@pytest.fixture
def rivals(database_url):
    """Stores of their own on one database, as several servers would have them."""
    stores = [Store.open(database_url) for _ in range(WRITERS)]
    yield stores
    for store in stores:
        store.close()


def at_once(jobs) -> list[object]:
    """Start all jobs in the same moment; what each returned or raised."""
    barrier = Barrier(len(jobs))

    def run(job):
        barrier.wait()
        try:
            return job()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


@pytest.mark.parametrize("shared", [False, True], ids=["own-connections", "one-store"])
def test_a_race_for_a_turn_has_one_winner(rivals, shared):
    game = local(rivals[0], 11)
    for number in range(1, 11):
        color = BLACK if number % 2 else WHITE

        def job(at, number=number, color=color):
            store = rivals[0 if shared else at]
            return store.games.append_move(game.id, number, color, f"{'abcd'[at]}{number}", KEYS)

        outcomes = at_once([lambda at=at: job(at) for at in range(WRITERS)])
        assert outcomes.count(True) == 1, outcomes
        assert sum(isinstance(one, ConflictError) for one in outcomes) == WRITERS - 1
    found = rivals[0].games.get(game.public_id)
    assert [move.number for move in found.moves] == list(range(1, 11))
    assert found.version == game.version + 10


def test_the_same_move_at_once_is_stored_once(rivals):
    game = local(rivals[0], 11)
    jobs = [
        lambda store=store: store.games.append_move(game.id, 1, BLACK, "a1", KEYS)
        for store in rivals
    ]
    assert Counter(at_once(jobs)) == {True: 1, False: WRITERS - 1}


def test_batches_race_for_turns_too(rivals):
    rows = [local(rivals[0], 11) for _ in range(5)]
    writers = [StoreWriter(store) for store in rivals]
    try:
        futures = [
            writer.submit(
                lambda store, game=game, cell="abcd"[at]: store.games.append_move(
                    game.id, 1, BLACK, f"{cell}1", KEYS
                )
            )
            for game in rows
            for at, writer in enumerate(writers)
        ]
        outcomes = [future.exception() or future.result() for future in futures]
    finally:
        for writer in writers:
            writer.close()
    assert outcomes.count(True) == len(rows)
    assert all(one is True or isinstance(one, StaleError) for one in outcomes)


def test_a_reader_sees_one_state(rivals):
    game = local(rivals[0], 11)
    with rivals[1].database.reading() as connection:
        before = load_games(connection, games.c.id == game.id)
        assert rivals[0].games.append_move(game.id, 1, BLACK, "a1", KEYS)
        assert load_games(connection, games.c.id == game.id) == before
    assert len(rivals[1].games.get(game.public_id).moves) == 1


def test_one_seat_for_one_person(rivals):
    numbers = people(rivals[0], *(f"p{n}" for n in range(WRITERS)))
    game = rivals[0].games.create(NewGame(3, 3, NewSeat("person"), NewSeat("open"), mode="online"))
    jobs = [
        lambda store=store, person=person: store.games.take_seat(game.id, WHITE, person)
        for store, person in zip(rivals, numbers, strict=True)
    ]
    outcomes = at_once(jobs)
    assert sum(isinstance(one, ConflictError) for one in outcomes) == WRITERS - 1


def test_two_players_who_join_at_once_start_the_game(rivals):
    ada, bob = people(rivals[0], "Ada", "Bob")
    for _ in range(5):
        game = rivals[0].games.create(
            NewGame(3, 3, NewSeat("open"), NewSeat("open"), mode="online")
        )
        at_once(
            [
                lambda game=game: rivals[0].games.take_seat(game.id, BLACK, ada),
                lambda game=game: rivals[1].games.take_seat(game.id, WHITE, bob),
            ]
        )
        assert rivals[0].games.get(game.public_id).status == "live"


def test_both_players_get_the_same_rematch(rivals):
    ada, bob = people(rivals[0], "Ada", "Bob")
    game = online(rivals[0], ada, bob)
    rivals[0].games.finish(game.id, ResultRow("W+Resign", "resignation", WHITE))
    new = NewGame(3, 3, NewSeat("person", bob), NewSeat("person", ada), mode="online")
    jobs = [lambda store=store: store.games.rematch(game.id, new) for store in rivals]
    assert len({made.public_id for made in at_once(jobs)}) == 1


def test_one_name_for_one_person(rivals):
    outcomes = at_once([lambda store=store: store.players.create("Ada") for store in rivals])
    assert sum(isinstance(one, NameTakenError) for one in outcomes) == WRITERS - 1


def test_one_bot_for_one_spec(rivals):
    bots = at_once([lambda store=store: store.players.bot("uct") for store in rivals])
    assert len(set(bots)) == 1


def test_one_result_for_one_game(rivals):
    game = local(rivals[0])
    results = [ResultRow("B+Resign", "resignation", BLACK), ResultRow("W+Time", "timeout", WHITE)]
    jobs = [
        lambda store=store, result=results[at % 2]: store.games.finish(game.id, result)
        for at, store in enumerate(rivals)
    ]
    outcomes = at_once(jobs)
    kept = rivals[0].games.get(game.public_id).result
    assert sum(isinstance(one, ConflictError) for one in outcomes) == 2
    assert {one.result for one in outcomes if not isinstance(one, Exception)} == {kept}


def test_no_rated_game_is_lost(rivals):
    """Games of the same two that end in the same moment count one after the other."""
    ada, bob = people(rivals[0], "Ada", "Bob")
    won = ResultRow("B+Resign", "resignation", BLACK)
    rows = [begun(rivals[0], *((ada, bob) if at % 2 else (bob, ada))) for at in range(WRITERS)]
    jobs = [
        lambda store=store, game=game: store.games.finish(game.id, won)
        for store, game in zip(rivals, rows, strict=True)
    ]
    at_once(jobs)
    history = rivals[0].ratings.history(ada)
    assert len(history) == WRITERS
    assert len({change.rating.rating for change in history}) == WRITERS
    deviations = [change.rating.deviation for change in history]
    assert deviations == sorted(deviations, reverse=True)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_servers_start_on_an_empty_database(bare_database, kind):
    url = bare_database(kind)
    stores = at_once([lambda: Store.open(url)] * WRITERS)
    for store in stores:
        store.players.create(f"p{id(store)}")
        store.close()
