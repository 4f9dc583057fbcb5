"""The kit that every codec goes through."""

import io
import re

import pytest
from support.record_samples import (
    FILES,
    finished_game,
    line,
    loose,
    quiet_games,
    quiet_load,
    rich_game,
    warned,
)

from hexmate import records
from hexmate.board import Board
from hexmate.color import WHITE
from hexmate.errors import RecordError
from hexmate.game import Game, Setup
from hexmate.outcome import Termination
from hexmate.records import FORMATS
from hexmate.records.base import Problems

FULL = ("sgf", "jsonl")
"""Formats that hold every game."""

PLAIN = {
    "empty": line(),
    "one move": line("c2"),
    "unfinished": line("c2", "b3", "a1"),
    "1x1": line("a1", size=1),
    "26x26": line("z26", "a1", "y25", size=26),
    "finished": finished_game(),
    "rule of swap not used": line("c2", "b3"),
}
"""Games that every format holds."""

SPECIAL = {
    "swap-pieces": (line("c2", "swap", "a1", swap="pieces"), set(FORMATS) - {"hexfile"}),
    "swap-sides": (line("c2", "swap", "a1", swap="sides"), {"sgf", "jsonl", "hexworld", "moves"}),
    "pass": (line("c2", "pass", "a1"), {"sgf", "hsgf", "jsonl", "hexworld", "moves"}),
    "wide": (line("g2", "a1", size=(3, 7)), {"sgf", "hsgf", "jsonl", "hexworld", "moves"}),
    "offset": (line("c2", "a1", shape="offset"), set(FULL)),
    "square": (line("c2", "a1", shape="square"), set(FULL)),
    "triangle": (line("c2", "j5", shape="triangle"), set(FULL)),
    "32x32": (line("af32", "aa1", size=32), {"sgf", "jsonl", "trmph", "hexfile", "moves"}),
    "everything": (rich_game(), set(FULL)),
    "illegal move kept": (loose(line("a1")), {*FULL, "hsgf"}),
}  # fmt: skip
"""Games with something special, and the formats that hold it."""

for _ending, _holders in {
    Termination.RESIGNATION: {"sgf", "hsgf", "jsonl", "hexworld", "moves"},
    Termination.FORFEIT: {"sgf", "hsgf", "jsonl", "hexworld", "moves"},
    Termination.TIMEOUT: {"sgf", "hsgf", "jsonl", "moves"},
}.items():
    _game = line("c2", "b3")
    _game.end().add_variation(ending=_ending, color=WHITE)
    SPECIAL[_ending.value] = (_game, _holders)

KEPT_AS_THEY_ARE = ("everything", "illegal move kept")
"""Games with something that a strict reader refuses."""

ODD = {
    "out of turn": (line("a1", "b1"), "c1", {"sgf", "hsgf", "jsonl", "moves", "hexfile"}),
    "after the end": (finished_game(), "c3", set(FORMATS)),
}
"""Games with moves that are kept with a warning."""


def odd_game(name) -> Game:
    game, move, _ = ODD[name]
    twin = quiet_load(records.dumps(game, "jsonl"))
    twin.end().add_variation(move, WHITE)
    return twin


def check_round_trip(game: Game, format: str, strict: bool) -> None:
    text = records.dumps(game, format)
    again = quiet_load(text, strict, format=format)
    assert again == game
    assert records.dumps(again, format) == text
    assert records.detect(text, f"game{FORMATS[format].suffixes[0]}") == format


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", PLAIN)
def test_plain_games_survive_in_every_format(name, format):
    game = PLAIN[name]
    if name == "finished" and format not in (*FULL, "hsgf", "trmph"):
        game = quiet_load(records.dumps(game, "jsonl"))
        del game.headers["result"]
    check_round_trip(game, format, strict=True)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", SPECIAL)
def test_special_games_survive_or_are_refused(name, format):
    game, holders = SPECIAL[name]
    if format in holders:
        check_round_trip(game, format, strict=name not in KEPT_AS_THEY_ARE)
    elif (name, format) in (("swap-pieces", "hexfile"), ("swap-sides", "hexfile")):
        assert quiet_load(records.dumps(game, format)).end().board().to_array().tolist() == (
            game.end().board().to_array().tolist()
        )
    else:
        with pytest.raises(RecordError, match=format):
            records.dumps(game, format)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ODD)
