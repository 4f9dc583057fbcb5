"""A dose of clock jumps; `make soak` has the whole."""

import sys

import pytest
from soak.attack.clock_jumps import DAY, HOUR, clock_jumps


@pytest.mark.skipif(sys.platform != "linux", reason="the clock is set by a preloaded library")
def test_a_game_continues_when_the_clock_of_the_machine_is_set(tmp_path):
    figures = clock_jumps(tmp_path, (HOUR, -HOUR, 400 * DAY, -2 * DAY), pace=0.02)
    assert figures.problems == []
    assert (figures.jumps, len(figures.moves)) == (4, 9)
