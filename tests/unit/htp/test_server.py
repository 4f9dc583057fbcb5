"""The server's answers where a transcript cannot show them: files, faults, menus, ends."""

import threading
from pathlib import Path

import pytest

from hexmate.errors import Resigned
from hexmate.htp.codec import Assembler, Response
from hexmate.htp.commands import COMMANDS
from hexmate.htp.server import LONGEST_LINE, Server
from hexmate.htp.session import Session
from hexmate.players.base import Info, Player, PlayResult
from hexmate.players.random import RandomPlayer

KINDS = (
    *("string", "var", "plist", "pspairs", "group", "inferior", "vc", "gfx", "move"),
    *("param", "none"),
)


class ScriptedPlayer(Player):
    """Does as it is told."""

    name = "scripted"

    def __init__(self, play=None, analyse=None):
        self._play, self._analyse = play, analyse
        self.stopped = threading.Event()
        self.ends = []

    def play(self, board, limit):
        return PlayResult(self._play(self, board))

    def analyse(self, board, limit, lines=1):
        return self._analyse(self, board)

    def stop(self):
        self.stopped.set()

    def finish(self, outcome):
        self.ends.append(outcome)


def serve(player, *lines):
    """The answers to a whole session, what else was written, and the log."""
    parts, log = [], []
    Server(Session(player), log.append).serve(iter(lines), parts.append)
    stream = Assembler()
    answers = [each for line in "".join(parts).split("\n")[:-1] if (each := stream.feed(line))]
    return answers, stream.stray, log


def ask(*lines, player=None):
    server = Server(Session(player or RandomPlayer(seed=1)))
    return [Response.parse(server.answer(line)) for line in lines]


@pytest.mark.parametrize("quoted", [False, True])
def test_a_record_with_blanks_in_its_name(tmp_path, quoted):
    path = tmp_path / "my  game 7"
    path.write_text("(;GM[11]SZ[3:4];B[a1];W[b2];B[c3])", "utf-8")
    name = f'"{path}"' if quoted else str(path)
    *_, whole = ask(f"loadsgf {name}", "printsgf")
    assert whole.text.endswith("SZ[3:4];B[a1];W[b2];B[c3])")
    *_, part = ask(f"loadsgf {name} 3", "printsgf")
    assert part.text.endswith(";B[a1];W[b2])")
    *_, begin = ask(f"loadsgf {name} 1", "printsgf")
    assert begin.text.endswith("SZ[3:4])")


def test_a_record_that_cannot_be_read_leaves_the_game(tmp_path):
    path = tmp_path / "bad.sgf"
    path.write_text("(;GM[11]SZ[3];B[z9", "utf-8")
    server = Server(Session(RandomPlayer(seed=1)))
    server.answer("play black a1")
    for name in (path, tmp_path, tmp_path / "none.sgf", Path("/dev/zero"), "x" * 5000, ""):
        assert server.answer(f"loadsgf {name}").startswith("? ")
    assert server.answer("printsgf").endswith(";B[a1])\n\n")


def test_a_failure_of_the_player_is_told_and_logged():
    def fail(player, board):
        raise RuntimeError("two\nlines")

    answers, stray, log = serve(ScriptedPlayer(fail), "1 genmove black", "2 name")
    assert answers == [
        Response("genmove failed: RuntimeError: two lines", False, 1),
        Response("scripted", id=2),
    ]
    assert stray == []
    assert "RuntimeError" in log[0]


def test_a_failure_in_the_middle_of_a_stream_ends_it():
    def analyse(player, board):
        yield Info(move=0)
        yield Info(move=1)
        raise RuntimeError("oh")

    answers, _, log = serve(
        ScriptedPlayer(analyse=analyse), "1 lz-genmove_analyze black 0", "2 name"
    )
    assert answers[0].ok
    assert answers[0].text.startswith("info move a1 ")
    assert "play" not in answers[0].text
    assert answers[1] == Response("scripted", id=2)
    assert any("RuntimeError" in text for text in log)


