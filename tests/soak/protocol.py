"""The text protocol: random lines sent to engines, and the time of an answer."""

import statistics
import subprocess
import sys
import time

from support.htp_fuzz import fuzz, fuzz_process

from .job import Job, Totals


class ProtocolFuzz(Job):
    """Random lines, by turns to servers in this process and to real engines."""

    name = "random protocol lines"
    figure = "100,000 lines: one answer each with its id, never a crash"
    steps = 100
    _each = 1000

    def step(self, number: int, totals: Totals) -> None:
        run = fuzz_process if number % 2 else fuzz
        report = run(self._each, seed=3, start=number * self._each)
        for key in ("lines", "done", "refused"):
            totals[key] = totals.get(key, 0) + getattr(report, key)
        totals.setdefault("failures", []).extend(report.failures)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        measured = (
            f"{totals['lines']:,} lines: {totals['done']:,} commands done and "
            f"{totals['refused']:,} refused, {len(totals['failures'])} failures"
        )
        return not totals["failures"] and totals["lines"] == self.steps * self._each, measured


class RoundTrip(Job):
    """A command to a real engine and its answer, with a player that does not search."""

    name = "protocol round trip"
    figure = "median under 1 ms for a move of a random player, 11x11"
    steps = 5
    _commands = ("genmove black", "undo") * 500

    def step(self, number: int, totals: Totals) -> None:
        totals.setdefault("medians", []).append(statistics.median(self._times()))

    def _times(self) -> list[float]:
        with subprocess.Popen(
            [sys.executable, "-m", "hexmate", "htp", "--player", "random:seed=1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as engine:
            times = [self._ask(engine, command) for command in self._commands]
            self._ask(engine, "quit")
        return times

    def _ask(self, engine: subprocess.Popen[bytes], command: str) -> float:
        assert engine.stdin is not None
        assert engine.stdout is not None
        began = time.perf_counter()
        engine.stdin.write(f"{command}\n".encode())
        engine.stdin.flush()
        while engine.stdout.readline().strip():
            pass
        return time.perf_counter() - began

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        median = statistics.median(totals["medians"])
        return median < 0.001, f"{1000 * median:.3f} ms"
