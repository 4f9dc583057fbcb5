"""Converts games between the API, the store and record formats.

Everything here is work for another process (`web/workers.py`), never for the event loop. So this
module imports no framework.
"""

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from hexmate import records
from hexmate.errors import HexmateError, RecordError
from hexmate.game import Game
from hexmate.records.base import RecordLimits
from hexmate.records.jsonl import game_of
from hexmate.web.errors import Refusal

if TYPE_CHECKING:
    from hexmate.store.importing import Prepared
    from hexmate.store.library import StoredRecord

__all__ = [
    "MOST_ANSWER",
    "RecordText",
    "game_from",
    "json_of",
    "record_text",
    "rewritten",
    "stored_texts",
    "written",
]

MOST_ANSWER = 4_000_000
"""The most bytes of an answer that is not streamed."""

_MOST_GAME_BYTES = 3_500_000
_STEP_SECONDS = 0.03
_MOST_PROBLEMS = 100
_LONGEST_PROBLEM = 500
_HEAD = 16_384
_MOVES_ONLY = {"hexfile": False, "trmph": False, "hexworld": True, "moves": True}
"""Formats that hold only moves, and whether they can hold a resignation."""


def stored_texts(found: "list[StoredRecord]", format: Literal["sgf", "jsonl"]) -> bytes:
    """The texts of stored games, one after the other."""
    texts = (each.text(format) + "\n" for each in found)
    return "".join(texts).encode("utf-8", errors="replace")


def written(stored: "StoredRecord", format: str) -> str:
    """A stored game as text; formats that hold only moves drop everything else."""
    game = stored.game()
    if format in _MOVES_ONLY:
        game = _bare(game, endings=_MOVES_ONLY[format])
    try:
        text = records.dumps(game, format) + "\n"
        game.dissolve()
        return text
    except RecordError as error:
        raise Refusal(422, "record", str(error)) from None


def _bare(game: Game, *, endings: bool) -> Game:
    """The main line without names, comments and marks."""
    bare = Game((game.rows, game.cols), shape=game.shape, swap=game.swap, setup=game.root.setup)
    node = bare.root
    for each in game.mainline():
        if each.ending is not None and not endings:
            break
        node = node.add_variation(each.move, each.color, ending=each.ending, setup=each.setup)
    return bare


def rewritten(data: dict[str, Any], format: str, lossy: bool, limits: RecordLimits) -> bytes:
    """The JSON of a `WrittenRecord`: a game in the format of `games.jsonl`, in another format."""
    game = game_from(data, limits)
    try:
        text = records.dumps(game, format, lossy)
    except HexmateError as error:
        raise Refusal(422, "record", str(error)) from None
    game.dissolve()
    return json.dumps({"text": text}).encode()


def game_from(data: dict[str, Any], limits: RecordLimits | None = None) -> Game:
    """The game of an object in the format of a line of `games.jsonl`."""
    try:
        return game_of(data, limits or RecordLimits.untrusted())
    except (HexmateError, RecursionError) as error:
        raise Refusal(422, "record", str(error)) from None


def json_of(game: Game) -> bytes:
    """A game as JSON, in the format of a line of `games.jsonl`; the game is used up."""
    text = records.dumps(game, "jsonl").encode("utf-8", errors="replace")
    game.dissolve()
    return text


def record_text(body: bytes, limits: RecordLimits, most_games: int) -> "RecordText":
    """The games of a text, or a `Refusal` if it has none."""
    try:
        return RecordText(body, limits, most_games)
    except HexmateError as error:
        raise Refusal(422, "record", str(error)) from None


class RecordText:
    """The games of a text from a visitor, read in short steps so that others get their turn."""

    def __init__(self, body: bytes, limits: RecordLimits, most_games: int) -> None:
        self.problems: list[str] = []
        """Warnings, and why games could not be read; the first hundred."""
        self.games = 0
        """Number of games read."""
        self.cut_off = False
        """Whether there are more games than may be read."""
        self.ended = False
        """Whether all games have been read."""
        self._parts: list[bytes] = []
        self._attempts_left = most_games
        self._first_error: RecordError | None = None
        self.format = records.detect(body[:_HEAD].decode("utf-8", errors="replace"))
        self._found = records.iter_attempts(
            body, format=self.format, report=self.report, limits=limits
        )

    def step(self) -> list[Game]:
        """The games that can be read in a few milliseconds; call it until `ended`.

        Raises RecordError if no game of the text can be read.
        """
        begun = time.monotonic()
        games: list[Game] = []
        for found in self._limited():
            if isinstance(found, RecordError):
                self._first_error = self._first_error or found
                self.report(f"{found}; the game is skipped")
            else:
                self.games += 1
                games.append(found)
            if time.monotonic() - begun > _STEP_SECONDS:
                return games
        if not self.games:
            raise self._first_error or RecordError("no game found")
        self.ended = True
        return games

    def _limited(self) -> Iterator[Game | RecordError]:
        """Unreadable games count too, since they cost time as well."""
        for found in self._found:
            if self._attempts_left == 0:
                self.cut_off = True
                self._found = iter(())
                return
            self._attempts_left -= 1
            yield found

    def report(self, problem: str) -> None:
        """Note a problem, unless there are many already."""
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(problem[:_LONGEST_PROBLEM])

    def prepared(self, most_moves: int) -> "tuple[list[Prepared], bool]":
        """The games of a step, ready for the store, and whether they are the last ones."""
        from hexmate.store.importing import prepare_all  # only for imports: the store is large

        try:
            games = self.step()
            first = self.games - len(games) + 1
            ready = list(prepare_all(games, self.report, first, most_moves))
        except HexmateError as error:
            raise Refusal(422, "record", str(error)) from None
        for game in games:
            game.dissolve()
        return ready, self.ended

    def summary(self) -> tuple[bool, list[str]]:
        """Whether there are more games than may be read, and the problems."""
        return self.cut_off, self.problems

    def answer(self) -> bytes | None:
        """The JSON of a `ReadRecords`, or None if that takes another step."""
        try:
            self._parts += map(json_of, self.step())
        except HexmateError as error:
            raise Refusal(422, "record", str(error)) from None
        if sum(map(len, self._parts)) > _MOST_GAME_BYTES:
            raise Refusal(413, "too_large", "The games of this text are too large for one answer.")
        if not self.ended:
            return None
        if self.cut_off:
            self.problems.append(f"Only the first {self.games:,} games were read.")
        head = json.dumps({"format": self.format})[:-1].encode()
        games = b", ".join(self._parts)
        problems = json.dumps(self.problems, ensure_ascii=False).encode("utf-8", errors="replace")
        return b"".join([head, b', "games": [', games, b'], "problems": ', problems, b"}"])
