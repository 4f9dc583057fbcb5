"""Random lines: nothing ends the server, and no answer goes astray."""

import pytest
from support.htp_fuzz import PLAYERS, Report, compare, fuzz, fuzz_process, line

from hexmate.htp.commands import COMMANDS
from hexmate.htp.commands.call import Command

CHUNK = 250


@pytest.mark.slow
def test_random_lines_each_have_one_answer():
    reports = [fuzz(CHUNK, seed=1, start=at * CHUNK) for at in range(8)]
    assert [report.failures for report in reports] == [[]] * 8
    assert sum(report.lines for report in reports) == 2_000
    assert sum(report.done for report in reports) > 600
    assert sum(report.refused for report in reports) > 400


@pytest.mark.slow
def test_random_lines_to_a_real_engine():
    report = fuzz_process(2_000, seed=2, start=1)
    assert report.failures == []
    assert report.done > 500


def test_every_command_and_player_is_tried():
    lines = " ".join(line(number, 1) for number in range(2_000))
    assert all(name in lines for name in COMMANDS)
    assert {at * CHUNK % len(PLAYERS) for at in range(8)} == set(range(len(PLAYERS)))


def test_the_fuzzer_finds_what_it_looks_for(monkeypatch):
    def broken(call):
        raise KeyError("oops")

    monkeypatch.setitem(COMMANDS, "play", Command("play", "COLOR MOVE", "", broken))
    assert any("KeyError" in failure for failure in fuzz(50, seed=1).failures)


def test_the_comparison_finds_what_it_looks_for():
    def failures(output):
        report = Report()
        compare(report, ["1 name", "# a remark", "name"], output)
        return report.failures

    assert failures("=1 a\n\n= b\n\n=8191 a\n\n") == []
    assert failures("=1 a\n\n=8191 a\n\n")
    assert failures("= a\n\n=1 b\n\n=8191 a\n\n")
    assert failures("=1 a\n\n= b\n\n?8191 a\n\n")
    assert failures("=1 a\n\nhello\n= b\n\n=8191 a\n\n")
