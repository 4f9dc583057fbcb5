"""The state of a live game, and everything the server sends on the game's socket.

These models are the only declaration: `live/messages.py` builds them from a game, the HTTP routes
return them, and `tools/web_types.py` writes the types of the pages from them.
"""

from typing import Annotated, Literal

from pydantic import Field

from hexmate.web.errors import Code
from hexmate.web.models.analysis import AnalysisLineState
from hexmate.web.models.base import (
    ModeName,
    Omitted,
    Ref,
    ResponseModel,
    SeatKindName,
    ShapeName,
    Side,
    StatusName,
    SwapName,
)

__all__ = [
    "AckMessage",
    "Change",
    "ChatLine",
    "ChatMessage",
    "ClaimState",
    "ClockState",
    "ClockStates",
    "ErrorMessage",
    "GameState",
    "HintMessage",
    "MoveMessage",
    "MoveState",
    "OfferStates",
    "PhraseName",
    "PongMessage",
    "ResultState",
    "RoomName",
    "SearchInfo",
    "SearchingMessage",
    "SeatState",
    "SeatStates",
    "SeriesState",
    "ServerMessage",
    "UndoMessage",
    "UpdateMessage",
]


class SeatState(ResponseModel):
    """A seat: the person or engine that joined the game as a colour."""

    kind: SeatKindName
    name: str | None
    ai: str | None
    """The spec of the engine, for the kinds `ai` and `hybrid`."""
    rating: int | None
    handed_over: bool
    """Whether the engine of a `hybrid` seat is moving."""
    online: bool


class SeatStates(ResponseModel):
    """Both seats."""

    black: SeatState
    white: SeatState


class MoveState(ResponseModel):
    """A move that was played."""

    number: int
    color: Side
    move: str
    at: str
    """When it was played, in ISO 8601."""


class ClockState(ResponseModel):
    """One clock."""

    left: int | None
    """Milliseconds left of the main time or of the current period; null without a limit."""
    periods: int
    """Byo-yomi periods left."""
    overtime: bool


class ClockStates(ResponseModel):
    """Both clocks, by seat."""

    black: ClockState
    white: ClockState
    running: Side | None
    """The seat whose clock is running."""
    at: int
    """Server time of the readings, in milliseconds since 1970."""


class OfferStates(ResponseModel):
    """Offers that wait for an answer."""

    undo: Side | None
    """The seat that requests a takeback."""


class ClaimState(ResponseModel):
    """The opponent left a game without a clock: who can claim the win, and when."""

    seat: Side
    wait: int
    """Milliseconds until the win can be claimed."""


class SeriesState(ResponseModel):
    """The score of a series of rematches before this game, by the seats of this game."""

    number: int
    """The number of this game in the series."""
    black: int
    """Earlier games won by the player at this seat."""
    white: int


class ResultState(ResponseModel):
    """How a game ended."""

    result: str
    """As SGF writes it: `B+`, `W+Resign`, `B+Time`, `Draw`."""
    winner: Side | None
    """The winning colour."""
    winner_seat: Side | None
    """The seat of the winner. After swap-sides it differs from the colour."""
    termination: str
    chain: list[str]
    """The cells of the winning chain."""


class _TurnFields(ResponseModel):
    turn: Side | None
    """The colour to move."""
    mover: Side | None
    """The seat to move."""
    swap_available: bool
    searching: bool
    """Whether an engine is to move."""
    clocks: ClockStates
    claim: ClaimState | None
    """Who can claim the win, since the opponent left."""
    redo: int
    """Moves taken back that can be played again."""


class MoveMessage(_TurnFields):
    """A move was played; `result` and `status` are set if it ended the game."""

    type: Literal["move"]
    version: int
    number: int
    color: Side
    move: str
    at: str
    result: ResultState | Omitted = None
    status: StatusName | Omitted = None


class UndoMessage(_TurnFields):
    """Moves were taken back."""

    type: Literal["undo"]
    version: int
    number: int
    """Moves that are left."""
    status: StatusName
    result: None
    offers: OfferStates


