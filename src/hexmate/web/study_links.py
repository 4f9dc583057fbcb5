"""The games that links carry themselves: a record as JSON, compressed, in letters for addresses.

Reading them is work for another process (`web/workers.py`). So this module imports no framework.
"""

import binascii
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

from hexmate.errors import HexmateError
from hexmate.game import Game, Node
from hexmate.records.base import RecordLimits
from hexmate.web.errors import Refusal
from hexmate.web.records import game_from, json_of

__all__ = ["LONGEST_LINK", "StudyFacts", "game_of_link", "node_at", "packed", "study_facts"]

LONGEST_LINK = 16_000
"""Characters of a game in an address; the pages put a longer one behind the `#`."""
_LARGEST = 500_000


def packed(game: Game) -> str:
    """A game for a link, as the pages write it; the game is used up."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezed.compress(json_of(game)) + squeezed.flush()
    return urlsafe_b64encode(data).decode().rstrip("=")


def game_of_link(text: str, limits: RecordLimits) -> Game:
    """The game of a link; a `Refusal` if the link is damaged."""
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        reader = zlib.decompressobj(-15)
        body = reader.decompress(data, _LARGEST)
        if not reader.eof or reader.unused_data:
            raise ValueError
        record = json.loads(body)
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        raise Refusal(422, "record", "The link is incomplete. Copy it again as a whole.") from None
    if not isinstance(record, dict):
        raise Refusal(422, "record", "The link holds no game.")
    return game_from(record, limits)


def node_at(game: Game, at: int | None) -> Node:
    """The node of a number in the order of the record, or the one that the record shows."""
    if at is None:
        return game.shown()
    for number, node in enumerate(game.nodes()):
        if number == at:
            return node
    return game.end()


class StudyFacts(NamedTuple):
    """What a preview says about a position."""

    rows: int
    cols: int
    moves: int
    black: str
    white: str
    turn: str | None
    """The side to move; None if the game is over."""
    winner: str | None


def study_facts(text: str, at: int | None, limits: RecordLimits) -> StudyFacts:
    """The facts of the game of a link at one of its nodes."""
    game = game_of_link(text, limits)
    try:
        board = node_at(game, at).board()
    except HexmateError as error:
        raise Refusal(422, "record", str(error)) from None
    outcome = board.outcome()
    return StudyFacts(
        game.rows,
        game.cols,
        len(board.moves),
        game.headers.get("black", ""),
        game.headers.get("white", ""),
        turn=str(board.turn) if outcome is None else None,
        winner=None if outcome is None or outcome.winner is None else str(outcome.winner),
    )
