"""What all models of the API share."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.json_schema import SkipJsonSchema

from hexmate.color import BLACK, Color
from hexmate.web.errors import Refusal

__all__ = [
    "ModeName",
    "Omitted",
    "Ref",
    "RequestModel",
    "ResponseModel",
    "SeatKindName",
    "ShapeName",
    "Side",
    "Spec",
    "StatusName",
    "SwapName",
    "malformed",
    "side",
]

Side = Literal["black", "white"]
ShapeName = Literal["hex", "offset", "square", "triangle"]
SwapName = Literal["pieces", "sides"]
StatusName = Literal["waiting", "live", "paused", "finished", "cancelled"]
ModeName = Literal["local", "online", "imported"]
SeatKindName = Literal["person", "ai", "hybrid", "open", "named"]

Spec = Annotated[str, Field(min_length=1, max_length=80)]
"""The spec of a player, such as `uct:time=2`."""

Ref = str | int | None
"""What a client puts on a message to recognise the answer."""

Omitted = SkipJsonSchema[None]
"""For a field that a message leaves out, but never sends as null."""


_MOST_FIELDS = 64


class RequestModel(BaseModel):
    """Sent by a client. An unknown field is an error."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _has_few_fields(cls, data: Any) -> Any:
        """Refuse many fields at once: an error for each of them takes long."""
        if isinstance(data, dict) and len(data) > _MOST_FIELDS:
            raise ValueError(f"more than {_MOST_FIELDS} fields")
        return data


class ResponseModel(BaseModel):
    """Sent by the server."""

    model_config = ConfigDict(use_attribute_docstrings=True)


def side(color: Color) -> Side:
    """The word for a colour or seat."""
    return "black" if color is BLACK else "white"


def malformed(error: ValidationError) -> Refusal:
    """What is wrong with a message."""
    problem = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return Refusal(422, "malformed", f"{place or 'The message'}: {problem['msg']}")
