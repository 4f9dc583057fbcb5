"""People and players as the API speaks of them."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from hexmate.web.models.games import RequestModel

__all__ = ["About", "Error", "Me", "PlayerOffer", "Rename"]


class Error(BaseModel):
    """Why a request was refused: a word for programs, a text for people."""

    error: str
    message: str


class Me(BaseModel):
    """The person who asks."""

    id: int
    name: str
    rating: int | None = None


class Rename(RequestModel):
    """Another name."""

    name: Annotated[str, Field(min_length=1, max_length=40)]


class PlayerOffer(BaseModel):
    """A player that a seat or an analysis may use, on boards of its `shapes`.

    The `hex_levels` follow the `levels` on boards of the hex shape. `trained` are the sides of the
    square boards that its network, which plays for the `hex_levels`, was trained on; a player
    without one has null.
    """

    spec: str
    name: str
    help: str
    analyses: bool
    levels: list[int]
    options: list[str]
    hex_levels: list[int]
    shapes: list[str]
    trained: list[int] | None


class Change(BaseModel):
    """What is new in a version."""

    version: str
    changes: list[str]


class About(BaseModel):
    """The program behind the server."""

    name: Literal["Hexmate"] = "Hexmate"
    version: str
    licence: str
    changes: list[Change]
