"""The library: search, and import and export without loss."""

from datetime import UTC, datetime

import pytest
from support.boards import IDS, SPECS, random_game
from support.record_samples import FILES, line, loose, quiet_games, rich_game
from support.store_games import BLACK_WINS, local, online, people, play, played

from hexmate import records
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.errors import RecordError
from hexmate.game import Game, Setup
from hexmate.store import (
    ClockReading,
    NewGame,
    NewSeat,
    NotFoundError,
    Query,
    ResultRow,
    StoredClocks,
    StoreError,
    record_of,
)
from hexmate.symmetry import Symmetry

MAY, JUNE, JULY = (datetime(2024, month, 1, tzinfo=UTC) for month in (5, 6, 7))


def found(store, **query) -> list[str]:
    page = store.library.search(Query(**query))
    assert page.total == len(page.games)
    return [game.public_id for game in page.games]


def imported(store, game: Game, source="test") -> str:
    taken = store.library.add(game, source)
    assert taken.new
    return taken.public_id


@pytest.fixture
def shelf(store):
    """Three games played here, one imported, and two that are not finished."""
    ada, bob = people(store, "Ada", "Bob")
    bot = NewSeat("ai", ai="uct:time=1")
    games = {
        "may": played(store, online(store, ada, bob), *BLACK_WINS, finished=MAY),
        "june": played(store, online(store, bob, ada, (3, 4)), "a1", finished=JUNE),
        "july": played(
            store,
            store.games.create(NewGame(3, 3, NewSeat("person", ada), bot, shape="square")),
            "b2",
            "c2",
            finished=JULY,
        ),
    }
    shelf = {name: game.public_id for name, game in games.items()}
    record = line("b2", "a1", size=5)
    record.headers = {"black": "ADA", "white": "Çelik", "result": "Draw", "date": "2024-05-20"}
    shelf["import"] = imported(store, record)
    local(store)
    store.games.cancel(local(store).id)
    return shelf


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({}, ["july", "june", "import", "may"]),
        ({"player": "ada"}, ["july", "june", "import", "may"]),
        ({"player": " BOB "}, ["june", "may"]),
        ({"player": "uct:time=1"}, ["july"]),
        ({"player": "çELIK"}, ["import"]),
        ({"player": "missing"}, []),
        ({"player": "Ad"}, []),
        ({"player": "%"}, []),
        ({"rows": 3}, ["july", "june", "may"]),
        ({"rows": 3, "cols": 3}, ["july", "may"]),
        ({"cols": 4}, ["june"]),
        ({"shape": "square"}, ["july"]),
        ({"result": "B+"}, ["june", "may"]),
        ({"result": "b+resign"}, ["june"]),
        ({"result": "W+"}, ["july"]),
        ({"result": "draw"}, ["import"]),
        ({"result": "_+"}, []),
        ({"since": JUNE}, ["july", "june"]),
        ({"until": JUNE}, ["import", "may"]),
        ({"since": MAY, "until": JUNE, "player": "Bob"}, ["may"]),
        ({"since": JULY, "until": JUNE}, []),
    ],
)
def test_games_are_found(store, shelf, query, names):
    assert found(store, **query) == [shelf[name] for name in names]


def test_pages_hold_all_games_once(store):
    ids = [played(store, local(store), "a1").public_id for _ in range(7)]
    pages = [store.library.search(Query(page=page, per_page=3)) for page in (1, 2, 3, 4)]
    assert [len(page.games) for page in pages] == [3, 3, 1, 0]
    assert {page.total for page in pages} == {7}
    assert [game.public_id for page in pages for game in page.games] == ids[::-1]
    for bad in ({"page": 0}, {"per_page": 0}, {"per_page": 101}):
        with pytest.raises(StoreError, match="page must be at least 1"):
            store.library.search(Query(**bad))


