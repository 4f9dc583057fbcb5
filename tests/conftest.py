"""Rules for all tests: nothing may be skipped where everything is required."""

import os
import random

import pytest
from hypothesis import settings
from processes import alive, marker, zombies

# Same examples in every run and no time limit for one: a busy machine must not fail a test.
settings.register_profile("hexmate", deadline=None, derandomize=True)
settings.load_profile("hexmate")

# Long runs need peers that only `make bench` and `make soak` install.
collect_ignore_glob = ["soak/*"]

REQUIRE_ALL = os.environ.get("HEXMATE_REQUIRE_ALL") == "1"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although HEXMATE_REQUIRE_ALL=1: {report.longrepr}"


@pytest.fixture
def rng(request) -> random.Random:
    """Random numbers that are the same in every run of the same test."""
    return random.Random(request.node.nodeid)


@pytest.fixture
def word():
    """A word to start processes with; none that has it may be left at the end of the test."""
    word = marker()
    yield word
    assert alive(word) == []
    assert zombies() == []
