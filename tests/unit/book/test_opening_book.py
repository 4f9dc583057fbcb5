"""The opening book: how positions are found in it, its file, its making, and the player with it."""

import gzip
import itertools
import json
import random

import pytest
from typer.testing import CliRunner

from hexmate.arena.book_making import BookFile, BookMaking, BookSettings, good_replies
from hexmate.arena.tasks import OwnTasks, ProcessTasks
from hexmate.board import Board
from hexmate.book import BookReply, OpeningBook, shipped_book
from hexmate.book.opening_book import BookPosition, entry_of, line_of, place_of
from hexmate.cli.app import app
from hexmate.color import BLACK, WHITE
from hexmate.errors import ArenaError, BookError
from hexmate.players import Limit, create
from hexmate.players import mcts as mcts_module


def played(*moves, size=11, **options):
    board = Board(size, **options)
    for move in moves:
        board.push_str(move)
    return board


def book_of(board, *replies):
    """A book with one position."""
    place = place_of(board)
    back = {place.cell(cell): cell for cell in range(board.num_cells)}
    found = [BookReply(back[board.parse(name)], 0.5, 10) for name in replies]
    return OpeningBook({place.entry: found})


def names(book, board):
    return [board.name(each.move) for each in book.replies(board)]


@pytest.mark.parametrize("order", list(itertools.permutations(["a10", "f6", "d3"])))
def test_another_order_of_moves_is_the_same_position(order):
    book = book_of(played("a10", "f6", "d3"), "g5", "h4")
    black = [move for move in order if move != "f6"]
    board = played(black[0], "f6", black[1])
    assert names(book, board) == ["g5", "h4"]


def test_half_a_turn_turns_the_replies():
    book = book_of(played("a10", "f6", "d3"), "g5", "a1")
    assert names(book, played("k2", "f6", "h9")) == ["e7", "k11"]


def test_after_a_swap_the_mirrored_position_is_found():
    book = book_of(played("a10"), "g5", "b1")
    swapped = played("a10", "swap", swap="pieces")
    assert (swapped["j1"], swapped.turn) == (WHITE, BLACK)
    assert names(book, swapped) == ["e7", "a2"]
    # Half a turn of the mirrored position.
    assert names(book, played("k2", "swap", swap="pieces")) == ["g5", "k10"]
    assert names(book, played("a10", "swap", swap="sides")) == ["g5", "b1"]


@pytest.mark.parametrize(
    "board",
    [
        Board.setup(["a10"], [], turn=BLACK),
        Board.setup(["a10", "c3"], [], turn=WHITE),
        Board.setup(["a10"], ["f6"], turn=WHITE),
        played("a10", size=13),
        Board.setup(["a10"], [], turn=WHITE, size=(11, 12)),
        Board.setup(["a10"], [], turn=WHITE, shape="square"),
    ],
    ids=str,
)
def test_other_positions_are_not_in_the_book(board):
    assert book_of(played("a10"), "g5").replies(board) == ()


def test_every_position_of_a_game_has_one_place_and_a_way_back():
    draw = random.Random(3)
    for size in (4, 5, 9):
        board = Board(size)
        while board.outcome() is None:
            place = place_of(board)
            assert sorted(map(place.cell, range(size * size))) == list(range(size * size))
            first = BLACK if len(board.moves) % 2 == 0 or board.turn is WHITE else WHITE
            assert {place.cell(cell) for cell in place.entry.black} == set(board.stones(first))
            board.push(draw.choice(list(board.legal_moves)))


def test_files_keep_everything(tmp_path):
    entry, replies = BookPosition(11, (99,), ()), (BookReply(60, 0.52, 1000), BookReply(0, 0.5, 2))
    assert entry_of(json.loads(line_of(entry, replies))) == (entry, replies)
    book = OpeningBook({entry: replies}, {"network": "small"})
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.gz"
    plain.write_text(book.text(), "utf-8")
    packed.write_bytes(gzip.compress(book.text().encode()))
    for path in (plain, packed):
        found = OpeningBook.read(path)
        assert found.entries() == {entry: replies}
        assert found.facts == {"network": "small"}
        assert (len(found), found.sizes) == (1, [11])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not an opening book"),
        (b"nonsense\n", "not an opening book"),
        (b'{"schema": 99}\n', "not a book of this version"),
        (b'{"schema": 1}\n{"size": 5}\n', "not an opening book"),
        (b'{"schema": 1}\n{"size": 5, "black": "z9", "white": "", "replies": []}\n', "not an op"),
        (b"\x1f\x8bnothing", "not an opening book"),
        (b"\xff\xfe", "not an opening book"),
    ],
)
def test_bad_files_are_named(tmp_path, content, says):
    path = tmp_path / "book.jsonl"
    path.write_bytes(content)
    with pytest.raises(BookError, match=says):
        OpeningBook.read(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BookError, match="cannot read"):
        OpeningBook.read(tmp_path / "none")


def test_the_shipped_book_has_fair_openings_and_legal_replies():
    book = shipped_book()
    assert book.sizes == [11, 13]
    assert {"network", "visits", "date"} <= set(book.facts)
    for entry, replies in book.entries().items():
        board = Board.setup(list(entry.black), list(entry.white), size=entry.size)
        assert place_of(board).entry == entry
        assert replies
        assert all(board.is_legal(reply.move) for reply in replies)
        assert all(0 <= reply.win_probability <= 1 for reply in replies)
    for size in book.sizes:
        assert sum(entry.size == size and not entry.white for entry in book.entries()) >= 4


