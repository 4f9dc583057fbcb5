"""What can go wrong, one class each; every message says what would be right."""

__all__ = [
    "ArenaError",
    "GameOverError",
    "HexmateError",
    "IllegalMoveError",
    "MalformedError",
    "NoMoveError",
    "OccupiedError",
    "OffBoardError",
    "PlayerError",
    "RecordError",
    "RecordWarning",
    "SizeError",
    "SwapError",
]


class HexmateError(Exception):
    """Base of all errors that Hexmate raises on purpose."""


class MalformedError(HexmateError, ValueError):
    """Text that cannot be read as a cell, a move, a colour or a position."""


class IllegalMoveError(HexmateError, ValueError):
    """A well-formed move that the rules do not allow here."""


class OccupiedError(IllegalMoveError):
    """The cell already holds a stone."""


class OffBoardError(IllegalMoveError):
    """The cell does not exist on this board."""


class SwapError(IllegalMoveError):
    """A swap where none is possible."""


class GameOverError(HexmateError, RuntimeError):
    """A move after the end of the game."""


class NoMoveError(HexmateError, IndexError):
    """Nothing to take back or to look at: no move has been played."""


class SizeError(HexmateError, ValueError):
    """A board that cannot be: its size, its shape, or its swap rule."""


class PlayerError(HexmateError, ValueError):
    """A player that is unknown, misconfigured, or cannot go on."""


class ArenaError(HexmateError, ValueError):
    """An event that cannot be played, resumed or read."""


class RecordError(HexmateError, ValueError):
    """A game record that cannot be read, or written without loss."""


class RecordWarning(UserWarning):
    """Something odd in a record that was read all the same."""
