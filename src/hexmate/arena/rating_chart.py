"""A chart of ratings: a dot with a 95 % bar for each player, on an Elo axis."""

import math
from collections.abc import Sequence

from hexmate.arena.chart import Scale, document, interval, signed
from hexmate.arena.standings import Standing
from hexmate.arena.statistics import Z95
from hexmate.svg_markup import group, number, tag, text

__all__ = ["rating_chart"]

_ROW, _TOP, _BOTTOM = 28.0, 16.0, 46.0
_PLOT, _RIGHT = 440.0, 112.0
_LETTER = 7.4
_LONGEST_NAME = 36


def rating_chart(standings: Sequence[Standing], title: str = "Ratings") -> str:
    """An SVG document, the highest rating first.

    It is light or dark by the reader's preference, and refers to no other files.
    """
    lines = sorted(standings, key=lambda line: (not math.isfinite(line.error), -line.elo))
    names = [_shortened(line.player) for line in lines]
    left = 24 + _LETTER * max(map(len, names), default=0)
    width, height = left + _PLOT + _RIGHT, _TOP + _ROW * len(lines) + _BOTTOM
    scale = Scale(lines, left, _PLOT)
    rows = [
        _row(line, name, left, _TOP + _ROW * (at + 0.5), scale)
        for at, (line, name) in enumerate(zip(lines, names, strict=True))
    ]
    axis = _axis(scale, height - _BOTTOM)
    words = "; ".join(map(_words, lines))
    return document(title, axis, *rows, width=width, height=height, words=words)


def _axis(scale: Scale, bottom: float) -> str:
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


def _row(line: Standing, name: str, left: float, y: float, scale: Scale) -> str:
    base = number(y + 4.5)
    label = tag("text", text(name), x=number(left - 12), y=base, class_="name")
    if not math.isfinite(line.error):
        return group("row", tag("title", text(_words(line))), label)
    low, high = interval(line)
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


def _words(line: Standing) -> str:
    if not math.isfinite(line.error):
        return f"{line.player}: no games"
    return f"{line.player}: {signed(line.elo)} ± {Z95 * line.error:.0f}"


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
