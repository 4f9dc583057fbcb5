"""Every puzzle that comes with the package, proven again."""

from hexmate.puzzles.shipped import shipped_puzzles
from hexmate.puzzles.verify import problems

from .job import Job, Totals


class PuzzleProofs(Job):
    """All winning moves, all refutations, ids and themes, a twentieth of the puzzles at a time."""

    name = "puzzles"
    figure = "every claim of every puzzle that ships is proven"
    steps = 20

    def step(self, number: int, totals: Totals) -> None:
        for puzzle in list(shipped_puzzles())[number :: self.steps]:
            totals["puzzles"] = totals.get("puzzles", 0) + 1
            totals["wrong"] = totals.get("wrong", 0) + bool(problems(puzzle))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["wrong"] == 0, f"{totals['wrong']} of {totals['puzzles']:,} are not proven"
