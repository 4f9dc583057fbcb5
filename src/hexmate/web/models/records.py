"""Records and overlays as the API speaks of them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from hexmate.web.models.analysis import PositionLine
from hexmate.web.models.games import RequestModel, Side

__all__ = ["OverlayRequest", "OverlayResult", "ReadRecords", "WriteRecord", "WrittenRecord"]

FormatName = Literal["sgf", "hsgf", "jsonl", "hexfile", "trmph", "hexworld", "moves"]
GameObject = Annotated[
    dict[str, Any], Field(description="A game as a line of games.jsonl holds it.")
]


class ReadRecords(BaseModel):
    """The games of a text."""

    format: FormatName
    games: list[GameObject]
    problems: list[str]
    """What was odd, or could not be read."""


class WriteRecord(RequestModel):
    """A game to be written in a format."""

    game: GameObject
    format: FormatName = "sgf"
    lossy: bool = False
    """Leave out what the format cannot hold, instead of refusing."""


class WrittenRecord(BaseModel):
    """A game as text."""

    text: str


class OverlayRequest(RequestModel):
    """What to see in a position, and for whom."""

    position: PositionLine
    kind: Literal["distance", "two-distance", "resistance", "bridges", "legal", "winning-chain"]
    color: Side = "black"


class OverlayResult(BaseModel):
    """Values of cells, ways over the board, and one number for the whole."""

    cells: dict[str, float]
    paths: list[list[str]]
    value: float | None
