"""Records of plain games, prepared for the library without building a tree.

Most games of a collection are a header and moves: no variations, comments, marks or mistakes. They
are prepared here, ten times faster than by `importing.prepare`, with the same result. Anything else
is refused with None, and read the usual way, which also reports what is wrong with it.
"""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board, Shape, SwapRule
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import HexmateError
from hexmate.outcome import Outcome
from hexmate.records.base import Codec, Piece
from hexmate.records.jsonl import SCHEMA
from hexmate.records.sgf_names import (
    HEADER_PROPERTIES,
    MARK_PROPERTIES,
    SETUP_FIELDS,
    SWAP_RULE,
    is_old_hexgui,
)
from hexmate.store.importing import (
    MOST_MOVES,
    Prepared,
    date_of,
    digest_of,
    result_of,
    seats_of,
)
from hexmate.store.position_index import entries_of, turned_cells
from hexmate.store.positions import PositionKeys
from hexmate.store.values import NewGame
from hexmate.swap import seat_of

__all__ = ["prepare_plain"]

_SGF = re.compile(r"\(\s*;\s*((?:[A-Z]+\[[^\]\\]*\]\s*)*)((?:;\s*[BW]\[[A-Za-z0-9-]+\]\s*)*)\)\s*")
_PROPERTY = re.compile(r"([A-Z]+)\[([^\]]*)\]")
_MOVE = re.compile(r"([BW])\[([A-Za-z0-9-]+)\]")
_SIZE = re.compile(r"([1-9]\d?)(?::([1-9]\d?))?")
_SURROGATE = re.compile("[\ud800-\udfff]")
_COLORS = {"B": BLACK, "W": WHITE}
_RULES: dict[str, SwapRule | None] = {"pieces": "pieces", "sides": "sides", "none": None}
_IGNORED = frozenset({"FF", "GM", "SZ", SWAP_RULE})
_NOT_PLAIN = frozenset(
    {*MARK_PROPERTIES, *SETUP_FIELDS, "B", "W", "PL", "C", "LB"}
    | {"HXSHAPE", "HXCURSOR", "HXTIMEOUT", "HXHEADER"}
)
_GAME_FIELDS = ("schema", "rows", "cols", "shape", "swap", "headers", "cursor", "nodes")
_RESIGN = "resign"


class _Plain(NamedTuple):
    """A game as a record has it."""

    rows: int
    cols: int
    shape: Shape
    swap: SwapRule | None
    headers: dict[str, str]
    properties: dict[str, list[str]]
    """Other properties of the root, as they are written."""
    plays: Sequence[tuple[Color | None, str]]
    """Colour, if the record names it, and word."""


def prepare_plain(codec: Codec, piece: Piece) -> Prepared | None:
    """The game of a piece as it will be stored; None if it is not a plain one."""
    text = piece.text
    if not text.isascii() and _SURROGATE.search(text):
        return None
    plain = None
    if codec.name == "sgf":
        plain = _from_sgf(text)
    elif codec.name == "jsonl":
        plain = _from_json(text)
    if plain is None or len(plain.plays) > MOST_MOVES:
        return None
    try:
        return _prepared(plain)
    except HexmateError:
        return None


def _from_sgf(text: str) -> _Plain | None:
    whole = _SGF.fullmatch(text)
    if whole is None:
        return None
    found = _PROPERTY.findall(whole[1])
    values: dict[str, str] = dict(found)
    if len(values) < len(found) or not _NOT_PLAIN.isdisjoint(values):
        return None
    size = _SIZE.fullmatch(values.get("SZ", "11").strip())
    stated = values.get(SWAP_RULE)
    if (
        size is None
        or values.get("GM", "11").strip() != "11"
        or is_old_hexgui([values.get("AP", "")])
        or (stated is not None and stated not in _RULES)
    ):
        return None
    cols, rows = int(size[1]), int(size[2] or size[1])
    plays = [(_COLORS[letter], word.lower()) for letter, word in _MOVE.findall(whole[2])]
    swap = _RULES[stated] if stated is not None else _inferred(plays)
    headers = {}
    properties = {}
    for name, value in values.items():
        header = HEADER_PROPERTIES.get(name)
        if header is not None:
            headers[header] = value.replace("\n", " ")
        elif name == "CA":
            properties[name] = ["UTF-8"]
        elif name not in _IGNORED:
            properties[name] = [value]
    return _Plain(rows, cols, "hex", swap, headers, properties, plays)


def _inferred(plays: Sequence[tuple[Color | None, str]]) -> SwapRule | None:
    """The rule that the first swap shows; in SGF a bare one exchanges the sides."""
    for _, word in plays:
        if word.startswith("swap"):
            return "pieces" if word == "swap-pieces" else "sides"
    return None


def _from_json(text: str) -> _Plain | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or tuple(data) != _GAME_FIELDS or data["schema"] != SCHEMA:
        return None
    (rows, cols, shape, swap, headers, cursor, nodes) = (data[key] for key in _GAME_FIELDS[1:])
    if not (type(rows) is int and type(cols) is int and 1 <= rows <= 32 and 1 <= cols <= 32):
        return None
    if shape not in ("hex", "offset", "square", "triangle") or swap not in (
        None,
        "pieces",
        "sides",
    ):
        return None
    if (
        cursor is not None
        or not _texts(headers)
        or not isinstance(nodes, list)
        or nodes[:1] != [{}]
    ):
        return None
    if not all((isinstance(node, str) and node.isalnum()) or node in _SWAPS for node in nodes[1:]):
        return None
    return _Plain(rows, cols, shape, swap, headers, {}, [(None, node) for node in nodes[1:]])


