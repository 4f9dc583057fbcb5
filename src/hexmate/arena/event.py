"""An event: games under the same terms, stored as they end, so that it can be resumed."""

from collections.abc import Iterable, Iterator
from contextlib import closing

from hexmate.arena.journal import Journal
from hexmate.arena.runner import Games, Runner
from hexmate.arena.terms import GameReport, Pairing, Terms

__all__ = ["in_order", "play_event"]


def play_event(
    terms: Terms, pairings: Iterable[Pairing], runner: Runner, journal: Journal | None = None
) -> Games:
    """Yield the reports of the pairings: those in the journal, then the others as they end."""
    kept = {} if journal is None else journal.reports
    missing = []
    for pairing in pairings:
        if pairing.number in kept:
            yield kept[pairing.number]
        else:
            missing.append(pairing)
    with closing(runner.run(terms, missing)) as reports:
        for report in reports:
            if journal is not None:
                journal.add(report)
            yield report


def in_order(reports: Iterable[GameReport], first: int = 0) -> Iterator[GameReport]:
    """The same reports in order of their numbers, each as soon as all before it are there."""
    ahead: dict[int, GameReport] = {}
    for report in reports:
        ahead[report.number] = report
        while first in ahead:
            yield ahead.pop(first)
            first += 1
