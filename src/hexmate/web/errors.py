"""Refusals: requests and messages that the server cannot grant."""

from functools import partial
from typing import Any, Literal

__all__ = ["Code", "Refusal", "StoppedWork"]

Code = Literal[
    "analysis",
    "bad_game",
    "bad_host",
    "bad_link",
    "bad_name",
    "bad_origin",
    "bad_request",
    "bad_seat",
    "busy",
    "casual_only",
    "elsewhere",
    "illegal",
    "imported",
    "internal",
    "invalid",
    "live_position",
    "malformed",
    "method",
    "name_alike",
    "name_length",
    "name_reserved",
    "name_taken",
    "no_chat",
    "no_claim",
    "no_engine",
    "no_hint",
    "no_person",
    "not_found",
    "not_over",
    "not_rated",
    "not_your_game",
    "not_your_seat",
    "not_your_turn",
    "nothing",
    "over",
    "own_game",
    "own_move_only",
    "paused",
    "player",
    "playing",
    "position",
    "rated",
    "rated_board",
    "rated_limit",
    "record",
    "solving",
    "stale",
    "taken",
    "time",
    "too_large",
    "too_late",
    "too_many",
    "too_many_games",
    "unavailable",
    "versus_person",
    "waiting",
]
"""Why something was refused. Programs and the pages' translations go by these words, so they do not
change; docs/api.md explains each."""

_RETRY_AFTER = "5"


class Refusal(Exception):
    """An HTTP status, a stable code for programs and an English message for people.

    Sockets send only the code and the message.
    """

    def __init__(
        self, status: int, code: Code, message: str, *, expected: int | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code: Code = code
        self.message = message
        self.expected = expected

    @property
    def headers(self) -> dict[str, str]:
        """Headers of an answer: when to try again, if the server is at its limits."""
        return {"retry-after": _RETRY_AFTER} if self.status == 503 else {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Refusals travel between processes."""
        return partial(Refusal, expected=self.expected), (self.status, self.code, self.message)

    def as_dict(self) -> dict[str, object]:
        """The body of an answer, ready for JSON."""
        extra = {} if self.expected is None else {"expected": self.expected}
        return {"code": self.code, "message": self.message, **extra}


class StoppedWork(Refusal):
    """A job was stopped because it took too long itself, so trying it again does not help."""

    def __init__(self, reason: str) -> None:
        super().__init__(503, "busy", f"The server is busy. {reason} Try again later.")
