"""What can go wrong, one class each; every message says what would be right."""

__all__ = [
    "ArenaError",
    "EngineDiedError",
    "EngineError",
    "EngineGarbledError",
    "EngineIllegalError",
    "EngineRefusedError",
    "EngineTimeoutError",
    "GameOverError",
    "HexmateError",
    "IllegalMoveError",
    "MalformedError",
    "ModelError",
    "NoMoveError",
    "OccupiedError",
    "OffBoardError",
    "PlayerError",
    "RecordError",
    "RecordWarning",
    "Resigned",
    "SizeError",
    "SwapError",
    "TrainingError",
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


class ModelError(PlayerError):
    """A model that is missing, damaged, of another kind or version, or cannot run here."""


class Resigned(PlayerError):
    """Raised by a player instead of a move: it gives the game up."""


class EngineError(PlayerError):
    """A program behind a pipe that failed, and the last that it wrote to its error output."""

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message, stderr)
        self.stderr = stderr

    def __str__(self) -> str:
        return str(self.args[0])


class EngineDiedError(EngineError):
    """The program has ended, or could not be started."""


class EngineTimeoutError(EngineError):
    """The program did not answer in time; it has been ended."""


class EngineGarbledError(EngineError):
    """The program wrote what is not the protocol, or far too much of it; it has been ended."""


class EngineRefusedError(EngineError):
    """The program answered a command with an error."""


class EngineIllegalError(EngineError):
    """The program answered with a move that the rules do not allow."""


class ArenaError(HexmateError, ValueError):
    """An event that cannot be played, resumed or read."""


class TrainingError(HexmateError, ValueError):
    """A training run that cannot begin or go on as asked."""


class RecordError(HexmateError, ValueError):
    """A game record that cannot be read, or written without loss."""


class RecordWarning(UserWarning):
    """Something odd in a record that was read all the same."""
