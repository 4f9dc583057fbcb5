"""Players from files and from installed packages."""

import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest

from hexmate.board import Board
from hexmate.errors import EngineError, PlayerError
from hexmate.htp import own_process
from hexmate.players import Limit, available, create
from hexmate.players.blame import describe_error
from hexmate.players.registry import is_built_in, is_engine

MYBOT = Path(__file__).parents[3] / "examples" / "mybot.py"

BOT = """
from hexmate.players import Player, PlayResult

class Bot(Player):
    name = "bot"

    def __init__(self, depth: int = 1, time: float | None = None, loud: bool = False,
                 title="bot", *, seed=0, **rest):
        self.settings = (depth, time, loud, title, seed)

    def play(self, board, limit):
        return PlayResult(next(iter(board.legal_moves)))
"""


@pytest.fixture
def bot(tmp_path):
    def write(text, name="bot.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return path

    return write


def test_the_example_is_a_player_under_40_lines():
    assert len(MYBOT.read_text().splitlines()) < 40
    player = create(f"file:{MYBOT}:MyBot,games=5,seed=3")
    assert (player.name, player.games, player.seed) == ("mybot", 5, 3)
    assert player.play(Board(5), Limit(time=5)).move in Board(5).legal_moves


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", (1, None, False, "bot", 0)),
        (":Bot", (1, None, False, "bot", 0)),
        (",depth=3,time=0.5", (3, 0.5, False, "bot", 0)),
        (":Bot,loud=on,title=Big Bot,seed=7", (1, None, True, "Big Bot", 7)),
    ],
)
def test_options_are_read_as_the_parameters_are_annotated(bot, settings, expected):
    assert create(f"file:{bot(BOT)}{settings}").settings == expected


def test_a_seed_goes_to_players_that_take_one_and_have_none(bot):
    path = bot(BOT)
    assert create(f"file:{path}", seed=5).settings[-1] == 5
    assert create(f"file:{path},seed=3", seed=5).settings[-1] == 3
    assert create("minimax", seed=5).name == "minimax"
    games = [create("random", seed=seed).play(Board(11), Limit()).move for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_files_may_import_what_lies_beside_them_and_hold_a_function(bot):
    bot("ANSWER = 4", "helper.py")
    path = bot(
        """
        from __future__ import annotations
        from dataclasses import dataclass
        from hexmate.players import Player, PlayResult
        from helper import ANSWER

        @dataclass
        class Quiet(Player):
            answer: int = ANSWER
            def play(self, board, limit):
                return PlayResult(self.answer)

        def make(answer: int):
            return Quiet(answer)
        """
    )
    assert create(f"file:{path}").play(Board(3), Limit()).move == 4
    assert create(f"file:{path}:make,answer=2").play(Board(3), Limit()).move == 2
    assert str(path.parent) not in sys.path


@pytest.mark.parametrize(
    ("text", "settings", "says"),
    [
        (BOT, ":Robot", "has no Robot; its players are Bot"),
        (BOT, ",speed=3", "'speed=3' is not an option of bot.py:Bot; its options are depth=..."),
        (BOT, ",depth=deep", r"'deep' is not a valid depth for bot.py:Bot \(a whole number"),
        (BOT, ":Player", "Can't instantiate abstract class Player|failed: TypeError"),
        (BOT + "X = 3", ":X", "X must be a subclass of Player or a function"),
        (BOT + "class Other(Bot): pass", "", "several players; add one of Bot, Other"),
        ("x = 1", "", "has no player; derive a class from hexmate.players.Player"),
        ("class Bot: pass", ":Bot", "makes a Bot; derive it from hexmate.players.Player"),
        ("import no_such_module", "", "line 1: ModuleNotFoundError: No module named"),
        ("def broken(:", "", "line 1: SyntaxError: "),
        ("raise SystemExit(3)", "", "line 1: SystemExit: 3"),
        (
            BOT.replace("self.settings", "1/0 #"),
            "",
            "Bot failed: bot.py, line [0-9]+: ZeroDivisionError",
        ),
    ],
)
def test_what_is_wrong_with_a_file(bot, text, settings, says):
    with pytest.raises(PlayerError, match=says):
        create(f"file:{bot(text)}{settings}")


@pytest.mark.parametrize("spec", ["file:", "file:bot.txt", "file:nowhere.py"])
def test_files_that_are_none(spec):
    with pytest.raises(PlayerError, match=r"write file:PATH\.py|no such file"):
        create(spec)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("htp", "write htp:COMMAND or htp"),
        ("htp:", "give the command of the engine"),
        ("htp[swap=round]:./x", "'round' is not a valid swap for htp .*auto, pieces, sides"),
        ("htp[colors=black]:./x", "not a valid colors for htp"),
        ("htp[time=0]:./x", "not a valid time for htp"),
        ("htp[memory=-1]:./x", "not a valid memory for htp"),
        ("htp[speed=3]:./x", "'speed=3' is not an option of htp; its options are colors=..."),
        ("htp:./no-such-engine", "cannot run ./no-such-engine"),
        ("htq:./x", "unknown player 'htq'; the players are .*file:PATH.py.*htp"),
    ],
)
def test_engines_that_are_none(spec, says):
    with pytest.raises(PlayerError, match=says):
        create(spec)


