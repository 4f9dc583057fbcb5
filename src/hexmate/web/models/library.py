"""The library as the API speaks of it."""

from typing import Literal

from pydantic import BaseModel

from hexmate.web.models.games import ModeName, ShapeName, Side, SwapName
from hexmate.web.models.records import GameObject

__all__ = [
    "ImportResult",
    "Leaderboard",
    "LibraryGame",
    "LibraryLine",
    "LibraryPage",
    "StatisticsResult",
]


class LibraryLine(BaseModel):
    """A finished game in a list; `ply` and `turned` say where a position was found."""

    id: str
    rows: int
    cols: int
    shape: ShapeName
    swap: SwapName | None
    mode: ModeName
    rated: bool
    black: str | None
    white: str | None
    result: str
    termination: str
    winner_seat: Side | None
    moves: int
    finished: str | None
    source: str | None
    ply: int | None
    turned: bool


class LibraryPage(BaseModel):
    """A page of the games that were found, newest first, and how many there are."""

    games: list[LibraryLine]
    total: int
    page: int
    per_page: int


class LibraryGame(BaseModel):
    """A finished game, whole."""

    line: LibraryLine
    game: GameObject


class ImportResult(BaseModel):
    """What became of an import: the games that are new, those known, and what was odd."""

    added: list[str]
    known: list[str]
    problems: list[str]


class BoardLine(BaseModel):
    """Finished games on one kind of board."""

    rows: int
    cols: int
    shape: ShapeName
    games: int
    black_wins: int
    white_wins: int
    draws: int
    mean_plies: float


class StatisticsResult(BaseModel):
    """All games and players in numbers."""

    people: int
    bots: int
    games: dict[str, int]
    modes: dict[str, int]
    terminations: dict[str, int]
    swap_offered: int
    swap_taken: int
    boards: list[BoardLine]


class StandingLine(BaseModel):
    """A line of the leaderboard."""

    rank: int
    name: str
    rating: int
    deviation: int
    games: int
    wins: int


class Leaderboard(BaseModel):
    """The best of a pool."""

    pool: Literal["people", "bots"]
    players: list[StandingLine]
