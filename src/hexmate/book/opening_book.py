"""The opening book: good replies in the first moves, found by long searches with a network.

A position is in the book once: half a turn, another order of the moves, and an exchange of the
colours with the board's mirror image find the same entry.

>>> from hexmate.board import Board
>>> board, book = Board(11), OpeningBook({})
>>> book.replies(board)
()
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.errors import BookError

__all__ = ["DATA", "BookPosition", "BookReply", "OpeningBook", "Place", "place_of", "shipped_book"]

DATA = Path(__file__).with_name("opening_book.jsonl.gz")
"""The book that comes with Hexmate."""

SCHEMA = 1


class BookReply(NamedTuple):
    """A move of the book; the win probability is that of the side that makes it."""

    move: int
    win_probability: float
    visits: int


class BookPosition(NamedTuple):
    """A position as the book has it: Black has moved first."""

    size: int
    black: tuple[int, ...]
    white: tuple[int, ...]


class Place(NamedTuple):
    """The entry of a position, and how its cells become cells of the position."""

    entry: BookPosition
    turned: bool
    mirrored: bool

    def cell(self, cell: int) -> int:
        """A cell of the entry on the board of the position."""
        size = self.entry.size
        cell = size * size - 1 - cell if self.turned else cell
        return cell % size * size + cell // size if self.mirrored else cell


def place_of(board: Board) -> Place | None:
    """Where a position stands in a book; None if no order of moves by turns leads to it.

    >>> board = Board(5)
    >>> _ = board.push_str("e4"), board.push_str("c3")
    >>> place_of(board)
    Place(entry=BookPosition(size=5, black=(5,), white=(12,)), turned=True, mirrored=False)
    """
    if board.shape != "hex" or board.rows != board.cols:
        return None
    first = _first_mover(board)
    if first is None:
        return None
    size = board.rows
    own, other = board.stones(first), board.stones(first.other)
    mirrored = first is WHITE
    if mirrored:
        own, other = ([_mirror(cell, size) for cell in stones] for stones in (own, other))
    plain = BookPosition(size, tuple(sorted(own)), tuple(sorted(other)))
    turned = BookPosition(size, _turn(plain.black, size), _turn(plain.white, size))
    return Place(min(plain, turned), turned < plain, mirrored)


def _first_mover(board: Board) -> Color | None:
    """Who has made the first move, if the players took turns."""
    ahead = len(board.stones(BLACK)) - len(board.stones(WHITE))
    if ahead == 0:
        return board.turn
    if abs(ahead) > 1:
        return None
    first = BLACK if ahead > 0 else WHITE
    return first if board.turn is first.other else None


def _mirror(cell: int, size: int) -> int:
    return cell % size * size + cell // size


def _turn(cells: Sequence[int], size: int) -> tuple[int, ...]:
    return tuple(sorted(size * size - 1 - cell for cell in cells))


class OpeningBook:
    """Replies by position, best first."""

    def __init__(
        self,
        entries: Mapping[BookPosition, Sequence[BookReply]],
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        self._entries = dict(entries)
        self.facts = dict(facts or {})
        """What made the book: network, visits, date."""

    def __len__(self) -> int:
        return len(self._entries)

    def replies(self, board: Board) -> tuple[BookReply, ...]:
        """The book's moves in a position, best first; none if the position is not in the book."""
        place = place_of(board)
        found = () if place is None else self._entries.get(place.entry, ())
        return tuple(reply._replace(move=place.cell(reply.move)) for reply in found if place)

    def entries(self) -> dict[BookPosition, tuple[BookReply, ...]]:
        """All positions with their replies."""
        return {entry: tuple(replies) for entry, replies in self._entries.items()}

    @property
    def sizes(self) -> list[int]:
        """The sizes of board in the book."""
        return sorted({entry.size for entry in self._entries})

    @classmethod
    def read(cls, path: Path) -> "OpeningBook":
        """A book from a file, compressed or not; BookError if it is none."""
        try:
            data = path.read_bytes()
            text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
            first, *lines = text.splitlines()
            facts = json.loads(first)
            if facts.pop("schema", None) != SCHEMA:
                raise BookError(f"{path} is not a book of this version of Hexmate")
            return cls(dict(entry_of(json.loads(line)) for line in lines), facts)
        except OSError as error:
            raise BookError(f"cannot read {path}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, EOFError) as error:
            raise BookError(f"{path} is not an opening book: {error}") from None

    def text(self) -> str:
        """The lines of the book's file: its facts, then the positions in order."""
        facts = json.dumps({"schema": SCHEMA, **self.facts})
        lines = [line_of(entry, self._entries[entry]) for entry in sorted(self._entries)]
        return "".join(f"{line}\n" for line in (facts, *lines))


def line_of(entry: BookPosition, replies: Sequence[BookReply]) -> str:
    """An entry as a line of a book's file: `{"size": 11, "black": "a10", "white": "", ...}`."""
    name = Board(entry.size).name
    listed = [[name(move), round(share, 3), visits] for move, share, visits in replies]
    black, white = (" ".join(map(name, stones)) for stones in (entry.black, entry.white))
    return json.dumps({"size": entry.size, "black": black, "white": white, "replies": listed})


def entry_of(line: Mapping[str, Any]) -> tuple[BookPosition, tuple[BookReply, ...]]:
    """The reverse of `line_of`."""
    board = Board(line["size"])
    black, white = (
        tuple(sorted(map(board.parse, line[color].split()))) for color in ("black", "white")
    )
    replies = tuple(
        BookReply(board.parse(cell), share, visits) for cell, share, visits in line["replies"]
    )
    return BookPosition(board.rows, black, white), replies


@cache
def shipped_book() -> OpeningBook:
    """The book that comes with Hexmate; an empty one if there is none."""
    return OpeningBook.read(DATA) if DATA.exists() else OpeningBook({})
