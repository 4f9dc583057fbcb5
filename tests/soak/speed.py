"""The ratios of `make bench`, once, for the page."""

from benchmarks import measures

from .job import Job, Totals


class Speed(Job):
    """All lines of the benchmark table."""

    name = "speed against OpenSpiel and numpy"
    figure = "every target of `make bench`"

    def step(self, number: int, totals: Totals) -> None:
        totals["lines"] = [
            (f"{r.name}: {r.ratio:,.2f} ({'<=' if r.at_most else '>='} {r.target:g})", r.met)
            for measure in measures()
            for r in measure()
        ]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return all(met for _, met in totals["lines"]), "; ".join(
            text for text, _ in totals["lines"]
        )
