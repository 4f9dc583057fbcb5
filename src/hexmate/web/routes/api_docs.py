"""The documentation of the API as one HTML page, without scripts.

FastAPI's own page loads its viewer from another site, which our content policy forbids and which
needs a network. This page is rendered here, from the same OpenAPI description.
"""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from pydantic.json_schema import models_json_schema
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from hexmate.web.models import analysis, live, messages
from hexmate.web.routes.responses import json_response
from hexmate.web.schema_types import type_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

Schema = Mapping[str, Any]

_HEAD = """<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Hexmate</title>
<script src="/static/js/boot.js"></script>
<link rel="stylesheet" href="/static/css/tokens.css">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/api-docs.css">
<link rel="icon" href="/static/icons/hexmate.svg" type="image/svg+xml">
</head>
<body>
<main class="api-docs">
<p><a href="/">Hexmate</a></p>
"""
_FOOT = "</main>\n</body>\n</html>\n"

_SOCKETS = {
    "/api/games/{game_id}/live": (
        "Follow a game, and play in it if you have a seat.",
        (
            messages.Move,
            messages.Resign,
            messages.Undo,
            messages.Hand,
            messages.Hint,
            messages.Act,
        ),
        (
            live.GameState,
            live.MoveMessage,
            live.UndoMessage,
            live.UpdateMessage,
            live.SearchingMessage,
            live.AckMessage,
            live.HintMessage,
            live.PongMessage,
            live.ErrorMessage,
        ),
    ),
    "/api/analysis": (
        "Analyse positions and review games. A new request replaces the one before.",
        (analysis.Analyse, analysis.Review, analysis.Stop),
        (
            analysis.AnalysisInfo,
            analysis.ReviewMessage,
            analysis.SummaryMessage,
            analysis.AnalysisAck,
            live.ErrorMessage,
        ),
    ),
}
"""The sockets, which OpenAPI cannot describe: what they are for, what they take, what they send."""


@router.head("/docs")
@router.get("/docs")
async def docs() -> Response:
    """Redirect to the page; under /api the pages' service worker leaves it alone."""
    return RedirectResponse("/api/docs")


# Both pages are made in a thread: making a description takes too long for the event loop.


@router.head("/api/docs")
@router.get("/api/docs")
async def api_docs(request: Request) -> Response:
    """The page."""
    return HTMLResponse(await _made(request.app, "page", lambda app: page(app.openapi()).encode()))


@router.head("/api/openapi.json")
@router.get("/api/openapi.json")
async def description(request: Request) -> Response:
    """The OpenAPI description."""
    return json_response(await _made(request.app, "json", _description))


def _description(app: FastAPI) -> bytes:
    return bytes(JSONResponse(app.openapi()).body)


_MAKING = threading.Lock()


async def _made(app: FastAPI, name: str, make: Callable[[FastAPI], bytes]) -> bytes:
    """A document that is made once, in a thread, and kept with the application."""
    documents: dict[str, bytes] = app.state.documents

    def made() -> bytes:
        with _MAKING:
            if name not in documents:
                documents[name] = make(app)
            return documents[name]

    known = documents.get(name)
    return await asyncio.to_thread(made) if known is None else known


def page(description: Schema) -> str:
    """The documentation of an OpenAPI description."""
    info = description["info"]
    schemas = {**_socket_schemas(), **description["components"]["schemas"]}
    return "".join(
        [
            _HEAD,
            f"<h1>{escape(info['title'])} API {escape(info['version'])}</h1>\n",
            f"<p>{escape(info['summary'])} Programs can read the ",
            '<a href="/api/openapi.json">OpenAPI description</a>.</p>\n',
            "<h2>Routes</h2>\n",
            *_routes(description["paths"]),
            "<h2>Sockets</h2>\n",
            *_sockets(),
            "<h2>Models</h2>\n",
            *(_model(name, schema) for name, schema in sorted(schemas.items())),
            _FOOT,
        ]
    )


def _socket_schemas() -> dict[str, Any]:
    models = {model for _, taken, sent in _SOCKETS.values() for model in (*taken, *sent)}
    _, schema = models_json_schema([(model, "validation") for model in models])
    found: dict[str, Any] = schema["$defs"]
    return found


def _routes(paths: Mapping[str, Schema]) -> Iterator[str]:
    for path, operations in paths.items():
        for method, operation in operations.items():
            yield f"<section><h3><code>{method.upper()} {escape(path)}</code></h3>\n"
            yield f"<p>{_text(operation['description'])}</p>\n"
            yield _parameters(operation.get("parameters", ()))
            if body := operation.get("requestBody"):
                yield f"<p>Body: {_content(body['content'])}</p>\n"
            yield _responses(operation["responses"])
            yield "</section>\n"


def _parameters(parameters: Iterable[Schema]) -> str:
    rows = [
        (each["name"], each["in"], type_of(each["schema"]), each.get("description", ""))
        for each in parameters
    ]
    return _table(("Parameter", "In", "Type", ""), rows) if rows else ""


def _responses(responses: Mapping[str, Schema]) -> str:
    items = [
        f"<dt>{status}</dt><dd>{_content(each.get('content', {}))}</dd>\n"
        for status, each in sorted(responses.items())
        if status < "400"
    ]
    errors = ", ".join(status for status in sorted(responses) if status >= "400")
    items.append(f"<dt>Errors</dt><dd>{errors} {_type('ErrorResponse')}</dd>\n")
    return f"<dl>\n{''.join(items)}</dl>\n"


def _content(content: Mapping[str, Schema]) -> str:
    return ", ".join(
        f"{_type(type_of(each.get('schema', {})))} <small>{escape(kind)}</small>"
        for kind, each in content.items()
    )


def _sockets() -> Iterator[str]:
    for path, (summary, taken, sent) in _SOCKETS.items():
        yield f"<section><h3><code>{escape(path)}</code></h3>\n<p>{_text(summary)}</p>\n<dl>\n"
        for title, models in (("You send", taken), ("You receive", sent)):
            names = ", ".join(_type(model.__name__) for model in models)
            yield f"<dt>{title}</dt><dd>{names}</dd>\n"
        yield "</dl></section>\n"


def _model(name: str, schema: Schema) -> str:
    required = schema.get("required", ())
    rows = [
        (field if field in required else f"{field}?", type_of(each), each.get("description", ""))
        for field, each in schema.get("properties", {}).items()
    ]
    title = f'<section id="{escape(name)}"><h3><code>{escape(name)}</code></h3>\n'
    text = f"<p>{_text(schema.get('description', ''))}</p>\n"
    return f"{title}{text}{_table(('Field', 'Type', ''), rows)}</section>\n"


def _table(titles: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f"<th>{title}</th>" for title in titles)
    lines = []
    for *words, text in rows:
        cells = "".join(f"<td>{_type(word)}</td>" for word in words)
        lines.append(f"<tr>{cells}<td>{_text(text)}</td></tr>\n")
    return f"<table>\n<tr>{head}</tr>\n{''.join(lines)}</table>\n"


def _type(text: str) -> str:
    """Code, with a link where it is the name of a model."""
    name = text.removesuffix("[]")
    if name.isidentifier() and name[0].isupper():
        return f'<a href="#{name}"><code>{escape(text)}</code></a>'
    return f"<code>{escape(text)}</code>"


def _text(text: str) -> str:
    """Prose; words between backticks are code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))
