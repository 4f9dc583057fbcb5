"""What long commands show: how much of how much, and the time left."""

import re
import sys

import pytest

from hexmate.cli.live import live
from hexmate.cli.pace import Pace


@pytest.mark.parametrize(
    ("first", "done", "elapsed", "seconds", "says"),
    [
        (0, 0, 0, None, "0 of 1,000 updates"),
        (0, 250, 100, None, "250 of 1,000 updates, 5:00 left"),
        (500, 750, 100, None, "750 of 1,000 updates, 1:40 left"),  # what was there does not count
        (500, 500, 9, None, "500 of 1,000 updates"),
        (0, 1000, 100, None, "1,000 of 1,000 updates"),
        (0, 250, 100, 130, "250 of 1,000 updates, 0:30 left"),
        (0, 0, 100, 3900, "0 of 1,000 updates, 1:03:20 left"),
        (0, 10, 140, 130, "10 of 1,000 updates, 0:00 left"),
    ],
)
def test_pace(first, done, elapsed, seconds, says):
    now = iter([7.0, 7.0 + elapsed])
    assert Pace(first, 1000, "updates", seconds=seconds, now=lambda: next(now)).tell(done) == says


def test_the_bar_shows_of_how_many_and_the_time_left(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "120")
    done = 5
    with live(40, lambda: done, unit="updates"):
        done = 6
    told = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capsys.readouterr().err)
    assert re.search(r"6 of 40 updates .* left", told)
