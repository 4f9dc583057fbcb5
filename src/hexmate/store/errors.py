"""What the store refuses, one class each."""

from hexmate.errors import HexmateError

__all__ = [
    "ConflictError",
    "NameTakenError",
    "NotFoundError",
    "NotLiveError",
    "RefusedError",
    "StaleError",
    "StoreError",
]


class StoreError(HexmateError, RuntimeError):
    """A database that cannot be used, or a value that it does not take."""


class RefusedError(StoreError):
    """The database refused a change: it broke a rule of the tables, and nothing was changed."""


class NotFoundError(StoreError, LookupError):
    """A game or a person that is not in the store."""


class NameTakenError(StoreError):
    """A name that somebody has, perhaps in other letters."""


class StaleError(StoreError):
    """What the caller knew of the game is no longer so; nothing was changed."""


class ConflictError(StaleError):
    """Another move has this number, another person this seat, another result this game."""


class NotLiveError(StaleError):
    """The game is not being played: it waits for a player, has ended, or was cancelled."""
