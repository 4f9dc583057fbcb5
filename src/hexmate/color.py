"""The two sides."""

from enum import IntEnum

from hexmate.errors import MalformedError

__all__ = ["BLACK", "WHITE", "Color"]


class Color(IntEnum):
    """Black moves first and connects top and bottom; White connects left and right."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Color":
        """The opponent."""
        return WHITE if self is BLACK else BLACK

    @property
    def letter(self) -> str:
        """``b`` or ``w``."""
        return "bw"[self]

    @property
    def title(self) -> str:
        """``Black`` or ``White``, for display."""
        return ("Black", "White")[self]

    def __str__(self) -> str:
        return ("black", "white")[self]

    @classmethod
    def parse(cls, text: str) -> "Color":
        """The colour that a text names, in upper or lower case.

        >>> Color.parse("White")
        <Color.WHITE: 1>
        """
        try:
            return _NAMES[text.strip().lower()]
        except KeyError:
            raise MalformedError(f"'{text}' is not a colour; write black, b, white or w") from None


BLACK = Color.BLACK
WHITE = Color.WHITE
_NAMES = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
