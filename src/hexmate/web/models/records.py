"""Records and overlays."""

from typing import Annotated, Any, Literal

from pydantic import Field

from hexmate.web.models.analysis import PositionLine
from hexmate.web.models.base import RequestModel, ResponseModel, Side

__all__ = [
    "GameObject",
    "InferiorCell",
    "OverlayLink",
    "OverlayRequest",
    "OverlayResult",
    "ReadRecords",
    "WriteRecord",
    "WrittenRecord",
]

FormatName = Literal["sgf", "hsgf", "jsonl", "hexfile", "trmph", "hexworld", "moves"]
GameObject = Annotated[
    dict[str, Any], Field(description="A game in the format of a line of games.jsonl.")
]


class ReadRecords(ResponseModel):
    """The games found in a text."""

    format: FormatName
    games: list[GameObject]
    problems: list[str]
    """Warnings, and games that could not be read."""


class WriteRecord(RequestModel):
    """A game to write in a format."""

    game: GameObject
    format: FormatName = "sgf"
    lossy: bool = False
    """Whether to drop what the format cannot hold, instead of answering with an error."""


class WrittenRecord(ResponseModel):
    """A game as text."""

    text: str


class OverlayRequest(RequestModel):
    """An overlay to compute for a position."""

    position: PositionLine
    kind: Literal[
        "distance",
        "two-distance",
        "resistance",
        "bridges",
        "legal",
        "winning-chain",
        "connections",
        "must-play",
        "inferior",
    ]
    color: Side = "black"


class OverlayLink(ResponseModel):
    """A virtual connection of two groups or edges."""

    ends: list[list[str]]
    """The stones of a group, or an edge and the stones at it."""
    line: list[str]
    """Two cells between which a line shows it; empty if there are none."""
    carrier: list[str]
    """The empty cells that it needs."""
    key: str | None
    """A full connection holds as it is. A semi connection needs a stone here."""


class InferiorCell(ResponseModel):
    """Why a cell need not be played."""

    kind: Literal["dead", "black", "white", "reversible", "dominated"]
    """Captured cells have the colour of their owner."""
    by: str | None
    """The opponent's answer to a reversible move, or the move that is at least as good."""


class OverlayResult(ResponseModel):
    """An overlay."""

    cells: dict[str, float]
    """A value for each cell shown."""
    paths: list[list[str]]
    """Paths over the board, as cells and edges."""
    value: float | None
    """The value of the whole position."""
    links: list[OverlayLink]
    """Virtual connections."""
    inferior: dict[str, InferiorCell]
    """Inferior cells."""
