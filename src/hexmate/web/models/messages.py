"""What clients send on the socket of a live game."""

from typing import Annotated, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from hexmate.web.models.base import Ref, RequestModel, Side
from hexmate.web.models.live import PhraseName

__all__ = [
    "CLIENT_MESSAGE",
    "Act",
    "ClientMessage",
    "Hand",
    "Hint",
    "Move",
    "Report",
    "Resign",
    "Say",
    "Undo",
]

Ply = Annotated[int, Field(ge=0, le=10_000)]


class _Message(RequestModel):
    """Any message may have a `ref`; the answer repeats it."""

    ref: Ref = None


class Move(_Message):
    """Play a move."""

    type: Literal["move"]
    number: Annotated[int, Field(ge=1, le=10_000)]
    """The number that the move will have."""
    move: Annotated[str, Field(min_length=1, max_length=16)]


class Resign(_Message):
    """Resign. If you hold both seats, `seat` says which one resigns."""

    type: Literal["resign"]
    seat: Side | None = None


class Undo(_Message):
    """Take moves back, request a takeback, or accept one."""

    type: Literal["undo"]
    to: Ply | None = None
    """How many moves to keep; null takes back to before your last move."""


class Hand(_Message):
    """Let the engine of a hybrid seat move, or resume control."""

    type: Literal["hand_over", "take_back"]
    seat: Side | None = None


class Say(_Message):
    """Write to the players if you are one, and to the spectators otherwise."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    phrase: PhraseName | None = None

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.text is None) == (self.phrase is None):
            raise ValueError("a chat message has either a text or a phrase")
        return self


class Report(_Message):
    """Report a chat message to the people who run the server."""

    type: Literal["report"]
    id: Annotated[int, Field(ge=1, le=2**53)]


class Hint(_Message):
    """Ask for a hint."""

    type: Literal["hint"]


class Act(_Message):
    """Any action without arguments."""

    type: Literal[
        "cancel",
        "claim",
        "undo_decline",
        "redo",
        "pause",
        "resume",
        "restart",
        "stop_search",
        "ping",
        "state",
    ]


ClientMessage = Annotated[
    Move | Resign | Undo | Hand | Hint | Say | Report | Act, Field(discriminator="type")
]

CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
"""Parses and checks a message."""
