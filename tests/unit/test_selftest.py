"""`python -m hexmate.selftest` passes here, and fails where something is wrong."""

import shutil
import subprocess
import sys

import pytest

from hexmate import selftest


@pytest.mark.slow
def test_a_working_installation_passes():
    command = [sys.executable, "-m", "hexmate.selftest"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    lines = run.stdout.splitlines()
    assert [line.split(":")[0].split() for line in lines[1:-1]] == [
        [name, "ok"] for name in selftest.CHECKS
    ]
    assert lines[-1] == "Hexmate works."


def test_what_an_extra_would_bring_is_named(monkeypatch, capsys):
    monkeypatch.setattr(selftest, "CHECKS", {"server": selftest.check_server})
    monkeypatch.setattr(selftest, "_NEEDED_BY_SERVER", ("no_such_library",))
    assert selftest.main() == 0
    assert 'server   not checked: needs no_such_library: pip install "hexmate[play]"' in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("check", "name", "broken"),
    [
        ("rules", "random_playouts", lambda *_, **__: (1000, 999, 1)),
        ("perft", "perft", lambda *_: 1),
        ("records", "dumps", lambda *_: "5: a1"),
    ],
)
def test_a_wrong_answer_fails_its_check(monkeypatch, capsys, check, name, broken):
    monkeypatch.setattr(selftest, "CHECKS", {check: selftest.CHECKS[check]})
    monkeypatch.setattr(selftest, name, broken)
    assert selftest.main() == 1
    said = capsys.readouterr().out
    assert f"{check:8} FAILED" in said
    assert "1 of 1 checks failed" in said


def test_a_server_that_does_not_start_fails(monkeypatch, capsys):
    monkeypatch.setattr(selftest, "CHECKS", {"server": selftest.check_server})
    monkeypatch.setattr(selftest.sys, "executable", shutil.which("false"))
    assert selftest.main() == 1
    assert "the server did not start" in capsys.readouterr().out


def test_a_server_that_takes_longer_than_given_fails(monkeypatch, capsys):
    monkeypatch.setattr(selftest, "CHECKS", {"server": selftest.check_server})
    assert selftest.main(["--patience", "0.01"]) == 1
    assert "the server did not start: no answer in time" in capsys.readouterr().out
