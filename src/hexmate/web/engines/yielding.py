"""A player whose analyses pause for games and then resume."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import replace

from hexmate.board import Board
from hexmate.color import Color
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.stopping import StopToken

__all__ = ["YieldingPlayer"]

_SHORTEST = 0.02


class YieldingPlayer(Player):
    """Wraps a player: a stop pauses its analysis, which then resumes for the rest of its time.

    `borrow` gives the player for one slice of an analysis, the same one if it is still in memory.
    `yield_slot` waits for a free slot, and returns whether to resume at all.
    """

    def __init__(
        self,
        borrow: Callable[[], AbstractContextManager[Player]],
        yield_slot: Callable[[], bool],
        name: str = "player",
    ) -> None:
        self._borrow = borrow
        self._yield_slot = yield_slot
        self._slice = StopToken()
        self.name = name

    def start(self, board: Board, color: Color) -> None:
        """Start the wrapped player."""
        with self._borrow() as player:
            player.start(board, color)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move of the wrapped player."""
        with self._borrow() as player:
            return player.play(board, limit)

    def stop(self) -> None:
        """Pause the analysis."""
        self._slice.stop()

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The analysis of the wrapped player; pauses do not count as time."""
        left = limit.time
        while left is None or left > _SHORTEST:
            began, stop = time.monotonic(), self._slice
            with self._borrow() as player:
                infos = stop.over(player.analyse(board, replace(limit, time=left), lines))
                with stop.calling(player.stop), closing(infos):
                    for info in infos:
                        yield info
                        if stop.stopped:
                            break
            left = None if left is None else left - (time.monotonic() - began)
            if not stop.stopped:
                return
            self._slice = StopToken()  # before the wait: the next stop is for the next slice
            if not self._yield_slot():
                return