class UpdateMessage(ResponseModel):
    """Some fields of the state changed. Fields left out did not."""

    type: Literal["update"]
    version: int
    status: StatusName | Omitted = None
    turn: Side | None = None
    mover: Side | None = None
    swap_available: bool | Omitted = None
    searching: bool | Omitted = None
    seats: SeatStates | Omitted = None
    clocks: ClockStates | Omitted = None
    claim: ClaimState | None = None
    offers: OfferStates | Omitted = None
    rematch: str | None = None
    result: ResultState | None = None


Change = Annotated[MoveMessage | UndoMessage | UpdateMessage, Field(discriminator="type")]
"""A change of the state. Versions go up by 1 with every change."""


class GameState(_TurnFields):
    """Everything about a game."""

    type: Literal["state"]
    id: str
    version: int
    status: StatusName
    rows: int
    cols: int
    shape: ShapeName
    swap: SwapName | None
    start: str | None
    """The start position as a position line; null for an empty board."""
    mode: ModeName
    training: bool
    rated: bool
    clock: str
    created: str
    you: list[Side]
    """Your own seats."""
    audience: int
    """Open sockets at this game, players included."""
    seats: SeatStates
    moves: list[MoveState]
    offers: OfferStates
    rematch: str | None
    """The id of the rematch."""
    series: SeriesState | None
    """The score so far; null in the first game of a series."""
    result: ResultState | None
    missed: list[Change] | Omitted = None
    """Changes since the version that you asked for."""
    ref: Ref | Omitted = None


class SearchInfo(ResponseModel):
    """What an engine reports about its move; values it does not report are left out."""

    score: float | Omitted = None
    win_probability: float | Omitted = None
    """For the side to move."""
    depth: int | Omitted = None
    nodes: int | Omitted = None
    visits: int | Omitted = None
    time: float | Omitted = None
    move: str | Omitted = None
    pv: list[str] | Omitted = None


class SearchingMessage(ResponseModel):
    """The evaluation of an engine that is about to move. Has no version."""

    type: Literal["searching"]
    info: SearchInfo


RoomName = Literal["players", "spectators"]

PhraseName = Literal[
    "hello", "good_luck", "nice_move", "oops", "moment", "sorry", "good_game", "thanks", "bye"
]
"""Ready-made chat messages; the reader's page translates them."""


class ChatLine(ResponseModel):
    """One chat message; it has a `text` or a `phrase`."""

    id: int
    """Grows with every message; milliseconds since 1970 or a little more."""
    room: RoomName
    author: int
    """The same number for all messages of one person in this game."""
    you: bool
    """Whether you wrote it."""
    name: str | None
    seat: Side | None
    """The seat of a player; null for spectators."""
    text: str | None
    phrase: PhraseName | None


class ChatMessage(ResponseModel):
    """Chat messages of your room: the last ones after you connect, then each new one."""

    type: Literal["chat"]
    lines: list[ChatLine]


class AckMessage(ResponseModel):
    """Your message was accepted."""

    type: Literal["ack"]
    ref: Ref
    version: int
    number: int | Omitted = None
    """The number of your move, or how many moves are left after a takeback."""
    asked: int | Omitted = None
    """How many moves would be left after the takeback that you requested."""
    seat: Side | Omitted = None
    """The seat that was handed over or back."""


class HintMessage(ResponseModel):
    """The hint that you asked for."""

    type: Literal["hint"]
    ref: Ref
    number: int
    move: str
    info: AnalysisLineState


class PongMessage(ResponseModel):
    """The answer to `ping`, with the server's time in milliseconds since 1970."""

    type: Literal["pong"]
    ref: Ref
    at: int


class ErrorMessage(ResponseModel):
    """Your message was refused."""

    type: Literal["error"]
    ref: Ref
    code: Code
    """A stable word for programs, explained in docs/api.md."""
    message: str
    version: int | Omitted = None
    expected: int | Omitted = None
    """The number that the next move must have, for the code `stale`."""


ServerMessage = Annotated[
    GameState
    | MoveMessage
    | UndoMessage
    | UpdateMessage
    | SearchingMessage
    | ChatMessage
    | AckMessage
    | HintMessage
    | PongMessage
    | ErrorMessage,
    Field(discriminator="type"),
]
"""Everything the server sends on the socket of a game."""
