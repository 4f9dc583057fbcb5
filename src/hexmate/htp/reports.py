"""An analysis as a series of reports, each with all the lines known by then."""

import time
from collections.abc import Callable, Iterable, Iterator

from hexmate.players.base import Info

__all__ = ["Report", "reports"]

Report = list[Info]
"""The best lines, best first."""


def reports(
    infos: Iterable[Info], interval: float, stopping: Callable[[], bool] = lambda: False
) -> Iterator[Report]:
    """A report every `interval` seconds at most, and a last one when the thoughts end or must.

    A thought of the rank of an earlier one replaces it, and begins a new round.

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
    """The lines by rank; a move that has risen stands at its old rank too, and is left out there.

    Moves that are no longer among the best keep their place until another one takes it.
    """
    lines: dict[int | None, Info] = {}
    for _, info in sorted(latest.items()):
        lines.setdefault(info.move, info)
    return list(lines.values())
