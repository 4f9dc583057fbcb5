"""Transcripts of HTP: what a client sends and what must come back, word for word.

A line that begins with ``$`` is how the engine is started, ``> `` is sent, and all other lines are
the answers; an answer ends with an empty line. In an answer ``*`` stands for anything on
the line, and a line of ``...`` for any number of lines. Lines that begin with ``%`` are remarks,
and ``! `` is all that a real engine writes to its error output.
"""

import argparse
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from hexmate.htp.server import Server
from hexmate.htp.session import Session
from hexmate.htp.swaps import SwapDialect
from hexmate.players.base import Limit
from hexmate.players.registry import create

FILES = sorted((Path(__file__).parents[1] / "data" / "transcripts").glob("*.txt"))
START = ["hexmate", "htp"]


@dataclass(frozen=True)
class Transcript:
    """A session with its options, the lines sent, the lines expected, and those of the log."""

    options: list[str]
    sent: list[str]
    expected: list[str]
    logged: list[str]

    @classmethod
    def parse(cls, text: str) -> "Transcript":
        started, sent, expected, logged = START, [], [], []
        for line in text.splitlines():
            if line.startswith("$"):
                started = shlex.split(line[1:])
            elif line.startswith(">"):
                sent.append(line[2:])
            elif line.startswith("!"):
                logged.append(line[2:])
            elif not line.startswith("%"):
                expected.append(line.rstrip())
        assert started[:2] == START
        return cls(started[2:], sent, expected, logged)

    def check(self, output: str) -> None:
        """Compare what came with what was expected; tells the first line that differs."""
        lines = [line.rstrip() for line in output.splitlines()]
        at = 0
        for number, pattern in enumerate(self.expected):
            if pattern == "...":
                rest = self.expected[number + 1]
                while at < len(lines) and not _matches(rest, lines[at]):
                    at += 1
                continue
            came = lines[at] if at < len(lines) else "(nothing)"
            assert _matches(pattern, came), f"expected {pattern!r}, and {came!r} came\n{output}"
            at += 1
        assert lines[at:] == [], f"more came than was expected: {lines[at:]}"


def _matches(pattern: str, line: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), line) is not None


def read(path: Path) -> Transcript:
    return Transcript.parse(path.read_text("utf-8"))


def session_for(options: list[str]) -> Session:
    """The session that the command line would make."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--player", default="random:seed=1")
    parser.add_argument("--time", type=float)
    parser.add_argument("--visits", type=int)
    parser.add_argument("--swap-dialect", type=SwapDialect, default=SwapDialect.HEXMATE)
    parser.add_argument("--allow-swap", action="store_true")
    parser.add_argument("--live-gfx", action="store_true")
    chosen = parser.parse_args(options)
    return Session(
        create(chosen.player),
        Limit(time=chosen.time, visits=chosen.visits),
        dialect=chosen.swap_dialect,
        allow_swap=chosen.allow_swap,
        live_gfx=chosen.live_gfx,
    )


def run_here(transcript: Transcript) -> str:
    """All that a server in this process writes."""
    parts: list[str] = []
    Server(session_for(transcript.options)).serve(iter(transcript.sent), parts.append)
    return "".join(parts)


def run_as_process(transcript: Transcript) -> str:
    """All that a real engine writes."""
    run = subprocess.run(
        [sys.executable, "-m", "hexmate", "htp", *transcript.options],
        input="".join(f"{line}\n" for line in transcript.sent),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert run.stderr.splitlines() == transcript.logged
    return run.stdout
