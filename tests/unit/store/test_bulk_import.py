"""Whole files into the library: the quick way agrees with the slow one, and resumes."""

import json

import pytest
from support.boards import IDS, SPECS, random_game
from support.plain_records import plain_sgf, write_collection
from support.record_samples import FILES

from hexmate import records
from hexmate.errors import RecordError
from hexmate.game import Game
from hexmate.records.base import Piece
from hexmate.store import Query
from hexmate.store.bulk_import import BulkImport
from hexmate.store.importing import prepare
from hexmate.store.plain_games import prepare_plain


def slowly(codec, piece):
    return prepare(records.read_piece(codec, piece, lambda _: None))


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
@pytest.mark.parametrize("format", ["sgf", "jsonl"])
def test_a_plain_game_is_prepared_as_any_other(spec, format, rng):
    for ending in ("", "resign"):
        board = random_game(spec, rng)
        if ending:
            for _ in range(min(2, board.ply)):
                board.pop()
            if board.outcome() is None:
                board.resign()
        game = Game.from_board(board)
        game.headers |= {"black": "Ada", "white": "Bob Straße", "date": "2024-05", "result": "B+"}
        codec, piece = records.FORMATS[format], Piece(records.dumps(game, format))
        quick = prepare_plain(codec, piece)
        assert quick in (None, slowly(codec, piece))
        if format == "jsonl" or board.shape == "hex":
            assert quick is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_sample_files_are_prepared_the_same_way(path):
    for codec, piece in records.iter_pieces(path):
        quick = prepare_plain(codec, piece)
        if quick is not None:
            assert quick == slowly(codec, piece)


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[11]SZ[5];B[a1];W[a1])",
        "(;GM[11]SZ[5];B[a1];B[b1])",
        "(;GM[11]SZ[5];W[a1])",
        "(;GM[11]SZ[5];B[f1])",
        "(;GM[11]SZ[1];B[a1];W[resign])",
        "(;GM[11]SZ[5];B[resign];W[a1])",
        "(;GM[11]SZ[5];B[swap-pieces])",
        "(;GM[11]SZ[5:6];B[a1];W[swap-pieces])",
        "(;GM[11]SZ[5]AP[HexGui:0.4];B[a1];W[swap-pieces])",
        "(;GM[11]SZ[5];B[a1]C[why])",
        "(;GM[11]SZ[5];B[a1](;W[b1])(;W[c1]))",
        "(;GM[11]SZ[5]AB[a1];W[b1])",
        "(;GM[11]SZ[5]PB[a\\]b];B[a1])",
        "(;GM[11]SZ[5]PB[a]PB[b];B[a1])",
        "(;GM[1]SZ[5];B[a1])",
        "(;GM[11]SZ[99];B[a1])",
        "(;GM[11]SZ[5]HXSWAP[odd];B[a1])",
    ],
)
def test_what_is_not_plain_is_left_to_the_reader(text):
    assert prepare_plain(records.FORMATS["sgf"], Piece(text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[11]SZ[5])",
        "(;SZ[5];B[C3];W[swap])",
        "(;GM[11]SZ[4:5]AP[x]CA[latin-1]XY[kept];B[a1];W[b1];B[pass])",
        "( ;FF[4]\nGM[11] PB[two\nlines]SZ[5]HXSWAP[pieces]\n;B[a2]\n;W[swap-pieces] ;B[resign])\n",
        "(;GM[11]SZ[2]PB[\u00c7elik]RE[W+];B[a1];W[b1];B[a2])",
    ],
)
def test_what_is_plain(text):
    codec, piece = records.FORMATS["sgf"], Piece(text)
    assert prepare_plain(codec, piece) == slowly(codec, piece)


@pytest.fixture
def collection(tmp_path):
    return write_collection(tmp_path / "many.sgf", 120, moves=12)


def test_a_file_is_imported_with_all_that_can_be_searched(store, collection):
    job = BulkImport(store.database, collection)
    reports = list(job.steps())
    assert len(reports) > 1
    assert (job.report.read, job.report.added, job.report.known) == (120, 120, 0)
    assert job.report.ended
    assert job.report.characters == len(collection.read_text("utf-8").replace("\n", ""))
    page = store.library.search(Query(per_page=100, boards=True))
    assert (page.total, page.games[0].source) == (120, "many.sgf")
    game = store.library.record(page.games[0].public_id)
    assert page.games[0].position == game.end().board().to_string()
    assert [move.move for move in store.games.get(page.games[0].public_id).moves] == [
        game.grid.name(node.move) for node in game.mainline()
    ]
    found = store.library.search(Query(position=game.end().board())).games
    assert page.games[0].public_id in [each.public_id for each in found]


