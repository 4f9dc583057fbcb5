"""The doors of the package: finding the format, files and texts, saving."""

import warnings
from pathlib import Path

import pytest
from support.record_samples import DATA, finished_game, line, rich_game, warned

from hexmate import records
from hexmate.errors import RecordError, RecordWarning
from hexmate.game import Game
from hexmate.records import FORMATS


@pytest.mark.parametrize(
    ("text", "name", "format"),
    [
        ("(;GM[11];B[a1])", None, "sgf"),
        ("  \n(;SZ[5];B[a1])", None, "sgf"),
        ("(;SZ[5];W[aa])", None, "hsgf"),
        ("(;SZ[5])", None, "sgf"),
        ("(;SZ[5])", "game.hsgf", "hsgf"),
        ("(;GM[11]SZ[5])", "game.hsgf", "sgf"),
        ("mail before it (;GM[11])", None, "sgf"),
        ("\\hex\n\\dim 3", None, "hexfile"),
        ('{"schema": "hexmate-game/1"}', None, "jsonl"),
        ("#11,a1", None, "hexworld"),
        ("#11,a1 b", None, "trmph"),
        ("https://hexworld.org/board/#11c1,a1", None, "hexworld"),
        ("https://trmph.com/hex/board#13,a1", None, "trmph"),
        ("13x11: a1", None, "moves"),
        ("1. a1 b2", None, "moves"),
        ("swap", None, "moves"),
    ],
)
def test_detection(text, name, format):
    assert records.detect(text, name) == format


@pytest.mark.parametrize("text", ["", "hello", "a1.sgf", "12", "\0", "b2b", "<html>", "[1]"])
def test_what_is_in_no_format(text):
    with pytest.raises(RecordError, match="none of the formats"):
        records.detect(text)
    with pytest.raises(RecordError):
        records.load(text)


def test_a_missing_file_is_named(tmp_path):
    for source in (tmp_path / "none.sgf", str(tmp_path / "none.sgf")):
        with pytest.raises(RecordError, match=r"none\.sgf: no such file"):
            records.load(source)
        with pytest.raises(RecordError, match=r"none\.sgf: no such file"):
            next(records.iter_games(source))


def test_folders_odd_names_and_empty_files(tmp_path):
    with pytest.raises(RecordError, match="directory"):
        records.load(tmp_path)
    with pytest.raises(RecordError, match="null"):
        records.load(Path("a\0b"))
    empty = tmp_path / "empty.sgf"
    empty.write_text("")
    with pytest.raises(RecordError, match=r"empty\.sgf"):
        records.load(empty)
    with pytest.raises(RecordError, match=r"empty\.sgf: no game found"):
        records.load(empty, format="sgf")
    with pytest.raises(RecordError, match="the text is empty"):
        records.load("  \n ")


def test_the_name_of_an_existing_file_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a1").write_text("5: c3 d4")
    assert records.load("a1") == line("c3", "d4")
    (tmp_path / "a1").unlink()
    assert records.load("a1") == line("a1", size=11)


def test_messages_name_file_and_line(tmp_path):
    path = tmp_path / "two.sgf"
    path.write_text("(;GM[11]SZ[5])\n\n(;GM[11]SZ[5]\n;B[a1];W[a1])")
    with warned(r"two\.sgf: line 4, character 8: .*occupied"):
        list(records.iter_games(path))
    with pytest.raises(RecordError, match=r"two\.sgf: line 4, character 8: .*occupied"):
        list(records.iter_games(path, strict=True))


def test_an_unreadable_game_is_left_out_of_a_collection():
    text = "(;GM[11]SZ[5];B[a1])(;GM[1])(;GM[11]SZ[6])"
    with warned(r"GM\[1\].*skipped"):
        games = list(records.iter_games(text))
    assert [game.rows for game in games] == [5, 6]
    with pytest.raises(RecordError, match=r"GM\[1\]"):
        list(records.iter_games(text, strict=True))
    with pytest.warns(RecordWarning), pytest.raises(RecordError, match=r"GM\[1\]"):
        list(records.iter_games("(;GM[1])"))


def test_saving_goes_by_the_name(tmp_path):
    for format, codec in FORMATS.items():
        path = tmp_path / f"game{codec.suffixes[0].upper()}"
        records.save(line("a1"), str(path))
        assert path.read_text() == records.dumps(line("a1"), format) + "\n"
    with pytest.raises(RecordError, match="give the format"):
        records.save(line("a1"), tmp_path / "game.xyz")
    records.save(line("a1"), tmp_path / "game.xyz", format="moves")
    assert records.load(tmp_path / "game.xyz") == line("a1")
    with pytest.raises(RecordError, match="unknown format 'pgn'"):
        records.save(line("a1"), tmp_path / "game.pgn", format="pgn")


def test_a_failed_save_leaves_the_old_file(tmp_path):
    path = tmp_path / "game.moves"
    records.save(line("a1"), path)
    with pytest.raises(RecordError, match="moves cannot hold"):
        records.save([line("b2"), rich_game()], path)
    assert records.load(path) == line("a1")
    with pytest.raises(RecordError, match="Unicode"):
        records.save(Game(5, headers={"black": "\ud800"}), tmp_path / "bad.sgf")
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.moves"]
    with pytest.raises(RecordError, match="no such file"):
        records.save(line("a1"), tmp_path / "none" / "game.sgf")


def test_dumps_knows_its_formats():
    with pytest.raises(RecordError, match="choose sgf"):
        records.dumps(Game(5), "pgn")


def test_files_are_closed_even_when_reading_stops_early():
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        games = records.iter_games(DATA / "collection.sgf")
        assert next(games).headers["name"] == "one"
        games.close()


def test_an_untrusted_text_never_opens_a_file(tmp_path):
    path = tmp_path / "secret.sgf"
    records.save(finished_game(), path)
    assert records.load(str(path)).rows == 3
    with pytest.raises(RecordError):
        list(records.iter_text(str(path), report=print))


def test_an_untrusted_text_raises_no_python_warning():
    said: list[str] = []
    text = "(;GM[11]SZ[5];B[a1];B[b1])(;GM[11]SZ[999])(;GM[11]SZ[4];B[d4])"
    games = list(records.iter_text(text, report=said.append))
    assert [game.rows for game in games] == [5, 4]
    assert "out of turn" in said[0]
    assert "skipped" in said[1]
    with pytest.raises(RecordError, match="out of turn"):
        list(records.iter_text(text, strict=True, report=said.append))
    with pytest.raises(RecordError, match="empty"):
        list(records.iter_text(" ", report=said.append))
