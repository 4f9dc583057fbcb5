import pytest
from support.records_fuzz import fuzz, mutate, samples

from hexmate import records
from hexmate.records import FORMATS

COUNT = 2_000


@pytest.mark.slow
def test_mutated_files_end_in_a_record_error_or_a_game():
    report = fuzz(COUNT, seed=1)
    assert report.failures == []
    assert report.count == COUNT
    assert report.games > COUNT // 10
    assert report.refused > COUNT // 10


def test_every_format_is_damaged():
    assert {name for name, _ in samples()} == set(FORMATS)


@pytest.mark.slow
def test_a_run_can_be_resumed():
    whole, first, rest = fuzz(40, 7), fuzz(15, 7), fuzz(25, 7, start=15)
    assert (whole.games, whole.refused) == (first.games + rest.games, first.refused + rest.refused)


def test_the_fuzzer_finds_what_it_looks_for(monkeypatch):
    def broken(*arguments):
        raise KeyError("oops")

    monkeypatch.setattr(type(FORMATS["moves"]), "parse", broken)
    report = fuzz(6, seed=1, formats=["moves"])
    assert len(report.failures) >= 6
    assert "KeyError" in report.failures[0]


@pytest.mark.parametrize("format", FORMATS)
def test_mutations_differ_and_repeat(format):
    import random

    (_, data), *_ = samples([format])
    one, two, other = (mutate(data, random.Random(seed)) for seed in ("a", "a", "b"))
    assert one == two
    assert one != other
    assert records.detect(data.decode(), f"x{FORMATS[format].suffixes[0]}") == format
