"""A small font of our own, drawn with a pen: letters as lines, for pictures that need no font file.

A glyph is a text of strokes on a grid: `x` from 0 to 4, `y` from 0 (top of capitals) over 2 (top of
small letters) and 6 (base line) to 8 (bottom of a tail). A stroke is the digits of its points, and
`~` rounds it. A stroke of one point twice is a dot.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from hexmate.geometry import Point

__all__ = ["HEIGHT", "strokes"]

HEIGHT = 0.7
"""Height of capitals and digits, as a part of the font size."""

_GRID = HEIGHT / 6
_GAP = 2.0
"""Between two glyphs, on the grid."""
_SPACE = 1.0
_ROUNDS = 2
_BOWL = "~0242460602"
_GLYPHS = {
    "0": "~0040460600",
    "1": "022026",
    "2": "~0200404306 0646",
    "3": "~0100404323 ~2343460605",
    "4": "300444 3036",
    "5": "400003 ~032242460605",
    "6": "~300004 ~0242460602",
    "7": "004016",
    "8": "~0040430300 ~0343460603",
    "9": "~0040440400 ~424616",
    "a": f"{_BOWL} 4246",
    "b": f"{_BOWL} 0006",
    "c": "~434202064645",
    "d": f"{_BOWL} 4046",
    "e": "0444 ~444202064645",
    "f": "~402022 2226 0242",
    "g": f"{_BOWL} 4246 ~46480807",
    "h": "0006 ~04024244 4446",
    "i": "2226 2020",
    "j": "2226 ~262808 2020",
    "k": "0006 4204 2346",
    "l": "2026",
    "m": "0206 ~04022224 2426 ~24224244 4446",
    "n": "0206 ~04024244 4446",
    "o": _BOWL,
    "p": f"{_BOWL} 0208",
    "q": f"{_BOWL} 4248",
    "r": "0206 ~040232",
    "s": "~4342020444460605",
    "t": "2024 ~242646 0242",
    "u": "0204 ~04064644 4246",
    "v": "022642",
    "w": "0216233642",
    "x": "0246 4206",
    "y": "0225 4208",
    "z": "02420646",
    "A": "062046 1434",
    "B": "0006 0020 ~20404323 0323 ~23434626 0626",
    "C": "~414000064645",
    "D": "0006 0020 ~20404626 0626",
    "E": "40000646 0333",
    "F": "400006 0333",
    "G": "~414000064644 4424",
    "H": "0006 4046 0343",
    "I": "2026",
    "J": "3034 ~34360604",
    "K": "0006 4004 2246",
    "L": "000646",
    "M": "0600234046",
    "N": "06004640",
    "O": "~0040460600",
    "P": "0006 0020 ~20404323 0323",
    "Q": "~0040460600 2446",
    "R": "0006 0020 ~20404323 0323 2346",
    "S": "~4140000343460605",
    "T": "0040 2026",
    "U": "0004 ~04064644 4440",
    "V": "002640",
    "W": "0016233640",
    "X": "0046 4006",
    "Y": "0023 4023 2326",
    "Z": "00400646",
    "+": "0444 2226",
    "-": "0444",
    "=": "0343 0545",
    ".": "2626",
    ",": "2617",
    ":": "2323 2626",
    "'": "2022",
    "!": "2024 2626",
    "?": "~0100404323 2324 2626",
    "%": "4006 0101 4545",
    "*": "2125 0143 4103",
    "/": "4006",
    "(": "~30101636",
    ")": "~10303616",
    "<": "420446",
    ">": "024406",
}
_UNKNOWN = "0040460600"
"""A box stands for what the font does not have."""


def strokes(text: str, center: Point, size: float) -> list[list[Point]]:
    """The lines of a text of a font size, centred on a point; capitals are 0.7 of the size high.

    >>> strokes("1", (0.0, 0.0), 10.0)
    [[(-1.17, -1.17), (1.17, -3.5), (1.17, 3.5)]]
    """
    placed: list[tuple[float, Sequence[Sequence[Point]]]] = []
    at = 0.0
    for character in _plain(text):
        lines = _glyph(character)
        xs = [x for line in lines for x, _ in line]
        left, right = (min(xs), max(xs)) if xs else (0.0, _SPACE)
        placed.append((at - left, lines))
        at += right - left + _GAP
    unit, shift = size * _GRID, (at - _GAP) / 2
    x0, y0 = center
    return [
        [(round(x0 + (x + dx - shift) * unit, 2), round(y0 + (y - 3) * unit, 2)) for x, y in line]
        for dx, lines in placed
        for line in lines
    ]


def _plain(text: str) -> str:
    """The text without accents."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))


@lru_cache(maxsize=256)
def _glyph(character: str) -> tuple[tuple[Point, ...], ...]:
    if character.isspace():
        return ()
    return tuple(_stroke(text) for text in _GLYPHS.get(character, _UNKNOWN).split())


def _stroke(text: str) -> tuple[Point, ...]:
    digits = [float(digit) for digit in text.lstrip("~")]
    points = list(zip(digits[::2], digits[1::2], strict=True))
    for _ in range(_ROUNDS if text[0] == "~" else 0):
        points = _rounded(points)
    return tuple(points)


def _rounded(points: list[Point]) -> list[Point]:
    """Cut the corners of a line, or of a loop if it ends where it begins."""
    cut = [
        (x + part * (u - x), y + part * (v - y))
        for (x, y), (u, v) in pairwise(points)
        for part in (0.25, 0.75)
    ]
    if points[0] == points[-1]:
        return [*cut, cut[0]]
    return [points[0], *cut[1:-1], points[-1]]
