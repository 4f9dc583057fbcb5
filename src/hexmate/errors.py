"""The errors of Hexmate. Each message says what was wrong and what to do instead."""

__all__ = [
    "ArenaError",
    "BookError",
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
    "ProofError",
    "PuzzleError",
    "RecordError",
    "RecordWarning",
    "Resigned",
    "SizeError",
    "SwapError",
    "TooLargeError",
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
    """A swap that is not allowed here."""


class GameOverError(HexmateError, RuntimeError):
    """A move after the end of the game."""


class NoMoveError(HexmateError, IndexError):
    """There is no move to take back or to look at."""


class SizeError(HexmateError, ValueError):
    """An invalid size, shape or swap rule of a board."""


class PlayerError(HexmateError, ValueError):
    """A player that is unknown, misconfigured, or cannot continue."""


class ModelError(PlayerError):
    """A model that is missing, damaged, of another kind or version, or cannot run here."""


class Resigned(PlayerError):
    """Raised by a player, instead of returning a move, to resign."""


class EngineError(PlayerError):
    """An engine that failed. `stderr` holds the end of its error output."""

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message, stderr)
        self.stderr = stderr

    def __str__(self) -> str:
        return str(self.args[0])


class EngineDiedError(EngineError):
    """The engine's process ended, or could not be started."""


class EngineTimeoutError(EngineError):
    """The engine did not answer in time; its process was ended."""


class EngineGarbledError(EngineError):
    """The engine broke the protocol or wrote far too much; its process was ended."""


class EngineRefusedError(EngineError):
    """The engine answered a command with an error."""


class EngineIllegalError(EngineError):
    """The engine answered with an illegal move."""


class ArenaError(HexmateError, ValueError):
    """A match or tournament that cannot be played, resumed or read."""


class TrainingError(HexmateError, ValueError):
    """A training run that cannot start or resume as requested."""


class BookError(HexmateError, ValueError):
    """An opening book that cannot be read, written or continued."""


class ProofError(HexmateError, ValueError):
    """A proof that is damaged or wrong, or that cannot be made or written."""


class PuzzleError(HexmateError, ValueError):
    """A puzzle that cannot be read, or that is not proven."""


class RecordError(HexmateError, ValueError):
    """A game record that cannot be read, or written without loss."""


class TooLargeError(RecordError):
    """A game record that exceeds a limit on nodes, marks, stones or text."""


class RecordWarning(UserWarning):
    """Something wrong in a record that could still be read."""
