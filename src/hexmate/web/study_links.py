"""The games that links carry themselves: a record as JSON, compressed, in letters for addresses."""

import binascii
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from hexmate.game import Game, Node
from hexmate.records.base import RecordLimits
from hexmate.web.errors import Refusal
from hexmate.web.records import game_from, json_of

__all__ = ["LONGEST_LINK", "game_of_link", "node_at", "packed"]

LONGEST_LINK = 16_000
"""Characters of a game in an address; the pages put a longer one behind the `#`."""
_LARGEST = 500_000


def packed(game: Game) -> str:
    """A game for a link, as the pages write it; the game is used up."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezed.compress(json_of(game)) + squeezed.flush()
    return urlsafe_b64encode(data).decode().rstrip("=")


def game_of_link(text: str, limits: RecordLimits) -> Game:
    """The game of a link; a `Refusal` if the link is damaged. Work for the pool."""
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        reader = zlib.decompressobj(-15)
        body = reader.decompress(data, _LARGEST)
        if not reader.eof:
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
