"""The actions of players, one function for each type of message.

Each runs under the session's lock, acts or raises a `Refusal`, and returns the further fields of
its acknowledgement.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from hexmate.color import Color
from hexmate.outcome import Termination
from hexmate.web.errors import Refusal
from hexmate.web.live import messages
from hexmate.web.live.session import GameSession
from hexmate.web.models.messages import Act, ClientMessage, Hand, Move, Resign, Undo

__all__ = ["act"]

Answer = dict[str, Any]
_NOTHING: Answer = {}


async def act(session: GameSession, person: int | None, message: ClientMessage) -> Answer:
    """Perform the action of a message, or raise a `Refusal`."""
    action = _ACTIONS[message.type]
    async with session.lock:
        seats = session.game.held_by(person)
        if not seats:
            raise Refusal(403, "not_your_game", "You have no seat in this game. You can watch it.")
        try:
            return await action(session, seats, message)
        except Refusal as refusal:
            if refusal.code == "time":
                session.spawn(session.check_time())
            raise


Seats = tuple[Color, ...]


async def _move(session: GameSession, seats: Seats, message: Move) -> Answer:
    plan = session.game.plan_move(seats, message.number, message.move, session.now)
    if plan is not None:
        await session.make(plan)
    return {"number": message.number}


async def _resign(session: GameSession, seats: Seats, message: Resign) -> Answer:
    game = session.game
    if game.status == "waiting":
        raise Refusal(409, "waiting", "The game has not started. Cancel it instead.")
    if not game.is_live:
        raise Refusal(409, "over", "The game is over.")
    await session.end(
        game.plan_end(_own_seat(session, seats, message.seat), Termination.RESIGNATION)
    )
    return _NOTHING


def _own_seat(session: GameSession, seats: Seats, named: str | None) -> Color:
    """The seat that acts: the named one, or of two own seats the one to move."""
    if named is not None:
        seat = Color.parse(named)
        if seat not in seats:
            raise Refusal(403, "not_your_seat", f"The seat of {seat} is not yours.")
        return seat
    mover = session.game.mover
    return mover if mover is not None and mover in seats else seats[0]


async def _claim(session: GameSession, seats: Seats, message: Act) -> Answer:
    """Win against an opponent who left a game without a clock."""
    await session.end(session.game.plan_claim(seats, session.now))
    return _NOTHING


async def _cancel(session: GameSession, seats: Seats, message: Act) -> Answer:
    session.game.plan_cancel()
    await session.cancel()
    return _NOTHING


async def _undo(session: GameSession, seats: Seats, message: Undo) -> Answer:
    game = session.game
    if game.undo_offer is not None and game.undo_offer[0] not in seats:
        return await _take_back_to(session, game.undo_offer[1])
    asker = None if len(seats) == 2 else seats[0]
    target = game.plan_undo(asker, message.to)
    if game.is_casual or _opponent_consents(session, seats):
        return await _take_back_to(session, target)
    if not game.is_live:
        raise Refusal(409, "over", "The game is over.")
    if target != game.plan_undo(asker, None):  # the opponent must know what they agree to
        raise Refusal(409, "own_move_only", "You can only request to take back your last move.")
    if game.undo_offer != (seats[0], target):
        game.undo_offer = (seats[0], target)
        session.send_update()
    return {"asked": target}


def _opponent_consents(session: GameSession, seats: Seats) -> bool:
    """Whether no consent is needed: engines always agree, except in rated games."""
    game = session.game
    if len(seats) == 2:
        return True
    opponent = game.seats[seats[0].other]
    if opponent.kind == "ai" and game.rated:
        raise Refusal(409, "rated", "Moves of a rated game against an engine cannot be taken back.")
    return opponent.kind == "ai"


async def _take_back_to(session: GameSession, plies: int) -> Answer:
    game = session.game
    if plies >= game.ply:
        raise Refusal(409, "nothing", "There is no such move to take back.")
    state = game.saved_after_undo(plies, session.now)
    await session.write(lambda store: store.games.truncate(game.row_id, plies, state))
    game.take_back(plies, session.now)
    session.publish(messages.undone(game, session.next_stamp))
    session.schedule()
    return {"number": plies}


async def _undo_decline(session: GameSession, seats: Seats, message: Act) -> Answer:
    """Decline a takeback request, or withdraw your own."""
    if session.game.undo_offer is not None:
        session.game.undo_offer = None
        session.send_update()
    return _NOTHING


async def _redo(session: GameSession, seats: Seats, message: Act) -> Answer:
    """Replay moves that were taken back, up to the next turn of a person."""
    game = session.game
    _casual_only(session, "replayed")
    game.check_live()
    if not game.undone:
        raise Refusal(409, "nothing", "There is no move to play again.")
    while game.undone:
        mover = game.mover
        assert mover is not None
        plan = game.plan_move((mover,), game.ply + 1, game.undone[-1], session.now)
        assert plan is not None
        await session.make(plan)
        if game.mover is None or not game.seats[game.mover].is_engine:
            break
    return {"number": game.ply}


async def _restart(session: GameSession, seats: Seats, message: Act) -> Answer:
    _casual_only(session, "restarted")
    if session.game.ply == 0:
        return {"number": 0}
    return await _take_back_to(session, session.game.plan_undo(None, 0))


async def _pause(session: GameSession, seats: Seats, message: Act) -> Answer:
    return await _set_paused(session, True)


async def _resume(session: GameSession, seats: Seats, message: Act) -> Answer:
    return await _set_paused(session, False)


async def _set_paused(session: GameSession, paused: bool) -> Answer:
    game = session.game
    _casual_only(session, "paused")
    if not game.is_live:
        raise Refusal(409, "over", "Only a game in progress can be paused.")
    if game.paused != paused:
        before = game.paused, game.clock
        game.set_paused(paused, session.now)
        try:
            await session.save_state()
        except Refusal:
            game.paused, game.clock = before
            raise
        session.send_update("status", "searching", "clocks")
        session.schedule()
    return _NOTHING


def _casual_only(session: GameSession, what: str) -> None:
    if not session.game.is_casual:
        raise Refusal(409, "casual_only", f"Only local and training games can be {what}.")


async def _hand(session: GameSession, seats: Seats, message: Hand) -> Answer:
    game = session.game
    hybrids = [seat for seat in seats if game.seats[seat].kind == "hybrid"]
    if message.seat is not None:
        hybrids = [seat for seat in hybrids if str(seat) == message.seat]
    elif game.mover in hybrids:
        hybrids = [seat for seat in hybrids if seat is game.mover]
    if not hybrids:
        raise Refusal(409, "no_engine", "Your seat has no engine that could move for you.")
    seat = game.seats[hybrids[0]]
    wanted = message.type == "hand_over"
    if seat.handed_over != wanted:
        seat.handed_over = wanted
        try:
            await session.save_state()
        except Refusal:
            seat.handed_over = not wanted
            raise
        session.send_update("seats", "searching")
        session.schedule()
    return {"seat": str(hybrids[0])}


async def _stop_search(session: GameSession, seats: Seats, message: Act) -> Answer:
    if not session.game.is_casual and session.game.rated:
        raise Refusal(409, "rated", "The engine of a rated game cannot be hurried.")
    session.hurry_engine()
    return _NOTHING


_ACTIONS: dict[str, Callable[[GameSession, Seats, Any], Awaitable[Answer]]] = {
    "move": _move,
    "resign": _resign,
    "cancel": _cancel,
    "claim": _claim,
    "undo": _undo,
    "undo_decline": _undo_decline,
    "redo": _redo,
    "restart": _restart,
    "pause": _pause,
    "resume": _resume,
    "hand_over": _hand,
    "take_back": _hand,
    "stop_search": _stop_search,
}
