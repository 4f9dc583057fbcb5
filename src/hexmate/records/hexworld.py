"""Links to HexWorld: ``#11c1,h4e7f9,b9c3``, with or without the site's address before it.

After ``#`` come the size (``n`` or columns ``x`` rows, by default 11), options in any order, the
moves, and after a second comma the moves that can be redone. The options that say how the board is
shown (``r1`` to ``r12``, ``n``, ``c1``) are kept in the header `view`. The default ``r10`` is not
written, and ``m`` has no meaning any more. The text written begins with ``#``; put `ADDRESS` before
it to get a link.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TextIO
from urllib.parse import unquote

from hexmate.board import SwapRule
from hexmate.color import BLACK, Color
from hexmate.coords import PASS, SWAP, parse_cell
from hexmate.errors import HexmateError, RecordError
from hexmate.game import Game, Node
from hexmate.outcome import Termination
from hexmate.records.base import (
    Piece,
    Problems,
    RecordBudget,
    line_pieces,
    new_game,
    shown,
    small_number,
)
from hexmate.records.mainline import Holds, MainLine, Play, plays_of, without_unused_swap
from hexmate.swap import turn_after

__all__ = ["ADDRESS", "CODEC"]

ADDRESS = "https://hexworld.org/board/"
"""The address at which HexWorld shows a board."""
_LARGEST = 30
_SIZE = re.compile(r"(\d+)(?:x(\d+))?", re.ASCII | re.IGNORECASE)
_OPTION = re.compile(r"r(?:1[0-2]|[1-9])(?!\d)|n|c1(?!\d)|m", re.ASCII)
_MOVE = re.compile(r"([a-z]{1,2}[0-9]{1,2})|:([sSp]|[rf][bw])", re.ASCII)
_ENDINGS = {"r": Termination.RESIGNATION, "f": Termination.FORFEIT}
_ENDING_LETTERS = {ending: letter for letter, ending in _ENDINGS.items()}
_HOLDS = Holds(
    swaps=frozenset({"pieces", "sides"}),
    endings=frozenset(_ENDINGS.values()),
    passes=True,
    headers=frozenset({"view"}),
    cursor=True,
)


@dataclass(frozen=True)
class HexWorldCodec:
    """The codec of HexWorld's links."""

    name: str = "hexworld"
    suffixes: tuple[str, ...] = (".hexworld", ".url")

    def sniff(self, head: str) -> int:
        """2 if it names HexWorld; 1 for a bare ``#11,a2``."""
        text = head.lstrip()[:200].lower()
        if "hexworld" in text.split("#")[0]:
            return 2
        return int(re.match(r"#(?:\d|[rncm]|,|$)", text) is not None)

    def split(self, stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
        """One link per line."""
        return line_pieces(stream, budget)

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read a link up to the first move that is not one."""
        start = piece.text.find("#") + 1
        if start == 0:
            raise RecordError(f"{piece.where(0)}: a HexWorld link has a '#' before the board")
        return _LinkReader(_unquoted(piece, start), start, problems).read()

    def write(self, game: Game, lossy: bool) -> str:
        """The link from its ``#`` on, with cursor and view."""
        if max(game.rows, game.cols) > _LARGEST:
            raise RecordError(
                f"hexworld holds boards up to {_LARGEST}x{_LARGEST}; use sgf or jsonl"
            )
        plays = plays_of(game, _HOLDS, self.name, lossy)
        size = f"{game.cols}" if game.rows == game.cols else f"{game.cols}x{game.rows}"
        words = _tokens(game, plays)
        text = f"#{size}{_written_view(game.headers.get('view', ''), lossy)}"
        cursor = len(words) if game.cursor is None else _plays_before(game, game.cursor)
        if words:
            text += "," + "".join(words[:cursor])
        if words[cursor:]:
            text += "," + "".join(words[cursor:])
        return text


def _unquoted(piece: Piece, start: int) -> Piece:
    """The piece with %2C and the like decoded, and without blanks around the link."""
    text = piece.text
    if "%" in text:
        text = text[:start] + unquote(text[start:], errors="replace")
    return piece.changed(text.rstrip())


class _LinkReader:
    """Reads the part of a link after ``#``."""

    def __init__(self, piece: Piece, start: int, problems: Problems) -> None:
        self._piece = piece
        self._text = piece.text
        self._at = start
        self._problems = problems

    def read(self) -> Game:
        cols, rows = self._size()
        view = self._view()
        turned = rows != cols and re.search(r":s", self._text[self._at :]) is not None
        swap = self._swap_rule(rows == cols)
        game = new_game(rows, cols, self._here(), swap=swap)
        if view:
            game.headers["view"] = view
        self._moves(game, turned)
        return without_unused_swap(game)

    def _here(self) -> str:
        return self._piece.where(self._at)

    def _size(self) -> tuple[int, int]:
        match = _SIZE.match(self._text, self._at)
        if match is None:
            return 11, 11
        cols = small_number(match[1])
        rows = cols if match[2] is None else small_number(match[2])
        if cols is None or rows is None or not (1 <= cols <= _LARGEST and 1 <= rows <= _LARGEST):
            raise RecordError(
                f"{self._here()}: {shown(match[0])} is not a size; "
                f"HexWorld has boards from 1x1 to {_LARGEST}x{_LARGEST}"
            )
        self._at = match.end()
        return cols, rows

    def _view(self) -> str:
        found: dict[str, str] = {}
        while self._at < len(self._text) and self._text[self._at] != ",":
            match = _OPTION.match(self._text, self._at)
            if match is None:
                self._skip_options()
                break
            found[match[0][0]] = match[0]
            self._at = match.end()
        return "".join(found.get(letter, "") for letter in "rnc").replace("r10", "")

    def _skip_options(self) -> None:
        rest = self._text[self._at :].split(",")[0]
        self._problems.add(
            self._here(), f"{shown(rest)} is not an option; write r1 to r12, n or c1"
        )
        self._at += len(rest)

    def _swap_rule(self, square: bool) -> SwapRule | None:
        token = re.search(r":([sS])", self._text[self._at :])
        if token is None:
            return None
        return "pieces" if square and token[1] == "s" else "sides"

    def _moves(self, game: Game, turned: bool) -> None:
        line = MainLine(game, self._piece, self._problems)
        turn, count, mirrored, commas = BLACK, 0, False, 0
        while self._at < len(self._text):
            if self._text[self._at] == "," and commas < 2:
                commas += 1
                self._at += 1
                game.cursor = count if commas == 2 and self._at < len(self._text) else None
                continue
            node = self._node(game, turn, mirrored)
            if node is None or not line.add(node, self._here()):
                break
            count += 1
            mirrored = mirrored or (turned and node.move == SWAP and self._token() == ":s")
            if node.move is not None and node.color is not None:
                turn = turn_after(node.color, node.move, game.swap)
            self._at += len(self._token())
        if game.cursor == count:
            game.cursor = None

    def _token(self) -> str:
        match = _MOVE.match(self._text, self._at)
        return match[0] if match else ""

    def _node(self, game: Game, turn: Color, mirrored: bool) -> Node | None:
        match = _MOVE.match(self._text, self._at)
        if match is None:
            rest = self._text[self._at :]
            self._problems.add(
                self._here(),
                f"{shown(rest)} does not begin with a move such as c3, :s or :p; "
                "the game is read up to here",
            )
            return None
        if match[1]:
            return self._stone(game, match[1], turn, mirrored)
        word = match[2]
        if word in "sSp":
            return Node(PASS if word == "p" else SWAP, turn)
        color = Color.parse(word[1])
        return Node(color=color.other if mirrored else color, ending=_ENDINGS[word[0]])

    def _stone(self, game: Game, name: str, turn: Color, mirrored: bool) -> Node | None:
        try:
            row, col = parse_cell(name)
            return Node(game.grid.cell(*((col, row) if mirrored else (row, col))), turn)
        except HexmateError as error:
            self._problems.add(self._here(), f"{error}; the game is read up to here")
            return None


def _written_view(view: str, lossy: bool) -> str:
    options = _OPTION.findall(view)
    if "".join(options) != view and not lossy:
        raise RecordError(f"the view {shown(view)} is invalid; use r1 to r12, n and c1")
    found = {option[0]: option for option in options}
    return "".join(found.get(letter, "") for letter in "rnc").replace("r10", "")


def _plays_before(game: Game, cursor: int) -> int:
    """The number of moves and endings among the first `cursor` nodes of the main line."""
    nodes = islice(game.mainline(), max(0, cursor))
    return sum(1 for node in nodes if node.move is not None or node.ending is not None)


def _tokens(game: Game, plays: list[Play]) -> list[str]:
    """One word per move or ending; before a move out of turn (with loss) comes a pass."""
    words = []
    turn = BLACK
    for play in plays:
        if play.ending is not None:
            words.append(f":{_ENDING_LETTERS[play.ending]}{play.color.letter}")
            continue
        assert play.move is not None
        prefix = "" if play.color is turn else ":p"
        special = {PASS: ":p", SWAP: ":s" if game.swap == "pieces" else ":S"}
        words.append(prefix + (special.get(play.move) or game.grid.name(play.move)))
        turn = turn_after(play.color, play.move, game.swap)
    return words


CODEC = HexWorldCodec()