@pytest.mark.parametrize("analyses", [False, True])
def test_an_engine_that_resigns_during_analysis_says_so(analyses):
    def play(player, board):
        raise Resigned("enough")

    def analyse(player, board):
        if analyses:
            yield Info(move=0)
            yield Info(move=1)
        raise Resigned("enough")

    answers, *_ = serve(ScriptedPlayer(play, analyse), "1 kata-genmove_analyze black 0", "2 name")
    *reports, last = answers[0].text.split("\n")
    assert (answers[0].ok, bool(reports), last) == (True, analyses, "play resign")
    assert answers[1] == Response("scripted", id=2)


def test_an_interrupt_reaches_the_player():
    def play(player, board):
        assert player.stopped.wait(20)
        return 0

    answers, *_ = serve(ScriptedPlayer(play), "1 genmove black", "# interrupt", "2 name")
    assert [answer.id for answer in answers] == [1, 2]
    assert answers[0].text == "a1"


def test_an_analysis_waits_for_the_next_line_even_when_it_has_ended():
    came = threading.Event()
    parts = []

    def lines():
        yield "1 lz-analyze"
        came.wait(0.2)
        assert "\n\n" not in "".join(parts), "the answer has not ended yet"
        yield "2 name"

    def analyse(player, board):
        yield Info(move=0, win_probability=0.5)

    Server(Session(ScriptedPlayer(analyse=analyse))).serve(lines(), parts.append)
    text = "".join(parts)
    assert text.startswith("=1 \ninfo move a1 visits 0 winrate 5000 ")
    assert text.endswith("\n\n=2 scripted\n\n")


def test_the_player_is_told_of_the_end():
    player = ScriptedPlayer(lambda player, board: 0)
    serve(player, "genmove black", "play white resign", "quit", "name")
    assert [outcome.result() for outcome in player.ends] == ["B+Resign"]
    player = ScriptedPlayer(lambda player, board: 0)
    serve(player, "genmove black")
    assert player.ends == [None]


def test_a_line_without_end_is_refused():
    (answer,) = ask("name " + "x" * LONGEST_LINE)
    assert not answer.ok
    assert "longer than 1,000,000 characters" in answer.text


def test_explanations_are_short():
    (answer,) = ask("play " + "x" * 5000 + " a1")
    assert len(answer.text) <= 300


def test_every_item_of_the_menu_is_a_command_that_works():
    server = Server(Session(RandomPlayer(seed=1)))
    menu = Response.parse(server.answer("hexgui-analyze_commands")).text
    server.answer("boardsize 5")
    server.answer("play black c3")
    for line in menu.splitlines():
        kind, label, command = line.split("/")
        assert kind in KINDS
        assert label
        for wildcard, value in (("%m", "b"), ("%c", "w"), ("%p", "c3"), ("%P", "b2 d4")):
            command = command.replace(wildcard, value)
        answer = Response.parse(server.answer(command))
        assert answer.ok or "random cannot analyse a position" in answer.text
        assert command.split()[0] in COMMANDS


def test_an_interrupt_stops_the_solver_and_it_continues_when_asked_again():
    hard = ("boardsize 13", "param_dfpn timelimit 0")
    asked = ("dfpn-solve-state", "dfpn-solver-find-winning", "dfpn-get-pv")
    lines = [*hard, *asked, "# interrupt", "param_dfpn timelimit 0.1", "dfpn-solve-state", "quit"]
    parts = []
    Server(Session(RandomPlayer(seed=1))).serve(iter(lines), parts.append)
    answers = "".join(parts).split("\n\n")
    assert answers[2] == answers[6] == "= unknown"
    assert answers[3] == answers[4] == "? interrupted: not solved yet; ask again to continue"


def test_pairs_come_in_pairs_and_graphics_in_colours():
    server = Server(Session(RandomPlayer(seed=1)))
    for line in ("boardsize 7 5", "play black d3", "play white c2"):
        server.answer(line)
    for command in ("hexmate-potential b", "hexmate-evaluation w", "hexmate-evaluation b seed"):
        words = Response.parse(server.answer(command)).text.split()
        assert len(words) % 2 == 0
        assert {word[0] for word in words[::2]} <= set("abcdefg")
    for command in ("hexmate-current b", "hexmate-distance w", "hexmate-two_distance b"):
        first, second = Response.parse(server.answer(command)).text.splitlines()
        assert first.startswith("INFLUENCE ")
        assert second.startswith("TEXT ")
        values = [float(word) for word in first.split()[2::2]]
        assert values
        assert all(0 <= value <= 1 for value in values)
