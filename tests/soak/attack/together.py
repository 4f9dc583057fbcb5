"""A server under attack, with two honest players on it: what they feel, and what is left of it."""

import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from support.big_library import fill
from support.web_load import percentile
from support.web_server import ServerProcess

from hexmate.board import Board
from hexmate.store import Store
from soak.attack.records import memory

TESTS = Path(__file__).parents[2]
GAMES = 10_000
"""Games in the library of the server."""
_LOOK = 0.5
"""Seconds between two looks at the memory: each locks the server's address space for a moment."""
RECOVERY = 10.0
"""Seconds after an attack within which the server must be back to what it was."""

ATTACKS: dict[str, tuple[str, ...]] = {
    "records": ("floods", "records"),
    "analyses": ("floods", "analyses"),
    "sockets": ("sockets",),
    "connections": ("connections",),
    "people": ("people",),
    "pictures": ("lookups", "pictures"),
    "explorer": ("lookups", "explorer"),
}
"""The module of each attack, and the kinds of it; all kinds of the module if none is named."""


@dataclass
class TogetherFigures:
    """What an attack did to honest players and to the server."""

    acknowledged: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """Of the server in MiB: before, at most, and after its recovery from each attack."""
    told: dict[str, str] = field(default_factory=dict)
    """What each attacker printed."""
    faults: list[str] = field(default_factory=list)
    """What the server's own watchdog logged."""

    def as_dict(self) -> dict[str, Any]:
        ordered = [round(1000 * percentile(self.acknowledged, share), 1) for share in (50, 99)]
        return {
            "moves": len(self.acknowledged),
            "ack_ms": ordered,
            "memory_mib": [round(each) for each in self.memory],
            "faults": len(self.faults),
        }


def attacked(folder: Path, names: list[str], seconds: float, times: int = 1) -> TogetherFigures:
    """Attack a new server with the limits that servers have by default, some times in a row."""
    figures = TogetherFigures()
    with ExitStack() as stack:
        server = ServerProcess(folder, settings="")
        _fill(server.database)
        server.start()
        stack.callback(server.kill)
        _warm_up(server)
        figures.memory = [memory(server.pid)] * 2
        watching = threading.Event()
        watcher = threading.Thread(target=_watch, args=(server.pid, figures, watching))
        watcher.start()
        stack.callback(watcher.join)
        stack.callback(watching.set)
        for _ in range(times):
            _attack(server, names, seconds, figures)
            _recover(server.pid, figures)
        figures.faults = server.faults()
    return figures


def _attack(
    server: ServerProcess, names: list[str], seconds: float, figures: TogetherFigures
) -> None:
    with ExitStack() as stack:
        attackers = {}
        for name in names:
            module, *kinds = ATTACKS[name]
            attackers[name] = _start(module, server.url, seconds, *kinds)
            stack.callback(attackers[name].kill)
        figures.acknowledged += map(float, _run("honest", server.url, seconds).split())
        for name, process in attackers.items():
            figures.told[name] = _ended(process)


def _fill(database: str) -> None:
    """Give the server a library to search in."""
    Store.open(database).close()
    fill(database, GAMES)


def _start(module: str, url: str, seconds: float, *kinds: str) -> "subprocess.Popen[str]":
    """An attacker, who has a machine of his own: here he only gets what others leave."""
    return subprocess.Popen(
        [sys.executable, "-m", f"soak.attack.{module}", url, str(seconds), *kinds],
        cwd=TESTS,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=(lambda: os.nice(19)) if module != "honest" else None,
    )


def _ended(process: "subprocess.Popen[str]") -> str:
    """What an attacker has to say, who may still wait for an answer."""
    try:
        return process.communicate(timeout=5)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0] + " (cut off while it waited for answers)"


def _run(module: str, url: str, seconds: float) -> str:
    process = _start(module, url, seconds)
    told, _ = process.communicate(timeout=seconds + 120)
    assert process.returncode == 0, told
    return told


def _warm_up(server: ServerProcess) -> None:
    """Let the server load what it loads once: its first game, record, lookups and analysis."""
    _run("honest", server.url, 3.0)
    position = {"position": Board(11).to_string()}
    with httpx.Client(base_url=server.url, timeout=60) as http:
        http.post("/api/records/read", content="11: a2 b3 c4 d5").raise_for_status()
        http.get("/api/board.png", params=position).raise_for_status()
        http.get("/api/explorer", params=position).raise_for_status()
        rates = {**position, "moves": "a2,b3"}
        http.get("/api/explorer/win-rates", params=rates).raise_for_status()
    _start("floods", server.url, 3.0, "analyses").wait()
    time.sleep(RECOVERY)


def _watch(pid: int, figures: TogetherFigures, stop: threading.Event) -> None:
    while not stop.wait(_LOOK):
        figures.memory[1] = max(figures.memory[1], memory(pid))


def _recover(pid: int, figures: TogetherFigures) -> None:
    """Give the server the time in which its memory must come down."""
    time.sleep(RECOVERY)
    figures.memory.append(memory(pid))


if __name__ == "__main__":
    import json
    import tempfile

    _, length, *chosen = sys.argv
    with tempfile.TemporaryDirectory() as place:
        found = attacked(Path(place), chosen or list(ATTACKS), float(length))
    print(json.dumps(found.as_dict() | found.told | {"log": found.faults[:5]}, indent=1))
