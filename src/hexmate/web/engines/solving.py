"""Exact solutions on the server: in slices, paused while games need the slots, kept for a while."""

import math
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any

from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.players.base import Limit, Player, PlayResult
from hexmate.players.stopping import StopToken
from hexmate.solve import Solution, SolveProgress, Solver, Verdict
from hexmate.solve.watching import SolvedSoFar, watch_solution
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import SolutionMessage
from hexmate.web.models.base import Ref

__all__ = ["SolveTurns", "SolverPlayer", "YieldingSolver", "solution_message"]


class SolverPlayer(Player):
    """A solver that the cache of engines can keep, with what it has solved."""

    name = "solver"

    def __init__(self, table_mib: int) -> None:
        self.solver = Solver(table_mib)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move that is proven to win within the limit."""
        with self.searching() as stop:
            found = self.solver.solve(board, seconds=limit.time, nodes=limit.nodes, stop=stop)
        if found.verdict is not Verdict.WIN or found.move is None:
            raise PlayerError("no winning move was found")
        return PlayResult(found.move)

    def close(self) -> None:
        """Give back the table."""
        self.solver = Solver(1)


class YieldingSolver:
    """Solves in slices: a stop pauses it, and it continues when there is a slot again.

    `borrow` gives the solver for one slice, the same one if it is still in memory. `yield_slot`
    waits for a free slot, and returns whether to continue at all.
    """

    def __init__(
        self,
        borrow: Callable[[], AbstractContextManager[Player]],
        yield_slot: Callable[[], bool],
    ) -> None:
        self._borrow, self._yield_slot = borrow, yield_slot
        self._slice = StopToken()
        self._progress = SolveProgress(1, 1, ())

    def stop(self) -> None:
        """Pause."""
        self._slice.stop()

    def watch(
        self, board: Board, seconds: float, *, all_moves: bool
    ) -> Generator[SolvedSoFar, None, None]:
        """What is known so far, several times a second; pauses do not count as time."""
        yield from watch_solution(
            board,
            self.solve,
            seconds=seconds,
            all_moves=all_moves,
            progress=lambda _: self._progress,
        )

    def solve(self, board: Board, *, seconds: float) -> Solution:
        """What is known after so many seconds; no time is left if it is not to continue."""
        nodes, spent = 0, 0.0
        while True:
            stop = self._slice
            with self._borrow() as player:
                assert isinstance(player, SolverPlayer)
                found = player.solver.solve(board, seconds=max(0.0, seconds - spent), stop=stop)
                self._progress = player.solver.progress(board)
            nodes, spent = nodes + found.nodes, spent + found.seconds
            known = found.verdict is not Verdict.UNKNOWN or spent >= seconds
            if stop.stopped:
                self._slice = StopToken()  # before the wait: the next stop is for the next slice
                if not self._yield_slot():
                    return Solution(Verdict.UNKNOWN, None, nodes, math.inf)
            if known or not stop.stopped:
                return replace(found, nodes=nodes, seconds=spent)


class SolveTurns:
    """One position at a time for each person, over all their sockets."""

    def __init__(self) -> None:
        self._solving: set[int] = set()

    @contextmanager
    def turn(self, person: int | None) -> Iterator[None]:
        """Solve inside; a `Refusal` if this person is solving a position already."""
        if person in self._solving:
            raise Refusal(409, "solving", "You are solving another position. Stop that first.")
        if person is not None:
            self._solving.add(person)
        try:
            yield
        finally:
            if person is not None:
                self._solving.discard(person)


def _progress_state(board: Board, progress: SolveProgress | None) -> dict[str, Any] | None:
    if progress is None:
        return None
    line = [board.name(move) for move in progress.line]
    return {"to_win": progress.to_win, "to_lose": progress.to_lose, "line": line}


def solution_message(board: Board, state: SolvedSoFar, ref: Ref, *, final: bool) -> SolutionMessage:
    """What is known of a position, as the API tells it."""
    winner = {Verdict.WIN: board.turn, Verdict.LOSS: board.turn.other}.get(state.verdict)
    result = "draw" if state.verdict is Verdict.DRAW else None if winner is None else str(winner)
    return SolutionMessage.model_validate(
        {
            "type": "solution",
            "ref": ref,
            "result": result,
            "move": None if state.move is None else board.name(state.move),
            "moves": {
                board.name(move): verdict.name.lower()
                for move, verdict in sorted(state.moves.items())
            },
            "nodes": state.nodes,
            "seconds": round(state.seconds, 2),
            "complete": state.complete,
            "progress": _progress_state(board, state.progress),
            "final": final,
        }
    )
