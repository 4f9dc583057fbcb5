"""How a game ended."""

import re
from dataclasses import dataclass
from enum import Enum

from hexmate.color import Color
from hexmate.errors import MalformedError

__all__ = ["Outcome", "Termination"]


class Termination(Enum):
    """Why a game is over."""

    CONNECTION = "connection"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    FORFEIT = "forfeit"
    TIMEOUT = "timeout"


_SUFFIXES = {
    Termination.RESIGNATION: "Resign",
    Termination.FORFEIT: "Forfeit",
    Termination.TIMEOUT: "Time",
}
_RESULT = re.compile(r"\s*([bw])\w*\s*(?:\+\s*(\w?).*)?", re.IGNORECASE | re.DOTALL)
_HOW_WON = {name[0].lower(): how for how, name in _SUFFIXES.items()}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` is the colour that won, None for a draw."""

    termination: Termination
    winner: Color | None

    def result(self) -> str:
        """The result in SGF notation.

        >>> Outcome(Termination.RESIGNATION, Color.WHITE).result()
        'W+Resign'
        """
        if self.winner is None:
            return "Draw"
        return f"{self.winner.letter.upper()}+{_SUFFIXES.get(self.termination, '')}"

    @classmethod
    def parse(cls, result: str) -> "Outcome | None":
        """The outcome of a result in SGF notation; None if it is open or unreadable.

        A winner without a reason counts as a connection.

        >>> Outcome.parse("B+Time").termination, Outcome.parse("?")
        (<Termination.TIMEOUT: 'timeout'>, None)
        """
        if result.strip().lower() in ("draw", "0"):
            return cls(Termination.FULL_BOARD, None)
        match = _RESULT.fullmatch(result)
        if match is None or match[1] is None:
            return None
        try:
            winner = Color.parse(result.split("+")[0])
        except MalformedError:
            return None
        return cls(_HOW_WON.get((match[2] or "").lower(), Termination.CONNECTION), winner)
