"""The meaning of SGF property names, and how dialects of SGF differ."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hexmate.board import Board, SwapRule
from hexmate.color import BLACK, WHITE
from hexmate.records.base import parse_name
from hexmate.records.sgf_tokens import RawNode, RawProperty

__all__ = [
    "CURSOR",
    "EXTRA_HEADER",
    "HEADER_PROPERTIES",
    "MARK_PROPERTIES",
    "MOVE_COLORS",
    "SETUP_FIELDS",
    "SHAPE",
    "SWAP_RULE",
    "TIME_OUT",
    "SgfDialect",
    "inferred_swap",
    "is_old_hexgui",
    "named",
    "swap_meant",
]

SHAPE = "HXSHAPE"
"""Our own property: the shape of the board, if it is not hex."""
SWAP_RULE = "HXSWAP"
"""Our own property: `pieces`, `sides` or `none`, if the moves do not show it."""
CURSOR = "HXCURSOR"
"""Our own property: number of main-line nodes before the position shown."""
TIME_OUT = "HXTIMEOUT"
"""Our own property: the colour, B or W, that lost on time here."""
EXTRA_HEADER = "HXHEADER"
"""Our own property: headers that SGF has no name for, as name:value."""

HEADER_PROPERTIES = {
    "PB": "black",
    "PW": "white",
    "BR": "black_rank",
    "WR": "white_rank",
    "BT": "black_team",
    "WT": "white_team",
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "DT": "date",
    "GN": "name",
    "RE": "result",
    "RU": "rules",
    "TM": "time",
    "OT": "overtime",
    "ON": "opening",
    "AN": "annotator",
    "SO": "source",
    "US": "user",
    "CP": "copyright",
    "GC": "description",
    "HXVIEW": "view",
}
"""SGF's names of the headers."""

MARK_PROPERTIES = {
    "TR": "triangle",
    "CR": "circle",
    "SQ": "square",
    "MA": "cross",
    "SL": "selected",
}
"""SGF's names of the marks."""

MOVE_COLORS = {"B": BLACK, "W": WHITE}
SETUP_FIELDS = {"AB": "black", "AW": "white", "AE": "empty"}
_KNOWN = frozenset(
    {*HEADER_PROPERTIES, *MARK_PROPERTIES, *MOVE_COLORS, *SETUP_FIELDS}
    | {"FF", "GM", "SZ", "AP", "CA", "C", "LB", "PL", "BL", "WL"}
)
"""Names that old files may spell out, as in `Black` for `B`."""

_LONG_NAME = re.compile(r"(?:[A-Z][a-z]+){1,2}|[a-z]{1,2}")
_OLD_HEXGUI = re.compile(r"\s*HexGui\s*:\s*0\.\d(?!\d)", re.IGNORECASE)
_SWAP_WORDS = ("swap", "swap-pieces", "swap-sides")


@dataclass(frozen=True)
class SgfDialect:
    """How a kind of SGF writes cells and the swap."""

    name: str
    bare_swap: SwapRule
    read_cell: Callable[[Board, str], int] = parse_name
    write_cell: Callable[[Board, int], str] = Board.name
    writes_game_type: bool = True
    swap_word: str | None = None


def named(prop: RawProperty) -> RawProperty:
    """The property under its short name; old files may have `Black` or `b` for `B`."""
    if prop.name.isupper() or _LONG_NAME.fullmatch(prop.name) is None:
        return prop
    short = "".join(letter for letter in prop.name if letter.isupper()) or prop.name.upper()
    return prop._replace(name=short) if short in _KNOWN else prop


def is_old_hexgui(application: Iterable[str]) -> bool:
    """True if HexGui 0.0 to 0.9 wrote the file: its `swap-pieces` leaves the stone in place."""
    return any(_OLD_HEXGUI.match(value) for value in application)


def swap_meant(word: str, dialect: SgfDialect, old_hexgui: bool) -> SwapRule | None:
    """The swap rule that a word stands for; None if it is not a swap."""
    word = word.strip().lower()
    if word not in _SWAP_WORDS:
        return None
    if word == "swap":
        return dialect.bare_swap
    return "sides" if word == "swap-sides" or old_hexgui else "pieces"


def inferred_swap(
    nodes: Iterable[RawNode], dialect: SgfDialect, old_hexgui: bool, transposable: bool
) -> SwapRule | None:
    """The swap rule that the moves of a file show: that of the first swap its board allows."""
    for node in nodes:
        for prop in node.properties:
            if prop.name in MOVE_COLORS:
                for value in prop.values:
                    rule = swap_meant(value, dialect, old_hexgui)
                    if rule == "sides" or (rule == "pieces" and transposable):
                        return rule
    return None


def values_of(properties: Iterable[RawProperty], name: str) -> list[str]:
    """All values of the properties with a name."""
    return [value for prop in properties if prop.name == name for value in prop.values]