def test_odd_moves_are_kept_with_a_warning(name, format):
    game = odd_game(name)
    if format not in ODD[name][2]:
        with pytest.raises(RecordError, match="turn"):
            records.dumps(game, format)
        return
    text = records.dumps(game, format)
    with warned(name.split()[0]):
        again = records.load(text)
    assert [node.move for node in again.mainline()] == [node.move for node in game.mainline()]
    assert records.dumps(again, format) == text
    if (name, format) != ("out of turn", "hexfile"):
        with pytest.raises(RecordError, match=name.split()[0]):
            records.load(text, strict=True)


@pytest.mark.parametrize("format", [name for name in FORMATS if name not in (*FULL, "hsgf")])
@pytest.mark.parametrize(
    ("loss", "change"),
    [
        ("comments", lambda game: setattr(game.end(), "comment", "why")),
        ("the header 'event'", lambda game: game.headers.update(event="Club")),
        ("variations", lambda game: game.add_variation("e5")),
        ("marks", lambda game: game.root.marks.update(circle=[3])),
        ("labels", lambda game: game.end().labels.update({3: "x"})),
        ("the property XX", lambda game: game.end().properties.update(XX=["1"])),
        ("set-up stones", lambda game: setattr(game.root, "setup", Setup((4,), (9,)))),
    ],
)
def test_a_loss_is_named_unless_it_is_wanted(format, loss, change):
    plain = line("c2", "b3")
    game = line("c2", "b3")
    change(game)
    with pytest.raises(RecordError, match=re.escape(loss)):
        records.dumps(game, format)
    left = quiet_load(records.dumps(game, format, lossy=True))
    if loss == "set-up stones":
        assert left.end().board().to_array().tolist() == game.end().board().to_array().tolist()
    else:
        assert left == plain


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("lossy", [False, True])
def test_lossy_changes_nothing_where_nothing_is_lost(format, lossy):
    game = line("c2", "b3", "a1")
    assert records.dumps(game, format, lossy) == records.dumps(game, format)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "text",
    ["\0\0\0", "(", "(;", "[[[[", "{", "{}", "[]", "#", "\\hex", "#99999999999,a1", "9" * 5000,
     "(;SZ[" + "9" * 5000 + "])", "é" * 100, "\ud800", "a" * 5000, "a99999999", ":", ",", "\\"],
)  # fmt: skip
def test_junk_is_a_record_error_or_a_game(format, text):
    codec = FORMATS[format]
    for strict in (False, True):
        for piece in codec.split(io.StringIO(text)):
            try:
                game = codec.parse(piece, Problems(strict))
            except RecordError:
                continue
            assert quiet_load(records.dumps(game, "jsonl")) == game


@pytest.mark.parametrize("format", FORMATS)
def test_collections_are_read_one_by_one(format, tmp_path):
    games = [line("c2", "b3"), line(size=4), line("a1", size=3)]
    path = tmp_path / f"games{FORMATS[format].suffixes[0]}"
    records.save(games, path)
    assert list(records.iter_games(path, strict=True)) == games
    assert records.load(path) == games[0]
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("format", FORMATS)
def test_windows_line_ends_and_a_byte_order_mark(format, tmp_path):
    text = records.dumps(line("c2", "b3"), format)
    path = tmp_path / "game"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() + b"\r\n")
    assert records.load(path, strict=True) == line("c2", "b3")
    assert records.load("\ufeff" + text.replace("\n", "\r\n"), strict=True) == line("c2", "b3")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_sample_files_write_back_the_same(path):
    format = records.detect(path.read_text(encoding="utf-8"), path)
    games = quiet_games(path)
    written = "".join(records.dumps(game, format) + "\n" for game in games)
    expected = path.read_text(encoding="utf-8")
    if format == "hexfile":
        expected = expected.replace("0 . .\n", "o . .\n")
    assert written == expected
    for full in FULL:
        assert [quiet_load(records.dumps(game, full)) for game in games] == games


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_position_of_a_sample_can_be_shown(path):
    for game in quiet_games(path):
        assert all(isinstance(node.board(), Board) for node in game.nodes())


@pytest.mark.parametrize("format", FORMATS)
def test_long_games(format):
    """A hundred thousand passes, or only stones where the format knows no pass."""
    game = Game(26)
    node = game.root
    for move in range(0, 400, 2):
        node = node.add_variation(move)
    for _ in range(100_000 if format in SPECIAL["pass"][1] else 0):
        node = node.add_variation("pass")
    assert quiet_load(records.dumps(game, format)) == game
