"""The turns of machines: thought about off the event loop, interrupted when the game moves on."""

import asyncio
import logging
from math import isfinite
from typing import TYPE_CHECKING, Any

from hexmate.arena.clock import move_limit
from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import Resigned
from hexmate.outcome import Termination
from hexmate.players.base import Info, Limit, PlayResult
from hexmate.web.errors import Refusal
from hexmate.web.thinking.pool import Thought

if TYPE_CHECKING:
    from hexmate.web.live.table import Table

__all__ = ["MachineTurns", "info_message"]

log = logging.getLogger("hexmate.web")

_RETRY = 2.0

Turn = tuple[int, Color, str]
"""A machine's turn: after how many moves, at which seat, by which player."""


class MachineTurns:
    """Whatever machine is to move at a table, at most one at a time."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._thought: Thought[PlayResult] | None = None
        self._turn: Turn | None = None

    def follow(self) -> None:
        """Begin to think where a machine is to move; drop a thought about another position."""
        turn, game = self._wanted(), self._table.game
        if game.status in ("finished", "cancelled"):
            self._table.services.machines.leave(game.id)
        if turn == self._turn:
            return
        self.stop()
        if turn is not None:
            self._turn = turn
            self._begin(turn)

    @property
    def busy(self) -> bool:
        """Whether a machine is to move."""
        return self._turn is not None

    def hurry(self) -> None:
        """Ask for the best move so far."""
        if self._thought is not None:
            self._thought.hurry()

    def stop(self) -> None:
        """Nobody wants the thought any more."""
        thought, self._thought, self._turn = self._thought, None, None
        if thought is not None:
            thought.drop()

    def _wanted(self) -> Turn | None:
        game = self._table.game
        mover = game.mover
        if mover is None or not game.machine_to_move:
            return None
        return game.ply, mover, game.seats[mover].ai or ""

    def _begin(self, turn: Turn) -> None:
        _, seat, spec = turn
        services, game = self._table.services, self._table.game
        machine = services.machines.at(game.id, seat, spec)
        board, color, limit = game.board.copy(), game.board.turn, self._limit(seat)
        self._thought = services.thinkers.think(
            lambda: machine.choose(board, color, limit),
            machine.stop,
            urgent=any(seat.kind != "ai" for seat in game.seats.values()),
            seconds=services.think_seconds,
        )
        self._table.spawn(self._answer(turn, self._thought, board))

    def _limit(self, seat: Color) -> Limit:
        clock, game = self._table.game.clock, self._table.game
        if clock.turn is None:
            return Limit()
        own, other = clock.watch(seat), clock.watch(seat.other)
        return move_limit(Limit(), own, other, game.board.turn)

    async def _answer(self, turn: Turn, thought: Thought[PlayResult], board: Board) -> None:
        """Make the move that was thought of, if the game is still where it was."""
        found: PlayResult | Exception
        try:
            found = await thought.answer
        except asyncio.CancelledError:
            return
        except Exception as error:
            found = error
        async with self._table.lock:
            if self._thought is thought and self._turn == turn:
                self._thought = self._turn = None
                await self._act(turn, found, board)

    async def _act(self, turn: Turn, found: PlayResult | Exception, board: Board) -> None:
        """Move, or lose; when the store cannot be reached, think again in a while."""
        table, seat = self._table, turn[1]
        try:
            if isinstance(found, PlayResult):
                await self._move(turn, found, board)
            elif isinstance(found, Resigned):
                await table.end(table.game.plan_end(seat, Termination.RESIGNATION))
            else:
                await table.forfeit(seat, f"{turn[2]}: {type(found).__name__}: {found}")
        except Refusal as refusal:
            log.warning("game %s: %s", table.game.id, refusal.message)
            table.services.time.call_at(table.now + _RETRY, table.follow)

    async def _move(self, turn: Turn, found: PlayResult, board: Board) -> None:
        table, (ply, seat, _) = self._table, turn
        try:
            plan = table.game.plan_move((seat,), ply + 1, board.name(found.move), table.now)
        except Refusal as refusal:
            if refusal.code != "time":
                await table.forfeit(seat, refusal.message)
            return
        assert plan is not None
        if not table.game.rated:
            table.tell_thought(info_message(board, found.info))
        await table.make(plan)


def info_message(board: Board, info: Info) -> dict[str, Any]:
    """What a player thinks, with moves by name; what it does not say is left out."""
    message: dict[str, Any] = {
        "score": info.score,
        "win_probability": info.win_probability,
        "depth": info.depth,
        "nodes": info.nodes,
        "visits": info.visits,
        "time": info.time,
    }
    said = {key: value for key, value in message.items() if value is not None and isfinite(value)}
    if info.move is not None:
        said["move"] = board.name(info.move)
    if info.pv:
        said["pv"] = [board.name(move) for move in info.pv]
    return said
