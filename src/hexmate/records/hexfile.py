r"""Save files that run from ``\hex`` to ``\endhex``.

They hold a picture of the board and the moves, each with its colour: ``o`` connects top and bottom
and is Black, ``*`` connects left and right and is White. The picture must agree with the moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import SWAP
from hexmate.errors import HexmateError, RecordError
from hexmate.game import Game, Node
from hexmate.records.base import (
    Piece,
    Problems,
    RecordBudget,
    new_game,
    numbered_lines,
    shown,
    small_number,
)
from hexmate.records.mainline import Holds, MainLine, Play, plays_of
from hexmate.replay import Remark

__all__ = ["CODEC"]

_COLORS = {"o": BLACK, "O": BLACK, "0": BLACK, "*": WHITE}
_LETTERS = {BLACK: "o", WHITE: "*"}
_EMPTY = "."
_HOLDS = Holds(swaps=frozenset({"pieces", "sides"}), any_color=True)
_OUT_OF_TURN = frozenset({Remark.OUT_OF_TURN})

Stones = dict[int, Color]


@dataclass(frozen=True)
class HexFileCodec:
    r"""The codec of ``\hex`` save files."""

    name: str = "hexfile"
    suffixes: tuple[str, ...] = (".txt", ".hex")

    def sniff(self, head: str) -> int:
        r"""2 if the first line is ``\hex``."""
        return 2 if head.lstrip()[:4].lower() == "\\hex" else 0

    def split(self, stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
        r"""From each ``\hex`` to the ``\endhex`` that follows."""
        budget = budget or RecordBudget()
        lines: list[str] = []
        start = last = 1
        length = 0
        for number, line in numbered_lines(stream, budget):
            if not lines:
                start = last = number
                length = 0
            text = "\n" * (number - last - 1) + line
            last = number
            length += len(text)
            budget.check("text", length, f"line {number}")
            lines.append(text)
            if line.strip().lower() == "\\endhex":
                yield Piece("".join(lines), start, budget)
                lines = []
        if lines:
            yield Piece("".join(lines), start, budget)

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read a file; raises RecordError if its picture does not agree with its moves."""
        return _FileReader(piece, problems).read()

    def write(self, game: Game, lossy: bool) -> str:
        """The picture and the moves; a swap is written as the resulting stones."""
        if game.rows != game.cols:
            raise RecordError(
                f"hexfile holds square boards, not {game.cols} columns by {game.rows} rows; "
                "use sgf or jsonl"
            )
        plays = _stones_played(game, plays_of(game, _HOLDS, self.name, lossy))
        stones: Stones = {}
        for color, cell in plays:
            stones.setdefault(cell, color)
        rows = (_picture_row(game, stones, row) for row in range(game.rows))
        moves = (
            "\\play {} {} {}".format(_LETTERS[color], *game.grid.row_col(cell))
            for color, cell in plays
        )
        head = ["\\hex", f"\\dim {game.rows}", "\\board"]
        return "\n".join([*head, *rows, "\\endboard", "\\game", *moves, "\\endgame", "\\endhex"])


def _stones_played(game: Game, plays: list[Play]) -> list[tuple[Color, int]]:
    """The plays as stones; swap-pieces leaves one White stone, mirrored, instead of Black's."""
    stones: list[tuple[Color, int]] = []
    for play in plays:
        assert play.move is not None
        if play.move != SWAP:
            stones.append((play.color, play.move))
        elif game.swap == "pieces" and stones:
            stones[-1] = (WHITE, game.grid.mirror(stones[-1][1]))
    return stones


def _picture_row(game: Game, stones: Stones, row: int) -> str:
    cells = (stones.get(game.grid.cell(row, col)) for col in range(game.cols))
    return " ".join(_EMPTY if color is None else _LETTERS[color] for color in cells)


