"""Statistics of everything in the store."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, func, or_, select

from hexmate.store.tables import games, is_swap, moves, players, results

__all__ = ["BoardStatistics", "Statistics", "gather"]


@dataclass(frozen=True, slots=True)
class BoardStatistics:
    """Finished games on boards of one size and shape, and their winners."""

    rows: int
    cols: int
    shape: str
    games: int
    black_wins: int
    white_wins: int
    draws: int
    mean_plies: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of all games and players."""

    people: int
    bots: int
    games: dict[str, int]
    """The number of games by status: waiting, live, finished, cancelled."""
    modes: dict[str, int]
    """The number of finished games by mode: local, online, imported."""
    terminations: dict[str, int]
    """The number of finished games by termination."""
    swap_offered: int
    """Finished games in which the second player could swap, whether or not they did."""
    swap_taken: int
    boards: tuple[BoardStatistics, ...]
    """By size and shape, the most played ones first."""


def gather(connection: Connection) -> Statistics:
    """Count everything."""
    kinds = _counts(connection, players.c.kind)
    return Statistics(
        people=kinds.get("person", 0),
        bots=kinds.get("bot", 0),
        games=_counts(connection, games.c.status),
        modes=_counts(connection, games.c.mode, games.c.status == "finished"),
        terminations=_counts(connection, results.c.termination),
        swap_offered=_swaps(connection, taken=False),
        swap_taken=_swaps(connection, taken=True),
        boards=_boards(connection),
    )


def _counts(connection: Connection, column: Any, *where: Any) -> dict[str, int]:
    query = select(column, func.count()).where(*where).group_by(column).order_by(column)
    return dict(connection.execute(query).all())


def _swaps(connection: Connection, *, taken: bool) -> int:
    query = select(func.count()).select_from(games)
    query = query.where(games.c.status == "finished", games.c.swap.is_not(None))
    swapped = or_(games.c.swapped, games.c.id.in_(select(moves.c.game_id).where(is_swap)))
    if taken:
        return connection.scalar(query.where(swapped)) or 0
    plies = games.c.plies + games.c.recorded
    played = and_(games.c.start.is_(None), plies >= 2)
    set_up = and_(_lone_black_stone(games.c.start), plies >= 1)
    return connection.scalar(query.where(or_(swapped, played, set_up))) or 0


def _lone_black_stone(line: Any) -> Any:
    """True if a position line has one black stone, White to move, and the right to swap.

    Stones and the side to move are the only b and w in a position line.
    """
    return and_(
        line.endswith(" w"),
        ~line.contains("/used"),
        func.length(line) - func.length(func.replace(line, "b", "")) == 1,
        func.length(line) - func.length(func.replace(line, "w", "")) == 1,
    )


def _boards(connection: Connection) -> tuple[BoardStatistics, ...]:
    letter = func.substr(results.c.result, 1, 1)
    place = (games.c.rows, games.c.cols, games.c.shape)
    query = (
        select(
            *place,
            func.count().label("total"),
            func.count().filter(letter == "B").label("black"),
            func.count().filter(letter == "W").label("white"),
            func.count().filter(letter == "D").label("draws"),
            func.avg(games.c.plies + games.c.recorded).label("mean"),
        )
        .join(results, results.c.game_id == games.c.id)
        .group_by(*place)
        .order_by(func.count().desc(), *place)
    )
    return tuple(
        BoardStatistics(
            rows=row.rows,
            cols=row.cols,
            shape=row.shape,
            games=row.total,
            black_wins=row.black,
            white_wins=row.white,
            draws=row.draws,
            mean_plies=float(row.mean),
        )
        for row in connection.execute(query)
    )
