"""Making an opening book: searches of good replies to fair openings, level by level."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from hexmate.arena.tasks import Tasks
from hexmate.board import Board
from hexmate.book.opening_book import (
    BookPosition,
    BookReply,
    OpeningBook,
    entry_of,
    line_of,
    place_of,
)
from hexmate.book.swap_maps import swap_map
from hexmate.errors import BookError
from hexmate.files import held
from hexmate.nets.shipped import BEST
from hexmate.players.base import Limit
from hexmate.players.mcts import MctsPlayer

__all__ = ["BookFile", "BookMaking", "BookSearch", "BookSettings"]

_LEAST_SHARE = 0.02
"""A reply needs this share of the best reply's visits: others were hardly looked at."""


@dataclass(frozen=True, slots=True)
class BookSettings:
    """What a book follows from.

    The `openings` fairest first stones of the swap map are level 1, and each of the `depth` levels
    has the positions after the best replies of the level before: at most `width` of a position,
    whose win probability is at most `margin` below the best one's.
    """

    size: int = 11
    openings: int = 6
    depth: int = 3
    width: int = 3
    margin: float = 0.05
    visits: int = 400
    network: str = BEST

    @property
    def most(self) -> int:
        """Positions of the book if every position has `width` good replies."""
        return sum(self.openings * self.width**level for level in range(self.depth))


class BookSearch:
    """Searches positions for a book. It can be sent to other processes."""

    def __init__(self, settings: BookSettings) -> None:
        self._settings = settings
        self._player: MctsPlayer | None = None  # made where it is used

    def __call__(self, entry: BookPosition) -> tuple[BookReply, ...]:
        """The replies with the most visits, best first."""
        if self._player is None:
            # In 32 bits everywhere: a book may grow on several machines.
            self._player = MctsPlayer(self._settings.network, device="core")
        board = Board.setup(list(entry.black), list(entry.white), size=entry.size)
        # An empty tree: the result must not depend on what was searched before.
        self._player.start(board, board.turn)
        limit = Limit(visits=self._settings.visits)
        found = list(self._player.analyse(board, limit, lines=self._settings.width + 1))
        last = {info.rank: info for info in found}
        return tuple(
            BookReply(info.move, info.win_probability, info.visits)
            for _, info in sorted(last.items())
            if info.move is not None and info.win_probability is not None and info.visits
        )


class BookFile:
    """A book that grows: every result is appended at once, and a kill loses none but the last."""

    def __init__(self, path: Path, settings: BookSettings) -> None:
        """Begin a new file or continue one; BookError if it was made with other settings."""
        self.path = path
        facts = {"schema": 1, **asdict(settings)}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                if not opened.enter_context(held(path.with_suffix(path.suffix + ".lock"))):
                    raise BookError(f"{path}: another process is making this book")
                self.entries = self._read(facts)
                self._stream = opened.enter_context(path.open("a", encoding="utf-8", newline="\n"))
                if path.stat().st_size == 0:
                    self._write(json.dumps({**facts, "date": time.strftime("%Y-%m-%d")}))
                self._open_files = opened.pop_all()
        except OSError as error:
            raise BookError(f"cannot write {path}: {error.strerror or error}") from None

    def _read(self, facts: dict[str, object]) -> dict[BookPosition, tuple[BookReply, ...]]:
        """The entries so far; a last line without an end was cut by a kill and is removed."""
        content = self.path.read_bytes() if self.path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            with self.path.open("r+b") as stream:
                stream.truncate(len(whole))
        if not whole:
            return {}
        try:
            first, *lines = whole.decode("utf-8").splitlines()
            found = json.loads(first)
            entries = dict(entry_of(json.loads(line)) for line in lines)
        except (ValueError, KeyError, TypeError) as error:
            raise BookError(f"{self.path} is not an opening book: {error}") from None
        differ = [name for name in facts if found.get(name) != facts[name]]
        if differ:
            raise BookError(
                f"{self.path} was made with other settings ({', '.join(differ)}); "
                "give the same ones to continue it, or another file"
            )
        return entries

    def add(self, entry: BookPosition, replies: tuple[BookReply, ...]) -> None:
        """Keep a result."""
        self.entries[entry] = replies
        self._write(line_of(entry, replies))

    def _write(self, line: str) -> None:
        self._stream.write(line + "\n")
        self._stream.flush()

    def book(self) -> OpeningBook:
        """What is in the file now."""
        return OpeningBook.read(self.path)

    def close(self) -> None:
        """Give the file back."""
        self._open_files.close()


class BookMaking:
    """Searches what is missing in a book's file."""

    def __init__(
        self,
        file: BookFile,
        settings: BookSettings,
        workers: Tasks[BookPosition, tuple[BookReply, ...]],
    ) -> None:
        self._file, self._settings, self._workers = file, settings, workers
        self.total = 0
        """Positions known so far: a level is known when the one before it is done."""
        self.done = 0

    def steps(self) -> Iterator[None]:
        """Work; stops for a moment after each position, when the caller may leave."""
        level = _first_level(self._settings)
        for depth in range(self._settings.depth):
            self.total += len(level)
            waiting = [entry for entry in level if entry not in self._file.entries]
            self.done += len(level) - len(waiting)
            yield from self._search(waiting)
            if depth + 1 < self._settings.depth:
                level = self._next_level(level)

    def _search(self, waiting: list[BookPosition]) -> Iterator[None]:
        left, busy = iter(waiting), dict[int, BookPosition]()
        idle = list(range(self._workers.count))
        while True:
            for number, entry in zip(idle, left, strict=False):
                busy[number] = entry
                self._workers.begin(number, entry)
            if not busy:
                return
            number, replies = self._workers.ended()
            self._file.add(busy.pop(number), replies)
            idle = [number]
            self.done += 1
            yield

    def _next_level(self, level: list[BookPosition]) -> list[BookPosition]:
        """The positions after the good replies, each once, in order."""
        found: dict[BookPosition, None] = {}
        for entry in level:
            for reply in good_replies(self._file.entries[entry], self._settings):
                after = _after(entry, reply.move)
                if after is not None:
                    found[after] = None
        return list(found)


def good_replies(replies: tuple[BookReply, ...], settings: BookSettings) -> list[BookReply]:
    """The best replies and those that are hardly worse."""
    if not replies:
        return []
    best = replies[0]
    return [
        reply
        for reply in replies[: settings.width]
        if best.win_probability - reply.win_probability <= settings.margin
        and reply.visits >= _LEAST_SHARE * best.visits
    ]


def _first_level(settings: BookSettings) -> list[BookPosition]:
    """The positions after the fairest first stones."""
    found = swap_map(settings.size)
    cells = sorted(range(len(found.values)), key=lambda cell: abs(found.values[cell] - 0.5))
    entries = {_after(BookPosition(settings.size, (), ()), cell): None for cell in cells}
    return [entry for entry in entries if entry is not None][: settings.openings]


def _after(entry: BookPosition, move: int) -> BookPosition | None:
    """The position after a move; None if that ends the game."""
    board = Board.setup(list(entry.black), list(entry.white), size=entry.size)
    board.push(move)
    place = None if board.outcome() else place_of(board)
    return None if place is None else place.entry
