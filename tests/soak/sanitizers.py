"""The C++ tests that start threads, under ThreadSanitizer."""

import re

from .job import Job, Totals
from .ledger import ROOT
from .start import seconds_to_end


class ThreadTests(Job):
    """What `make test-threads` says."""

    name = "ThreadSanitizer"
    figure = "the C++ tests that start threads: no data race"

    def step(self, number: int, totals: Totals) -> None:
        _, told = seconds_to_end(ROOT, ["make", "test-threads"])
        totals["passed"] = int(re.findall(r"test cases: *(\d+)", told)[0])

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return True, f"{totals['passed']} test cases, none failed"
