"""The turns of engines: searched off the event loop, cancelled when the game changes."""

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
from hexmate.players.stopping import StopToken
from hexmate.web.engines.cache import EngineBusyError
from hexmate.web.engines.pool import SearchJob
from hexmate.web.errors import Refusal
from hexmate.web.live.pondering import EnginePondering
from hexmate.web.models.live import SearchInfo

if TYPE_CHECKING:
    from hexmate.web.live.session import GameSession

__all__ = ["EngineTurns", "search_info"]

log = logging.getLogger("hexmate.web")

_RETRY = 2.0

Turn = tuple[int, Color, str]
"""An engine's turn: the number of moves before it, the seat, and the spec of the engine."""


class EngineTurns:
    """The engine turns of a session, at most one at a time."""

    def __init__(self, session: "GameSession") -> None:
        self._session = session
        self._job: SearchJob[PlayResult] | None = None
        self._turn: Turn | None = None
        self._pondering = EnginePondering(session)

    def update(self) -> None:
        """Start a search if an engine is to move; cancel one for another position."""
        turn, game = self._wanted(), self._session.game
        self._pondering.update()
        if game.status in ("finished", "cancelled"):
            self._session.services.engines.leave(game.id)
        if turn != self._turn:
            self.stop()
            if turn is not None:
                self._turn = turn
                self._begin(turn)
        if self._job is not None and self._job.waits:
            # The clock stands still: an engine must not lose time to the games of others.
            self._job.on_begin = self._session.run_clock
            self._session.hold_clock()

    @property
    def busy(self) -> bool:
        """Whether an engine is to move."""
        return self._turn is not None

    def close(self) -> None:
        """Cancel whatever is searched for this session."""
        self._pondering.stop()
        self.stop()

    def hurry(self) -> None:
        """Have the engine play its best move so far."""
        if self._job is not None:
            self._job.hurry()

    def stop(self) -> None:
        """Cancel the search."""
        job, self._job, self._turn = self._job, None, None
        if job is not None:
            waited = job.waits
            job.cancel()
            if waited:
                self._session.run_clock()

    def _wanted(self) -> Turn | None:
        game = self._session.game
        mover = game.mover
        if mover is None or not game.engine_to_move:
            return None
        return game.ply, mover, game.seats[mover].ai or ""

    def _begin(self, turn: Turn) -> None:
        _, seat, spec = turn
        services, game = self._session.services, self._session.game
        engine = services.engines.at(game.id, seat, spec)
        board, color, limit = game.board.copy(), game.board.turn, self._limit(seat)
        stop = StopToken()
        self._job = services.searches.submit(
            lambda: engine.choose(board, color, limit, stop),
            stop.stop,
            owner=self._owner(seat),
            urgent=any(seat.kind != "ai" for seat in game.seats.values()),
            seconds=services.search_seconds,
        )
        self._session.spawn(self._answer(turn, self._job, board))

    def _owner(self, seat: Color) -> str:
        """For whom the engine searches: the person at its seat, the opponent, or the opener."""
        seats, opener = self._session.game.seats, self._session.game.opener
        people = (seats[seat].person, seats[seat.other].person, opener)
        return str(next((each for each in people if each is not None), None))

    def _limit(self, seat: Color) -> Limit:
        clock, game = self._session.game.clock, self._session.game
        if clock.turn is None:
            return Limit()
        own, other = clock.watch(seat), clock.watch(seat.other)
        return move_limit(Limit(), own, other, game.board.turn)

    async def _answer(self, turn: Turn, job: SearchJob[PlayResult], board: Board) -> None:
        """Play the move that was found, if the game has not changed."""
        found: PlayResult | Exception
        try:
            found = await job.result
        except asyncio.CancelledError:
            return
        except Exception as error:
            found = error
        async with self._session.lock:
            if self._job is job and self._turn == turn:
                self._job = self._turn = None
                await self._act(turn, found, board)

    async def _act(self, turn: Turn, found: PlayResult | Exception, board: Board) -> None:
        """Play the move, or lose; retry later if the database is not available."""
        session, seat = self._session, turn[1]
        try:
            if isinstance(found, PlayResult):
                await self._move(turn, found, board)
            elif isinstance(found, Resigned):
                await session.end(session.game.plan_end(seat, Termination.RESIGNATION))
            elif isinstance(found, EngineBusyError):
                self._replace_engine(turn)
            else:
                await session.forfeit(seat, f"{turn[2]}: {type(found).__name__}: {found}")
        except Refusal as refusal:
            log.warning("game %s: %s", session.game.id, refusal.message)
            session.services.time.call_at(session.now + _RETRY, session.schedule)

    def _replace_engine(self, turn: Turn) -> None:
        """Think again with a new engine: the old one still searches what was taken back."""
        session, (_, seat, spec) = self._session, turn
        log.warning("game %s: %s does not end a cancelled search; restarted", session.game.id, spec)
        engines = session.services.engines
        engines.discard(engines.at(session.game.id, seat, spec))
        session.schedule()

    async def _move(self, turn: Turn, found: PlayResult, board: Board) -> None:
        session, (ply, seat, _) = self._session, turn
        try:
            plan = session.game.plan_move((seat,), ply + 1, board.name(found.move), session.now)
        except Refusal as refusal:
            if refusal.code != "time":
                await session.forfeit(seat, refusal.message)
            return
        assert plan is not None
        if not session.game.rated:
            session.send_search_info(search_info(board, found.info))
        await session.make(plan)


def search_info(board: Board, info: Info) -> SearchInfo:
    """A player's report with move names; values it does not report are left out."""
    values: dict[str, Any] = {
        "score": info.score,
        "win_probability": info.win_probability,
        "depth": info.depth,
        "nodes": info.nodes,
        "visits": info.visits,
        "time": info.time,
    }
    reported = {
        key: value for key, value in values.items() if value is not None and isfinite(value)
    }
    if info.move is not None:
        reported["move"] = board.name(info.move)
    if info.pv:
        reported["pv"] = [board.name(move) for move in info.pv]
    return SearchInfo(**reported)
