"""Games from their creation to their result, as a server calls the store."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import Column, MetaData, Table
from support.boards import IDS, SPECS, random_game
from support.store_games import BLACK_WINS, finish, local, online, people, play, played

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.store import (
    ClockReading,
    ConflictError,
    NewGame,
    NewSeat,
    NotFoundError,
    NotLiveError,
    PositionKeys,
    RefusedError,
    ResultRow,
    StaleError,
    Store,
    StoredClocks,
    StoreError,
    TooManyGamesError,
    board_of,
    loading,
)
from hexmate.store.tables import seats

KEYS = PositionKeys(1, 2)
RESIGNED = ResultRow("W+Resign", "resignation", WHITE)


def test_a_new_game_is_as_it_was_asked_for(store):
    (ada,) = people(store, "Ada")
    start = "4x5 offset sides 5/1b3/5/2w2 b"
    game = store.games.create(
        NewGame(
            4,
            5,
            NewSeat("hybrid", ada, ai="uct:time=1"),
            NewSeat("ai", ai="level:n=3", link_hash="hash"),
            shape="offset",
            swap="sides",
            start=start,
            clock="300+5",
            training=True,
            public_id="mine",
        )
    )
    assert (game.public_id, game.rows, game.cols, game.shape) == ("mine", 4, 5, "offset")
    assert (game.swap, game.start, game.clock, game.mode) == ("sides", start, "300+5", "local")
    assert (game.rated, game.training, game.status, game.moves) == (False, True, "live", ())
    assert (game.black.kind, game.black.name, game.black.ai) == ("hybrid", "Ada", "uct:time=1")
    assert (game.white.kind, game.white.name, game.white.link_hash) == ("ai", "level:n=3", "hash")
    assert game.white.player == store.players.bot("level:n=3")
    assert game.result is None
    assert game.finished is None
    assert store.games.get("mine") == game
    with pytest.raises(NotFoundError, match="'other'"):
        store.games.get("other")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"rows": 0}, StoreError),
        ({"clock": None}, RefusedError),
        ({"start": "3x4 hex - 4/4/4 b"}, StoreError),
        ({"start": "3x3 hex sides 3/3/3 b"}, StoreError),
        ({"start": "nonsense"}, ValueError),
        ({"rated": True}, RefusedError),
        ({"black": NewSeat("ai")}, RefusedError),
        ({"black": NewSeat("person", 99)}, RefusedError),
    ],
)
def test_a_game_that_cannot_be(store, changes, error):
    plain = {"rows": 3, "cols": 3, "black": NewSeat("person"), "white": NewSeat("person")}
    with pytest.raises((error, ValueError) if error is StoreError else error):
        store.games.create(NewGame(**{**plain, **changes}))
    assert store.games.live() == []


def test_an_open_seat_is_taken_once(store):
    ada, bob, eve = people(store, "Ada", "Bob", "Eve")
    new = NewGame(5, 5, NewSeat("person", ada), NewSeat("open", link_hash="link"), mode="online")
    game = store.games.create(new)
    assert (game.status, game.started) == ("waiting", None)
    with pytest.raises(NotLiveError, match="waiting"):
        store.games.append_move(game.id, 1, BLACK, "a1", KEYS)
    begun = store.games.take_seat(game.id, WHITE, bob)
    assert (begun.status, begun.white.name, begun.white.link_hash) == ("live", "Bob", "link")
    assert begun.started is not None
    assert begun.version > game.version
    assert store.games.take_seat(game.id, WHITE, bob) == begun
    for person, color in ((eve, WHITE), (bob, BLACK)):
        with pytest.raises(ConflictError, match="taken"):
            store.games.take_seat(game.id, color, person)
    with pytest.raises(NotFoundError):
        store.games.take_seat(99, WHITE, bob)


def test_both_seats_may_be_open(store):
    ada, bob = people(store, "Ada", "Bob")
    game = store.games.create(NewGame(5, 5, NewSeat("open"), NewSeat("open"), mode="online"))
    assert store.games.take_seat(game.id, WHITE, ada).status == "waiting"
    assert store.games.take_seat(game.id, BLACK, bob).status == "live"


def test_moves_are_kept_with_their_clocks(store):
    game = local(store, 5, swap="pieces")
    moment = datetime(2024, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)
    clocks = StoredClocks(ClockReading(299_500), ClockReading(10_000, 3))
    play(store, game, "a2", "swap-pieces", "c3", clocks=clocks, played=moment)
    found = store.games.get(game.public_id)
    assert [(move.number, str(move.color), move.move) for move in found.moves] == [
        (1, "black", "a2"),
        (2, "white", "swap-pieces"),
        (3, "black", "c3"),
    ]
    assert {move.clocks for move in found.moves} == {clocks}
    assert {move.played for move in found.moves} == {moment}
    assert found.version == game.version + 3
    assert board_of(found).to_string() == "5x5 hex pieces 1w3/5/2b2/5/5 w"


def test_a_repeated_move_changes_nothing(store):
    game = local(store)
    play(store, game, "a1", "b1")
    before = store.games.get(game.public_id)
    assert store.games.append_move(game.id, 2, WHITE, "b1", KEYS) is False
    assert store.games.append_move(game.id, 1, BLACK, "a1", KEYS) is False
    assert store.games.get(game.public_id) == before


@pytest.mark.parametrize(
    ("number", "color", "move", "error", "message"),
    [
        (2, WHITE, "c1", ConflictError, "move 2 is already b1, not c1"),
        (2, BLACK, "b1", ConflictError, "move 2 is already b1"),
        (4, BLACK, "c1", StaleError, "next move of the game is number 3, not 4"),
        (0, BLACK, "c1", StaleError, "number 3, not 0"),
        (-1, BLACK, "c1", StaleError, "number 3, not -1"),
        (3, BLACK, "x" * 17, RefusedError, "refuses"),
    ],
)
def test_a_stale_move_changes_nothing(store, number, color, move, error, message):
    game = local(store)
    play(store, game, "a1", "b1")
    before = store.games.get(game.public_id)
    with pytest.raises(error, match=message):
        store.games.append_move(game.id, number, color, move, KEYS)
    assert store.games.get(game.public_id) == before


def test_a_move_for_no_game(store):
    with pytest.raises(NotFoundError):
        store.games.append_move(99, 1, BLACK, "a1", KEYS)


def test_a_result_ends_the_game(store):
    game = local(store)
    board = play(store, game, *BLACK_WINS)
    moment = datetime(2024, 5, 1, tzinfo=UTC)
    ended = finish(store, game, board, finished=moment)
    assert (ended.status, ended.finished) == ("finished", moment)
    assert ended.result == ResultRow("B+", "connection", BLACK)
    assert finish(store, game, board) == ended
    with pytest.raises(ConflictError, match=r"already ended with B\+"):
        store.games.finish(game.id, RESIGNED)
    with pytest.raises(NotLiveError, match="finished"):
        store.games.append_move(game.id, 6, WHITE, "c1", KEYS)
    with pytest.raises(NotLiveError):
        store.games.cancel(game.id)
    assert store.games.append_move(game.id, 5, BLACK, "a3", KEYS) is False


@pytest.mark.parametrize(
    "result",
    [
        ResultRow("B+", "connection", None),
        ResultRow("Draw", "full board", BLACK),
        ResultRow("Black", "connection", BLACK),
        ResultRow("B+", "boredom", BLACK),
    ],
)
def test_a_result_that_is_none(store, result):
    game = local(store)
    with pytest.raises(RefusedError):
        store.games.finish(game.id, result)
    assert store.games.get(game.public_id) == game


def test_the_winner_sat_on_the_other_seat_after_swap_sides(store):
    ada, bob = people(store, "Ada", "Bob")
    ended = played(store, online(store, ada, bob, swap="sides"), "b2", "swap-sides", "a1", "b1")
    assert ended.result == ResultRow("B+Resign", "resignation", WHITE)
    assert ended.holder(BLACK).name == "Bob"
    assert ended.seat(BLACK).name == "Ada"


def test_moves_are_taken_back(store):
    game = local(store)
    play(store, game, "a1", "b1", "c1")
    store.games.truncate(game.id, 1, {"paused": True})
    found = store.games.get(game.public_id)
    assert [move.move for move in found.moves] == ["a1"]
    assert found.state == {"paused": True}
    assert store.games.append_move(game.id, 2, WHITE, "c3", KEYS)
    store.games.truncate(game.id, 2)
    store.games.truncate(game.id, 0)
    assert store.games.get(game.public_id).moves == ()
    for plies in (1, -1):
        with pytest.raises(StaleError, match="has 0 moves"):
            store.games.truncate(game.id, plies)


def test_a_finished_game_continues_when_a_move_is_taken_back(store):
    game = local(store)
    finish(store, game, play(store, game, *BLACK_WINS))
    store.games.truncate(game.id, 4)
    found = store.games.get(game.public_id)
    assert (found.status, found.result, found.finished) == ("live", None, None)
    assert store.games.append_move(game.id, 5, BLACK, "a3", KEYS)


def test_a_rated_result_stands(store):
    ada, bob = people(store, "Ada", "Bob")
    game = online(store, ada, bob, rated=True)
    finish(store, game, play(store, game, *BLACK_WINS))
    with pytest.raises(NotLiveError, match="rated, finished"):
        store.games.truncate(game.id, 4)


def test_a_cancelled_game_is_over(store):
    game = local(store)
    play(store, game, "a1")
    store.games.cancel(game.id)
    store.games.cancel(game.id)
    assert store.games.get(game.public_id).status == "cancelled"
    assert store.games.live() == []
    with pytest.raises(NotLiveError, match="cancelled"):
        store.games.append_move(game.id, 2, WHITE, "b1", KEYS)
    with pytest.raises(NotLiveError, match="cancelled"):
        store.games.finish(game.id, RESIGNED)
    with pytest.raises(NotLiveError, match="cancelled"):
        store.games.truncate(game.id, 0)


def test_the_state_of_the_server_is_kept(store):
    game = local(store)
    state = {"paused": True, "clock": {"running": "black", "at": 1.5}, "names": ["é"]}
    store.games.save_state(game.id, state)
    found = store.games.get(game.public_id)
    assert found.state == state
    assert found.version == game.version + 1


def test_a_restart_finds_every_open_game(store, database_url):
    ada, bob = people(store, "Ada", "Bob")
    ours = online(store, ada, bob, 4, swap="sides", clock="60+3x10")
    play(store, ours, "a1", "swap-sides", "b2")
    store.games.save_state(ours.id, {"handed_over": ["white"]})
    waiting = store.games.create(NewGame(3, 3, NewSeat("open"), NewSeat("ai", ai="random")))
    played(store, local(store), "a1")
    store.games.cancel(local(store).id)
    with Store.open(database_url) as later:
        found = later.games.live()
    assert found == [store.games.get(ours.public_id), store.games.get(waiting.public_id)]
    assert board_of(found[0]).to_string() == "4x4 hex sides b3/1w2/4/4 b"


def test_own_games_are_listed_open_ones_first(store):
    ada, bob = people(store, "Ada", "Bob")
    first = online(store, ada, bob)
    done = [played(store, online(store, bob, ada), "a1") for _ in range(3)]
    local(store)
    found = store.games.of_player(ada)
    assert [game.public_id for game in found] == [
        first.public_id,
        *(game.public_id for game in reversed(done)),
    ]
    assert len(store.games.of_player(ada, limit=2)) == 2
    store.games.cancel(first.id)
    assert len(store.games.of_player(bob)) == 3


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_every_board_comes_back_as_it_was(store, spec, rng):
    board = random_game(spec, rng, odd_moves=0.1)
    game = local(store, (board.rows, board.cols), shape=board.shape, swap=board.swap)
    for number, (color, move) in enumerate(board.played, 1):
        store.games.append_move(game.id, number, color, board.name(move), KEYS)
    again = board_of(store.games.get(game.public_id))
    assert again == board
    assert again.played == board.played


def test_a_batch_is_all_or_nothing(store, database_url):
    one, two = local(store), local(store)
    with store.batch():
        store.games.append_move(one.id, 1, BLACK, "a1", KEYS)
        with pytest.raises(StaleError):
            store.games.append_move(one.id, 3, BLACK, "a2", KEYS)
        with pytest.raises(RefusedError):
            store.games.append_move(one.id, 2, WHITE, "x" * 17, KEYS)
        store.games.append_move(two.id, 1, BLACK, "c3", KEYS)
        with Store.open(database_url) as other:
            assert other.games.get(one.public_id).moves == ()
        assert len(store.games.get(one.public_id).moves) == 1
    assert [len(game.moves) for game in store.games.live()] == [1, 1]

    with pytest.raises(ZeroDivisionError):
        _spoiled_batch(store, one.id)
    assert [len(game.moves) for game in store.games.live()] == [1, 1]


def _spoiled_batch(store, game_id):
    with store.batch():
        store.games.append_move(game_id, 2, WHITE, "b1", KEYS)
        raise ZeroDivisionError


def test_a_batch_in_a_batch_undoes_itself_alone(store):
    game = local(store)
    with store.batch():
        store.games.append_move(game.id, 1, BLACK, "a1", KEYS)
        with pytest.raises(ZeroDivisionError):
            _spoiled_batch(store, game.id)
        store.games.append_move(game.id, 2, WHITE, "c1", KEYS)
    assert [move.move for move in store.games.get(game.public_id).moves] == ["a1", "c1"]


def test_a_store_in_memory_serves_threads():
    from concurrent.futures import ThreadPoolExecutor

    with Store.open("sqlite://") as store, ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: store.players.create(f"p{n}"), range(20)))
        assert store.players.by_name("P19").name == "p19"


def test_a_board_of_a_game_with_a_start(store):
    start = Board.setup(["b2"], ["c3"], size=3).to_string()
    game = local(store, 3, start=start)
    assert play(store, game, "a1") == board_of(store.games.get(game.public_id))


def test_the_newest_online_games_can_be_watched(store):
    ada, bob = people(store, "Ada", "Bob")
    played(store, online(store, ada, bob), *BLACK_WINS)
    local(store)
    live = [online(store, ada, bob) for _ in range(3)]
    newest = [game.public_id for game in reversed(live)]
    assert [game.public_id for game in store.games.watchable("live")] == newest
    assert [game.public_id for game in store.games.watchable("live", 2)] == newest[:2]
    assert len(store.games.watchable("finished")) == 1
    assert store.games.watchable("waiting") == []


def test_a_rematch_is_found_from_the_game_before(store):
    ada, bob = people(store, "Ada", "Bob")
    game = online(store, ada, bob)
    new = NewGame(3, 3, NewSeat("person", bob), NewSeat("person", ada), mode="online")
    with pytest.raises(StaleError, match="a finished game"):
        store.games.rematch(game.id, new)
    with pytest.raises(NotFoundError):
        store.games.rematch(99, new)
    assert store.games.finish(game.id, RESIGNED).rematch is None
    again = store.games.rematch(game.id, new)
    assert (again.status, again.black.name, again.rematch) == ("live", "Bob", None)
    assert store.games.rematch(game.id, new) == again
    assert store.games.get(game.public_id).rematch == again.public_id
    store.games.cancel(again.id)
    third = store.games.rematch(again.id, new)
    assert store.games.get(again.public_id).rematch == third.public_id


def test_columns_are_read_by_name(store, monkeypatch):
    """A column that comes later, or another order, changes nothing."""
    (ada,) = people(store, "Ada")
    seat = NewSeat("hybrid", ada, ai="uct:time=1")
    made = store.games.create(NewGame(5, 5, seat, NewSeat("ai", ai="level:n=3", link_hash="hash")))
    columns = [Column(each.name, each.type) for each in reversed(seats.columns)]
    monkeypatch.setattr(loading, "seats", Table("seats", MetaData(), *columns))
    found = store.games.get(made.public_id)
    assert (found.black, found.white) == (made.black, made.white)


def test_unfinished_games_are_counted_by_their_opener(store):
    ada, bob = people(store, "Ada", "Bob")
    mine = NewGame(3, 3, NewSeat("person", ada), NewSeat("person", ada), opener_id=ada)
    machines = NewGame(3, 3, NewSeat("ai", ai="uct"), NewSeat("ai", ai="random"), opener_id=ada)
    first = store.games.create(mine, 2)
    store.games.create(machines, 2)
    with pytest.raises(TooManyGamesError) as refused:
        store.games.create(mine, 2)
    assert refused.value.count == 2
    store.games.create(NewGame(3, 3, mine.black, mine.white, opener_id=bob), 2)
    store.games.create(mine)
    store.games.finish(first.id, RESIGNED)
    again = store.games.create(mine, 3)
    with pytest.raises(TooManyGamesError):
        store.games.rematch(first.id, mine, 3)
    store.games.cancel(again.id)
    made = store.games.rematch(first.id, mine, 3)
    assert store.games.rematch(first.id, mine, 3) == made


def test_games_that_continue_without_a_client_are_found(store):
    ada, bob = people(store, "Ada", "Bob")
    own, open_seat = NewSeat("person", ada), NewSeat("open")
    local(store)
    clocked = store.games.create(NewGame(3, 3, own, own, clock="60"))
    hybrid = store.games.create(NewGame(3, 3, own, NewSeat("hybrid", bob, "uct")))
    store.games.create(NewGame(3, 3, own, open_seat, clock="60"))  # it has not begun
    over = store.games.create(NewGame(3, 3, own, own, clock="60"))
    store.games.finish(over.id, RESIGNED)
    assert store.games.running() == [hybrid.public_id, clocked.public_id]
    assert store.games.running(1) == [hybrid.public_id]


def test_the_games_of_other_servers_do_not_count(store):
    own = NewSeat("person", *people(store, "Ada"))
    for public_id in ("b-1", "1", "a-1", "b-2", "b-3"):
        store.games.create(NewGame(3, 3, own, own, clock="60", public_id=public_id))
    assert store.games.running(2, "a") == ["a-1"]
    assert store.games.running(2, "b") == ["b-3", "b-2"]
    assert store.games.running(2, "") == ["1"]
    assert store.games.running(2) == ["b-3", "b-2"]


def test_expired_games_are_cancelled_unless_they_have_moved_on(store):
    before = datetime.now(UTC)
    old, moved, over = local(store), local(store), local(store)
    store.games.finish(over.id, RESIGNED)
    later = datetime.now(UTC)
    assert store.games.expired(before, None, 9) == []
    found = store.games.expired(later, None, 9)
    assert found == [old.public_id, moved.public_id]
    store.games.append_move(moved.id, 1, BLACK, "a1", KEYS)
    assert store.games.cancel_expired([*found, over.public_id], later) == 1
    assert [store.games.get(each.public_id).status for each in (old, moved, over)] == [
        "cancelled",
        "live",
        "finished",
    ]


def test_watchable_games_can_be_spared(store):
    ada, bob = people(store, "Ada", "Bob")
    seats = NewSeat("person", ada), NewSeat("person", bob)
    games = [store.games.create(NewGame(3, 3, *seats, mode="online")) for _ in range(3)]
    ids = [game.public_id for game in games]
    assert [game.public_id for game in store.games.watchable("live", spare={ids[1]})] == ids[::-2]
