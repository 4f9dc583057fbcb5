"""Checks every request before any route: client, host name, origin, size and rate.

A page of another site can make a browser send requests here with the visitor's cookie. Such a
request carries the other site's origin and is refused. A foreign host name that resolves to this
machine (DNS rebinding) is refused by its `Host` header.
"""

import asyncio
import json
import logging
import re
import time
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexmate.store.errors import StoreError
from hexmate.web.errors import Refusal
from hexmate.web.security.addresses import TrustedProxies, counted_as
from hexmate.web.security.bodies import Bodies, Body
from hexmate.web.security.http_protocol import OVER_RATE
from hexmate.web.security.rates import Buckets
from hexmate.web.settings import Settings
from hexmate.web.watchdog import asked

__all__ = ["Gate", "address_of"]

log = logging.getLogger("hexmate.web")

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HOST = re.compile(r"([\w.-]+|\[[\da-f:.]+\])(:\d*)?", re.ASCII | re.IGNORECASE)
_POLICY_VIOLATION = 1008
_PATIENCE, _STEP = 10.0, 0.5
"""Seconds that a request for a file waits at most before it is refused, and between attempts.

Its connection counts meanwhile, so an address has only so many requests that wait.
"""

_UPLOADS = 8
"""The largest imports that fit into the memory for the bodies of all requests."""


class Gate:
    """Middleware that refuses requests no route should see."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._limits = settings.limits
        self._proxies = TrustedProxies(settings.trusted_proxies)
        self._warned = False
        self._origins = frozenset(origin.rstrip("/").lower() for origin in settings.origins)
        self._names: frozenset[str] | None = frozenset(name.lower() for name in settings.hosts)
        if not self._names:
            self._names = _OWN_NAMES if settings.is_local else None
        self._requests = Buckets(self._limits.requests, 3 * self._limits.requests)
        self._files = Buckets(self._limits.files, 5 * self._limits.files)
        self._imports = Buckets(self._limits.uploads, max(2.0, 10 * self._limits.uploads))
        self._bodies = Bodies(_UPLOADS * self._limits.upload)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope = self._behind_proxies(scope, headers)
        asked.set(scope)
        try:
            await self._take_turn(scope)
            self._check(scope, headers)
            with self._bodies.receiving(address_of(scope)) as body:
                if scope["type"] == "http":
                    receive = self._counted(scope, receive, body)
                await self._app(scope, receive, send)
        except Refusal as refusal:
            await _refuse(scope, receive, send, refusal)
        except ClientDisconnect:
            pass  # there is no one to answer
        except RuntimeError as error:
            if not isinstance(error.__cause__, (Refusal, StoreError)):
                raise
            log.error("cut off the answer to %s: %s", scope["path"], error.__cause__)

    def _behind_proxies(self, scope: Scope, headers: Headers) -> Scope:
        """The request as its client sent it, if a trusted proxy passed it on."""
        forwarded = headers.getlist("x-forwarded-for")
        if not forwarded or not scope.get("client"):
            return scope
        peer = str(scope["client"][0])
        if peer not in self._proxies:
            self._warn(peer)
            return scope
        scheme = headers.get("x-forwarded-proto", scope["scheme"])
        if scheme not in ("http", "https") or scope["type"] == "websocket":
            scheme = scope["scheme"]
        return {**scope, "client": (self._proxies.client(peer, forwarded), 0), "scheme": scheme}

    def _warn(self, peer: str) -> None:
        """Warn once: behind a proxy that is not trusted, all visitors share one limit."""
        if not self._warned:
            self._warned = True
            log.warning(
                "ignored X-Forwarded-For from %s; if that is your proxy, add it to trusted_proxies",
                counted_as(peer),
            )

    async def _take_turn(self, scope: Scope) -> None:
        """Refuse a client that asks too often. For files it waits first: a browser asks for all
        files of the pages at once, and many visitors may share an address.
        """
        if scope["type"] != "http" or self._may_ask(scope):
            return
        if not _served(scope):
            end = time.monotonic() + _PATIENCE
            while time.monotonic() < end:
                await asyncio.sleep(_STEP)
                if self._may_ask(scope):
                    return
        scope.setdefault("state", {})[OVER_RATE] = True
        raise Refusal(429, "too_many", "Too many requests. Wait a moment.")

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = self._checked_host(headers)
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            self._check_origin(headers, host)
        if _served(scope) and ("\0" in scope["path"] or b"%00" in scope["query_string"]):
            raise Refusal(400, "bad_request", "Text must not contain NUL characters.")

    def _checked_host(self, headers: Headers) -> str:
        """The host name that a request was sent to; HTTP 1.0 may have none."""
        hosts = headers.getlist("host")
        if len(hosts) > 1 or (hosts and not _HOST.fullmatch(hosts[0])):
            raise Refusal(400, "bad_host", "A request must name one host.")
        host = hosts[0].lower() if hosts else ""
        if self._names is not None and _name(host) not in self._names:
            raise Refusal(400, "bad_host", "The server does not accept this host name.")
        return host

    def _may_ask(self, scope: Scope) -> bool:
        address = address_of(scope)
        if not _served(scope):
            return self._files.take(address)
        if _uploads(scope) and not self._imports.take(address):
            return False
        return self._requests.take(address)

    def _check_origin(self, headers: Headers, host: str) -> None:
        origins = headers.getlist("origin")
        if origins:
            # Browsers may use HTTPS to a proxy that uses HTTP to this server.
            allowed = self._origins | {f"http://{host}", f"https://{host}"}
            welcome = len(origins) == 1 and origins[0].lower() in allowed
        else:
            welcome = headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        if not welcome:
            raise Refusal(403, "bad_origin", "Pages of other sites may not use this server.")

    def _counted(self, scope: Scope, receive: Receive, body: Body) -> Receive:
        """Count the bytes of the body; its headers may be wrong."""
        most = self._limits.upload if _uploads(scope) else self._limits.body
        problem = Refusal(413, "too_large", f"A request may have at most {most:,} bytes.")
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdigit() and int(length[:20]) > most:
            raise problem

        async def counted() -> Message:
            message = await receive()
            body.add(len(message.get("body", b"")))
            if body.size > most:
                raise problem
            return message

        return counted


def address_of(scope: Any) -> str:
    """What limits count the client by: its IPv4 address, or its IPv6 network."""
    client = scope.get("client")
    return counted_as(str(client[0])) if client else "unknown"


def _name(host: str) -> str:
    """A host name without its port."""
    return re.sub(r":\d*$", "", host)


def _served(scope: Scope) -> bool:
    """Whether a route answers, rather than a file of the pages."""
    path: str = scope["path"]
    return path.startswith("/api/") or path == "/healthz"


def _uploads(scope: Scope) -> bool:
    return (scope["method"], scope["path"]) == ("POST", "/api/library")


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": refusal.code})
        return
    body = json.dumps(refusal.as_dict()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += [(name.encode(), value.encode()) for name, value in refusal.headers.items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
