"""The engine as a process: transcripts, interrupts, streams, other players, and how it ends."""

import queue
import signal
import subprocess
import sys
import threading
import time

import pytest
from support.htp_transcripts import FILES, read, run_as_process
from support.patience import kept, within
from support.processes import interruptible

from hexmate.htp.codec import Assembler

PATIENCE = 60
"""Seconds after which an answer that should come at once is missing, on the busiest machine."""


class Engine:
    """A real engine, and its lines as they come."""

    def __init__(self, *arguments, program=("-m", "hexmate", "htp")):
        self.process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            preexec_fn=interruptible,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self):
        return self.lines.get(timeout=PATIENCE)

    def answer(self):
        """The next answer; nothing may stand before it."""
        stream = Assembler()
        while (response := stream.feed(self.line())) is None:
            assert stream.stray == []
        return response

    def ask(self, line):
        self.send(line)
        response = self.answer()
        assert response.ok, response.text
        return response.text

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None and error[0] is not None:
            self.process.kill()
        self.process.stdin.close()
        self.errors = self.process.stderr.read()
        assert self.process.wait(PATIENCE) == 0 or error[0] is not None
        self.process.stdout.close()
        self.process.stderr.close()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript(path):
    transcript = read(path)
    transcript.check(run_as_process(transcript))


@pytest.mark.parametrize("player", ["uct", "negamax", "montecarlo", "perfect:time=600"])
def test_an_interrupt_ends_a_search_whose_answer_still_comes(player):
    with Engine("--player", player, "--time", "600") as engine:
        engine.ask("boardsize 9")
        engine.send("5 genmove black")
        time.sleep(0.3)
        began = time.perf_counter()
        engine.send("# interrupt")
        response = engine.answer()
        assert within(5, began)
        assert response.id == 5
        assert engine.ask("printsgf").endswith(f";B[{response.text}])")
        engine.ask("quit")


def test_an_interrupt_sent_together_with_its_command():
    with Engine("--player", "uct", "--time", "600") as engine:
        engine.send("genmove black\n# interrupt")
        assert engine.answer().ok
        engine.ask("quit")


def test_an_analysis_continues_until_the_next_line():
    with Engine("--player", "uct", "--time", "0.01") as engine:
        engine.send("7 lz-analyze black 1")
        assert engine.line() == "=7 "
        reports = [engine.line() for _ in range(5)]
        assert all(line.startswith("info move ") for line in reports)
        began = time.perf_counter()
        engine.send("8 name")
        while (line := engine.line()) != "":
            assert line.startswith("info move ")
        assert engine.answer().id == 8
        assert within(5, began)
        engine.send("kata-analyze 1")
        assert engine.line() == "= "
        engine.send("")
        while engine.line() != "":
            pass
        engine.ask("quit")


def test_live_graphics_during_a_search():
    with Engine("--player", "uct", "--time", "1.5", "--live-gfx") as engine:
        engine.send("genmove black")
        blocks = 0
        while not (line := engine.line()).startswith("= "):
            blocks += line == "gogui-gfx:"
        assert blocks >= 2
        assert engine.line() == ""
        engine.ask("quit")


def test_the_end_of_the_input_waits_for_the_answers():
    run = subprocess.run(
        [sys.executable, "-m", "hexmate", "htp", "--player", "uct", "--time", "0.5"],
        input=b"1 genmove black\n2 name",
        capture_output=True,
        timeout=PATIENCE,
    )
    first, second = run.stdout.decode().split("\n\n")[:2]
    assert first.startswith("=1 ")
    assert second == "=2 uct"
    assert (run.returncode, run.stderr) == (0, b"")


def test_nothing_that_is_sent_ends_the_engine():
    junk = bytes(range(256)).replace(b"\n", b"") + b"\xff\xfe\n" + b"9" * 3_000_000 + b"\n"
    run = subprocess.run(
        [sys.executable, "-m", "hexmate", "htp", "--player", "random"],
        input=b"quit please\n" + junk + b"\x00\n12 name\n",
        capture_output=True,
        timeout=PATIENCE,
    )
    answers = run.stdout.decode().split("\n\n")
    assert [answer[0] for answer in answers[:-1]] == ["?", "?", "?", "="]
    assert "longer than" in answers[2]
    assert answers[3] == "=12 random"
    assert run.returncode == 0


CHATTERBOX = """
import os, subprocess, sys
from hexmate.cli import main
from hexmate.players import registry
from hexmate.players.base import Player, PlayResult

class Chatterbox(Player):
    name = "chatterbox"

    def __init__(self):
        print("= a1\\n")

    def play(self, board, limit):
        stones = board.num_cells - board.num_empty
        print("= b2\\n", flush=True)
        os.write(1, b"= c3\\n\\n")
        subprocess.run([sys.executable, "-c", "print('= d4\\\\n')"], check=True)
        if stones == 1:
            sys.exit("enough")
        if stones == 2:
            return PlayResult(len(input()))
        if stones == 3:
            raise ZeroDivisionError("oh")
        return PlayResult(0)

registry._ENTRIES["chatterbox"] = registry.Entry("chatterbox", "talks", Chatterbox)
main(["htp", "--player", "chatterbox"])
"""


def test_a_player_that_prints_and_exits_disturbs_no_other():
    with Engine(program=("-c", CHATTERBOX)) as engine:
        assert engine.ask("genmove black") == "a1"
        for cell, fault in (("b1", "SystemExit"), ("c1", "EOFError"), ("d1", "ZeroDivision")):
            engine.send("genmove white")
            response = engine.answer()
            assert not response.ok
            assert fault in response.text
            engine.ask(f"play white {cell}")
        assert engine.ask("name") == "chatterbox"
        engine.ask("quit")
    assert engine.errors.count("= b2") == 4
    assert engine.errors.count("= d4") == 4
    assert "ZeroDivisionError" in engine.errors


def test_a_client_that_goes_away_ends_the_engine_quietly():
    process = subprocess.Popen(
        [sys.executable, "-m", "hexmate", "htp", "--player", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    _, errors = process.communicate(b"name\n" * 1000, timeout=PATIENCE)
    assert errors == b""
    assert process.returncode in (0, 1)


@pytest.mark.parametrize("line", ["name", "genmove black"])
def test_ctrl_c_ends_quietly(line):
    engine = Engine("--player", "uct", "--time", "2")
    engine.send("name")
    engine.answer()
    engine.send(line)
    time.sleep(0.2)
    engine.process.send_signal(signal.SIGINT)
    _, errors = engine.process.communicate(timeout=PATIENCE)
    assert errors == ""
    assert engine.process.returncode == 130


def test_a_round_trip_is_quick():
    with Engine("--player", "random:seed=1") as engine:
        engine.ask("boardsize 11")
        times = []
        for _ in range(200):
            began = time.perf_counter()
            engine.ask("genmove black")
            engine.ask("undo")
            times.append((time.perf_counter() - began) / 2)
        engine.ask("quit")
    # The quickest tells what the engine needs; the others, how busy the machine was.
    assert kept(0.001, min(times))
