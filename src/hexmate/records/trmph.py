"""Links to trmph: ``https://trmph.com/hex/board#13,a6i2d10d9``.

There is no word for the swap: a second cell equal to the first is swap-pieces. The winner may
follow after a blank: ``b`` or ``1`` for the first player (blue there, Black here), ``r`` or ``2``
for the second.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from hexmate.color import BLACK
from hexmate.coords import SWAP
from hexmate.errors import HexmateError, RecordError
from hexmate.game import Game, Node
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

__all__ = ["CODEC"]

_ADDRESS = "https://trmph.com/hex/board"
_START = re.compile(r"#?(\d+)(,|\s|$)", re.ASCII)
_CELL = re.compile(r"[a-z]{1,2}[0-9]{1,2}", re.IGNORECASE | re.ASCII)
_WINNERS = {"b": "B+", "1": "B+", "r": "W+", "2": "W+"}
_WINNER_LETTERS = {"B+": "b", "W+": "r"}
_HOLDS = Holds(swaps=frozenset({"pieces"}), results=frozenset(_WINNER_LETTERS))


@dataclass(frozen=True)
class TrmphCodec:
    """The codec of trmph's links."""

    name: str = "trmph"
    suffixes: tuple[str, ...] = (".trmph",)

    def sniff(self, head: str) -> int:
        """2 if it names trmph or its board page, 1 for ``#13,a6i2 b``."""
        first = head.lstrip().split("\n")[0][:10_000].lower()
        if "trmph" in first.split("#")[0] or "/hex/board#" in first:
            return 2
        return int(re.match(r"#?\d+,(?:[a-z]{1,2}\d{1,2})*\s+[br12]\s*$", first) is not None)

    def split(self, stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
        """One link per line."""
        return line_pieces(stream, budget)

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read a link up to the first move that is not one."""
        text = piece.text.rstrip()
        hash_at = max(text.find("#"), 0)
        match = _START.match(text, hash_at)
        if match is None:
            raise RecordError(
                f"{piece.where(hash_at)}: a trmph link has '#', the size and a comma, as in #13,a6"
            )
        size = small_number(match[1])
        if size is None:
            where = piece.where(hash_at)
            raise RecordError(f"{where}: {shown(match[1])} is not a size; write 1 to 32")
        at = match.end(1) + (match[2] == ",")
        swapped = _CELL.match(text, at)
        again = swapped and _CELL.match(text, swapped.end())
        swaps = bool(swapped and again and swapped[0].lower() == again[0].lower())
        game = new_game(size, size, piece.where(hash_at), swap="pieces" if swaps else None)
        end = _read_cells(game, piece, text, at, problems)
        _read_winner(game, piece, text, end, problems)
        return without_unused_swap(game)

    def write(self, game: Game, lossy: bool) -> str:
        """The whole address, and the winner from the result header."""
        if game.rows != game.cols:
            size = f"{game.cols}x{game.rows}"
            raise RecordError(f"trmph holds square boards, not {size}; use hexworld")
        words = _tokens(game, plays_of(game, _HOLDS, self.name, lossy))
        text = f"{_ADDRESS}#{game.cols},{''.join(words)}"
        letter = _WINNER_LETTERS.get(_result(game, lossy))
        return f"{text} {letter}" if letter else text


def _read_cells(game: Game, piece: Piece, text: str, at: int, problems: Problems) -> int:
    """Play the cells from an offset on and return the offset after the last one."""
    line = MainLine(game, piece, problems)
    turn, first, count = BLACK, None, 0
    while (match := _CELL.match(text, at)) is not None:
        try:
            move = game.grid.parse(match[0])
        except HexmateError as error:
            problems.add(piece.where(at), f"{error}; the game is read up to here")
            return len(text)
        count += 1
        first = move if count == 1 else first
        if count == 2 and move == first:
            move = SWAP
        if not line.add(Node(move, turn), piece.where(at)):
            return len(text)
        turn = turn.other
        at = match.end()
    return at


def _read_winner(game: Game, piece: Piece, text: str, at: int, problems: Problems) -> None:
    rest = text[at:]
    if not rest:
        return
    if rest[0].isspace() and rest.strip().lower() in _WINNERS:
        game.headers["result"] = _WINNERS[rest.strip().lower()]
        return
    problems.add(
        piece.where(at),
        f"{shown(rest)} is neither a cell nor the winner (a blank and b, r, 1 or 2); "
        "the game is read up to here",
    )


def _result(game: Game, lossy: bool) -> str:
    result = game.headers.get("result", "")
    return result[:2] if lossy else result


def _tokens(game: Game, plays: list[Play]) -> list[str]:
    words: list[str] = []
    turn = BLACK
    for play in plays:
        if play.color is not turn:
            raise RecordError(
                "trmph cannot hold two moves of one colour in a row, not even with lossy=True"
            )
        assert play.move is not None
        words.append(words[0] if play.move == SWAP else game.grid.name(play.move))
        turn = turn.other
    return words


CODEC = TrmphCodec()