SETTINGS = BookSettings(size=9, openings=3, depth=3, width=2, margin=0.1, visits=8)


def replies_to(entry):
    """Two good replies and a bad one."""
    taken = {*entry.black, *entry.white}
    free = [cell for cell in range(20, 60) if cell not in taken][:3]
    shares = (0.55, 0.5, 0.3)
    return tuple(BookReply(cell, share, 9) for cell, share in zip(free, shares, strict=True))


def made(path, settings=SETTINGS, workers=None, most=None):
    file = BookFile(path, settings)
    making = BookMaking(file, settings, workers or OwnTasks(replies_to))
    for number, _ in enumerate(making.steps(), 1):
        if number == most:
            break
    file.close()
    return making


def test_a_book_has_the_positions_after_good_replies_once(tmp_path):
    path = tmp_path / "book.jsonl"
    making = made(path)
    book = OpeningBook.read(path)
    assert len(book) == making.total == making.done
    assert 3 + 6 < len(book) <= SETTINGS.most
    deepest = max(len(entry.black) + len(entry.white) for entry in book.entries())
    assert deepest == SETTINGS.depth
    assert book.facts["visits"] == 8


def test_only_replies_that_are_hardly_worse_are_followed():
    best = BookReply(1, 0.6, 1000)
    near, far = BookReply(2, 0.55, 50), BookReply(3, 0.4, 900)
    rare, last = BookReply(4, 0.6, 10), BookReply(5, 0.6, 500)
    settings = BookSettings(width=4, margin=0.1)
    assert good_replies((best, near, far, rare, last), settings) == [best, near]
    assert good_replies((), settings) == []


def test_a_book_is_continued_after_any_stop(tmp_path):
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    made(whole)
    made(stopped, most=4)
    kept = stopped.read_bytes()
    assert kept.count(b"\n") == 1 + 4
    stopped.write_bytes(kept + b'{"size": 9, "bla')  # a kill in the middle of a line
    asked = []
    made(stopped, workers=OwnTasks(lambda entry: asked.append(entry) or replies_to(entry)))
    assert OpeningBook.read(stopped).entries() == OpeningBook.read(whole).entries()
    assert len(asked) == len(OpeningBook.read(whole)) - 4


def test_other_settings_need_another_file(tmp_path):
    path = tmp_path / "book.jsonl"
    made(path)
    before = path.read_bytes()
    with pytest.raises(BookError, match="other settings \\(depth, visits\\)"):
        BookFile(path, BookSettings(**{**SETTINGS_DICT, "depth": 4, "visits": 9}))
    assert path.read_bytes() == before


SETTINGS_DICT = {
    name: getattr(SETTINGS, name)
    for name in ("size", "openings", "depth", "width", "margin", "visits", "network")
}


def test_a_file_has_one_maker_at_a_time_and_must_be_a_book(tmp_path):
    path = tmp_path / "book.jsonl"
    file = BookFile(path, SETTINGS)
    with pytest.raises(BookError, match="another process"):
        BookFile(path, SETTINGS)
    file.close()
    path.write_text("nonsense\n", "utf-8")
    with pytest.raises(BookError, match="not an opening book"):
        BookFile(path, SETTINGS)


@pytest.mark.slow
def test_processes_make_the_same_book(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    made(one)
    workers = ProcessTasks(replies_to, 2)
    try:
        made(two, workers=workers)
    finally:
        workers.close()
    assert OpeningBook.read(one).entries() == OpeningBook.read(two).entries()
    with pytest.raises(ArenaError, match="at least 1 worker"):
        ProcessTasks(replies_to, 0)


def test_the_commands_build_and_read(tmp_path):
    path = tmp_path / "book.jsonl"
    options = ["--size", "9", "--openings", "2", "--depth", "1", "--visits", "4", "--net", "small"]
    run = CliRunner().invoke(app, ["book", "build", str(path), *options])
    assert run.exit_code == 0, run.output
    assert f"{path} has 2 positions" in run.stdout
    entry = min(OpeningBook.read(path).entries())
    first = Board(9).name(entry.black[0])
    run = CliRunner().invoke(app, ["book", "replies", first, "--size", "9", "--file", str(path)])
    assert run.exit_code == 0
    assert "visits" in run.stdout
    run = CliRunner().invoke(app, ["book", "replies", "a1", "a2", "--size", "5"])
    assert "this one is not among them" in run.stdout


def test_the_player_answers_from_the_book_if_asked(monkeypatch):
    board = played("a10")
    monkeypatch.setattr(mcts_module, "shipped_book", lambda: book_of(played("a10"), "b2", "f6"))
    on = create("mcts:net=small,visits=2,book=on")
    off = create("hexmate:visits=2,book=off")
    result = on.play(board, Limit())
    assert board.name(result.move) == "b2"
    assert (result.info.visits, result.info.nodes, result.info.win_probability) == (10, 0, 0.5)
    assert board.name(off.play(board, Limit()).move) != "b2"
    assert next(iter(on.analyse(board, Limit()))).nodes > 0
    board.push_str("b2")
    assert on.play(board, Limit()).info.nodes > 0
