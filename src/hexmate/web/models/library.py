"""The library: finished games, imports, statistics and the leaderboard."""

from typing import Literal

from hexmate.web.models.base import ModeName, ResponseModel, ShapeName, Side, SwapName
from hexmate.web.models.records import GameObject

__all__ = [
    "BoardCount",
    "BoardLine",
    "BookMove",
    "BookMoves",
    "ExplorerMove",
    "ExplorerResult",
    "GameRates",
    "ImportResult",
    "Leaderboard",
    "LeaderboardPlayer",
    "LibraryCounts",
    "LibraryGame",
    "LibraryLine",
    "LibraryPage",
    "StatisticsResult",
    "WinRates",
]


class LibraryLine(ResponseModel):
    """A finished game in a list."""

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
    """Where an imported game comes from."""
    ply: int | None
    """After how many moves the position was found; null without a position search."""
    turned: bool
    """Whether the position was found rotated by 180 degrees."""
    position: str | None
    """The position line of the end of the game; null unless `boards` was asked for."""


class LibraryPage(ResponseModel):
    """One page of search results, newest first."""

    games: list[LibraryLine]
    total: int
    page: int
    per_page: int


class BoardCount(ResponseModel):
    """How many games were played on one kind of board."""

    rows: int
    cols: int
    shape: ShapeName
    games: int


class LibraryCounts(ResponseModel):
    """How many games each choice of a search would find."""

    boards: list[BoardCount]
    """By size and shape, the most frequent first."""
    black_wins: int
    white_wins: int
    others: int
    """Draws and unknown results."""


class ExplorerMove(ResponseModel):
    """A move that was played next, and the results of those games."""

    move: str
    games: int
    black_wins: int
    white_wins: int


class ExplorerResult(ResponseModel):
    """The games with a position, and their next moves."""

    games: int
    black_wins: int
    white_wins: int
    moves: list[ExplorerMove]


class WinRates(ResponseModel):
    """The network's win rates of moves, for the side to move."""

    rates: dict[str, float]


class BookMove(ResponseModel):
    """A reply of the opening book."""

    move: str
    win_rate: float
    """For the side to move."""
    visits: int


class BookMoves(ResponseModel):
    """The replies of the opening book, best first; none if the position is not in it."""

    moves: list[BookMove]


class GameRates(ResponseModel):
    """Black's win probability at each position of a game, from the start."""

    rates: list[float]
    """Empty where no network can play, shorter where a record sets up stones on the way."""


class LibraryGame(ResponseModel):
    """A finished game with its full record."""

    line: LibraryLine
    game: GameObject


class ImportResult(ResponseModel):
    """The result of an import."""

    added: list[str]
    """Ids of the new games."""
    known: list[str]
    """Ids of the games that the library already had."""
    problems: list[str]
    """Warnings, and games that could not be read."""


class BoardLine(ResponseModel):
    """Finished games on one kind of board."""

    rows: int
    cols: int
    shape: ShapeName
    games: int
    black_wins: int
    white_wins: int
    draws: int
    mean_plies: float


class StatisticsResult(ResponseModel):
    """Counts of all games and players."""

    people: int
    bots: int
    games: dict[str, int]
    """By status."""
    modes: dict[str, int]
    terminations: dict[str, int]
    swap_offered: int
    swap_taken: int
    boards: list[BoardLine]


class LeaderboardPlayer(ResponseModel):
    """A player on the leaderboard."""

    rank: int
    name: str
    rating: int
    deviation: int
    games: int
    wins: int


class Leaderboard(ResponseModel):
    """The best players of a pool."""

    pool: Literal["people", "bots"]
    players: list[LeaderboardPlayer]
