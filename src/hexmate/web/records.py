"""Converts games between the API, the store and record formats."""

import json
from typing import Any

from hexmate import records
from hexmate.errors import HexmateError, RecordError
from hexmate.game import Game
from hexmate.web.errors import Refusal

__all__ = ["game_from", "object_of", "written"]

_MOVES_ONLY = {"hexfile": False, "trmph": False, "hexworld": True, "moves": True}
"""Formats that hold only moves, and whether they can hold a resignation."""


def written(game: Game, format: str) -> str:
    """A game as text; formats that hold only moves drop everything else."""
    if format in _MOVES_ONLY:
        game = _bare(game, endings=_MOVES_ONLY[format])
    try:
        return records.dumps(game, format) + "\n"
    except RecordError as error:
        raise Refusal(422, "record", str(error)) from None


def _bare(game: Game, *, endings: bool) -> Game:
    """The main line without names, comments and marks."""
    bare = Game((game.rows, game.cols), shape=game.shape, swap=game.swap, setup=game.root.setup)
    node = bare.root
    for each in game.mainline():
        if each.ending is not None and not endings:
            break
        node = node.add_variation(each.move, each.color, ending=each.ending, setup=each.setup)
    return bare


def game_from(data: dict[str, Any]) -> Game:
    """The game of an object in the format of a line of `games.jsonl`."""
    try:
        return next(records.iter_text(json.dumps(data), format="jsonl", report=_forget))
    except (HexmateError, RecursionError) as error:
        raise Refusal(422, "record", str(error)) from None


def _forget(_message: str) -> None:
    """Warnings were already sent when the text was read."""


def object_of(game: Game) -> dict[str, Any]:
    """A game as an object in the format of a line of `games.jsonl`."""
    data: dict[str, Any] = json.loads(records.dumps(game, "jsonl"))
    return data
