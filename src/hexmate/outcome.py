"""How a game ended."""

from dataclasses import dataclass
from enum import Enum

from hexmate.color import Color

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


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `winner` is the colour of the chain, None for a draw."""

    termination: Termination
    winner: Color | None

    def result(self) -> str:
        """The result as SGF writes it.

        >>> Outcome(Termination.RESIGNATION, Color.WHITE).result()
        'W+Resign'
        """
        if self.winner is None:
            return "Draw"
        return f"{self.winner.letter.upper()}+{_SUFFIXES.get(self.termination, '')}"
