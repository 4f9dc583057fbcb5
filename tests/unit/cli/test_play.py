"""`hexmate play` in the browser."""

import pytest

from hexmate.cli import play
from hexmate.errors import HexmateError
from hexmate.web.live.lease import LeaseError


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (LeaseError("another server", "process 7 on here"), "already running.*process 7 on here"),
        (HexmateError("no disk"), "^no disk$"),
    ],
)
def test_a_second_hexmate_is_told_of_the_first(monkeypatch, problem, message):
    def start(*_given, **_options):
        raise problem

    monkeypatch.setattr(play, "start", start)
    with pytest.raises(HexmateError, match=message):
        play._play_in_browser()
