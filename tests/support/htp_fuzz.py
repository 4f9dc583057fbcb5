"""A fuzzer for the HTP server: whatever comes, each request gets exactly one answer with its id.

`fuzz(count, seed)` sends random lines: commands with right and wrong arguments, damaged lines,
junk, comments and interrupts. Line number n depends on the seed and n alone, so a run can be
stopped and resumed with `start`.
"""

import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from hexmate.htp.codec import Assembler, HtpRequest
from hexmate.htp.commands import COMMANDS
from hexmate.htp.graphics import GFX
from hexmate.htp.server import Server
from hexmate.htp.session import Session
from hexmate.players.registry import create

RECORDS = sorted(
    str(path) for path in (Path(__file__).parents[1] / "data" / "records").glob("*.sgf")
)
PLAYERS = ("random:seed=1", "uct:visits=8,seed=1,memory=1", "negamax:depth=1,table=1")
HANGING = 120.0
"""Seconds after which a chunk of lines counts as hanging."""

_COLORS = ("b", "w", "black", "white", "Black", "WHITE")
_MOVES = ("swap-pieces", "swap-sides", "swap", "pass", "resign", "forfeit")
_POSITIONS = (
    "3x4 hex sides 4/1b2/4 w", "4x3 offset - 3/1b1/2w/3 b", "3x3 square - b2/1w1/3 b",
    "2x4 triangle - 4/1b2 w", "1x1 hex - 1 b", "4x4 hex pieces 4/4/4/4 b", "3x3 hex - 3/3 b",
)  # fmt: skip
_JUNK = (
    "", "zz", "a0", "a99", "-1", "1e9", "nan", "inf", "9" * 30, "0x10", "é", "\u202e", "\ud800",
    "\x00", "\t", "%s", "{}", "[", '"', "'", "\\", "b2#", "a1 " * 50, "x" * 5000, "²", "٣",
)  # fmt: skip
_LIMITS = ('{"visits": 4}', '{"nodes": 4, "visits": 4}', '{"time": 0.001}', "{", '{"x": 1}')


@dataclass
class Report:
    """What a run of the fuzzer found."""

    lines: int = 0
    done: int = 0
    refused: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)


def line(number: int, seed: int) -> str:
    """One random line, which never ends the server."""
    rng = random.Random(f"{seed}/{number}")
    text = _line(rng).replace("\n", " ")
    request = HtpRequest.parse(text)
    return "name" if request is not None and request.command == "quit" else text


def _line(rng: random.Random) -> str:
    dice = rng.random()
    if dice < 0.04:
        return rng.choice(("", " ", "# interrupt", "#interrupt", "# a remark", "\t# 7 name"))
    if dice < 0.08:
        return "".join(
            chr(rng.choice((rng.randrange(256), rng.randrange(0x300)))) for _ in range(9)
        )
    identity = rng.choice(("", "", "", "1 ", f"{rng.randrange(2**31)} ", "007 ", "2147483648 "))
    name = rng.choice(sorted(COMMANDS))
    if dice < 0.55:
        return f"{identity}{name} {_arguments(name, rng)}"
    if dice < 0.75:
        return f"{identity}play {rng.choice(_COLORS)} {_move(rng)}"
    if dice < 0.80:
        return f"{identity}boardsize {rng.randint(1, 7)} {rng.randint(1, 7)}"
    words = " ".join(rng.choice((*_JUNK, *_COLORS, _move(rng))) for _ in range(rng.randrange(4)))
    if dice < 0.92 or "limit" in name:
        return f"{identity}{name} {words}"
    return _damaged(f"{identity}{name} {_arguments(name, rng)}", rng)


def _move(rng: random.Random) -> str:
    if rng.random() < 0.1:
        return rng.choice(_MOVES)
    return f"{rng.choice('abcdefg')}{rng.randint(1, 7)}"


