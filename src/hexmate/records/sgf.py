"""SGF, FF[4] with GM[11], as HexGui, PlayHex and most other programs write it.

Besides the standard properties, a file may hold our own, which other programs skip: `HXSHAPE` (the
shape, if it is not hex), `HXSWAP` (the swap rule, if the moves do not show it), `HXTIMEOUT` (the
colour that lost on time), `HXCURSOR` (the position shown), `HXVIEW` (how HexWorld shows it) and
`HXHEADER` (headers that SGF has no name for).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from hexmate.game import Game
from hexmate.records.base import Piece, Problems, RecordBudget
from hexmate.records.sgf_names import SgfDialect
from hexmate.records.sgf_reader import read_tree
from hexmate.records.sgf_tokens import parse_tree, serialise, split_games
from hexmate.records.sgf_writer import write_tree

__all__ = ["CODEC", "looks_like_sgf"]

_START = re.compile(r"[^(]{0,1000}\(\s{0,100}[;(]")
_DIALECT = SgfDialect(name="sgf", bare_swap="sides")


def looks_like_sgf(head: str) -> bool:
    """True if a text begins with the brackets of SGF."""
    return _START.match(head) is not None


@dataclass(frozen=True)
class SgfCodec:
    """The codec of SGF."""

    name: str = "sgf"
    suffixes: tuple[str, ...] = (".sgf",)

    def sniff(self, head: str) -> int:
        """2 with GM, 1 with only the brackets of SGF."""
        if not looks_like_sgf(head):
            return 0
        return 2 if "GM[" in head else 1

    def split(self, stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
        """The games of a collection."""
        return split_games(stream, budget)

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read one game with all its variations."""
        return read_tree(parse_tree(piece, problems), _DIALECT, piece, problems)

    def write(self, game: Game, lossy: bool) -> str:
        """One game with everything in it."""
        return serialise(write_tree(game, _DIALECT, lossy))


CODEC = SgfCodec()