_SWAPS = ("swap-pieces", "swap-sides")


def _texts(headers: Any) -> bool:
    return isinstance(headers, dict) and all(isinstance(each, str) for each in headers.values())


def _prepared(plain: _Plain) -> Prepared | None:
    board = Board((plain.rows, plain.cols), shape=plain.shape, swap=plain.swap)
    tables = _tables(plain.rows, plain.cols, plain.shape)
    walked = _walk(board, tables, plain.plays)
    if walked is None:
        return None
    record = _record(plain, walked)
    if not record.isascii() and _SURROGATE.search(record):
        return None  # written as an escape in the text
    black, white = seats_of(plain.headers)
    new = NewGame(
        plain.rows,
        plain.cols,
        black,
        white,
        shape=plain.shape,
        swap=plain.swap,
        mode="imported",
    )
    result = result_of(
        walked.outcome,
        plain.headers,
        lambda color: seat_of(color, plain.swap, walked.moves),
    )
    keys, turned = tables.keys(walked)
    entries = entries_of(tables.image, keys, turned, walked.moves, result.result)
    return Prepared(
        record,
        digest_of(record),
        new,
        " ".join(walked.words),
        len(walked.words),
        SWAP in walked.moves,
        PositionKeys(int(keys[0]), int(turned[0])),
        entries.tobytes(),
        result,
        date_of(plain.headers),
    )


def _record(plain: _Plain, walked: "_Walk") -> str:
    """The line of `games.jsonl`, as its codec writes it."""
    root = {"properties": plain.properties} if plain.properties else {}
    names = [word[2:] for word in walked.words]
    ending = [_RESIGN] if walked.resigned else []
    values = (
        SCHEMA,
        plain.rows,
        plain.cols,
        plain.shape,
        plain.swap,
        plain.headers,
        None,
        [root, *names, *ending],
    )
    return json.dumps(dict(zip(_GAME_FIELDS, values, strict=True)), ensure_ascii=False)


class _Walk(NamedTuple):
    words: list[str]
    moves: list[int]
    colors: list[int]
    turns: list[int]
    """The side to move before each move, and at the end."""
    mirrored: int
    """The cell to which swap-pieces moved the stone; -1 without one."""
    resigned: bool
    outcome: Outcome | None


def _walk(
    board: Board, tables: "_Tables", plays: Sequence[tuple[Color | None, str]]
) -> _Walk | None:
    """Play the moves; None if one is out of turn, comes after the end, or is not a usual move."""
    words: list[str] = []
    moves: list[int] = []
    colors: list[int] = []
    turn, mirrored, resigned = BLACK, -1, False
    turns: list[int] = [turn]
    for color, word in plays:
        if resigned or board._winner is not None or (color is not None and color != turn):
            return None
        if word == _RESIGN:
            board.resign(turn)
            resigned = True
            continue
        move = tables.numbers.get(word)
        if move is None:
            return None
        if move == SWAP:
            if not board.swap_available or word not in ("swap", f"swap-{board.swap}"):
                return None
            word = f"swap-{board.swap}"
            if board.swap == "pieces":
                mirrored = board.mirror(moves[0])
        board.push(move, turn)
        words.append("bw"[turn] + ":" + word)
        moves.append(move)
        colors.append(turn)
        if move != SWAP or board.swap == "pieces":
            turn = WHITE if turn is BLACK else BLACK
        turns.append(turn)
    return _Walk(words, moves, colors, turns, mirrored, resigned, board.outcome())


class _Tables:
    """Numbers of words and keys of stones for one kind of board."""

    def __init__(self, rows: int, cols: int, shape: Shape) -> None:
        size = (rows, cols)
        board = Board(size, shape=shape)
        cells = range(board.num_cells)
        self.image = turned_cells(board)
        self.numbers = {board.name(cell): cell for cell in cells}
        self.numbers.update({"swap": SWAP, "swap-pieces": SWAP, "swap-sides": SWAP, "pass": PASS})
        self._empty = np.array(board.position_key(), np.uint64)
        of_white = Board.setup([], [], WHITE, size=size, shape=shape).position_key()
        self._white_to_move = np.array(of_white, np.uint64) ^ self._empty
        self._stones = (
            np.array(
                [
                    [
                        Board.setup(
                            [cell] if color is BLACK else [],
                            [cell] if color is WHITE else [],
                            BLACK,
                            size=size,
                            shape=shape,
                        ).position_key()
                        for cell in cells
                    ]
                    for color in (BLACK, WHITE)
                ],
                np.uint64,
            )
            ^ self._empty
        )
        self._turned_stones = self._stones[:, self.image]

    def keys(self, walked: _Walk) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The keys of all positions, and of their images, from the start to the end."""
        moves = np.array(walked.moves, np.int64)
        colors = np.array(walked.colors, np.int64)
        turns = np.array(walked.turns, np.int64)
        to_move = np.where(turns == WHITE, self._white_to_move, np.uint64(0))
        both = []
        for stones in (self._stones, self._turned_stones):
            changes = np.empty(len(turns), np.uint64)
            changes[0] = self._empty
            changes[1:] = np.where(moves >= 0, stones[colors, np.maximum(moves, 0)], np.uint64(0))
            if walked.mirrored >= 0:
                swap = walked.moves.index(SWAP)
                before = stones[BLACK, walked.moves[0]]
                changes[swap + 1] = before ^ stones[WHITE, walked.mirrored]
            both.append((np.bitwise_xor.accumulate(changes) ^ to_move).view(np.int64))
        return both[0], both[1]


@lru_cache(maxsize=32)
def _tables(rows: int, cols: int, shape: Shape) -> _Tables:
    return _Tables(rows, cols, shape)
