"""An analysis as a series of reports, each with all the lines known so far."""

import time
from collections.abc import Callable, Iterable, Iterator

from hexmate.players.base import Info

__all__ = ["Report", "reports"]

Report = list[Info]
"""The best lines, best first."""


def reports(
    infos: Iterable[Info], interval: float, stopping: Callable[[], bool] = lambda: False
) -> Iterator[Report]:
    """At most one report every `interval` seconds, and a last one when the analysis ends.

    An `Info` replaces the earlier one of the same rank, and starts a new round.

    >>> rounds = [Info(move=1, rank=1), Info(move=2, rank=2), Info(move=3, rank=1)]
    >>> [[info.move for info in report] for report in reports(rounds, 0.0)]
    [[1, 2], [3, 2]]
    """
    latest: dict[int, Info] = {}
    rank, due = 0, time.monotonic()
    try:
        for info in infos:
            if latest and info.rank <= rank:
                if stopping():
                    break
                if time.monotonic() >= due:
                    yield _report(latest)
                    due = time.monotonic() + interval
            rank = info.rank
            latest[rank] = info
    finally:
        close = getattr(infos, "close", None)
        if close is not None:
            close()
    if latest:
        yield _report(latest)


def _report(latest: dict[int, Info]) -> Report:
    """The lines by rank. A move that has risen is left out at its old rank.

    Moves that are no longer among the best keep their rank until another move takes it.
    """
    lines: dict[int | None, Info] = {}
    for _, info in sorted(latest.items()):
        lines.setdefault(info.move, info)
    return list(lines.values())
