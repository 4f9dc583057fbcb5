"""What people can do at a table, one function for each kind of message.

Each runs under the table's lock, refuses or acts, and returns what its acknowledgement says
beyond the version.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from hexmate.color import Color
from hexmate.outcome import Termination
from hexmate.web.errors import Refusal
from hexmate.web.live import messages
from hexmate.web.live.table import Table
from hexmate.web.models.messages import Act, ClientMessage, Hand, Move, Resign, Undo

__all__ = ["act"]

Answer = dict[str, Any]
_NOTHING: Answer = {}


async def act(table: Table, person: int | None, message: ClientMessage) -> Answer:
    """Do what a message asks for, or raise a `Refusal`."""
    action = _ACTIONS[message.type]
    async with table.lock:
        seats = table.game.held_by(person)
        if not seats:
            raise Refusal(403, "not_your_game", "you have no seat at this game; you may watch")
        try:
            return await action(table, seats, message)
        except Refusal as refusal:
            if refusal.code == "time":
                table.spawn(table.check_time())
            raise


Seats = tuple[Color, ...]


async def _move(table: Table, seats: Seats, message: Move) -> Answer:
    plan = table.game.plan_move(seats, message.number, message.move, table.now)
    if plan is not None:
        await table.make(plan)
    return {"number": message.number}


async def _resign(table: Table, seats: Seats, message: Resign) -> Answer:
    game = table.game
    if game.status == "waiting":
        raise Refusal(409, "waiting", "the game has not begun; cancel it instead")
    if not game.is_live:
        raise Refusal(409, "over", "the game is over")
    await table.end(game.plan_end(_own_seat(table, seats, message.seat), Termination.RESIGNATION))
    return _NOTHING


def _own_seat(table: Table, seats: Seats, named: str | None) -> Color:
    """The seat that somebody acts for: the one named, or the one to move of two."""
    if named is not None:
        seat = Color.parse(named)
        if seat not in seats:
            raise Refusal(403, "not_your_seat", f"the seat of {seat} is not yours")
        return seat
    mover = table.game.mover
    return mover if mover is not None and mover in seats else seats[0]


async def _cancel(table: Table, seats: Seats, message: Act) -> Answer:
    game = table.game
    game.plan_cancel()
    await table.store(lambda store: store.games.cancel(game.row_id))
    game.stop_clock(table.now)
    game.cancel()
    table.tell_change("status", "turn", "mover", "swap_available", "thinking", "clocks")
    table.follow()
    return _NOTHING


async def _undo(table: Table, seats: Seats, message: Undo) -> Answer:
    game = table.game
    if game.undo_offer is not None and game.undo_offer[0] not in seats:
        return await _take_back_to(table, game.undo_offer[1])
    asker = None if len(seats) == 2 else seats[0]
    target = game.plan_undo(asker, message.to)
    if game.is_casual or _opponent_consents(table, seats):
        return await _take_back_to(table, target)
    if not game.is_live:
        raise Refusal(409, "over", "the game is over")
    if target != game.plan_undo(asker, None):  # whoever agrees must know to what
        raise Refusal(409, "not_allowed", "you may ask for your own last move alone")
    if game.undo_offer != (seats[0], target):
        game.undo_offer = (seats[0], target)
        table.tell_change()
    return {"asked": target}


def _opponent_consents(table: Table, seats: Seats) -> bool:
    """A machine gives moves back, but not in a rated game."""
    game = table.game
    if len(seats) == 2:
        return True
    opponent = game.seats[seats[0].other]
    if opponent.kind == "ai" and game.rated:
        raise Refusal(409, "not_allowed", "a rated game against a machine goes on as it is")
    return opponent.kind == "ai"


async def _take_back_to(table: Table, plies: int) -> Answer:
    game = table.game
    if plies >= game.ply:
        raise Refusal(409, "nothing", "there is no such move to take back")
    state = game.kept_after_undo(plies, table.now)
    await table.store(lambda store: store.games.truncate(game.row_id, plies, state))
    game.take_back(plies, table.now)
    table.publish(messages.undone(game, table.now, table.services.time.epoch_ms()))
    table.follow()
    return {"number": plies}


async def _undo_decline(table: Table, seats: Seats, message: Act) -> Answer:
    """Refuse an offer, or withdraw one's own."""
    if table.game.undo_offer is not None:
        table.game.undo_offer = None
        table.tell_change()
    return _NOTHING


async def _redo(table: Table, seats: Seats, message: Act) -> Answer:
    """Play again what was taken back, up to the next turn of a person."""
    game = table.game
    _casual_only(table, "played again")
    game.check_live()
    if not game.undone:
        raise Refusal(409, "nothing", "there is no move to play again")
    while game.undone:
        mover = game.mover
        assert mover is not None
        plan = game.plan_move((mover,), game.ply + 1, game.undone[-1], table.now)
        assert plan is not None
        await table.make(plan)
        if game.mover is None or not game.seats[game.mover].is_machine:
            break
    return {"number": game.ply}


async def _restart(table: Table, seats: Seats, message: Act) -> Answer:
    _casual_only(table, "started again")
    if table.game.ply == 0:
        return {"number": 0}
    return await _take_back_to(table, table.game.plan_undo(None, 0))


async def _pause(table: Table, seats: Seats, message: Act) -> Answer:
    return await _set_paused(table, True)


async def _resume(table: Table, seats: Seats, message: Act) -> Answer:
    return await _set_paused(table, False)


async def _set_paused(table: Table, paused: bool) -> Answer:
    game = table.game
    _casual_only(table, "paused")
    if not game.is_live:
        raise Refusal(409, "over", "only a game that is being played can be paused")
    if game.paused != paused:
        before = game.paused, game.clock
        game.set_paused(paused, table.now)
        try:
            await table.keep_state()
        except Refusal:
            game.paused, game.clock = before
            raise
        table.tell_change("status", "thinking", "clocks")
        table.follow()
    return _NOTHING


def _casual_only(table: Table, what: str) -> None:
    if not table.game.is_casual:
        raise Refusal(409, "not_allowed", f"only local and training games can be {what}")


async def _hand(table: Table, seats: Seats, message: Hand) -> Answer:
    game = table.game
    hybrids = [seat for seat in seats if game.seats[seat].kind == "hybrid"]
    if message.seat is not None:
        hybrids = [seat for seat in hybrids if str(seat) == message.seat]
    elif game.mover in hybrids:
        hybrids = [seat for seat in hybrids if seat is game.mover]
    if not hybrids:
        raise Refusal(409, "not_allowed", "there is no machine to hand over to at your seat")
    seat = game.seats[hybrids[0]]
    wanted = message.type == "hand_over"
    if seat.handed_over != wanted:
        seat.handed_over = wanted
        try:
            await table.keep_state()
        except Refusal:
            seat.handed_over = not wanted
            raise
        table.tell_change("seats", "thinking")
        table.follow()
    return {"seat": str(hybrids[0])}


async def _stop_thinking(table: Table, seats: Seats, message: Act) -> Answer:
    if not table.game.is_casual and table.game.rated:
        raise Refusal(409, "not_allowed", "a rated game's machine thinks as long as it likes")
    table.hurry_machine()
    return _NOTHING


_ACTIONS: dict[str, Callable[[Table, Seats, Any], Awaitable[Answer]]] = {
    "move": _move,
    "resign": _resign,
    "cancel": _cancel,
    "undo": _undo,
    "undo_decline": _undo_decline,
    "redo": _redo,
    "restart": _restart,
    "pause": _pause,
    "resume": _resume,
    "hand_over": _hand,
    "take_back": _hand,
    "stop_thinking": _stop_thinking,
}
