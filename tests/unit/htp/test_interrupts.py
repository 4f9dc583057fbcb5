"""Interrupts: what stops what, also when it comes too early, and nothing after the end."""

import threading
import time

import pytest

from hexmate.htp.interrupts import Interrupts
from hexmate.htp.reports import reports
from hexmate.players.base import Info
from hexmate.players.stopping import Stoppable


class Search(Stoppable):
    """Runs until its token is stopped."""

    def __init__(self):
        self.stops = 0

    def stop(self):
        self.stops += 1
        super().stop()

    def run(self):
        stopped = threading.Event()
        with self.searching() as token, token.calling(stopped.set):
            return stopped.wait(20)


def test_an_interrupt_stops_a_search_under_way():
    interrupts, search = Interrupts(), Search()
    sign = interrupts.sign(interrupts.read("genmove black"))
    threading.Timer(0.05, interrupts.read, ["# interrupt"]).start()
    with sign.stopping(search.stop):
        assert search.run()
    assert sign.interrupted()


def test_an_interrupt_before_the_search_has_begun_stops_it_too():
    interrupts, search = Interrupts(), Search()
    sign = interrupts.sign(interrupts.read("genmove black"))
    interrupts.read("# interrupt")
    with sign.stopping(search.stop):
        time.sleep(0.05)
        assert search.run()


def test_an_interrupt_stops_no_later_search():
    interrupts, search = Interrupts(), Search()
    interrupts.read("# interrupt")
    sign = interrupts.sign(interrupts.read("genmove black"))
    interrupts.read("# a comment")
    interrupts.read("name")
    interrupts.close()
    with sign.stopping(search.stop):
        time.sleep(0.05)
    assert search.stops == 0


def test_no_stop_comes_after_the_work():
    interrupts, search = Interrupts(), Search()
    sign = interrupts.sign(interrupts.read("genmove black"))
    interrupts.read("# interrupt")
    with sign.stopping(search.stop):
        search.run()
    stops = search.stops
    time.sleep(0.05)
    assert search.stops == stops


@pytest.mark.parametrize("line", ["name", "", "# a comment", None])
def test_any_line_or_the_last_stops_an_analysis(line):
    interrupts, search = Interrupts(), Search()
    sign = interrupts.sign(interrupts.read("lz-analyze"))
    assert not sign.overtaken()
    threading.Timer(
        0.05, interrupts.close if line is None else lambda: interrupts.read(line)
    ).start()
    with sign.stopping(search.stop, by_any_line=True):
        assert search.run()
    sign.wait()
    assert sign.overtaken()
    assert not sign.interrupted()


def test_a_stop_that_fails_does_not_keep_the_search_running():
    interrupts, search = Interrupts(), Search()

    def stop():
        raise ValueError

    sign = interrupts.sign(interrupts.read("genmove black"))
    interrupts.read("# interrupt")
    with sign.stopping(stop):
        assert search.run()


def test_one_interrupt_is_one_stop():
    interrupts, search = Interrupts(), Search()
    sign = interrupts.sign(interrupts.read("genmove black"))
    with sign.stopping(search.stop):
        interrupts.read("# interrupt")
        interrupts.read("# interrupt")
        assert search.run()
    assert search.stops == 1


def moves(report):
    return [info.move for info in report]


def test_reports_come_at_the_interval_and_at_the_end():
    infos = [Info(move=move) for move in range(5)]
    assert [moves(each) for each in reports(iter(infos), 0)] == [[0], [1], [2], [3], [4]]
    assert [moves(each) for each in reports(iter(infos), 100)] == [[0], [4]]
    assert list(reports(iter([]), 0)) == []


def test_a_move_that_has_risen_is_reported_once():
    infos = [Info(move=1), Info(move=2, rank=2), Info(move=2), Info(move=3, rank=2)]
    assert moves(list(reports(infos[:3], 0))[-1]) == [2]
    assert moves(list(reports(infos, 0))[-1]) == [2, 3]


def test_a_stopped_analysis_is_closed_and_has_a_last_report():
    closed = []

    def endless():
        try:
            while True:
                yield Info(move=7)
        finally:
            closed.append(True)

    assert [moves(each) for each in reports(endless(), 0, stopping=lambda: True)] == [[7]]
    assert closed == [True]
