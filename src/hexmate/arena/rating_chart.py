"""Ratings as a picture: for each player a dot with its 95 % bar, on an axis of Elo."""

import math
from collections.abc import Sequence

from hexmate.arena.standings import Standing
from hexmate.arena.statistics import Z95
from hexmate.svg_markup import group, number, tag, text

__all__ = ["rating_chart", "signed"]

_ROW, _TOP, _BOTTOM = 28.0, 16.0, 46.0
_PLOT, _RIGHT = 440.0, 112.0
_LETTER = 7.4
_LONGEST_NAME = 36
_MOST_TICKS = 8

_STYLE = """
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


def rating_chart(standings: Sequence[Standing], title: str = "Ratings") -> str:
    """A whole SVG document, the highest rating first.

    It is light or dark as its reader prefers, and refers to nothing outside.
    """
    lines = sorted(standings, key=lambda line: (not math.isfinite(line.error), -line.elo))
    names = [_shortened(line.player) for line in lines]
    left = 24 + _LETTER * max(map(len, names), default=0)
    width, height = left + _PLOT + _RIGHT, _TOP + _ROW * len(lines) + _BOTTOM
    scale = _Scale.of(lines, left)
    rows = [
        _row(line, name, left, _TOP + _ROW * (at + 0.5), scale)
        for at, (line, name) in enumerate(zip(lines, names, strict=True))
    ]
    return tag(
        "svg",
        tag("title", text(title)),
        tag("desc", text("; ".join(map(_words, lines)))),
        tag("style", _STYLE),
        tag("rect", class_="paper", width="100%", height="100%"),
        _axis(scale, height - _BOTTOM),
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        role="img",
        class_="rating-chart",
    )


class _Scale:
    """Where an Elo number lies on the axis."""

    def __init__(self, low: float, high: float, left: float) -> None:
        self.step = _nice_step((high - low) / _MOST_TICKS)
        self.low = self.step * math.floor(low / self.step)
        self.high = self.step * math.ceil(high / self.step)
        self.left = left

    @classmethod
    def of(cls, standings: Sequence[Standing], left: float) -> "_Scale":
        ends = [end for line in standings for end in _interval(line) if math.isfinite(end)]
        return cls(min(ends, default=0.0) - 10, max(ends, default=0.0) + 10, left)

    def __call__(self, elo: float) -> float:
        return self.left + _PLOT * (elo - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * at for at in range(count + 1)]


def _axis(scale: _Scale, bottom: float) -> str:
    ends = {"y1": number(_TOP), "y2": number(bottom)}
    parts = []
    for tick in scale.ticks():
        x = number(scale(tick))
        kind = {"class_": "zero"} if tick == 0 else {}
        parts.append(tag("line", x1=x, x2=x, **ends, **kind))
        parts.append(tag("text", signed(tick), x=x, y=number(bottom + 18)))
    middle = scale(scale.low) + _PLOT / 2
    parts.append(tag("text", "Elo, with 95 % bars", x=number(middle), y=number(bottom + 36)))
    return group("axis", *parts)


def _row(line: Standing, name: str, left: float, y: float, scale: _Scale) -> str:
    base = number(y + 4.5)
    label = tag("text", text(name), x=number(left - 12), y=base, class_="name")
    if not math.isfinite(line.error):
        return group("row", tag("title", text(_words(line))), label)
    low, high = _interval(line)
    caps = "".join(f"M{number(scale(end))} {number(y - 4)}V{number(y + 4)}" for end in (low, high))
    bar = f"M{number(scale(low))} {number(y)}H{number(scale(high))}{caps}"
    value = f"{signed(line.elo)} ± {Z95 * line.error:.0f}"
    return group(
        "row",
        tag("title", text(_words(line))),
        label,
        tag("path", d=bar, class_="bar"),
        tag("circle", cx=number(scale(line.elo)), cy=number(y), r="5", class_="dot"),
        tag("text", value, x=number(left + _PLOT + 14), y=base, class_="value"),
    )


def _interval(line: Standing) -> tuple[float, float]:
    return line.elo - Z95 * line.error, line.elo + Z95 * line.error


def _words(line: Standing) -> str:
    if not math.isfinite(line.error):
        return f"{line.player}: no games"
    return f"{line.player}: {signed(line.elo)} ± {Z95 * line.error:.0f}"


def signed(elo: float) -> str:
    """An Elo number with its sign, a true minus being one.

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


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
