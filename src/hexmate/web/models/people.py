"""People, engines and errors."""

from typing import Literal

from hexmate.web.errors import Code
from hexmate.web.models.base import Omitted, RequestModel, ResponseModel

__all__ = ["About", "ErrorResponse", "Health", "Me", "PlayerOffer", "Rename"]


class ErrorResponse(ResponseModel):
    """Why a request was refused."""

    code: Code
    """A stable word for programs, explained in docs/api.md."""
    message: str
    """An explanation in English."""
    expected: int | Omitted = None


class Me(ResponseModel):
    """You."""

    id: int
    name: str
    rating: int | None = None


class Rename(RequestModel):
    """Your new name: 1 to 40 characters once spaces are trimmed."""

    name: str


class PlayerOffer(ResponseModel):
    """An engine that you can choose for a seat or an analysis."""

    spec: str
    name: str
    help: str
    analyses: bool
    """Whether it can analyse positions."""
    levels: list[int]
    options: list[str]
    hex_levels: list[int]
    """Further levels on boards of the `hex` shape; they use a network."""
    shapes: list[str]
    """The board shapes it plays."""
    trained: list[int] | None
    """The board sizes its network was trained on; null for an engine without a network."""


class Health(ResponseModel):
    """The server works."""

    status: Literal["ok"]


class About(ResponseModel):
    """The program that runs the server."""

    name: Literal["Hexmate"] = "Hexmate"
    version: str
    licence: str