def test_a_summary_tells_who_won(store, shelf):
    game = store.library.summary(shelf["may"])
    assert (game.black, game.white, game.result) == ("Ada", "Bob", "B+")
    assert (game.termination, game.winner_seat, game.plies) == ("connection", BLACK, 5)
    assert (game.mode, game.source, game.finished) == ("online", None, MAY)
    other = store.library.summary(shelf["import"])
    assert (other.black, other.white, other.source) == ("ADA", "Çelik", "test")
    assert (other.mode, other.winner_seat) == ("imported", None)
    assert store.library.summary(shelf["july"]).white == "uct:time=1"
    with pytest.raises(NotFoundError):
        store.library.summary(store.games.live()[0].public_id)


def test_a_position_is_found_at_its_ply_turned_or_not(store):
    game = played(store, local(store, 5), "a2", "c3", "b4", "d2")
    other = played(store, local(store, 5), "c3", "a1")
    played(store, local(store, (5, 6)), "a2", "c3", "b4")
    looked = Board(5)
    for move in ("b4", "c3", "a2"):
        looked.push_str(move)
    for position, turned in ((looked, False), (looked.transformed(Symmetry.ROTATE_180), True)):
        (hit,) = store.library.search(Query(position=position)).games
        assert (hit.public_id, hit.ply, hit.turned) == (game.public_id, 3, turned)
    assert found(store, position=Board.setup(["c3"], size=5)) == [other.public_id]
    assert found(store, position=Board.setup(["c3"], [], BLACK, size=5)) == []
    empty = store.library.search(Query(position=Board(5)))
    assert [(hit.ply, hit.turned) for hit in empty.games] == [(0, False), (0, False)]


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_a_turned_game_is_found_at_every_ply(store, spec, rng):
    end = random_game(spec, rng)
    ours = local(store, (end.rows, end.cols), shape=end.shape, swap=end.swap)
    played(store, ours, *(end.name(move) for move in end.moves))
    has_image = Symmetry.ROTATE_180.value in str(_symmetries(end))
    while end.ply:
        looked = end.transformed(Symmetry.ROTATE_180) if has_image else end
        (hit,) = store.library.search(Query(position=looked)).games
        # A swap that leaves the stone makes no new position.
        assert hit.ply in (end.ply, end.ply - 1)
        end.pop()


def _symmetries(board):
    from hexmate.symmetry import symmetries

    return [symmetry.value for symmetry in symmetries(board)]


def test_a_position_is_found_whatever_the_swap_rule(store):
    ids = {
        played(store, local(store, 5, swap=swap), "a2", "c3").public_id
        for swap in (None, "pieces", "sides")
    }
    for swap in (None, "pieces", "sides"):
        opening = Board(5, swap=swap)
        opening.push_str("e4")
        assert set(found(store, position=opening)) == ids


def test_a_start_position_is_found(store):
    start = Board.setup(["b2"], ["c3"], size=5)
    game = played(store, local(store, 5, start=start.to_string()), "a1")
    (hit,) = store.library.search(Query(position=start.transformed(Symmetry.ROTATE_180))).games
    assert (hit.public_id, hit.ply, hit.turned) == (game.public_id, 0, True)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_sample_file_is_taken_in_whole(store, path):
    games = quiet_games(path)
    text = path.read_text("utf-8", "surrogateescape")
    report = store.library.add_text(text, path.name)
    assert len(report.added) + len(report.known) == len(games)
    kept = [store.library.record(public_id) for public_id in report.added]
    assert all(any(game == one for one in games) for game in kept)
    again = store.library.add_text(text, path.name)
    assert again.added == ()
    assert set(again.known) == set(report.added) | set(report.known)


@pytest.mark.parametrize("format", records.FORMATS)
def test_every_format_is_taken_in(store, format):
    text = records.dumps(line("a2", "b1", "c3", size=5), format, lossy=True)
    (public_id,) = store.library.add_text(text, "here", format).added
    assert [str(node) for node in store.library.record(public_id).mainline()] == [
        "B a2",
        "W b1",
        "B c3",
    ]


def test_a_rich_game_is_kept_whole(store):
    for game in (rich_game(), loose(line("a1", "b1", "a2", "b2", "a3", size=3))):
        assert store.library.record(imported(store, game)) == game
    assert not store.library.add(rich_game(), "again").new


