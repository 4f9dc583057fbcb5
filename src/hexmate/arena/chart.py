"""Shared parts of the rating charts: style, document, and the Elo axis."""

import math
from collections.abc import Iterable

from hexmate.arena.standings import Standing
from hexmate.arena.statistics import Z95
from hexmate.svg_markup import number, tag, text

__all__ = ["STYLE", "Scale", "document", "interval", "signed"]

_MOST_TICKS = 8

STYLE = """
.rating-chart { --paper: #ffffff; --ink: #1d2126; --soft: #5b6470; --rule: #d9dde3;
  --bar: #2f6fb5; font: 13px system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif; }
@media (prefers-color-scheme: dark) { .rating-chart { --paper: #16191d; --ink: #e8ecf1;
  --soft: #a3adb9; --rule: #343b45; --bar: #62b0ff; } }
.rating-chart .paper { fill: var(--paper); }
.rating-chart text { fill: var(--ink); }
.rating-chart .axis text { fill: var(--soft); text-anchor: middle; }
.rating-chart .axis line { stroke: var(--rule); }
.rating-chart .axis .zero { stroke: var(--soft); stroke-dasharray: 3 3; }
.rating-chart .name { text-anchor: end; }
.rating-chart .value { font-variant-numeric: tabular-nums; }
.rating-chart .bar { stroke: var(--bar); stroke-width: 2; fill: none; }
.rating-chart .dot { fill: var(--bar); stroke: var(--paper); stroke-width: 1.5; }
"""
"""Light or dark by the reader's preference; the document has the class `rating-chart`."""


def document(title: str, *parts: str, width: float, height: float, words: str = "") -> str:
    """An SVG document of these parts; `words` describes it for screen readers."""
    return tag(
        "svg",
        tag("title", text(title)),
        tag("desc", text(words)) if words else "",
        tag("style", STYLE),
        tag("rect", class_="paper", width="100%", height="100%"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        role="img",
        class_="rating-chart",
    )


class Scale:
    """The coordinate of an Elo rating on an axis that begins at `start` and is `length` long."""

    def __init__(self, standings: Iterable[Standing], start: float, length: float) -> None:
        ends = [end for line in standings for end in interval(line) if math.isfinite(end)]
        low, high = min(ends, default=0.0) - 10, max(ends, default=0.0) + 10
        self.step = _nice_step((high - low) / _MOST_TICKS)
        self.low = self.step * math.floor(low / self.step)
        self.high = self.step * math.ceil(high / self.step)
        self._start, self._length = start, length

    def __call__(self, elo: float) -> float:
        """The coordinate of a rating."""
        return self._start + self._length * (elo - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Round numbers from one end to the other."""
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * at for at in range(count + 1)]


def interval(line: Standing) -> tuple[float, float]:
    """The ends of a rating's 95 % confidence bar."""
    return line.elo - Z95 * line.error, line.elo + Z95 * line.error


def signed(elo: float) -> str:
    """An Elo rating with its sign, typeset with a true minus.

    >>> [signed(elo) for elo in (12.4, -0.2, -30)]
    ['+12', '0', '−30']
    """
    rounded = round(elo)
    return f"{rounded:+d}".replace("-", "−") if rounded else "0"


def _nice_step(at_least: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 ...

    >>> [_nice_step(step) for step in (0.3, 12, 45, 101)]
    [1.0, 20.0, 50.0, 200.0]
    """
    power = 10.0 ** math.floor(math.log10(max(at_least, 1.0)))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= at_least)
