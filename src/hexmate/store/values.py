"""The values that the store takes and returns; none depends on a database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from hexmate.board import Shape, SwapRule
from hexmate.color import BLACK, WHITE, Color
from hexmate.outcome import Outcome
from hexmate.swap import seat_of

__all__ = [
    "ClockReading",
    "GameRow",
    "MoveRow",
    "NewGame",
    "NewSeat",
    "PlayerKind",
    "ResultRow",
    "SeriesRow",
    "Status",
    "StoredClocks",
    "StoredPlayer",
    "StoredSeat",
]

PlayerKind = Literal["person", "bot"]
Mode = Literal["local", "online", "imported"]
Status = Literal["waiting", "live", "finished", "cancelled"]
SeatKind = Literal["person", "ai", "hybrid", "open", "named"]


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A player: a person or a bot."""

    id: int
    kind: PlayerKind
    name: str
    created: datetime


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat of a game to create.

    `person` and `hybrid` may have a player; `ai` and `hybrid` have the spec of an engine; `open`
    waits for someone with the link; `named` is a name in an imported record.
    """

    kind: SeatKind
    player_id: int | None = None
    ai: str | None = None
    link_hash: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to create; it is live at once unless a seat is open."""

    rows: int
    cols: int
    black: NewSeat
    white: NewSeat
    shape: Shape = "hex"
    swap: SwapRule | None = None
    start: str | None = None
    """The position line of the start position; None for an empty board."""
    clock: str = "none"
    mode: Mode = "local"
    rated: bool = False
    training: bool = False
    public_id: str | None = None
    """Random unless given."""
    opener_id: int | None = None
    """The person who creates the game, with or without a seat in it."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat of a stored game; `color` is its colour at the start."""

    color: Color
    kind: SeatKind
    player: StoredPlayer | None
    ai: str | None
    link_hash: str | None
    written_name: str | None
    """The name in the record of an imported game."""

    @property
    def name(self) -> str | None:
        """The name to show: the player's, the record's, or else the AI's spec."""
        if self.player is not None:
            return self.player.name
        return self.written_name or self.ai


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The time left on the clock of one seat."""

    left_ms: int
    periods: int | None = None


@dataclass(frozen=True, slots=True)
class StoredClocks:
    """Both clocks after a move, by seat."""

    black: ClockReading
    white: ClockReading


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A stored move; `number` counts from 1, `color` is the colour of the stone."""

    number: int
    color: Color
    move: str
    played: datetime
    clocks: StoredClocks | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The end of a game: the result as in SGF, the termination, and the seat that won."""

    result: str
    termination: str
    winner_seat: Color | None

    @classmethod
    def of(cls, outcome: Outcome, seat_of: Callable[[Color], Color]) -> "ResultRow":
        """The result of an outcome; `seat_of` maps a colour to the seat that had it at the end."""
        seat = None if outcome.winner is None else seat_of(outcome.winner)
        return cls(outcome.result(), outcome.termination.value, seat)


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """The score of a series of rematches before a game, by the seats of that game."""

    games: int
    """Finished games."""
    black: int
    white: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """A stored game with its seats, moves and result."""

    id: int
    public_id: str
    rows: int
    cols: int
    shape: Shape
    swap: SwapRule | None
    start: str | None
    clock: str
    mode: Mode
    rated: bool
    training: bool
    status: Status
    version: int
    """Increases by one with every change."""
    created: datetime
    started: datetime | None
    finished: datetime | None
    black: StoredSeat
    white: StoredSeat
    moves: tuple[MoveRow, ...] = ()
    result: ResultRow | None = None
    rematch: str | None = None
    """The public id of this game's rematch."""
    opener_id: int | None = None
    """The person who created the game, with or without a seat in it."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """What the server stores beside the moves: pauses, hand-overs, running clocks, moves that were
    taken back."""

    def seat(self, color: Color) -> StoredSeat:
        """The seat of a colour."""
        return self.black if color is BLACK else self.white

    def holder(self, color: Color) -> StoredSeat:
        """The seat that plays a colour now, which swap-sides exchanges."""
        return self.seat(self.seat_of(color))

    def seat_of(self, color: Color) -> Color:
        """The colour whose seat plays `color` now: the other one after swap-sides."""
        return seat_of(color, self.swap, (move.move for move in self.moves))

    @property
    def seats(self) -> tuple[StoredSeat, StoredSeat]:
        """Black's and White's seat."""
        return self.seat(BLACK), self.seat(WHITE)
