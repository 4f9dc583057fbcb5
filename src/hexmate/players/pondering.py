"""Search on the opponent's time."""

import threading
from contextlib import suppress
from typing import Self

from hexmate.board import Board
from hexmate.players.base import Player
from hexmate.players.stopping import StopToken

__all__ = ["Pondering", "can_ponder", "ponder"]


def can_ponder(player: Player) -> bool:
    """Whether a player can search on the opponent's time.

    >>> from hexmate.players.random import RandomPlayer
    >>> can_ponder(RandomPlayer())
    False
    """
    return type(player).ponder is not Player.ponder


def ponder(player: Player, board: Board, stop: StopToken) -> None:
    """Let a player search until `stop` is stopped; its errors are ignored, no move needs them."""
    with suppress(Exception), stop.scope(), stop.calling(player.stop):
        player.ponder(board)


class Pondering:
    """A context in which a player searches on its own thread; the search has ended after it.

    >>> from hexmate.players.mcts import MctsPlayer
    >>> from hexmate.nets.evaluator import UniformEvaluator
    >>> with Pondering(MctsPlayer(UniformEvaluator()), Board(5)):
    ...     pass  # wait for the opponent
    """

    def __init__(self, player: Player, board: Board) -> None:
        self._stop = StopToken()
        self._thread = threading.Thread(
            target=ponder, args=(player, board, self._stop), name="hexmate-ponder", daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.stop()
        self._thread.join()
