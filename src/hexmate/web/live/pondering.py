"""Engines that search while their opponent is to move."""

from typing import TYPE_CHECKING

from hexmate.color import Color
from hexmate.players.stopping import StopToken
from hexmate.web.engines.pool import SearchJob

if TYPE_CHECKING:
    from hexmate.web.live.session import GameSession

__all__ = ["EnginePondering"]

Moment = tuple[int, Color, str]
"""The number of moves so far, the seat of the engine, and its spec."""


class EnginePondering:
    """The search of one session on the opponent's time, at most one.

    It takes a slot that nobody else wants, for as long as a search may take at most, and only while
    the opponent is connected.
    """

    def __init__(self, session: "GameSession") -> None:
        self._session = session
        self._job: SearchJob[None] | None = None
        self._moment: Moment | None = None

    def update(self) -> None:
        """Start to search after an engine's move; stop once the game has gone on."""
        moment = self._wanted()
        if moment == self._moment:
            return
        self.stop()
        self._moment = moment
        if moment is not None:
            self._begin(moment)

    def stop(self) -> None:
        """Stop the search."""
        job, self._job, self._moment = self._job, None, None
        if job is not None:
            job.cancel()

    def _wanted(self) -> Moment | None:
        game = self._session.game
        mover = game.mover
        if not self._session.services.ponder or mover is None or game.paused:
            return None
        waiting, opponent = game.seats[mover.other], game.seats[mover]
        if not waiting.is_engine or opponent.is_engine or not opponent.is_online:
            return None
        return game.ply, mover.other, waiting.ai or ""

    def _begin(self, moment: Moment) -> None:
        _, seat, spec = moment
        services, game = self._session.services, self._session.game
        engine, board, stop = (
            services.engines.at(game.id, seat, spec),
            game.board.copy(),
            StopToken(),
        )
        color = board.turn.other
        self._job = services.searches.submit(
            lambda: engine.ponder(board, color, stop),
            stop.stop,
            owner=game.seats[seat.other].person,
            urgent=False,
            seconds=services.search_seconds,
        )
