"""Helpers that write SVG: elements, paths, text and numbers. Lengths are given in cells."""

import re
from collections.abc import Iterable
from html import escape

from hexmate.geometry import Point

__all__ = [
    "SCALE",
    "closed",
    "group",
    "length",
    "number",
    "opened",
    "overlay",
    "tag",
    "text",
    "word",
]

SCALE = 40.0
"""User units per cell: large enough to keep every font above a browser's minimum size."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def tag(name: str, *children: str, **attributes: str) -> str:
    """Write an element; `class_` is the attribute class, and `a_b` is `a-b`."""
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items()
    )
    body = "".join(children)
    return f"<{name}{head}>{body}</{name}>" if body else f"<{name}{head}/>"


def group(name: str, *children: str, **attributes: str) -> str:
    """Write a group, or nothing if it would be empty."""
    return tag("g", *children, class_=name, **attributes) if any(children) else ""


def overlay(name: str, *children: str, **attributes: str) -> str:
    """Write a group that lets the pointer through to the cells below."""
    return group(name, *children, pointer_events="none", **attributes)


def word(content: str, at: Point, size: float, **attributes: str) -> str:
    """Write upright text of a font size centred on a point."""
    x, y = at
    # Digits and capitals are about 0.7 of the font size high.
    place = {"x": length(x), "y": length(y + 0.35 * size), "font_size": length(size)}
    return tag("text", text(content), **place, **attributes)


def text(content: str) -> str:
    """Escape text for an element or an attribute; characters that XML forbids become U+FFFD."""
    return escape(_NOT_XML.sub("\ufffd", content))


def closed(points: Iterable[Point]) -> str:
    """Return the path of a polygon."""
    return opened(points) + "Z"


def opened(points: Iterable[Point]) -> str:
    """Return the path of a line through points."""
    return "M" + "L".join(f"{length(x)} {length(y)}" for x, y in points)


def length(cells: float) -> str:
    """Write a length or coordinate, given in cells, in user units."""
    return number(cells * SCALE)


def number(value: float) -> str:
    """Write a number with two decimals at most.

    >>> number(2.5), number(3.0), number(-0.001)
    ('2.5', '3', '0')
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short
