"""What clients may say on the socket of a live game."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

__all__ = [
    "CLIENT_MESSAGE",
    "Act",
    "ClientMessage",
    "Hand",
    "Hint",
    "Move",
    "Ref",
    "Resign",
    "Undo",
]

Ref = str | int | None
Ply = Annotated[int, Field(ge=0, le=10_000)]
Side = Literal["black", "white"]


class _Message(BaseModel):
    """Every message may carry a `ref`, which its answer repeats."""

    model_config = ConfigDict(extra="forbid")

    ref: Ref = None


class Move(_Message):
    """Play a move as the one with this number."""

    type: Literal["move"]
    number: Annotated[int, Field(ge=1, le=10_000)]
    move: Annotated[str, Field(min_length=1, max_length=16)]


class Resign(_Message):
    """Give up; who holds both seats may say for which."""

    type: Literal["resign"]
    seat: Side | None = None


class Undo(_Message):
    """Take moves back, ask for it, or agree to it."""

    type: Literal["undo"]
    to: Ply | None = None


class Hand(_Message):
    """Let the machine of a hybrid seat move, or move oneself again."""

    type: Literal["hand_over", "take_back"]
    seat: Side | None = None


class Hint(_Message):
    """Ask for advice."""

    type: Literal["hint"]


class Act(_Message):
    """Everything that needs no further word."""

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
"""Reads a message from its JSON text."""
