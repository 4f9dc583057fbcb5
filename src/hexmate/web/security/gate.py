"""Checks every request before any route: host name, origin, size and rate.

A page of another site can make a browser send requests here with the visitor's cookie. Such a
request carries the other site's origin and is refused. A foreign host name that resolves to this
machine (DNS rebinding) is refused by its `Host` header.
"""

import json
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexmate.web.errors import Refusal
from hexmate.web.security.rates import Buckets
from hexmate.web.settings import Settings

__all__ = ["Gate", "address_of"]

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_POLICY_VIOLATION = 1008


class Gate:
    """Middleware that refuses requests no route should see."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._limits = settings.limits
        self._origins = frozenset(origin.rstrip("/").lower() for origin in settings.origins)
        self._names: frozenset[str] | None = frozenset(name.lower() for name in settings.hosts)
        if not self._names:
            self._names = _OWN_NAMES if settings.is_local else None
        self._requests = Buckets(self._limits.requests, 3 * self._limits.requests)
        self._imports = Buckets(self._limits.uploads, max(2.0, 10 * self._limits.uploads))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope, Headers(scope=scope))
            if scope["type"] == "http":
                receive = self._counted(scope, receive)
            await self._app(scope, receive, send)
        except Refusal as refusal:
            await _refuse(scope, receive, send, refusal)

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        if self._names is not None and _name(host) not in self._names:
            raise Refusal(400, "bad_host", "The server does not accept this host name.")
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            self._check_origin(headers, host)
        if not scope["path"].startswith("/api/") and scope["path"] != "/healthz":
            return  # a first visit fetches all files of the pages at once, from memory
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            raise Refusal(400, "bad_request", "Text must not contain NUL characters.")
        if scope["type"] == "http" and not self._may_ask(scope):
            raise Refusal(429, "too_many", "Too many requests. Wait a moment.")

    def _may_ask(self, scope: Scope) -> bool:
        address = address_of(scope)
        if _uploads(scope) and not self._imports.take(address):
            return False
        return self._requests.take(address)

    def _check_origin(self, headers: Headers, host: str) -> None:
        origin = headers.get("origin")
        if origin is not None:
            here = urlsplit(origin).netloc.lower() == host.lower()
            if not here and origin.lower() not in self._origins:
                raise Refusal(403, "bad_origin", "Pages of other sites may not use this server.")
        elif headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refusal(403, "bad_origin", "Pages of other sites may not use this server.")

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """Count the bytes of the body; its headers may be wrong."""
        most = self._limits.upload if _uploads(scope) else self._limits.body
        problem = Refusal(413, "too_large", f"A request may have at most {most:,} bytes.")
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdigit() and int(length[:20]) > most:
            raise problem
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise problem
            return message

        return counted


def address_of(scope: Any) -> str:
    """The IP address of the client."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def _name(host: str) -> str:
    """A host name without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and (port.isdigit() or not port) else host.lower()


def _uploads(scope: Scope) -> bool:
    return (scope["method"], scope["path"]) == ("POST", "/api/library")


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": refusal.code})
        return
    body = json.dumps(refusal.as_dict()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
