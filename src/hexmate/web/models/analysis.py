"""What clients may ask of an analysis, and the overlays of a position."""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from hexmate.web.models.games import RequestModel, Spec
from hexmate.web.models.messages import Ref

__all__ = ["ANALYSIS_MESSAGE", "Analyse", "AnalysisMessage", "LimitRequest", "Review"]

PositionLine = Annotated[str, Field(min_length=1, max_length=4096)]


class LimitRequest(RequestModel):
    """How long to think: seconds, visits, or whichever ends first."""

    time: Annotated[float, Field(gt=0, le=3600)] | None = None
    visits: Annotated[int, Field(ge=1, le=100_000_000)] | None = None


class Analyse(RequestModel):
    """Look at a position until told otherwise."""

    type: Literal["analyse"]
    ref: Ref = None
    position: PositionLine
    player: Spec = "uct"
    lines: Annotated[int, Field(ge=1, le=20)] = 1
    limit: LimitRequest = LimitRequest()


class Review(RequestModel):
    """Look at every position of a game, one after the other; the limit is for each."""

    type: Literal["review"]
    ref: Ref = None
    game: dict[str, Any]
    player: Spec = "uct"
    limit: LimitRequest = LimitRequest()


class Stop(RequestModel):
    """End what is being looked at."""

    type: Literal["stop", "ping"]
    ref: Ref = None


AnalysisMessage = Annotated[Analyse | Review | Stop, Field(discriminator="type")]

ANALYSIS_MESSAGE: TypeAdapter[AnalysisMessage] = TypeAdapter(AnalysisMessage)
"""Reads a message from its JSON text."""
