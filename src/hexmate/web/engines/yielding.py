"""A player whose thoughts give way to games, and go on as if nothing had been."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

from hexmate.board import Board
from hexmate.color import Color
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.stopping import StopToken

__all__ = ["YieldingPlayer"]

_SHORTEST = 0.02


class YieldingPlayer(Player):
    """Another player, who stops when it is asked to, waits, and thinks on for the rest of its time.

    `yield_slot` waits until there is a place to think again; it tells whether to think on at all.
    """

    def __init__(self, player: Player, yield_slot: Callable[[], bool]) -> None:
        self._player = player
        self._yield_slot = yield_slot
        self._slice = StopToken()
        self.name = player.name

    def start(self, board: Board, color: Color) -> None:
        """The other is told."""
        self._player.start(board, color)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move of the other."""
        return self._player.play(board, limit)

    def stop(self) -> None:
        """Give way to others."""
        self._slice.stop()

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The other's thoughts, with breaks that do not count."""
        left = limit.time
        while left is None or left > _SHORTEST:
            began, stop = time.monotonic(), self._slice
            infos = stop.over(self._player.analyse(board, replace(limit, time=left), lines))
            with stop.calling(self._player.stop), closing(infos):
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
