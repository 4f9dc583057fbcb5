"""Making players: built-in ones in this process, third-party ones in their own, all seeded."""

from pathlib import Path

import pytest

from hexmate.arena.clock import TimeControl
from hexmate.arena.referee import play_game
from hexmate.arena.seats import check_spec, last_words, seated
from hexmate.arena.terms import Pairing, Terms
from hexmate.errors import PlayerError
from hexmate.htp.player import HtpPlayer
from hexmate.players.base import Limit
from hexmate.players.random import RandomPlayer

MYBOT = f"file:{Path(__file__).parents[3] / 'examples' / 'mybot.py'},games=5"


def test_our_own_players_sit_here():
    player = seated("random", 3, Terms("3x3 hex - 3/3/3 b"))
    assert isinstance(player, RandomPlayer)
    assert last_words(player) is None


def test_a_third_party_player_has_a_process():
    terms = Terms("3x3 hex - 3/3/3 b", TimeControl.parse("60+3x10"), memory=1024)
    player = seated(MYBOT, 3, terms)
    try:
        assert isinstance(player, HtpPlayer)
        assert player.name == "mybot"
        assert player.engine.options.memory == 1024
        assert player.engine.options.slack == 20.25
        assert player.engine.options.restarts == 0
    finally:
        player.close()


def test_no_player_loses_by_seconds_that_no_control_gives(tmp_path):
    (tmp_path / "slow.py").write_text(
        "import time\n"
        "from hexmate.players import Player, PlayResult\n"
        "class Slow(Player):\n"
        "    def play(self, board, limit):\n"
        "        time.sleep(limit.time + 0.5)\n"
        "        return PlayResult(next(iter(board.legal_moves)))\n",
        "utf-8",
    )
    terms = Terms("1x1 hex - 1 b", limit=Limit(time=0.01))
    report = play_game(terms, Pairing(0, f"file:{tmp_path / 'slow.py'}", "random"))
    assert (report.result, report.reason) == ("B+", "connection")


@pytest.mark.slow
def test_a_third_party_player_is_seeded_too():
    terms = Terms("5x5 hex - 5/5/5/5/5 b", TimeControl(move=60))
    moves = [play_game(terms, Pairing(0, MYBOT, "random", (), seed)).moves for seed in (1, 1, 2)]
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


@pytest.mark.parametrize("spec", ["random", "negamax:depth=2", MYBOT])
def test_specs_that_can_play(spec):
    check_spec(spec)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("deepblue", "unknown player 'deepblue'"),
        ("random:depth=3", "'depth=3' is not an option of random"),
        ("file:missing.py", "no such file"),
        ("htp:./no-such-program", "no-such-program"),
        ("htp:true", "ended with status 0"),
    ],
)
def test_specs_that_cannot(spec, says):
    with pytest.raises(PlayerError, match=says):
        check_spec(spec)
