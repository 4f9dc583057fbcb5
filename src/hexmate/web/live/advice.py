"""Hints for the player to move."""

import asyncio
from typing import Any

from hexmate.analysis import AnalysisLine, analyse_position
from hexmate.errors import HexmateError
from hexmate.players.base import Limit
from hexmate.players.stopping import StopToken
from hexmate.web.engines.pool import UnresponsivePlayer
from hexmate.web.errors import Refusal
from hexmate.web.live.session import GameSession

__all__ = ["hint"]

_SECONDS = 1.0


async def hint(session: GameSession, person: int | None) -> dict[str, Any]:
    """The adviser's best move and its evaluation."""
    game, services = session.game, session.services
    if game.mover not in game.held_by(person):
        raise Refusal(403, "not_your_turn", "Hints are only for the player to move.")
    if not game.is_casual and any(seat.kind != "ai" for seat in _opponents(session, person)):
        raise Refusal(409, "versus_person", "There are no hints in games against other people.")
    if game.rated:
        raise Refusal(409, "rated", "There are no hints in rated games.")
    game.check_live()
    board, number = game.board.copy(), game.ply + 1
    adviser = await asyncio.to_thread(services.catalogue.adviser, services.adviser, board.shape)
    engine, stop = services.engines.at(game.id, None, adviser), StopToken()

    def work() -> AnalysisLine:
        with engine.player() as player:
            return stop.run(analyse_position, board, player, Limit(time=_SECONDS))[0]

    job = services.searches.submit(work, stop.stop, owner=str(person), urgent=False)
    try:
        seconds = _SECONDS + services.answer_seconds
        best = await job.next_of(asyncio.shield(job.result), seconds)
    except HexmateError as error:
        raise Refusal(409, "no_hint", str(error)) from None
    except UnresponsivePlayer as error:
        services.engines.discard(engine)  # the next hint must not wait for it
        raise Refusal(409, "no_hint", str(error)) from None
    finally:
        job.cancel()
    return {"number": number, "move": board.name(best.move), "info": best.as_dict(board)}


def _opponents(session: GameSession, person: int | None) -> list[Any]:
    held = session.game.held_by(person)
    return [seat for color, seat in session.game.seats.items() if color not in held]
