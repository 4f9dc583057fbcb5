"""A plain list of moves on one line: ``11: a2 b3 swap-pieces c4``.

The size may come first, columns before rows (``11:``, ``11x5:``, or the bare number); without it
the board is 11x11. Numbering (``1. a2 2. b3``) is skipped, and a line that begins with a number
above 1 continues the game of the line before. A move out of turn names its colour: ``w:c4``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from hexmate.board import Board, SwapRule
from hexmate.color import BLACK, Color
from hexmate.errors import HexmateError, RecordError
from hexmate.game import ENDINGS, Game, Node
from hexmate.outcome import Termination
from hexmate.records.base import (
    Piece,
    Problems,
    RecordBudget,
    new_game,
    numbered_lines,
    parse_move,
    shown,
)
from hexmate.records.mainline import Holds, MainLine, Play, plays_of, without_unused_swap
from hexmate.swap import turn_after

__all__ = ["CODEC", "node_of", "token_of"]

_SIZE = re.compile(r"(\d{1,3})(?:x(\d{1,3}))?:?", re.IGNORECASE | re.ASCII)
_NUMBERING = re.compile(r"(\d{1,6})(?:\.+|\))", re.ASCII)
_NUMBER_AND_MOVE = re.compile(r"(\d{1,6}(?:\.+|\)))([a-z].*)", re.IGNORECASE | re.ASCII | re.DOTALL)
_WORD = re.compile(r"[^\s,;]+")
_MOVE = re.compile(
    r"(?:[bw]:)?(?:[a-z]{1,2}\d{1,2}|swap(?:-pieces|-sides)?|pass|resign|forfeit|time-out)",
    re.IGNORECASE | re.ASCII,
)
_ENDING_WORDS = {
    "resign": Termination.RESIGNATION,
    "forfeit": Termination.FORFEIT,
    "time-out": Termination.TIMEOUT,
}
_ENDING_NAMES = {ending: word for word, ending in _ENDING_WORDS.items()}
_HOLDS = Holds(
    swaps=frozenset({"pieces", "sides"}),
    endings=frozenset(ENDINGS),
    passes=True,
    any_color=True,
)


def token_of(grid: Board, play: Play, turn: Color) -> str:
    """A move or an ending as one word, with its colour if it is out of turn."""
    if play.ending is not None:
        word = _ENDING_NAMES[play.ending]
    else:
        assert play.move is not None
        word = grid.name(play.move)
    return word if play.color is turn else f"{play.color.letter}:{word}"


def node_of(grid: Board, token: str, turn: Color) -> Node:
    """A node from one word; raises a HexmateError if it cannot be read."""
    word = token.lower()
    color = turn
    if word[1:2] == ":":
        color = Color.parse(word[0])
        word = word[2:]
    if word in _ENDING_WORDS:
        return Node(color=color, ending=_ENDING_WORDS[word])
    return Node(parse_move(grid, word), color)


@dataclass(frozen=True)
class MovesCodec:
    """The codec of plain lists of moves."""

    name: str = "moves"
    suffixes: tuple[str, ...] = (".moves",)

    def sniff(self, head: str) -> int:
        """2 if the text begins with a move, after a size and numbering if there are any."""
        words = _words(head[:200])
        first = [word for word, _ in words[:4] if not _NUMBERING.fullmatch(word)]
        if first and _SIZE.fullmatch(first[0]):
            if len(first) == 1:
                return int(first[0].endswith(":"))
            first = first[1:]
        return 2 if first and _MOVE.fullmatch(first[0]) else 0

    def split(self, stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
        """One game per line, unless a line continues the numbering."""
        budget = budget or RecordBudget()
        lines: list[str] = []
        start = last = 1
        length = 0
        for number, line in numbered_lines(stream, budget):
            text = line.rstrip("\n")
            if lines and _continues(text):
                text = "\n" * (number - last) + text
                length += len(text)
                budget.check("text", length, f"line {number}")
                lines.append(text)
            else:
                if lines:
                    yield Piece("".join(lines), start, budget)
                lines, start, length = [text], number, len(text)
            last = number
        if lines:
            yield Piece("".join(lines), start, budget)

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read moves until one cannot be played."""
        words = _words(piece.text)
        cols = rows = 11
        if words and not words[0][0].isalpha():
            size = _SIZE.fullmatch(words[0][0])
            if size is not None:
                cols, rows = int(size[1]), int(size[2] or size[1])
                words = words[1:]
        words = [(word, at) for word, at in words if not _NUMBERING.fullmatch(word)]
        game = new_game(rows, cols, piece.where(0), swap=_swap_rule(words, rows == cols))
        line = MainLine(game, piece, problems)
        turn = BLACK
        for word, at in words:
            try:
                node = node_of(game.grid, word, turn)
            except HexmateError as error:
                problems.add(piece.where(at), f"{error}; the game is read up to here")
                break
            if not line.add(node, piece.where(at)):
                break
            if node.move is not None and node.color is not None:
                turn = turn_after(node.color, node.move, game.swap)
        if words and not game.root.children:
            raise RecordError(
                f"{piece.where(words[0][1])}: {shown(words[0][0])} is not a first move"
            )
        return without_unused_swap(game)

    def write(self, game: Game, lossy: bool) -> str:
        """The size and the moves of the main line."""
        size = f"{game.cols}" if game.rows == game.cols else f"{game.cols}x{game.rows}"
        words = [f"{size}:"]
        turn = BLACK
        for play in plays_of(game, _HOLDS, self.name, lossy):
            words.append(token_of(game.grid, play, turn))
            if play.move is not None:
                turn = turn_after(play.color, play.move, game.swap)
        return " ".join(words)


def _words(text: str) -> list[tuple[str, int]]:
    """The words and their offsets; `1.a2` is two words."""
    words = []
    for found in _WORD.finditer(text):
        glued = _NUMBER_AND_MOVE.fullmatch(found[0])
        if glued is None:
            words.append((found[0], found.start()))
        else:
            words.append((glued[1], found.start()))
            words.append((glued[2], found.start() + len(glued[1])))
    return words


def _continues(text: str) -> bool:
    words = _words(text[:40])
    number = _NUMBERING.fullmatch(words[0][0]) if words else None
    return number is not None and int(number[1]) > 1


def _swap_rule(words: list[tuple[str, int]], square: bool) -> SwapRule | None:
    """The rule of the first swap; a bare `swap` is swap-pieces if the board allows it."""
    for word, _ in words:
        name = word.lower().removeprefix("w:").removeprefix("b:")
        if name == "swap-sides" or (name == "swap" and not square):
            return "sides"
        if name in ("swap", "swap-pieces"):
            return "pieces" if square else None
    return None


CODEC = MovesCodec()
