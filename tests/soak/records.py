"""Damaged record files: a RecordError or a game, never anything else."""

from support.records_fuzz import fuzz

from .job import Job, Totals


class RecordFuzz(Job):
    """100,000 mutated files of one format."""

    figure = "100,000 mutated files: a RecordError or a game, never a crash or a hang"
    steps = 100
    _each = 1000

    def __init__(self, format: str) -> None:
        self.name = f"damaged {format} files"
        self._format = format

    def step(self, number: int, totals: Totals) -> None:
        report = fuzz(
            self._each,
            seed=2,
            formats=[self._format],
            start=number * self._each,
            rewrite_every=5,
        )
        for key in ("count", "games", "refused"):
            totals[key] = totals.get(key, 0) + getattr(report, key)
        totals["slowest"] = max(totals.get("slowest", 0.0), report.slowest)
        totals.setdefault("failures", []).extend(report.failures)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        measured = (
            f"{totals['count']:,} files: {totals['games']:,} games and {totals['refused']:,} "
            f"refusals, {len(totals['failures'])} failures, slowest {totals['slowest']:.2f} s"
        )
        return not totals["failures"] and totals["count"] == self.steps * self._each, measured
