"""Games: requests that make and join them, and lists of them."""

from typing import Annotated, Literal

from pydantic import Field

from hexmate.web.models.base import (
    ModeName,
    RequestModel,
    ResponseModel,
    ShapeName,
    Side,
    Spec,
    StatusName,
    SwapName,
)
from hexmate.web.models.live import GameState, SeatStates

__all__ = [
    "CreatedGame",
    "GameList",
    "GameSummary",
    "Join",
    "Joined",
    "MyGames",
    "NewGameRequest",
    "NewSeatRequest",
    "NewSeatsRequest",
]


class NewSeatRequest(RequestModel):
    """A seat of a new game.

    `person` is you, `open` is for the player who opens the invitation link, `ai` is an engine of
    this server, and `hybrid` is you with an engine that can move for you.
    """

    kind: Literal["person", "ai", "hybrid", "open"]
    ai: Spec | None = None
    """The spec of the engine, for the kinds `ai` and `hybrid`."""


class NewSeatsRequest(RequestModel):
    """Both seats of a new game."""

    black: NewSeatRequest
    white: NewSeatRequest


class NewGameRequest(RequestModel):
    """A new game."""

    rows: Annotated[int, Field(ge=1, le=32)] = 11
    cols: Annotated[int, Field(ge=1, le=32)] = 11
    shape: ShapeName = "hex"
    swap: SwapName | None = None
    clock: Annotated[str, Field(max_length=40)] = "none"
    """`none`, `30/move`, `300`, `300+5` (Fischer) or `60+3x10` (byo-yomi), in seconds."""
    mode: Literal["local", "online"] = "local"
    training: bool = False
    """Whether moves can be taken back at any time."""
    rated: bool = False
    start: Annotated[str | None, Field(max_length=4096)] = None
    """The start position as a position line; null for an empty board."""
    seats: NewSeatsRequest


class CreatedGame(ResponseModel):
    """A new game, with a token for each open seat. The tokens are sent only once."""

    id: str
    seats: dict[Side, str]
    state: GameState


class GameSummary(ResponseModel):
    """A game in a list."""

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
    audience: int
    position: str | None = None
    """The position line, for the games at the top of the list of online games."""


class GameList(ResponseModel):
    """A list of games."""

    games: list[GameSummary]


class MyGames(ResponseModel):
    """Your own games."""

    unfinished: list[GameSummary]
    recent: list[GameSummary]
    """Your latest finished games."""


class Join(RequestModel):
    """Joining an open seat."""

    seat_token: Annotated[str, Field(min_length=1, max_length=100)]
    """The token from the invitation link."""


class Joined(ResponseModel):
    """The seat that you joined."""

    color: Side
    state: GameState
