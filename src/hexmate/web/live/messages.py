"""What clients are told of a live game: the whole state, and the changes to it."""

import json
from typing import Any

from hexmate.color import BLACK, WHITE, Color
from hexmate.store.values import ResultRow
from hexmate.web.live.game import LiveGame

__all__ = ["Message", "clocks", "encoded", "moved", "result", "seats", "state", "summary"]

Message = dict[str, Any]


def encoded(message: Message) -> str:
    """A message as it is sent."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def state(game: LiveGame, now: float, now_ms: int) -> Message:
    """Everything that everybody may know of a game."""
    offer = game.undo_offer
    return {
        "type": "state",
        "id": game.id,
        "status": game.shown_status,
        "rows": game.rows,
        "cols": game.cols,
        "shape": game.shape,
        "swap": game.swap,
        "start": game.start,
        "mode": game.mode,
        "training": game.training,
        "rated": game.rated,
        "clock": str(game.control),
        "created": game.created.isoformat(),
        "seats": seats(game),
        "moves": [
            {
                "number": number,
                "color": str(move.color),
                "move": move.move,
                "at": move.at.isoformat(),
            }
            for number, move in enumerate(game.moves, 1)
        ],
        **_turn(game),
        "clocks": clocks(game, now, now_ms),
        "offers": {"undo": None if offer is None else str(offer[0])},
        "redo": len(game.undone),
        "rematch": game.rematch,
        "result": result(game),
    }


def moved(game: LiveGame, now: float, now_ms: int) -> Message:
    """The last move, and what it changed."""
    last = game.moves[-1]
    message = {
        "type": "move",
        "number": game.ply,
        "color": str(last.color),
        "move": last.move,
        "at": last.at.isoformat(),
        **_turn(game),
        "clocks": clocks(game, now, now_ms),
        "redo": len(game.undone),
    }
    if game.result is not None:
        message["result"] = result(game)
        message["status"] = game.shown_status
    return message


def undone(game: LiveGame, now: float, now_ms: int) -> Message:
    """Moves were taken back: how many are left, and what else changed."""
    return {
        "type": "undo",
        "number": game.ply,
        **_turn(game),
        "status": game.shown_status,
        "result": None,
        "clocks": clocks(game, now, now_ms),
        "offers": {"undo": None},
        "redo": len(game.undone),
    }


def _turn(game: LiveGame) -> Message:
    return {
        "turn": _word(game.turn),
        "mover": _word(game.mover),
        "swap_available": game.turn is not None and game.board.swap_available,
        "thinking": game.engine_to_move,
    }


def seats(game: LiveGame) -> Message:
    """Who sits where."""
    return {str(color): game.seats[color].as_dict() for color in (BLACK, WHITE)}


def clocks(game: LiveGame, now: float, now_ms: int) -> Message:
    """What both clocks show, by seat, at a moment of the server's time."""
    shown: Message = {}
    for seat in (BLACK, WHITE):
        reading = game.clock.reading(seat, now)
        shown[str(seat)] = {
            "left": reading.left,
            "periods": reading.periods,
            "overtime": reading.overtime,
        }
    timed = game.is_live and game.clock.deadline() is not None
    running = game.clock.running if timed else None
    return {**shown, "running": _word(running), "at": now_ms}


def result(game: LiveGame) -> Message | None:
    """How the game ended, with the winner's chain where there is one."""
    row: ResultRow | None = game.result
    if row is None:
        return None
    seat = row.winner_seat
    winner = None if seat is None else game.seat_of(seat)
    return {
        "result": row.result,
        "winner": _word(winner),
        "winner_seat": _word(seat),
        "termination": row.termination,
        "chain": [game.board.name(cell) for cell in game.board.winning_path()],
    }


def summary(game: LiveGame) -> Message:
    """A line in a list of games."""
    return {
        "id": game.id,
        "status": game.shown_status,
        "rows": game.rows,
        "cols": game.cols,
        "shape": game.shape,
        "mode": game.mode,
        "rated": game.rated,
        "clock": str(game.control),
        "created": game.created.isoformat(),
        "seats": seats(game),
        "moves": game.ply,
        "turn": _word(game.turn),
        "result": None if game.result is None else game.result.result,
    }


def _word(color: Color | None) -> str | None:
    return None if color is None else str(color)
