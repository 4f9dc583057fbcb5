"""Pictures of positions, and the few that are kept.

Drawing is work for another process (`web/workers.py`). So this module imports no framework.
"""

import hashlib
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from hexmate import png, svg
from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.game import Node
from hexmate.records.base import RecordLimits
from hexmate.svg_theme import THEMES, Pieces, Theme
from hexmate.web.errors import Refusal
from hexmate.web.study_links import game_of_link, node_at

if TYPE_CHECKING:
    from hexmate.store.library import StoredRecord

__all__ = [
    "OVERHEAD",
    "DrawnPicture",
    "PictureCache",
    "PictureFormat",
    "PictureLook",
    "PictureTheme",
    "game_picture",
    "position_picture",
    "study_picture",
]

PictureFormat = Literal["png", "svg"]
PictureTheme = Literal["light", "dark", "redblue", "colorblind"]
_SIZE = 800
_MOST_BYTES = 16 * 1024 * 1024
OVERHEAD = 500
"""Bytes of a kept picture besides the picture itself."""
_RED_BLUE = replace(
    THEMES["light"],
    black=Pieces("#c93a30", "#8c1c15", text="#ffffff", edge="#c93a30", last="#ffffff"),
    white=Pieces("#2f6bcb", "#17418a", text="#ffffff", edge="#2f6bcb", last="#ffffff"),
    background="#f5f3ee",
    cell="#fdfbf6",
    grid="#b3ab9b",
)
"""The colours of the pages. They differ in hue only, so `hexmate.svg` does not offer them."""
_THEMES: dict[str, Theme] = {**THEMES, "redblue": _RED_BLUE}
_KINDS = {"png": "image/png", "svg": "image/svg+xml"}


class PictureLook(NamedTuple):
    """How a picture looks."""

    format: PictureFormat
    theme: PictureTheme = "redblue"
    rotation: int = 10
    mirror: bool = False
    coordinates: bool = True
    """Whether rows and columns are named."""
    width: int | None = None
    height: int | None = None


class DrawnPicture(NamedTuple):
    """A picture, ready to be sent."""

    body: bytes
    kind: str
    tag: str


class PictureCache:
    """The pictures drawn last, up to a number of bytes; long keys cost no more than short ones."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._pictures: OrderedDict[bytes, DrawnPicture] = OrderedDict()

    def get(self, key: object) -> DrawnPicture | None:
        """A picture that was kept, or None."""
        digest = _digest(key)
        picture = self._pictures.get(digest)
        if picture is not None:
            self._pictures.move_to_end(digest)
        return picture

    def keep(self, key: object, picture: DrawnPicture) -> None:
        """Keep a picture; the least recently used ones make room."""
        digest = _digest(key)
        old = self._pictures.pop(digest, None)
        self._bytes += _size(picture) - (_size(old) if old is not None else 0)
        self._pictures[digest] = picture
        while self._bytes > self._most_bytes:
            _, dropped = self._pictures.popitem(last=False)
            self._bytes -= _size(dropped)


def _digest(key: object) -> bytes:
    return hashlib.sha256(repr(key).encode("utf-8", errors="backslashreplace")).digest()


def _size(picture: DrawnPicture) -> int:
    return len(picture.body) + OVERHEAD


def position_picture(position: str, look: PictureLook) -> DrawnPicture:
    """The picture of a position line; a `Refusal` if it is invalid."""
    try:
        return _drawn(Board.from_string(position), look, {}, {})
    except HexmateError as error:
        raise Refusal(422, "position", str(error)) from None


def study_picture(
    study: str, at: int | None, look: PictureLook, limits: RecordLimits
) -> DrawnPicture:
    """The picture of the game of a link at one of its nodes."""
    return _drawn_node(node_at(game_of_link(study, limits), at), look)


def game_picture(stored: "StoredRecord", move: int | None, look: PictureLook) -> DrawnPicture:
    """The picture of a stored game after a number of steps, by default after the last one."""
    game = stored.game()
    line = [game.root, *game.mainline()]
    at = len(line) - 1 if move is None else min(move, len(line) - 1)
    return _drawn_node(line[at], look)


def _drawn_node(node: Node, look: PictureLook) -> DrawnPicture:
    marks: dict[int | str, str] = {
        cell: kind for kind, cells in node.marks.items() for cell in cells
    }
    try:
        return _drawn(node.board(), look, marks, dict(node.labels.items()))
    except HexmateError as error:
        raise Refusal(422, "position", str(error)) from None


def _drawn(
    board: Board, look: PictureLook, marks: dict[int | str, str], labels: dict[int | str, str]
) -> DrawnPicture:
    longer = max(look.width or 0, look.height or 0) or _SIZE
    theme = _THEMES[look.theme]
    if look.format == "svg":
        text = svg.board(
            board,
            theme=theme,
            rotation=look.rotation,
            mirror=look.mirror,
            coordinates=look.coordinates,
            marks=marks,
            labels=labels,
            size=longer,
        )
        body = text.encode("utf-8", errors="replace")
    else:
        size = longer if look.width is None or look.height is None else (look.width, look.height)
        body = png.board(
            board,
            theme=theme,
            rotation=look.rotation,
            mirror=look.mirror,
            coordinates=look.coordinates,
            marks=marks,
            labels=labels,
            size=size,
        )
    return DrawnPicture(body, _KINDS[look.format], hashlib.sha256(body).hexdigest()[:20])