def test_a_game_with_stones_set_up_on_the_way(store):
    game = Game(5, setup=Setup((0,), (1,)))
    node = game.add_variation("c3")
    node = node.add_variation(setup=Setup((), (), (0,), WHITE))
    node.add_variation("d4")
    public_id = imported(store, game)
    assert [move.move for move in store.games.get(public_id).moves] == ["c3", "set-up", "d4"]
    assert found(store, position=node.board()) == [public_id]
    assert found(store, position=Board.setup(["a1"], ["b1"], size=5)) == [public_id]


def test_names_and_dates_of_untrusted_records(store):
    game = line("a1")
    game.headers = {"black": "a\0b\ud800" + "x" * 500, "white": " ", "date": "2024-13-77"}
    public_id = imported(store, game, "so\0urce")
    summary = store.library.summary(public_id)
    assert summary.black is not None
    assert summary.black.startswith("a\ufffdb\ufffdx")
    assert len(summary.black) == 200
    assert (summary.white, summary.finished, summary.result) == (None, None, "?")
    assert store.library.record(public_id) == game


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-01", MAY),
        ("2024-05", MAY),
        ("2024", datetime(2024, 1, 1, tzinfo=UTC)),
        ("2024-05-01,02", MAY),
        ("May 2024", None),
        ("0000", None),
    ],
)
def test_dates_of_records(store, text, day):
    game = line("a1")
    game.headers = {"date": text}
    assert store.library.summary(imported(store, game)).finished == day


@pytest.mark.parametrize(
    ("headers", "swap", "moves", "result"),
    [
        ({"result": "B+Time"}, None, ["a1"], ResultRow("B+Time", "timeout", BLACK)),
        ({"result": "W+R"}, None, ["a1"], ResultRow("W+Resign", "resignation", WHITE)),
        ({"result": "Void"}, None, ["a1"], ResultRow("Void", "unknown", None)),
        ({}, None, ["a1"], ResultRow("?", "unknown", None)),
        ({"result": "B+"}, "sides", ["a1", "swap"], ResultRow("B+", "connection", WHITE)),
        ({"result": "B+"}, "pieces", ["a1", "swap"], ResultRow("B+", "connection", BLACK)),
    ],
)
def test_results_of_records(store, headers, swap, moves, result):
    game = line(*moves, swap=swap)
    game.headers = headers
    assert store.games.get(imported(store, game)).result == result


def test_a_bad_text_takes_nothing_in(store):
    for text in ("", "nonsense", '{"schema": "other"}'):
        with pytest.raises(RecordError):
            store.library.add_text(text, "here")
    report = store.library.add_text("(;GM[11]SZ[5];B[a1])(;GM[11]SZ[999])", "here")
    assert len(report.added) == 1
    assert "skipped" in report.problems[0]


def test_the_record_of_a_game_played_here(store):
    ada, bob = people(store, "Ada", "Bob")
    game = online(store, ada, bob, swap="sides", clock="60+3x10")
    clocks = StoredClocks(ClockReading(59_500), ClockReading(10_000, 2))
    board = play(store, game, "b2", "swap-sides", "a1", clocks=clocks)
    board.time_out()
    result = ResultRow.of(board.outcome(), lambda color: color.other)
    ended = store.games.finish(game.id, result, MAY)
    record = store.library.record(game.public_id)
    assert record == record_of(ended)
    assert record.headers == {
        "black": "Ada",
        "white": "Bob",
        "date": "2024-05-01",
        "result": "W+Time",
        "time": "60",
        "overtime": "3x10 byo-yomi",
    }
    assert [str(node) for node in record.mainline()] == [
        "B b2",
        "W swap-sides",
        "W a1",
        "B timeout",
    ]
    assert record.outcome() == board.outcome()
    assert record.winner() == "Ada"
    first, swapped, *_ = record.mainline()
    assert (first.time_left(BLACK), first.time_left(WHITE)) == (59.5, 10)
    assert (swapped.time_left(BLACK), swapped.time_left(WHITE)) == (10, 59.5)
    with pytest.raises(NotFoundError):
        store.library.record("none")


