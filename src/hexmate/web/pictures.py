"""Pictures of positions, drawn once and kept for a while."""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from fastapi import Query

from hexmate import png, svg
from hexmate.board import Board
from hexmate.game import Node
from hexmate.svg_theme import THEMES, Pieces, Theme

__all__ = [
    "DrawnPicture",
    "PictureCache",
    "PictureFormat",
    "PictureLook",
    "drawn_board",
    "drawn_node",
]

PictureFormat = Literal["png", "svg"]
PictureTheme = Literal["light", "dark", "redblue", "colorblind"]
Pixels = Annotated[int | None, Query(ge=64, le=1200)]
_SIZE = 800
_MOST_BYTES = 16 * 1024 * 1024
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


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture, ready to be sent."""

    body: bytes
    kind: str
    tag: str


class PictureLook:
    """How a picture looks: the query parameters that every picture takes."""

    def __init__(
        self,
        theme: PictureTheme = "redblue",
        rotation: Annotated[int, Query(ge=1, le=12)] = 10,
        mirror: bool = False,
        coordinates: bool = True,
        width: Pixels = None,
        height: Pixels = None,
    ) -> None:
        self.theme, self.rotation, self.mirror = theme, rotation, mirror
        self.coordinates = coordinates
        """Whether an SVG names rows and columns; a PNG has no texts."""
        self.width, self.height = width, height

    @property
    def key(self) -> tuple[object, ...]:
        """What tells two looks apart."""
        return tuple(vars(self).values())


class PictureCache:
    """The pictures drawn last, up to a number of bytes."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._pictures: OrderedDict[object, DrawnPicture] = OrderedDict()

    def get(self, key: object) -> DrawnPicture | None:
        """A picture that was kept, or None."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def keep(self, key: object, picture: DrawnPicture) -> None:
        """Keep a picture; the least recently used ones make room."""
        old = self._pictures.pop(key, None)
        self._bytes += len(picture.body) - (len(old.body) if old is not None else 0)
        self._pictures[key] = picture
        while self._bytes > self._most_bytes:
            _, dropped = self._pictures.popitem(last=False)
            self._bytes -= len(dropped.body)


def drawn_node(node: Node, format: PictureFormat, look: PictureLook) -> DrawnPicture:
    """The picture of a position of a game, with its marks. Work for the pool."""
    marks: dict[int | str, str] = {
        cell: kind for kind, cells in node.marks.items() for cell in cells
    }
    labels: dict[int | str, str] = dict(node.labels.items())
    return drawn_board(node.board(), format, look, marks, labels)


def drawn_board(
    board: Board,
    format: PictureFormat,
    look: PictureLook,
    marks: Mapping[int | str, str] | None = None,
    labels: Mapping[int | str, str] | None = None,
) -> DrawnPicture:
    """The picture of a board. Work for the pool."""
    longer = max(look.width or 0, look.height or 0) or _SIZE
    if format == "svg":
        text = svg.board(
            board,
            theme=_THEMES[look.theme],
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
            theme=_THEMES[look.theme],
            rotation=look.rotation,
            mirror=look.mirror,
            marks=marks,
            size=size,
        )
    return DrawnPicture(body, _KINDS[format], hashlib.sha256(body).hexdigest()[:20])
