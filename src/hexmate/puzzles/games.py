"""Games of a network against itself, with enough chance in them that both sides make mistakes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.connect import bridge_win
from hexmate.nets.evaluator import Evaluator
from hexmate.puzzles.networks import Glance, glances

__all__ = ["PlayedGame", "play_games"]

_TEMPERATURES = (1.5, 1.8, 2.2, 2.7, 3.3)
"""Above 1 the moves are drawn from a flatter policy: stronger and weaker players."""
_SMALL = {5: 3.0, 6: 2.5, 7: 2.2, 8: 1.8, 9: 1.4}
"""Factors for boards on which the network makes hardly any mistakes."""

_LEAST = 0.03
"""Moves with a lower share of the best move's (flattened) probability are never played."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game, and what the network said about the position before each move."""

    board: Board
    glances: tuple[Glance, ...]


def play_games(net: Evaluator, size: int, count: int, seed: tuple[int, ...]) -> list[PlayedGame]:
    """Games that end when one side has a winning connection of bridges.

    The same seed plays the same games.
    """
    random = np.random.default_rng(seed)
    temperatures = random.choice(_TEMPERATURES, count) * _SMALL.get(size, 1.0)
    boards = [Board(size) for _ in range(count)]
    seen: list[list[Glance]] = [[] for _ in boards]
    open_games = list(range(count))
    while open_games:
        answers = glances([boards[at] for at in open_games], net)
        for at, glance in zip(open_games, answers, strict=True):
            seen[at].append(glance)
            boards[at].push(_draw(random, glance[0], float(temperatures[at])))
        open_games = [at for at in open_games if not _decided(boards[at])]
    return [PlayedGame(board, tuple(glance)) for board, glance in zip(boards, seen, strict=True)]


def _draw(random: np.random.Generator, shares: NDArray[np.float64], temperature: float) -> int:
    flat = shares ** (1 / temperature)
    flat[flat < _LEAST * flat.max()] = 0
    return int(random.choice(len(flat), p=flat / flat.sum()))


def _decided(board: Board) -> bool:
    if board.outcome() is not None:
        return True
    return any(bridge_win(board, color) is not None for color in (BLACK, WHITE))