class _FileReader:
    """Reads one file line by line."""

    def __init__(self, piece: Piece, problems: Problems) -> None:
        self._piece = piece
        self._problems = problems
        numbered = enumerate(piece.text.split("\n"), piece.line)
        self._lines = [(number, line.strip()) for number, line in numbered if line.strip()]
        self._last = self._lines[-1][0] if self._lines else piece.line
        self._next = 0

    def read(self) -> Game:
        self._expect("\\hex")
        where = self._where()
        size = self._size()
        game = new_game(size, size, where)
        picture = self._picture(size)
        stones = self._moves(game)
        for word in ("\\endgame", "\\endhex"):
            if self._next < len(self._lines):
                self._expect(word)
            else:
                self._problems.add(f"line {self._last}", f"the file ends before {word}")
        if self._next < len(self._lines):
            self._problems.add(self._where(), "text after \\endhex is ignored")
        self._compare(game, picture, stones)
        return game

    def _where(self) -> str:
        at = min(self._next, len(self._lines) - 1)
        return f"line {self._lines[at][0] if self._lines else self._last}"

    def _take(self, expected: str) -> str:
        if self._next >= len(self._lines):
            raise RecordError(f"line {self._last}: the file ends, but {expected} should follow")
        self._next += 1
        return self._lines[self._next - 1][1]

    def _expect(self, word: str) -> None:
        where = self._where()
        line = self._take(word)
        if line.lower() != word:
            raise RecordError(f"{where}: expected {word}, found {shown(line)}")

    def _size(self) -> int:
        where = self._where()
        line = self._take("\\dim")
        words = line.split(None, 2)
        size = small_number(words[1]) if len(words) == 2 else None
        if words[0].lower() != "\\dim" or size is None:
            raise RecordError(f"{where}: expected the size, as in '\\dim 11', found {shown(line)}")
        return size

    def _picture(self, size: int) -> list[tuple[str, list[Color | None]]]:
        """The rows of the picture, each with its line number for messages."""
        self._expect("\\board")
        rows = []
        for _ in range(size):
            where = self._where()
            line = self._take("a row of the board")
            cells = line.split() if len(line) > size else list(line)
            if len(cells) != size or not all(cell in _COLORS or cell == _EMPTY for cell in cells):
                raise RecordError(
                    f"{where}: expected a row of {size} cells, each o, * or a dot, "
                    f"found {shown(line)}"
                )
            rows.append((where, [_COLORS.get(cell) for cell in cells]))
        self._expect("\\endboard")
        return rows

    def _moves(self, game: Game) -> Stones:
        """Play the moves and return the stones, including those after the end of the game."""
        self._expect("\\game")
        line = MainLine(game, self._piece, self._problems, harmless=_OUT_OF_TURN)
        stones: Stones = {}
        stopped = False
        while self._next < len(self._lines) and self._lines[self._next][1].lower() != "\\endgame":
            where = self._where()
            color, cell = self._play(game, where)
            stopped = stopped or not line.add(Node(cell, color), where)
            if not stopped:
                stones.setdefault(cell, color)
        return stones

    def _play(self, game: Game, where: str) -> tuple[Color, int]:
        line = self._take("\\play")
        words = line.split(None, 4)
        numbers = [small_number(word) for word in words[2:]]
        valid = len(words) == 4 and words[0].lower() == "\\play" and words[1] in _COLORS
        if not valid or numbers[0] is None or numbers[1] is None:
            raise RecordError(
                f"{where}: expected a move, as in '\\play o 3 4' with row and column from 0, "
                f"found {shown(line)}"
            )
        try:
            return _COLORS[words[1]], game.grid.cell(numbers[0], numbers[1])
        except HexmateError as error:
            raise RecordError(f"{where}: {error}") from None

    def _compare(
        self, game: Game, picture: list[tuple[str, list[Color | None]]], stones: Stones
    ) -> None:
        for row, (where, cells) in enumerate(picture):
            if cells != [stones.get(game.grid.cell(row, col)) for col in range(game.cols)]:
                drawn = " ".join(_EMPTY if cell is None else _LETTERS[cell] for cell in cells)
                raise RecordError(
                    f"{where}: the board shows '{drawn}', "
                    f"but the moves give '{_picture_row(game, stones, row)}'"
                )


CODEC = HexFileCodec()