def _arguments(name: str, rng: random.Random) -> str:
    """Arguments that are right, more often than not."""
    known = {
        "set_position": lambda: rng.choice((*_POSITIONS, f"b {_move(rng)} w {_move(rng)}")),
        "play-game": lambda: " ".join(_move(rng) for _ in range(rng.randrange(6))),
        "loadsgf": lambda: f"{rng.choice(RECORDS)} {rng.choice(('', '3'))}",
        "param_game": lambda: rng.choice(
            (
                "",
                "allow_swap 0",
                "allow_swap 1",
                "swap_dialect benzene",
                "live_gfx 1",
                "live_gfx 0",
                "ponder 1",
            )
        ),
        "time_settings": lambda: rng.choice(("300 0 0", "0 1 1", "0 10 0", "10 5 3", "0 0 0")),
        "time_left": lambda: rng.choice(("", "b", "w 10 0", "b 0.5 2", "w -1 0", "b nan 0")),
        "hexmate-limit": lambda: rng.choice(_LIMITS),
        "hexmate-finish": lambda: rng.choice(("", "B+", "W+Time", "Draw", "?")),
        "known_command": lambda: rng.choice(sorted(COMMANDS)),
        "komi": lambda: "7.5",
    }
    if name in known:
        return known[name]()
    words = {
        "COLOR": rng.choice(_COLORS), "MOVE": _move(rng), "CELL": _move(rng),
        "WIDTH": str(rng.randint(1, 7)), "HEIGHT": str(rng.randint(1, 7)),
        "CENTISECONDS": "1", "NAME": "maxmoves", "VALUE...": "2", "SETTING": "hexproject",
    }  # fmt: skip
    usage = COMMANDS[name].usage.split()
    return " ".join(words.get(word.strip("[]"), "x") for word in usage)


def _damaged(text: str, rng: random.Random) -> str:
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters) + 1)
        letters[at : at + rng.randrange(2)] = rng.choice((" ", "#", "\x00", "é", "1", "-", "a", ""))
    return "".join(letters)


def fuzz(count: int, seed: int = 0, *, start: int = 0) -> Report:
    """Send the lines `start` to `start + count - 1` to a server in this process."""
    report, parts = Report(), []
    sent = [line(number, seed) for number in range(start, start + count)]
    server = Server(Session(create(PLAYERS[start % len(PLAYERS)])), log=report.failures.append)
    began = time.perf_counter()
    server.serve(iter([*sent, "8191 name"]), parts.append)
    report.slowest = time.perf_counter() - began
    compare(report, sent, "".join(parts))
    return report


def fuzz_process(count: int, seed: int = 0, *, start: int = 0) -> Report:
    """The same with a real engine, byte by byte."""
    report = Report()
    sent = [line(number, seed) for number in range(start, start + count)]
    lines = "".join(f"{text}\n" for text in [*sent, "8191 name"])
    run = subprocess.run(
        [sys.executable, "-m", "hexmate", "htp", "--player", PLAYERS[start % len(PLAYERS)]],
        input=lines.encode("utf-8", "surrogatepass"),
        capture_output=True,
        timeout=HANGING,
    )
    if run.returncode != 0 or b"Traceback" in run.stderr:
        report.failures.append(f"exit {run.returncode}: {run.stderr.decode()}")
    compare(report, sent, run.stdout.decode())
    return report


def compare(report: Report, sent: list[str], output: str) -> None:
    """Each request has its answer, in order, with its id; and nothing else came but graphics."""
    stream = Assembler()
    answers = [answer for text in output.split("\n")[:-1] if (answer := stream.feed(text))]
    requests = [request for text in sent if (request := HtpRequest.parse(text)) is not None]
    report.lines += len(sent)
    if [answer.id for answer in answers] != [*(request.id for request in requests), 8191]:
        report.failures.append(f"{len(requests) + 1} requests had {len(answers)} answers")
    if not answers or not answers[-1].ok:
        report.failures.append("the server does not tell its name at the end")
    allowed = (GFX, "uct", "VAR ", "INFLUENCE", "LABEL", "TEXT ")
    report.failures += [text for text in stream.stray if not text.startswith(allowed)]
    report.done += sum(answer.ok for answer in answers)
    report.refused += sum(not answer.ok for answer in answers)
