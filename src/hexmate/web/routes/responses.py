"""How refusals stand in the description of the API."""

from typing import Any

from hexmate.web.models.people import Error

__all__ = ["ALWAYS", "TEXT_BODY", "refusals"]

_WORDS = {
    400: "The request cannot be read.",
    401: "Nobody knows who asks.",
    403: "Whoever asks may not do this.",
    404: "There is no such thing.",
    409: "This is not possible now.",
    413: "The request is too large.",
    415: "The request is of another kind than expected.",
    421: "Another server runs this game.",
    422: "Something in the request is wrong.",
    429: "Too many requests.",
    503: "The store cannot be reached.",
}

ALWAYS = (400, 429, 503)
"""What every route may answer."""

TEXT_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string", "minLength": 1}}},
    }
}
"""The description of a request whose body is plain text."""


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The responses of a route that refuses with these codes."""
    return {code: {"model": Error, "description": _WORDS[code]} for code in (*ALWAYS, *codes)}
