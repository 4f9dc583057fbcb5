"""A chart of ratings over time: dots with 95 % bars, and other players as levels."""

import math
from collections.abc import Sequence

from hexmate.arena.chart import Scale, document, interval, signed
from hexmate.arena.standings import Standing
from hexmate.svg_markup import group, number, tag, text

__all__ = ["rating_curve"]

_WIDTH, _HEIGHT = 720.0, 400.0
_LABEL = 52.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 70.0, 170.0, 16.0, 46.0


def rating_curve(
    points: Sequence[tuple[float, Standing]], others: Sequence[Standing], *, axis: str
) -> str:
    """An SVG document; each point is a position on the axis and the standing there."""
    points = [(at, line) for at, line in points if math.isfinite(line.error)]
    others = [line for line in others if math.isfinite(line.error)]
    bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    elo = Scale([*(line for _, line in points), *others], bottom, _TOP - bottom)
    last = max((at for at, _ in points), default=0.0) or 1.0
    dots = [(_LEFT + (right - _LEFT) * at / last, line) for at, line in points]
    path = "M" + "L".join(f"{number(x)} {number(elo(line.elo))}" for x, line in dots)
    return document(
        "Ratings over time",
        _axes(elo, [at for at, _ in points], last, axis),
        *(_level(line, elo, right) for line in others),
        tag("path", d=path, class_="bar") if dots else "",
        *(_dot(x, line, elo) for x, line in dots),
        width=_WIDTH,
        height=_HEIGHT,
    )


def _axes(elo: Scale, places: Sequence[float], last: float, axis: str) -> str:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    parts = []
    for tick in elo.ticks():
        y = number(elo(tick))
        parts.append(tag("line", x1=number(_LEFT), x2=number(right), y1=y, y2=y))
        parts.append(tag("text", signed(tick), x=number(_LEFT - 28), y=number(elo(tick) + 4.5)))
    free = math.inf
    for at in sorted(places, reverse=True):
        x = _LEFT + (right - _LEFT) * at / last
        if x <= free:  # labels must not overlap
            parts.append(tag("text", f"{at:,.0f}", x=number(x), y=number(bottom + 18)))
            free = x - _LABEL
    middle = (_LEFT + right) / 2
    words = f"Elo with 95 % bars, over {axis}"
    parts.append(tag("text", text(words), x=number(middle), y=number(bottom + 36)))
    return group("axis", *parts)


def _level(line: Standing, elo: Scale, right: float) -> str:
    y = number(elo(line.elo))
    rule = tag("line", x1=number(_LEFT), x2=number(right), y1=y, y2=y, class_="zero")
    name = tag("text", text(line.player), x=number(right + 8), y=number(elo(line.elo) + 4.5))
    return group("level", group("axis", rule), name)


def _dot(x: float, line: Standing, elo: Scale) -> str:
    low, high = interval(line)
    bar = f"M{number(x)} {number(elo(low))}V{number(elo(high))}"
    dot = tag("circle", cx=number(x), cy=number(elo(line.elo)), r="5", class_="dot")
    return group("point", tag("path", d=bar, class_="bar"), dot)
