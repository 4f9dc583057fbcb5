"""Games as the API speaks of them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "ClockStates",
    "CreatedGame",
    "GameList",
    "GameState",
    "GameSummary",
    "Join",
    "Joined",
    "NewGameRequest",
    "NewSeatRequest",
    "ResultState",
]

Side = Literal["black", "white"]
ShapeName = Literal["hex", "offset", "square", "triangle"]
SwapName = Literal["pieces", "sides"]
StatusName = Literal["waiting", "live", "paused", "finished", "cancelled"]
ModeName = Literal["local", "online", "imported"]
Spec = Annotated[str, Field(min_length=1, max_length=80)]


class RequestModel(BaseModel):
    """What a client sends: a field that nobody knows is an error."""

    model_config = ConfigDict(extra="forbid")


class NewSeatRequest(RequestModel):
    """A seat of a game to be made.

    `person` is whoever asks, `open` waits for whoever opens its link, `ai` is a player of this
    server, and `hybrid` is whoever asks with such a player to hand over to.
    """

    kind: Literal["person", "ai", "hybrid", "open"]
    ai: Spec | None = None


class NewSeatsRequest(RequestModel):
    """Both seats."""

    black: NewSeatRequest
    white: NewSeatRequest


class NewGameRequest(RequestModel):
    """A game to be made."""

    rows: Annotated[int, Field(ge=1, le=32)] = 11
    cols: Annotated[int, Field(ge=1, le=32)] = 11
    shape: ShapeName = "hex"
    swap: SwapName | None = None
    clock: Annotated[str, Field(max_length=40)] = "none"
    """`none`, `30/move`, `300`, `300+5` (Fischer) or `60+3x10` (byo-yomi), in seconds."""
    mode: Literal["local", "online"] = "local"
    training: bool = False
    rated: bool = False
    start: Annotated[str | None, Field(max_length=4096)] = None
    """A position line to begin from."""
    seats: NewSeatsRequest


class SeatState(BaseModel):
    """Who sits at a seat."""

    kind: Literal["person", "ai", "hybrid", "open", "named"]
    name: str | None
    ai: str | None
    rating: int | None
    handed_over: bool
    online: bool


class SeatStates(BaseModel):
    """Both seats."""

    black: SeatState
    white: SeatState


class MoveState(BaseModel):
    """A move that was played."""

    number: int
    color: Side
    move: str
    at: str


class ClockState(BaseModel):
    """What a clock shows: milliseconds, null without a limit; byo-yomi periods that are left."""

    left: int | None
    periods: int
    overtime: bool


class ClockStates(BaseModel):
    """Both clocks by seat, whose runs, and at which moment of the server this was so."""

    black: ClockState
    white: ClockState
    running: Side | None
    at: int


class OfferStates(BaseModel):
    """The seat that asks to take moves back."""

    undo: Side | None


class ResultState(BaseModel):
    """How a game ended: by colour, and by the seat of the person who won."""

    result: str
    winner: Side | None
    winner_seat: Side | None
    termination: str
    chain: list[str]


class GameState(BaseModel):
    """Everything about a game; the socket of the game sends the same."""

    type: Literal["state"] = "state"
    id: str
    version: int
    status: StatusName
    rows: int
    cols: int
    shape: ShapeName
    swap: SwapName | None
    start: str | None
    mode: ModeName
    training: bool
    rated: bool
    clock: str
    created: str
    you: list[Side]
    audience: int
    seats: SeatStates
    moves: list[MoveState]
    turn: Side | None
    mover: Side | None
    swap_available: bool
    thinking: bool
    clocks: ClockStates
    offers: OfferStates
    redo: int
    rematch: str | None
    result: ResultState | None
    missed: list[dict[str, Any]] | None = None


class CreatedGame(BaseModel):
    """A new game, with the secret of each open seat, told this once."""

    id: str
    seats: dict[Side, str]
    state: GameState


class GameSummary(BaseModel):
    """A line in a list of games."""

    id: str
    status: StatusName
    rows: int
    cols: int
    shape: ShapeName
    mode: ModeName
    rated: bool
    clock: str
    created: str
    seats: SeatStates
    moves: int
    turn: Side | None
    result: str | None
    audience: int = 0


class GameList(BaseModel):
    """Some games."""

    games: list[GameSummary]


class MyGames(BaseModel):
    """A person's games: those to go on with, and the newest that have ended."""

    unfinished: list[GameSummary]
    recent: list[GameSummary]


class Join(RequestModel):
    """The secret of an open seat."""

    seat_token: Annotated[str, Field(min_length=1, max_length=100)]


class Joined(BaseModel):
    """The seat that was taken."""

    color: Side
    state: GameState
