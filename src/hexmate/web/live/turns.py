"""The turns of machines: thought about off the event loop, interrupted when the game moves on."""

import asyncio
import logging
from math import isfinite
from typing import TYPE_CHECKING, Any

from hexmate.arena.clock import move_limit
from hexmate.board import Board
from hexmate.color import Color
from hexmate.players.base import Info, Limit, PlayResult
from hexmate.web.errors import Refusal
from hexmate.web.thinking.pool import Thought

if TYPE_CHECKING:
    from hexmate.web.live.table import Table

__all__ = ["MachineTurns", "info_message"]

log = logging.getLogger("hexmate.web")

_RETRY = 2.0


class MachineTurns:
    """Whatever machine is to move at a table, at most one at a time."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._thought: Thought[PlayResult] | None = None
        self._turn: tuple[int, Color, str] | None = None

    def follow(self) -> None:
        """Begin to think where a machine is to move; drop a thought about another position."""
        turn = self._wanted()
        if turn == self._turn:
            return
        self.stop()
        if self._table.game.status in ("finished", "cancelled"):
            self._table.services.machines.leave(self._table.game.id)
        if turn is not None:
            self._turn = turn
            self._begin(turn)

    def hurry(self) -> None:
        """Ask for the best move so far."""
        if self._thought is not None:
            self._thought.hurry()

    def stop(self) -> None:
        """Nobody wants the thought any more."""
        thought, self._thought, self._turn = self._thought, None, None
        if thought is not None:
            thought.drop()

    def _wanted(self) -> tuple[int, Color, str] | None:
        """The ply, the seat and the player that is to move."""
        game = self._table.game
        mover = game.mover
        if mover is None or not game.machine_to_move:
            return None
        return game.ply, mover, game.seats[mover].ai or ""

    def _begin(self, turn: tuple[int, Color, str]) -> None:
        _, seat, spec = turn
        services, game = self._table.services, self._table.game
        machine = services.machines.at(game.id, seat, spec)
        board, color, limit = game.board.copy(), game.board.turn, self._limit(seat)
        self._thought = services.thinkers.think(
            lambda: machine.choose(board, color, limit),
            machine.stop,
            seconds=services.think_seconds,
        )
        self._table.spawn(self._answer(turn, self._thought, board))

    def _limit(self, seat: Color) -> Limit:
        clock, game = self._table.game.clock, self._table.game
        if clock.turn is None:
            return Limit()
        own, other = clock.watch(seat), clock.watch(seat.other)
        return move_limit(Limit(), own, other, game.board.turn)

    async def _answer(
        self, turn: tuple[int, Color, str], thought: Thought[PlayResult], board: Board
    ) -> None:
        """Make the move that was thought of, if the game is still where it was."""
        found: PlayResult | None = None
        try:
            found = await thought.answer
            reason = ""
        except asyncio.CancelledError:
            return
        except Exception as error:
            log.exception("%s failed", turn[2])
            reason = f"{type(error).__name__}: {error}"
        async with self._table.lock:
            if self._thought is thought and self._turn == turn:
                await self._move(turn, found, board, reason)

    async def _move(
        self, turn: tuple[int, Color, str], found: PlayResult | None, board: Board, reason: str
    ) -> None:
        table, (ply, seat, _) = self._table, turn
        self._thought = self._turn = None
        try:
            if found is None:
                await table.forfeit(seat, reason)
                return
            plan = table.game.plan_move((seat,), ply + 1, board.name(found.move), table.now)
            assert plan is not None
            if not table.game.rated:
                table.tell_thought(info_message(board, found.info))
            await table.make(plan)
        except Refusal as refusal:
            await self._failed(seat, refusal)

    async def _failed(self, seat: Color, refusal: Refusal) -> None:
        """A move that is not legal loses; a store that cannot be reached is asked again."""
        table = self._table
        if refusal.code == "illegal":
            await table.forfeit(seat, refusal.message)
        elif refusal.code == "unavailable":
            table.services.time.call_at(table.now + _RETRY, table.follow)


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
