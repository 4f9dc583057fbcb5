"""The opening explorer: what was played next in a position, how often, and who won."""

from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection

from hexmate.board import Board
from hexmate.coords import PASS, SWAP
from hexmate.store.position_index import Hits, find_position

__all__ = ["Explored", "NextMove", "explore"]

_BLACK, _WHITE = 1, 2
_MOVES = 1 << 12
"""More than there are moves on any board."""


@dataclass(frozen=True, slots=True)
class NextMove:
    """A move that was played in the position, and the results of the games with it."""

    move: str
    games: int
    black_wins: int
    white_wins: int


@dataclass(frozen=True, slots=True)
class Explored:
    """The games with a position, their results, and the next moves, the most frequent first."""

    games: int
    black_wins: int
    white_wins: int
    moves: tuple[NextMove, ...]


def explore(connection: Connection, board: Board) -> Explored:
    """What was played next in a position, or in the position turned by 180°."""
    hits = find_position(connection, board)
    _, first = np.unique(hits.game, return_index=True)
    winners = hits.winner[first]
    return Explored(
        len(first),
        int(np.count_nonzero(winners == _BLACK)),
        int(np.count_nonzero(winners == _WHITE)),
        _moves(board, hits),
    )


def _moves(board: Board, hits: Hits) -> tuple[NextMove, ...]:
    """The next moves. Stones that a record sets up and the ends of games are not among them."""
    played = np.flatnonzero(hits.move >= min(SWAP, PASS))
    # A game may reach the position twice, by passes: it counts once for each move.
    once = hits.game[played] * _MOVES + hits.move[played]
    played = played[np.unique(once, return_index=True)[1]]
    numbers, group = np.unique(hits.move[played], return_inverse=True)
    winner, size = hits.winner[played], len(numbers)
    total = np.bincount(group, minlength=size).tolist()
    black = np.bincount(group[winner == _BLACK], minlength=size).tolist()
    white = np.bincount(group[winner == _WHITE], minlength=size).tolist()
    rows = sorted(
        zip(numbers.tolist(), total, black, white, strict=True), key=lambda row: (-row[1], row[0])
    )
    return tuple(NextMove(board.name(move), *counts) for move, *counts in rows)
