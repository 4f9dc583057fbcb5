"""A benchmark's line: the target is required unless the processor lacks what it needs."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.measure import Result


@pytest.mark.parametrize(
    ("ratio", "at_most", "lacks", "met", "verdict"),
    [
        (2.0, False, "", True, "met"),
        (1.0, False, "", False, "MISSED"),
        (1.0, True, "", True, "met"),
        (2.0, True, "", False, "MISSED"),
        (1.06, False, "bf16", True, "not required: no bf16"),
        (2.0, False, "bf16", True, "met"),
    ],
)
def test_a_target_is_required_where_the_processor_allows_it(ratio, at_most, lacks, met, verdict):
    result = Result("network", "", "", ratio, 1.5, at_most, lacks)
    assert (result.met, result.verdict) == (met, verdict)


def test_a_target_is_shown_with_its_sign():
    assert Result("a", "", "", 1, 250_000).limit == ">= 250,000"
    assert Result("a", "", "", 1, 0.35, at_most=True).limit == "<= 0.35"
