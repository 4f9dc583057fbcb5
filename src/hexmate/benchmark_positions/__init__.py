"""Benchmark positions with proven winners, and how many of them a player gets right."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from hexmate.board import Board
from hexmate.color import Color
from hexmate.players.base import Limit, Player

__all__ = [
    "BenchmarkScore",
    "SolvedPosition",
    "evaluate_player",
    "read_positions",
    "solved_positions",
]


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """A position, whether the side to move wins, and all winning moves if they are known."""

    board: Board
    won: bool
    winning_moves: frozenset[int] | None


@dataclass(frozen=True, slots=True)
class BenchmarkScore:
    """How many winning moves were found, and how many winners predicted, out of how many."""

    moves: int
    moves_right: int
    winners: int
    winners_right: int


@cache
def solved_positions() -> tuple[SolvedPosition, ...]:
    """240 positions on boards from 4x4 to 6x6, solved by exhaustive search.

    >>> sum(each.winning_moves is not None for each in solved_positions())
    88
    """
    text = (files(__package__) / "solved.json").read_text("utf-8")
    return read_positions(text)


def read_positions(text: str) -> tuple[SolvedPosition, ...]:
    """The positions of a text in the form of the file of solved positions."""
    return tuple(_read(each) for each in json.loads(text)["positions"])


def _read(each: dict[str, object]) -> SolvedPosition:
    turn = Color.parse(str(each["to_move"]))
    board = Board.setup(each["black"], each["white"], turn, size=each["size"])  # type: ignore[arg-type]
    won = each["winner"] == each["to_move"]
    moves = each.get("winning_moves") if won else None
    known = frozenset(map(board.parse, moves)) if moves else None  # type: ignore[call-overload]
    return SolvedPosition(board, won, known)


def evaluate_player(
    player: Player,
    limit: Limit,
    positions: Iterable[SolvedPosition] | None = None,
    watch: Callable[[BenchmarkScore], None] = lambda result: None,
) -> BenchmarkScore:
    """The score of a player that reports win probabilities; `watch` gets the score so far."""
    result = BenchmarkScore(0, 0, 0, 0)
    for each in solved_positions() if positions is None else positions:
        board = each.board.copy()
        player.start(board, board.turn)
        answer = player.play(board, limit)
        win_probability = answer.info.win_probability
        known = each.winning_moves
        result = BenchmarkScore(
            result.moves + (known is not None),
            result.moves_right + (known is not None and answer.move in known),
            result.winners + (win_probability is not None),
            result.winners_right
            + (win_probability is not None and (win_probability > 0.5) == each.won),
        )
        watch(result)
    return result
