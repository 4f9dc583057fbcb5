"""The folder of an event: what it refuses, and what it survives."""

import json
from dataclasses import replace

import pytest

from hexmate.arena.clock import TimeControl
from hexmate.arena.journal import Journal
from hexmate.arena.referee import play_game
from hexmate.arena.terms import Pairing, Terms
from hexmate.errors import ArenaError
from hexmate.players.base import Limit
from hexmate.records import load

TERMS = Terms("3x3 hex - 3/3/3 b", TimeControl.parse("5+1"), Limit(nodes=9, visits=8, depth=7), 64)
REPORTS = [
    play_game(TERMS, Pairing(number, "random", "random", (), number)) for number in (1, 0, 2)
]


def opened(folder, **changes):
    values = {"terms": TERMS, "players": ["random"], "seed": 1, "format": "match"} | changes
    return Journal(folder, **values)


def filled(folder):
    with opened(folder) as journal:
        for report in REPORTS:
            journal.add(report)
    return folder / "results.jsonl"


def test_terms_survive_json():
    assert Terms.from_dict(json.loads(json.dumps(TERMS.as_dict()))) == TERMS
    assert Terms.from_dict(Terms("1x1 hex - 1 b").as_dict()) == Terms("1x1 hex - 1 b")


def test_what_was_added_is_there(tmp_path):
    filled(tmp_path / "a" / "b")
    with opened(tmp_path / "a" / "b") as journal:
        assert list(journal.reports.values()) == REPORTS
        for report in REPORTS:
            record = load(tmp_path / "a" / "b" / "games" / f"{report.number:05}.sgf")
            assert record == report.game()
        assert journal.folder == tmp_path / "a" / "b"


def test_a_player_whom_sgf_cannot_name_ends_no_event(tmp_path):
    report = replace(REPORTS[0], black="file:two\nlines.py")
    with opened(tmp_path) as journal:
        journal.add(report)
    with opened(tmp_path) as journal:
        assert journal.reports == {report.number: report}
    assert load(tmp_path / "games" / "00001.sgf").headers["black"] == "file:two lines.py"


@pytest.mark.parametrize("torn", ["x", '{"number": 3', '{"number": 3}', "\xff"])
def test_a_torn_last_line_is_dropped(tmp_path, torn):
    results = filled(tmp_path)
    whole = results.read_text("utf-8")
    with results.open("a", encoding="latin-1") as stream:
        stream.write(torn)
    with opened(tmp_path) as journal:
        assert len(journal.reports) == 3
        journal.add(REPORTS[0])
    assert results.read_text("utf-8") == whole + whole.splitlines()[0] + "\n"


def test_a_last_line_torn_anywhere_is_dropped(tmp_path):
    results = filled(tmp_path)
    content = results.read_bytes()
    for cut in range(len(content) - 30, len(content)):
        results.write_bytes(content[:cut])
        with opened(tmp_path) as journal:
            assert sorted(journal.reports) == [0, 1]


def test_a_broken_line_is_an_error(tmp_path):
    results = filled(tmp_path)
    lines = results.read_text("utf-8").splitlines()
    for broken in ("lorem", '{"number": 0}', "[]"):
        results.write_text("\n".join([lines[0], broken, lines[2], ""]), "utf-8")
        with pytest.raises(ArenaError, match=r"results\.jsonl, line 2"):
            opened(tmp_path)


@pytest.mark.parametrize(
    ("changes", "differ"),
    [
        ({"seed": 2}, "seed"),
        ({"terms": Terms("3x3 hex - 3/3/3 b")}, "terms"),
        ({"players": ["random", "bridge"]}, "players"),
        ({"format": "swiss", "seed": 2}, "format, seed"),
        ({"more": 1}, "more"),
    ],
)
def test_another_event_is_refused(tmp_path, changes, differ):
    results = filled(tmp_path)
    before = results.read_bytes()
    with pytest.raises(ArenaError, match=f"differs in: {differ}"):
        opened(tmp_path, **changes)
    assert results.read_bytes() == before


def test_another_version_is_refused(tmp_path):
    filled(tmp_path)
    event = json.loads((tmp_path / "event.json").read_text("utf-8"))
    (tmp_path / "event.json").write_text(json.dumps(event | {"version": "0.0.1"}), "utf-8")
    with pytest.raises(ArenaError, match="differs in: version"):
        opened(tmp_path)


def test_a_folder_of_something_else(tmp_path):
    (tmp_path / "event.json").write_text("lorem", "utf-8")
    with pytest.raises(ArenaError, match=r"event\.json cannot be read"):
        opened(tmp_path)
    (tmp_path / "event.json").unlink()
    (tmp_path / "results.jsonl").write_text("", "utf-8")
    with pytest.raises(ArenaError, match=r"no event\.json"):
        opened(tmp_path)
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(ArenaError, match="file"):
        opened(tmp_path / "file")


def test_one_process_at_a_time(tmp_path):
    with opened(tmp_path), pytest.raises(ArenaError, match="another process"):
        opened(tmp_path)
    with opened(tmp_path):
        pass


def test_drafts_of_a_killed_process_are_removed(tmp_path):
    filled(tmp_path)
    (tmp_path / "games" / "00007.sgf.123.tmp").write_text("(;", "utf-8")
    with opened(tmp_path):
        assert not list(tmp_path.rglob("*.tmp"))
