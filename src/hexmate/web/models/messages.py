"""What clients send on the socket of a live game."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from hexmate.web.models.base import Ref, RequestModel, Side

__all__ = [
    "CLIENT_MESSAGE",
    "Act",
    "ClientMessage",
    "Hand",
    "Hint",
    "Move",
    "Resign",
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


class Hint(_Message):
    """Ask for a hint."""

    type: Literal["hint"]


class Act(_Message):
    """Any action without arguments."""

    type: Literal[
        "cancel",
        "undo_decline",
        "redo",
        "pause",
        "resume",
        "restart",
        "stop_thinking",
        "ping",
        "state",
    ]


ClientMessage = Annotated[Move | Resign | Undo | Hand | Hint | Act, Field(discriminator="type")]

CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
"""Parses and checks a message."""
