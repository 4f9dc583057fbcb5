"""Games between the API, the table and the records."""

import json
from typing import Any

from hexmate import records
from hexmate.errors import HexmateError, RecordError
from hexmate.game import Game
from hexmate.outcome import Termination
from hexmate.web.errors import Refusal
from hexmate.web.live.game import LiveGame

__all__ = ["game_from", "game_of", "object_of", "record_of"]

_MOVES_ALONE = ("hexfile", "hexworld", "trmph", "moves")
"""Formats that hold the moves of a game and no names."""

_ENDINGS = {
    Termination.RESIGNATION.value: "resign",
    Termination.FORFEIT.value: "forfeit",
    Termination.TIMEOUT.value: "time_out",
}


def game_of(live: LiveGame) -> Game:
    """The record of a live game: players, date, clocks, moves and result."""
    board = live.board.copy()
    if live.result is not None and live.result.termination in _ENDINGS:
        assert live.result.winner_seat is not None
        loser = live.seat_of(live.result.winner_seat).other
        getattr(board, _ENDINGS[live.result.termination])(loser)
    headers = {str(color): seat.name for color, seat in live.seats.items() if seat.name}
    headers["date"] = live.created.date().isoformat()
    headers.update(live.control.headers())
    game = Game.from_board(board, headers)
    if live.control.main is not None:
        for node, played in zip(game.mainline(), live.moves, strict=False):
            for seat in live.seats:
                node.set_time_left(live.seat_of(seat), played.clock.watch(seat).left)
    return game


def record_of(live: LiveGame, format: str) -> tuple[str, str]:
    """The text of a live game in a format, and the ending of its file."""
    game = game_of(live)
    if format in _MOVES_ALONE:
        game = _moves_of(game)
    try:
        return records.dumps(game, format) + "\n", records.FORMATS[format].suffixes[0]
    except RecordError as error:
        raise Refusal(422, "record", str(error)) from None


def _moves_of(game: Game) -> Game:
    """The same game without what people write beside it."""
    bare = Game((game.rows, game.cols), shape=game.shape, swap=game.swap, setup=game.root.setup)
    node = bare.root
    for each in game.mainline():
        node = node.add_variation(each.move, each.color, ending=each.ending)
    return bare


def game_from(data: dict[str, Any]) -> Game:
    """The game of an object as `games.jsonl` holds it."""
    try:
        reading = next(records.read(json.dumps(data), format="jsonl"))
    except (HexmateError, RecursionError) as error:
        raise Refusal(422, "record", str(error)) from None
    if reading.game is None:
        raise Refusal(422, "record", reading.problems[0])
    return reading.game


def object_of(game: Game) -> dict[str, Any]:
    """The object of a game as `games.jsonl` holds it."""
    data: dict[str, Any] = json.loads(records.dumps(game, "jsonl"))
    return data
