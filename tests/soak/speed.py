"""The ratios of `make bench`, for the page of measurements."""

from benchmarks import measures

from .job import Job, Totals


class Speed(Job):
    """Every line of the benchmark table."""

    name = "speed against OpenSpiel and numpy"
    figure = "every target of `make bench`"

    def step(self, number: int, totals: Totals) -> None:
        totals["lines"] = [
            (f"{r.name}: {r.ratio:,.2f} ({r.limit}{'; ' + r.verdict if r.lacks else ''})", r.met)
            for measure in measures()
            for r in measure()
        ]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return all(met for _, met in totals["lines"]), "; ".join(
            text for text, _ in totals["lines"]
        )