def test_an_import_resumes_where_it_stopped(store, collection):
    first = BulkImport(store.database, collection)
    next(steps := first.steps())
    steps.close()
    done = first.report.read
    assert 0 < done < 120
    second = BulkImport(store.database, collection)
    assert second.report.resumed == done
    list(second.steps())
    assert (second.report.read, second.report.added, second.report.known) == (120, 120, 0)
    third = BulkImport(store.database, collection)
    assert third.report.ended
    assert list(third.steps()) == []
    assert store.library.search(Query()).total == 120


def test_duplicates_and_unreadable_games_are_told(store, tmp_path, rng):
    games = [plain_sgf(rng, 5) for _ in range(3)]
    path = tmp_path / "odd.sgf"
    path.write_text("".join([*games, "(;GM[11]SZ[999])", games[0], "(;GM[11]SZ[5];B[a1]C[x])"]))
    store.library.add_text(games[1], "before")
    job = BulkImport(store.database, path, "elsewhere")
    list(job.steps())
    report = job.report
    assert (report.read, report.added, report.known, report.unreadable) == (6, 3, 2, 1)
    assert "odd.sgf" in report.problems[0]
    sources = {game.source for game in store.library.search(Query()).games}
    assert sources == {"before", "elsewhere"}
    again = BulkImport(store.database, path).report
    assert (again.ended, again.read) == (False, 0)  # what could not be read may be readable now


def test_files_of_other_formats(store, tmp_path):
    lines = tmp_path / "some.moves"
    lines.write_text("5: a1 b2 c3\n5: b1 c2 swap\n5: c1 c2 c3\n")
    job = BulkImport(store.database, lines)
    list(job.steps())
    assert job.report.added == 3
    export = tmp_path / "all.jsonl"
    export.write_text("".join(store.library.export("jsonl")), "utf-8")
    again = BulkImport(store.database, export)
    list(again.steps())
    assert (again.report.added, again.report.known) == (0, 3)


def test_a_file_without_games(store, tmp_path):
    empty = tmp_path / "none.sgf"
    empty.write_text("nothing")
    with pytest.raises(RecordError):
        list(BulkImport(store.database, empty, format="sgf").steps())
    empty.write_text("5: a1 b2")
    with pytest.raises(RecordError):
        list(BulkImport(store.database, empty, format="sgf").steps())
    again = BulkImport(store.database, empty, format="sgf")
    assert not again.report.ended
    with pytest.raises(RecordError):
        list(again.steps())
    right = BulkImport(store.database, empty, format="moves")
    list(right.steps())
    assert right.report.added == 1
    with pytest.raises(RecordError, match="no such file"):
        BulkImport(store.database, tmp_path / "missing.sgf")


def test_jsonl_with_odd_fields_is_left_to_the_reader():
    codec = records.FORMATS["jsonl"]
    plain = json.loads(records.dumps(Game(5), "jsonl"))
    assert prepare_plain(codec, Piece(json.dumps(plain))) is not None
    for change in (
        {"rows": 99},
        {"rows": "5"},
        {"shape": "round"},
        {"swap": "no"},
        {"cursor": 1},
        {"headers": {"black": 1}},
        {"nodes": []},
        {"nodes": [{"comment": "x"}]},
        {"nodes": [{}, 7]},
        {"schema": "other"},
    ):
        assert prepare_plain(codec, Piece(json.dumps(plain | change))) is None
    assert prepare_plain(codec, Piece("{")) is None


def test_half_a_character_is_imported_as_any_other_mistake(store, tmp_path):
    game = json.loads(records.dumps(Game(5, headers={"black": "Ada"}), "jsonl"))
    odd = game | {"headers": {"black": "\ud800", "event": "\udfff"}}
    path = tmp_path / "odd.jsonl"
    path.write_text(f"{json.dumps(odd)}\n{json.dumps(game)}\n")
    assert prepare_plain(records.FORMATS["jsonl"], Piece(json.dumps(odd))) is None
    job = BulkImport(store.database, path)
    list(job.steps())
    assert job.report.read == 2
    assert "Ada" in {each.black for each in store.library.search(Query()).games}
