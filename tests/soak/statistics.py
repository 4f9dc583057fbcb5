"""The error rates of the arena's statistics over many simulated games."""

import random

from hexmate.arena.statistics import Sprt, expected_share, wilson

from .job import Job, Totals

RUNS = 500
TEST = Sprt(0, 30)


class SequentialTest(Job):
    """The sequential test is wrong in about 5 % of the runs, whichever hypothesis is true."""

    name = "error rates of the sequential test"
    figure = "wrong in at most 5.5 % of 10,000 runs under H0 and under H1 (alpha = beta = 5 %)"
    steps = 20

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        for true_elo, wrong in ((TEST.elo0, "H1"), (TEST.elo1, "H0")):
            errors = 0
            for _ in range(RUNS):
                accepted, games = _run(expected_share(true_elo), rng)
                errors += accepted == wrong
                totals["games"] = totals.get("games", 0) + games
            totals[wrong] = totals.get(wrong, 0) + errors
        totals["runs"] = totals.get("runs", 0) + RUNS

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        runs, words = totals["runs"], []
        for wrong, true in (("H1", "H0"), ("H0", "H1")):
            low, high = wilson(totals[wrong], runs)
            words.append(
                f"{wrong} accepted under {true} in {totals[wrong] / runs:.1%} "
                f"(95 %: {low:.1%} to {high:.1%})"
            )
        met = max(totals["H0"], totals["H1"]) <= 0.055 * runs
        length = totals["games"] / (2 * runs)
        return met, f"{', '.join(words)}; {runs:,} runs each, {length:.0f} games on average"


def _run(chance: float, rng: random.Random) -> tuple[str, int]:
    wins = losses = 0
    while (accepted := TEST.state(wins, losses)) is None:
        if rng.random() < chance:
            wins += 1
        else:
            losses += 1
    return accepted, wins + losses
