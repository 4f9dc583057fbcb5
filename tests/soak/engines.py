"""The overhead of a player in another process, per move."""

import statistics
import time

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.htp.player import own_process
from hexmate.players.base import Limit
from hexmate.players.registry import create

from .job import Job, Totals

MOST = 0.002


class EngineMove(Job):
    """Games between two random players, one of them behind our own server."""

    name = "a move of a player in its own process"
    figure = f"under {1000 * MOST:g} ms in the median, with a player that does not search"
    steps = 20

    def step(self, number: int, totals: Totals) -> None:
        spent = []
        other, board = create("random", seed=number), Board(11)
        with own_process("random", seed=number) as engine:
            engine.start(board, BLACK)
            while board.outcome() is None:
                if board.turn is not BLACK:
                    board.push(other.play(board, Limit()).move)
                    continue
                began = time.perf_counter()
                move = engine.play(board.copy(), Limit(time=1)).move
                spent.append(time.perf_counter() - began)
                board.push(move)
        totals.setdefault("seconds", []).extend(round(each, 7) for each in spent)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        seconds = totals["seconds"]
        mean, median = statistics.fmean(seconds), statistics.median(seconds)
        measured = f"{1000 * median:.2f} ms in the median, {1000 * mean:.2f} ms on average"
        return median < MOST, f"{measured}, of {len(seconds):,} moves"
