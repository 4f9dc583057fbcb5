"""What make test has no time for: sanitizers, other Pythons, the oldest training libraries."""

import re

from .job import Job, Totals
from .ledger import ROOT
from .start import seconds_to_end


class SanitizedTests(Job):
    """What `make test-sanitizers` says."""

    name = "sanitizers"
    figure = "the C++ tests find no memory error, undefined behaviour or data race"

    def step(self, number: int, totals: Totals) -> None:
        _, told = seconds_to_end(ROOT, ["make", "test-sanitizers"])
        totals["cases"] = list(map(int, re.findall(r"test cases: *(\d+)", told)))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        memory, threads = totals["cases"]
        return True, f"{memory} test cases under ASan and UBSan, {threads} under TSan, none failed"


class EveryPython(Job):
    """All unit tests on the newest Python, with their coverage; a part of them on the others."""

    name = "other Pythons"
    figure = (
        "every unit test passes on Python 3.13, and they run at least the share of pyproject.toml"
    )

    def step(self, number: int, totals: Totals) -> None:
        python = str(ROOT / ".venv" / "bin" / "python")
        _, told = seconds_to_end(ROOT, [python, "tools/pythons.py", "--all"])
        totals["coverage"] = re.findall(r"Total coverage: ([\d.]+%)", told)[-1]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return True, f"coverage {totals['coverage']}"


class OldestTraining(Job):
    """Tests of training, OpenVINO and Ray, with the oldest versions that pyproject.toml allows."""

    name = "oldest training libraries"
    figure = "tests of training, OpenVINO and Ray pass on the oldest versions of pyproject.toml"

    def step(self, number: int, totals: Totals) -> None:
        python = str(ROOT / ".venv" / "bin" / "python")
        _, told = seconds_to_end(ROOT, [python, "tools/pythons.py", "--training"])
        totals["passed"] = int(re.findall(r"(\d+) passed", told)[-1])

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return True, f"{totals['passed']} tests passed"
