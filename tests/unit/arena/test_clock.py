"""Time controls and stopwatches, as tables."""

import pytest

from hexmate.arena.clock import GRACE, Stopwatch, TimeControl, move_limit, slack
from hexmate.color import BLACK, WHITE
from hexmate.errors import MalformedError
from hexmate.players.base import Clock, Limit


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("none", TimeControl()),
        ("1/move", TimeControl(move=1)),
        ("0.05/move", TimeControl(move=0.05)),
        ("300", TimeControl(main=300)),
        ("300+5", TimeControl(main=300, increment=5)),
        ("0.5+0.01", TimeControl(main=0.5, increment=0.01)),
        ("60+3x10", TimeControl(main=60, periods=3, period=10)),
        ("0+1x30", TimeControl(main=0, periods=1, period=30)),
    ],
)
def test_a_control_is_its_text(text, control):
    assert TimeControl.parse(text) == control
    assert str(control) == text
    assert TimeControl.parse(f"  {text.upper()} ") == control


@pytest.mark.parametrize(
    "text",
    [
        *("", "fast", "-1", "1/", "/move", "1 /move", "0", "0/move", "0.0001/move", "1e9", "nan"),
        *("inf", "99999999999", "0+5", "60+", "60+0x10", "60+3x0", "60+3x", "60+3x10+5", "100x5"),
    ],
)
def test_what_is_no_control_is_refused(text):
    with pytest.raises(MalformedError, match="time control"):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    "fields",
    [
        {"increment": 5},
        {"periods": 3, "period": 10},
        {"main": 60, "move": 1},
        {"main": 60, "periods": 3},
        {"main": 60, "period": 10},
        {"main": 60, "increment": 5, "periods": 3, "period": 10},
        {"main": -1},
        {"move": float("nan")},
        {"main": 60, "periods": -1, "period": 10},
    ],
)
def test_a_control_that_makes_no_sense_is_refused(fields):
    with pytest.raises(MalformedError):
        TimeControl(**fields)


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("none", {}),
        ("1/move", {"overtime": "1 per move"}),
        ("300", {"time": "300"}),
        ("300+5", {"time": "300", "overtime": "fischer 5"}),
        ("60+3x10", {"time": "60", "overtime": "3x10 byo-yomi"}),
    ],
)
def test_headers(text, headers):
    assert TimeControl.parse(text).headers() == headers


LATE = None


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        # seconds that a move takes, then what is left: main time and periods
        ("none", [(1000, (0, 0)), (1e9, (0, 0))]),
        ("1/move", [(0.5, (0, 0)), (1, (0, 0)), (1 + GRACE, (0, 0)), (1.01 + GRACE, LATE)]),
        ("10", [(4, (6, 0)), (6, (0, 0)), (0.001, LATE)]),
        ("10", [(10.001, LATE)]),
        ("10+2", [(4, (8, 0)), (8, (2, 0)), (1, (3, 0)), (3.001, LATE)]),
        ("10+2x5", [(4, (6, 2)), (6, (0, 2)), (5, (0, 2)), (5 + GRACE, (0, 2))]),
        ("10+2x5", [(12, (0, 2)), (5.5, (0, 1)), (5.5, LATE)]),
        ("10+2x5", [(15.5, (0, 1)), (5, (0, 1)), (5.3, LATE)]),
        ("10+2x5", [(20 + GRACE, (0, 1))]),
        ("10+2x5", [(20.01 + GRACE, LATE)]),
        ("0+3x1", [(0.9, (0, 3)), (2.9, (0, 1)), (1, (0, 1)), (1.3, LATE)]),
    ],
)
def test_a_watch_runs_down(text, moves):
    watch = TimeControl.parse(text).stopwatch()
    for spent, left in moves:
        allowance = watch.allowance
        late = allowance is not None and spent > allowance
        after = watch.after(spent)
        assert (after is None) == late == (left is LATE)
        if after is not None:
            assert (after.left, after.periods) == pytest.approx(left)
            watch = after


def watch(text: str, left: float, periods: int = 0) -> Stopwatch:
    return Stopwatch(TimeControl.parse(text), left, periods)


@pytest.mark.parametrize(
    ("own", "other", "color", "told"),
    [
        (watch("none", 0), watch("none", 0), BLACK, Limit(nodes=7)),
        (watch("2/move", 0), watch("2/move", 0), WHITE, Limit(nodes=7, time=2)),
        (watch("300", 100), watch("300", 40), BLACK, Limit(nodes=7, clock=Clock(100, 40))),
        (watch("300", 100), watch("300", 40), WHITE, Limit(nodes=7, clock=Clock(40, 100))),
        (watch("300+5", 10), watch("300+5", 9), BLACK, Limit(nodes=7, clock=Clock(10, 9, 5))),
        (
            watch("60+3x10", 7, 3),
            watch("60+3x10", 0, 1),
            WHITE,
            Limit(nodes=7, clock=Clock(10, 17, 10)),
        ),
        (watch("60+3x10", 0, 2), watch("60+3x10", 9, 3), BLACK, Limit(nodes=7, time=10)),
    ],
)
def test_what_a_player_is_told(own, other, color, told):
    assert move_limit(Limit(nodes=7), own, other, color) == told


@pytest.mark.parametrize("text", ["none", "2/move", "300", "300+5", "60+3x10", "0+3x10", "5+1x10"])
def test_slack_is_what_a_move_may_take_beyond_what_was_told(text):
    control = TimeControl.parse(text)
    watch = control.stopwatch()
    told = move_limit(Limit(), watch, watch, BLACK)
    seconds = told.time if told.clock is None else told.clock.black
    if watch.allowance is not None:
        assert seconds + slack(control) == pytest.approx(watch.allowance)
