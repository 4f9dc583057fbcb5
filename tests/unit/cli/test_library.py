"""`hexmate library import`: files into a database, told in words, resumed after Ctrl-C."""

import pytest
from support.plain_records import write_collection

from hexmate.cli.app import main
from hexmate.store import Query, Store
from hexmate.store.bulk_import import BulkImport


@pytest.fixture
def imported(capfd, tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"

    def run(*files):
        with pytest.raises(SystemExit) as left:
            main(["library", "import", *map(str, files), "--database", url])
        told = capfd.readouterr()
        return left.value.code, told.out, told.err

    return run, url


def test_files_are_imported_and_duplicates_told(imported, tmp_path):
    run, url = imported
    one = write_collection(tmp_path / "one.sgf", 30, moves=10)
    two = tmp_path / "two.sgf"
    two.write_text(one.read_text("utf-8") + "(;GM[11]SZ[5];B[a1])(;GM[11]SZ[99])", "utf-8")
    status, told, warned = run(one, two)
    assert status == 0
    assert "one.sgf: 30 games added, 0 already in the library\n" in told
    assert "two.sgf: 1 games added, 30 already in the library, 1 unreadable\n" in told
    assert "Warning: two.sgf" in warned
    with Store.open(url) as store:
        assert store.library.search(Query()).total == 31
    assert "one.sgf: imported before (30 games added" in run(one)[1]


def test_ctrl_c_stops_and_the_same_command_continues(imported, tmp_path, monkeypatch):
    run, _ = imported
    path = write_collection(tmp_path / "many.sgf", 120, moves=8)
    steps = BulkImport.steps

    def interrupted(job):
        for number, report in enumerate(steps(job)):
            yield report
            if number == 0:
                raise KeyboardInterrupt

    monkeypatch.setattr(BulkImport, "steps", interrupted)
    status, _, told = run(path)
    assert status == 130
    assert "stopped after 50 games" in told
    monkeypatch.setattr(BulkImport, "steps", steps)
    status, told, _ = run(path)
    assert status == 0
    assert "continues after 50 games" in told
    assert "120 games added, 0 already" in told


def test_files_that_cannot_be_read(imported, tmp_path):
    run, _ = imported
    status, _, told = run(tmp_path / "missing.sgf")
    assert status == 2
    assert "missing.sgf: no such file" in told