def test_a_game_without_end_is_left_out(store):
    endless = "(;GM[11]SZ[3]" + ";B[pass];W[pass]" * 2049 + ")"
    longest = "(;GM[11]SZ[3]" + ";B[pass];W[pass]" * 2048 + ")"
    report = store.library.add_text(f"{endless}{longest}(;GM[11]SZ[3];B[a1])", "x")
    assert [store.library.summary(each).plies for each in report.added] == [4096, 1]
    assert report.problems == ("game 1: a game may have at most 4,096 moves",)


@pytest.mark.parametrize(
    ("clock", "headers"),
    [
        ("none", {}),
        ("30/move", {"overtime": "30 per move"}),
        ("300", {"time": "300"}),
        ("300+5", {"time": "300", "overtime": "fischer 5"}),
    ],
)
def test_clocks_in_records(store, clock, headers):
    record = record_of(played(store, local(store, clock=clock), "a1", finished=MAY))
    assert record.headers == {"date": "2024-05-01", "result": "B+Resign", **headers}


@pytest.mark.parametrize("format", ["sgf", "jsonl"])
def test_all_games_are_exported(store, shelf, format, monkeypatch):
    monkeypatch.setattr("hexmate.store.library._CHUNK", 2)
    texts = list(store.library.export(format))
    games = list(records.iter_text("".join(texts), format=format, report=print))
    expected = [store.library.record(shelf[name]) for name in ("may", "june", "july", "import")]
    assert games == expected
    assert all(text.endswith("\n") for text in texts)
    with pytest.raises(RecordError, match="sgf or jsonl"):
        store.library.export("trmph")


def test_an_export_continues_while_games_are_added(store, monkeypatch):
    monkeypatch.setattr("hexmate.store.library._CHUNK", 1)
    for _ in range(3):
        played(store, local(store), "a1")
    export = store.library.export("sgf")
    next(export)
    played(store, local(store), "a1")
    assert len(list(export)) == 3


def test_what_is_exported_can_be_imported(store, shelf):
    text = "".join(store.library.export("jsonl"))
    report = store.library.add_text(text, "export")
    assert (len(report.added), report.known) == (3, (shelf["import"],))
    assert report.problems == ()


def test_statistics_count_everything(store, shelf):
    swapped = played(store, local(store, swap="pieces"), "a1", "swap-pieces", "b2")
    assert swapped.result is not None
    played(store, local(store, swap="sides"), "a1", "b2")
    played(store, local(store, swap="sides"), "a1")
    numbers = store.library.statistics()
    assert (numbers.people, numbers.bots) == (2, 1)
    assert numbers.games == {"cancelled": 1, "finished": 7, "live": 1}
    assert numbers.modes == {"imported": 1, "local": 4, "online": 2}
    assert numbers.terminations == {"connection": 1, "full board": 1, "resignation": 5}
    assert (numbers.swap_offered, numbers.swap_taken) == (2, 1)
    first = numbers.boards[0]
    assert (first.rows, first.cols, first.shape, first.games) == (3, 3, "hex", 4)
    assert first.black_wins + first.white_wins + first.draws == 4
    assert first.mean_plies == pytest.approx((5 + 3 + 2 + 1) / 4)
    assert sum(board.games for board in numbers.boards) == 7
    assert sum(board.draws for board in numbers.boards) == 1


def test_swaps_from_a_set_up_start_are_counted(store):
    """The right to swap is that of the start: with one black stone it is White's first move."""
    for start, moves in [
        ("3x3 hex sides 3/1b1/3 w", ["swap-sides", "a1"]),
        ("3x3 hex sides 3/1b1/3 w", ["a1"]),
        ("3x3 hex sides/used 3/1b1/3 w", ["a1", "a2"]),
        ("3x3 hex sides 3/1bw/3 w", ["a1", "a2"]),
        ("3x3 hex sides 3/1b1/3 b", ["a1", "a2"]),
        ("3x3 hex sides 3/3/3 w", ["a1", "a2"]),
    ]:
        played(store, local(store, swap="sides", start=start), *moves)
    numbers = store.library.statistics()
    assert (numbers.swap_offered, numbers.swap_taken) == (2, 1)


def test_statistics_of_nothing(store):
    numbers = store.library.statistics()
    assert (numbers.people, numbers.games, numbers.boards) == (0, {}, ())
