"""Ratings over time as a picture: points with error bars, and levels to compare with."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hexmate.svg_markup import number, tag, text

__all__ = ["CurvePoint", "draw_curve"]

_WIDTH, _HEIGHT = 720.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 70.0, 150.0, 24.0, 52.0


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating, how far off it may be (95 %), and where on the line it stands."""

    at: float
    elo: float
    error: float


def draw_curve(
    points: Sequence[CurvePoint], levels: Sequence[tuple[str, float]], *, title: str, axis: str
) -> str:
    """An SVG document; `levels` are others' ratings, drawn as lines across."""
    lows = [each.elo - each.error for each in points] + [elo for _, elo in levels]
    highs = [each.elo + each.error for each in points] + [elo for _, elo in levels]
    low, high = min(lows) - 30, max(highs) + 30
    last = max((each.at for each in points), default=1.0) or 1.0

    def x(at: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * at / last

    def y(elo: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - elo) / (high - low)

    parts = [tag("title", text(title)), *_scale(low, high, last, axis, x, y)]
    for name, elo in levels:
        parts.append(_line(_LEFT, y(elo), _WIDTH - _RIGHT, y(elo), stroke="#b45309", dash="5 4"))
        parts.append(_text(name, _WIDTH - _RIGHT + 6, y(elo) + 4, anchor="start"))
    for each in points:
        bar = y(each.elo - each.error), y(each.elo + each.error)
        parts.append(_line(x(each.at), bar[0], x(each.at), bar[1], stroke="#1d4ed8"))
        parts.append(
            tag("circle", cx=number(x(each.at)), cy=number(y(each.elo)), r="4", fill="#1d4ed8")
        )
    path = " ".join(f"{number(x(each.at))},{number(y(each.elo))}" for each in points)
    parts.append(tag("polyline", points=path, fill="none", stroke="#1d4ed8", stroke_width="2"))
    return tag(
        "svg",
        tag("rect", width="100%", height="100%", fill="#ffffff"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(_WIDTH)} {number(_HEIGHT)}",
        role="img",
        font_family="system-ui, sans-serif",
        font_size="12",
        fill="#1f2937",
    )


def _scale(
    low: float,
    high: float,
    last: float,
    axis: str,
    x: Callable[[float], float],
    y: Callable[[float], float],
) -> Iterator[str]:
    step = next(each for each in (50, 100, 200, 500, 1000, 5000) if (high - low) / each <= 8)
    for elo in range(int(low // step) * step, int(high) + 1, step):
        if elo >= low:
            yield _line(_LEFT, y(elo), _WIDTH - _RIGHT, y(elo), stroke="#e5e7eb")
            yield _text(str(elo), _LEFT - 8, y(elo) + 4, anchor="end")
    for part in range(5):
        at = last * part / 4
        yield _text(f"{at:,.0f}", x(at), _HEIGHT - _BOTTOM + 18, anchor="middle")
    yield _line(_LEFT, _TOP, _LEFT, _HEIGHT - _BOTTOM, stroke="#6b7280")
    yield _line(_LEFT, _HEIGHT - _BOTTOM, _WIDTH - _RIGHT, _HEIGHT - _BOTTOM, stroke="#6b7280")
    yield _text("Elo", _LEFT - 8, _TOP - 8, anchor="end")
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    yield _text(axis, middle, _HEIGHT - 14, anchor="middle")


def _line(x1: float, y1: float, x2: float, y2: float, *, stroke: str, dash: str = "none") -> str:
    ends = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
    return tag("line", **ends, stroke=stroke, stroke_dasharray=dash)


def _text(content: str, x: float, y: float, *, anchor: str) -> str:
    return tag("text", text(content), x=number(x), y=number(y), text_anchor=anchor)
