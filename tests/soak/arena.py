"""The arena under stress: players that fail in every way, and matches that are killed."""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support.faults import FAULTS
from support.processes import marker

from hexmate.arena.clock import GRACE, TimeControl
from hexmate.arena.runner import Processes
from hexmate.arena.terms import Pairing, Terms

from .job import Job, Totals, workers

SECONDS = 1.0
READY = 5.0
"""Seconds allowed for starting and ending a player's process, beyond the limit of its move."""


class Faults(Job):
    """Each kind of failing player, several at once, from both seats."""

    name = "faults of players"
    figure = (
        f"{len(FAULTS)} kinds of faults, 20 games each: the right reason, within the time limit, "
        "no process left behind"
    )
    steps = len(FAULTS)
    games = 20

    def step(self, number: int, totals: Totals) -> None:
        fault, word = FAULTS[number], marker()
        spec = fault.spec(word)
        terms = Terms("5x5 hex - 5/5/5/5/5 b", TimeControl(move=SECONDS), memory=fault.memory)
        pairings = [
            Pairing(at, *((spec, "random") if at % 2 == 0 else ("random", spec)), (), at)
            for at in range(self.games)
        ]
        for report in Processes(workers()).run(terms, pairings):
            problem = fault.problem(report, "black" if report.number % 2 == 0 else "white")
            if problem is not None:
                totals.setdefault("wrong", []).append(problem[:200])
            totals["games"] = totals.get("games", 0) + 1
            spent = report.seconds - sum(report.times)
            totals["slowest"] = max(totals.get("slowest", 0.0), spent)
        totals["left"] = totals.get("left", 0) + len(fault.left(word))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        wrong, left, slowest = totals.get("wrong", []), totals["left"], totals["slowest"]
        limit = SECONDS + GRACE + READY
        met = not wrong and not left and slowest <= limit
        examples = f" ({'; '.join(wrong[:3])})" if wrong else ""
        return met, (
            f"{totals['games']} games: {len(wrong)} with another result than expected{examples}, "
            f"at most {slowest:.1f} s beyond the moves played, {left} processes left"
        )


class KilledMatch(Job):
    """A match that is killed ten times, compared with the same match uninterrupted."""

    name = "killed matches"
    figure = "200 games, killed with SIGKILL at 10 random moments: the same games as without"
    steps = 3
    games, kills = 200, 10

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        with tempfile.TemporaryDirectory() as folder:
            whole, cut = Path(folder) / "whole", Path(folder) / "cut"
            subprocess.run(self._command(whole, number), check=True, capture_output=True)
            for games in sorted(rng.sample(range(self.games - 5), self.kills)):
                with subprocess.Popen(self._command(cut, number)) as process:
                    while _count(cut) < games:
                        time.sleep(0.001)
                    time.sleep(rng.random() / 10)
                    totals["kills"] = totals.get("kills", 0) + (process.poll() is None)
                    process.kill()
            subprocess.run(self._command(cut, number), check=True, capture_output=True)
            same = _games(whole) == _games(cut) and len(_games(cut)) == self.games
        totals["runs"] = totals.get("runs", 0) + 1
        totals["same"] = totals.get("same", 0) + same

    def _command(self, folder: Path, seed: int) -> list[str]:
        players = ("uct:visits=300,memory=4", "negamax:nodes=2000,table=4")
        options = ("--games", self.games, "--size", 8, "--clock", "none", "--parallel", workers())
        words = ("match", *players, *options, "--seed", seed, "--out", folder)
        return [sys.executable, "-m", "hexmate", *map(str, words)]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["same"] == totals["runs"]
        met = met and totals["kills"] == self.kills * totals["runs"]
        return met, (
            f"{totals['same']} of {totals['runs']} matches of {self.games} games, killed "
            f"{totals['kills']} times in all, had the same games"
        )


def _count(folder: Path) -> int:
    file = folder / "results.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def _games(folder: Path) -> list[tuple[int, str, list[str], str]]:
    lines = (folder / "results.jsonl").read_text("utf-8").splitlines()
    games = map(json.loads, lines)
    return sorted((game["number"], game["black"], game["moves"], game["result"]) for game in games)
