"""What routes share: errors in the description of the API, and bodies made elsewhere."""

from typing import Any

from starlette.responses import Response

from hexmate.web.models.people import ErrorResponse

__all__ = ["ALWAYS", "TEXT_BODY", "json_response", "refusals"]

_DESCRIPTIONS = {
    400: "The request cannot be read.",
    401: "Not signed in.",
    403: "Not allowed.",
    404: "Not found.",
    409: "Not possible in the current state.",
    413: "The request is too large.",
    421: "Another server runs this game.",
    422: "The request is invalid.",
    429: "Too many requests.",
    431: "The address or the headers are too large.",
    503: "The database is not available, or the server is busy.",
}

ALWAYS = (400, 429, 431, 503)
"""Errors that every route may answer with."""

TEXT_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string", "minLength": 1}}},
    }
}
"""The description of a request whose body is plain text."""


def json_response(body: bytes) -> Response:
    """A response whose JSON was made elsewhere, since the event loop has no time for it."""
    return Response(body, media_type="application/json")


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of a route, by HTTP status."""
    return {
        status: {"model": ErrorResponse, "description": _DESCRIPTIONS[status]}
        for status in (*ALWAYS, *statuses)
    }
