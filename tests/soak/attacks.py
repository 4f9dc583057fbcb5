"""A server under attack: by each kind alone, by all kinds together, and several times in a row."""

import tempfile
from pathlib import Path

from tests.soak.attack.together import ATTACKS, attacked
from tests.soak.job import Job, Totals

SECONDS = 60.0
KEPT = 64
"""MiB more than before that may stay: Python keeps memory that it has once used."""
REPEATED = 30.0
GROWTH = 16
"""MiB that the second and third attack may add: what is kept is used again."""


class Attack(Job):
    """What two honest players and the server's memory feel of an attack."""

    def __init__(self, *kinds: str) -> None:
        self._kinds = list(kinds)
        what = kinds[0] if len(kinds) == 1 else "all together"
        self.name = f"attack: {what}"
        self.figure = (
            f"{SECONDS:.0f} s of {what} on 2 cores, attackers at the lowest priority: honest acks "
            f"p99 < 150 ms, memory < 1 GiB, and within {KEPT} MiB of what it was 10 s later"
        )

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder:
            found = attacked(Path(folder), self._kinds, SECONDS)
        totals["figures"] = found.as_dict()

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        figures = totals["figures"]
        median, slow = figures["ack_ms"]
        before, most, after = figures["memory_mib"]
        met = slow < 150 and most < 1024 and after < before + KEPT and figures["faults"] == 0
        told = (
            f"{figures['moves']} moves, acks p50 {median} ms, p99 {slow} ms; memory {before} MiB, "
            f"at most {most}, then {after}; {figures['faults']} slow callbacks"
        )
        return met, told


class RepeatedAttack(Job):
    """Whether the memory of a server grows with every attack."""

    name = "attack: three times"
    figure = (
        f"all attacks together for {REPEATED:.0f} s, three times in a row: memory 10 s after the "
        f"last at most {GROWTH} MiB above that after the first"
    )

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder:
            found = attacked(Path(folder), list(ATTACKS), REPEATED, times=3)
        totals["memory"] = found.as_dict()["memory_mib"]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        before, most, first, second, third = totals["memory"]
        told = f"{before} MiB, at most {most}, then {first}, {second} and {third}"
        return most < 1024 and third <= first + GROWTH, told


ATTACK_JOBS = [*(Attack(kind) for kind in ATTACKS), Attack(*ATTACKS), RepeatedAttack()]
