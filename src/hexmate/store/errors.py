"""The errors of the store."""

from typing import Literal

from hexmate.errors import HexmateError

__all__ = [
    "BadNameError",
    "ConflictError",
    "NameTakenError",
    "NoTransactionError",
    "NotFoundError",
    "NotLiveError",
    "RefusedError",
    "StaleError",
    "StoreError",
    "TooManyGamesError",
    "UnavailableError",
]


class StoreError(HexmateError, RuntimeError):
    """The database cannot be used, or a value cannot be stored."""


class UnavailableError(StoreError):
    """The database cannot be reached, is locked or did not answer in time; try again later.

    The change may have been made if the database stopped answering during a commit.
    """


class NoTransactionError(UnavailableError):
    """No transaction can begin, whatever it was to do; nothing was changed."""


class RefusedError(StoreError):
    """The change would break a rule of the tables; nothing was changed."""


class NotFoundError(StoreError, LookupError):
    """There is no such game or player in the store."""


class NameTakenError(StoreError):
    """Another player has this name, perhaps in other case.

    `alike` is true if the names only look the same, such as those of two alphabets.
    """

    def __init__(self, message: str, *, alike: bool = False) -> None:
        super().__init__(message)
        self.alike = alike


class BadNameError(StoreError):
    """A name that no player may have; `reason` says what is wrong with it."""

    def __init__(self, reason: Literal["length", "characters", "reserved"], message: str) -> None:
        super().__init__(message)
        self.reason = reason


class StaleError(StoreError):
    """The game has changed since the caller last saw it; nothing was changed."""


class ConflictError(StaleError):
    """The move number, the seat or the result is already taken by another."""


class NotLiveError(StaleError):
    """The game is not live: it waits for a player, has ended, or was cancelled."""


class TooManyGamesError(StoreError):
    """The person has as many unfinished games as allowed."""

    def __init__(self, count: int) -> None:
        super().__init__(f"the person has {count} unfinished games, the most allowed")
        self.count = count
