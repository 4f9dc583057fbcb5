"""A player that moves at random."""

import random

from hexmate.board import Board
from hexmate.players.base import Limit, Player, PlayResult

__all__ = ["RandomPlayer"]


class RandomPlayer(Player):
    """Uniformly random moves; the same seed plays the same game."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._random = random.Random(seed)

    def accept_opening(self, board: Board, move: int) -> bool:
        """A random answer."""
        return self._random.random() < 0.5

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """Any empty cell."""
        return PlayResult(self._random.choice([move for move in board.legal_moves if move >= 0]))