def test_whose_code_it_is():
    assert is_built_in("negamax:depth=2")
    assert not any(map(is_built_in, ["file:x.py", "htp:negamax", "htp[time=1]:x", "plug:x=1", ""]))
    assert is_engine("htp[colors=a/b]:x")
    assert not is_engine("htpx:y")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed package with two players, one of which cannot be loaded."""
    (tmp_path / "botpack.py").write_text(BOT)
    info = tmp_path / "botpack-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: botpack\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(
        "[hexmate.players]\nplugged = botpack:Bot\nbroken = no_such:Bot\nrandom = botpack:Bot\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("botpack", None)


@pytest.mark.usefixtures("package")
def test_installed_packages_offer_players():
    assert create("plugged:depth=4", seed=9).settings == (4, None, False, "bot", 9)
    entries = {entry.name: entry for entry in available()}
    assert entries["plugged"].help == "plug-in of botpack 1.2"
    assert entries["plugged"].factory().name == "bot"
    assert "broken" in entries
    with pytest.raises(PlayerError, match="the plug-in broken failed: ModuleNotFoundError"):
        create("broken")
    with pytest.raises(PlayerError, match="'x=1' is not an option of plugged"):
        create("plugged:x=1")
    assert create("random").name == "random", "ours go before others of the same name"
    assert not is_built_in("plugged")


@pytest.mark.slow
def test_nothing_is_looked_for_until_it_is_asked_for():
    code = "import sys, hexmate.players; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"importlib.metadata", "subprocess", "hexmate.htp"} & set(run.stdout.split())


RAISING = """
from hexmate.players import Player, PlayResult
class Bot(Player):
    name = "raising"
    def play(self, board, limit):
        return self.search(board)
    def search(self, board):
        return board.fly()  # line 8
"""


def test_errors_keep_their_line_in_a_file_beside_the_player(bot):
    path = bot("import beside_it\n\nbeside_it.work()\n")
    (path.parent / "beside_it.py").write_text("def work():\n    return {}['key']\n", "utf-8")
    with pytest.raises(
        PlayerError, match=r"bot\.py failed: beside_it\.py, line 2: KeyError: 'key'"
    ):
        create(f"file:{path}")


def test_errors_of_a_library_are_those_of_the_line_that_called_it(bot):
    path = bot("import json\n\njson.loads('{')\n")
    with pytest.raises(PlayerError, match=r"bot\.py, line 3: JSONDecodeError: Expecting"):
        create(f"file:{path}")


def test_an_error_in_play_keeps_its_line(bot):
    path = bot(RAISING)
    with pytest.raises(AttributeError) as error:
        create(f"file:{path}").play(Board(3), Limit())
    assert describe_error(error.value).startswith("bot.py, line 8: AttributeError: ")
    with closing(own_process(f"file:{path}")) as player, pytest.raises(EngineError) as refusal:
        player.play(Board(3), Limit(time=1))
    assert "bot.py, line 8: AttributeError: " in str(refusal.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def broken(:", "bot.py, line 1: SyntaxError: "),
        ("\n\nraise ValueError('x' * 150)", f"bot.py, line 3: ValueError: {'x' * 150}"),
    ],
)
def test_an_error_at_the_start_of_a_process_keeps_its_line(bot, text, says):
    path = bot(text)
    with pytest.raises(EngineError) as error:
        own_process(f"file:{path}")
    assert str(error.value).startswith(f"file:{path} ")
    assert says in str(error.value)


def test_our_own_errors_have_no_line_of_a_player():
    assert describe_error(ValueError("what")) == "ValueError: what"
    assert describe_error(SystemExit()) == "SystemExit"
