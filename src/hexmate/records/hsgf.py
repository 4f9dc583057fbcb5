"""LittleGolem's dialect of SGF, `.hsgf`.

It has no GM, its cells are two letters, column then row, from `a` (`am` is a13), and its moves
are labelled the other way round: `;W[...]` moves first and is our Black. The labels of moves,
stones and clocks are therefore exchanged on the way in and on the way out. The players (`PB`,
`PW`) and the result (`RE`) are not: `PB` is the player who moves first, and `RE[B]` says that
this player won. `swap` is swap-pieces.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from hexmate.board import Board
from hexmate.coords import SWAP
from hexmate.errors import MalformedError, RecordError
from hexmate.game import Game
from hexmate.records.base import Piece, Problems, RecordBudget, shown
from hexmate.records.sgf import looks_like_sgf
from hexmate.records.sgf_names import TIME_OUT, SgfDialect, named
from hexmate.records.sgf_reader import read_tree
from hexmate.records.sgf_tokens import RawNode, RawProperty, parse_tree, serialise, split_games
from hexmate.records.sgf_writer import write_tree

__all__ = ["CODEC"]

_LARGEST = 26
_PAIRS = ("B W", "AB AW", "BL WL", "OB OW", "TB TW", "GB GW")
_OTHER_COLOR = {
    name: other for pair in map(str.split, _PAIRS) for name, other in (pair, reversed(pair))
}
_COLOR_VALUES = frozenset({"PL", TIME_OUT})
_LEADING_COLOR = re.compile(r"(\s*)(black|white|b|w)(?![a-z])(.*)", re.IGNORECASE | re.DOTALL)
_EXCHANGED = {"b": "w", "w": "b", "black": "white", "white": "black"}
_FIRST_MOVE = re.compile(r";\s*[BW]\s*\[\s*([^\]]{0,20})\]")
_TWO_LETTERS = re.compile(r"[a-z]{2}", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class HsgfCodec:
    """The codec of LittleGolem's files."""

    name: str = "hsgf"
    suffixes: tuple[str, ...] = (".hsgf",)

    def sniff(self, head: str) -> int:
        """2 for SGF without GM and with a first move of two letters, 1 without any move."""
        if not looks_like_sgf(head) or "GM[" in head:
            return 0
        move = _FIRST_MOVE.search(head)
        if move is None:
            return 1
        return 2 if _TWO_LETTERS.fullmatch(move[1].strip()) else 0

    def split(self, stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
        """The games of a collection."""
        return split_games(stream, budget)

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read one game, exchanging the labels of its moves."""
        nodes = _exchanged(parse_tree(piece, problems))
        game = read_tree(nodes, _DIALECT, piece, problems)
        if game.shape != "hex" or max(game.rows, game.cols) > _LARGEST:
            raise RecordError(f"{piece.where(0)}: {_WHAT_IT_HOLDS}")
        return game

    def write(self, game: Game, lossy: bool) -> str:
        """One game with everything in it, the labels of its moves exchanged."""
        if game.shape != "hex" or max(game.rows, game.cols) > _LARGEST:
            raise RecordError(f"{_WHAT_IT_HOLDS}; use sgf or jsonl")
        if game.swap == "sides" and not lossy and any(n.move == SWAP for n in game.nodes()):
            raise RecordError(
                "hsgf cannot hold swap-sides, only swap-pieces; use sgf or jsonl, "
                "or pass lossy=True to leave the swap out and keep the stones"
            )
        return serialise(_exchanged(write_tree(game, _DIALECT, lossy)))


_WHAT_IT_HOLDS = f"hsgf holds hex boards of up to {_LARGEST}x{_LARGEST}"


def _read_letters(grid: Board, text: str) -> int:
    if _TWO_LETTERS.fullmatch(text) is None:
        raise MalformedError(
            f"{shown(text)} is not a cell; write two letters, column then row, as in am for a13"
        )
    col, row = (ord(letter) - ord("a") for letter in text)
    return grid.cell(row, col)


def _write_letters(grid: Board, cell: int) -> str:
    row, col = grid.row_col(cell)
    return chr(ord("a") + col) + chr(ord("a") + row)


def _exchanged(nodes: list[RawNode]) -> list[RawNode]:
    for node in nodes:
        node.properties = [_exchange(prop) for prop in node.properties]
    return nodes


def _exchange(prop: RawProperty) -> RawProperty:
    prop = named(prop)
    if prop.name in _COLOR_VALUES:
        return prop._replace(values=[_exchange_leading(value) for value in prop.values])
    return prop._replace(name=_OTHER_COLOR.get(prop.name, prop.name))


def _exchange_leading(value: str) -> str:
    """The value with a leading colour exchanged; other values stay as they are."""
    match = _LEADING_COLOR.fullmatch(value)
    if match is None:
        return value
    other = _EXCHANGED[match[2].lower()]
    if match[2].isupper():
        other = other.upper()
    return match[1] + other + match[3]


_DIALECT = SgfDialect(
    name="hsgf",
    bare_swap="pieces",
    read_cell=_read_letters,
    write_cell=_write_letters,
    writes_game_type=False,
    swap_word="swap",
)

CODEC = HsgfCodec()
