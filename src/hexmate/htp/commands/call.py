"""A command of the server, and one call of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import MalformedError
from hexmate.htp.codec import HtpRequest, Response
from hexmate.htp.interrupts import StopSign
from hexmate.htp.session import Session

__all__ = ["Call", "Command", "switch"]

_OPTIONAL = re.compile(r"\[[^]]*\]")


@dataclass(slots=True)
class Call:
    """A running request: its arguments, the game, and a way to send lines at once."""

    session: Session
    request: HtpRequest
    write: Callable[[str], None]
    stop_sign: StopSign
    words: tuple[str, ...] = field(init=False)
    streaming: bool = False
    """True once the beginning of the answer was sent; lines follow as they come."""

    def __post_init__(self) -> None:
        self.words = self.request.arguments

    @property
    def text(self) -> str:
        """All arguments, unchanged."""
        return self.request.text

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.session.board

    def color(self, at: int = 0) -> Color:
        """An argument that is a colour; by default the side to move."""
        return Color.parse(self.words[at]) if at < len(self.words) else self.board.turn

    def integer(self, at: int, least: int, most: int = 10**9) -> int:
        """An argument that is a whole number."""
        word = self.words[at]
        if not (word.isascii() and word.isdigit() and len(word) < 12):
            raise MalformedError(f"'{_shown(word)}' is not a whole number")
        if not least <= int(word) <= most:
            raise MalformedError(f"must be between {least} and {most} (got {word})")
        return int(word)

    def seconds(self, at: int) -> float:
        """An argument that is a time."""
        try:
            return float(self.words[at])
        except ValueError:
            raise MalformedError(f"'{_shown(self.words[at])}' is not a number of seconds") from None

    def stream(self, line: str) -> None:
        """Send a line of the answer at once; the first one comes with the beginning."""
        if not self.streaming:
            self.streaming = True
            self.write(Response(id=self.request.id).head + "\n")
        self.write(line + "\n")


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the command table. `usage` names the arguments; those in brackets are optional."""

    name: str
    usage: str
    help: str
    run: Callable[[Call], str]

    def check(self, call: Call) -> None:
        """Raise MalformedError if there are too many or too few arguments."""
        least = len(_OPTIONAL.sub("", self.usage).split())
        most = 10**9 if "..." in self.usage else len(self.usage.split())
        if not least <= len(call.words) <= most:
            raise MalformedError(f"write {self.name} {self.usage}".rstrip())


def switch(word: str) -> bool:
    """A word that turns something on or off.

    >>> switch("0"), switch("true")
    (False, True)
    """
    try:
        return {"0": False, "false": False, "1": True, "true": True}[word.lower()]
    except KeyError:
        raise MalformedError(f"'{word[:20]}' is neither 0 nor 1") from None


def _shown(word: str) -> str:
    return word if len(word) <= 20 else word[:17] + "..."
