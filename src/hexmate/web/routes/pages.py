"""Pages: one shell for every page path, and the files it uses."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from hexmate.web.previews import Previews
from hexmate.web.security.headers import EMBEDDED_POLICY
from hexmate.web.static_files import StaticFiles

__all__ = ["NotFoundPage", "router_of"]

PAGES = (
    "/",
    "/play",
    "/game/{rest:path}",
    "/watch",
    "/watch/{rest:path}",
    "/analyse",
    "/puzzles",
    "/library",
    "/library/{rest:path}",
    "/rules",
    "/swap",
    "/settings",
    "/about",
)
"""The paths of pages. The shell's script decides which page to show."""

AT_ROOT = ("sw.js", "manifest.webmanifest", "robots.txt")
"""Files that browsers and search engines expect at the root."""

EMBEDS = ("/embed", "/embed/{rest:path}")
"""Pages that other sites may show in a frame. They change nothing, so no click can be stolen."""

_EMBED = "embed.html"
_TITLE = "<title>Hexmate</title>"
_ICON = "/static/icons/icon-192.png"


def router_of(files: StaticFiles) -> APIRouter:
    """The routes of the pages and of the files of a folder."""
    router = APIRouter(include_in_schema=False)

    previews = Previews()

    async def shell(request: Request) -> Response:
        name = files.shell(request.url.path)
        preview = await previews.of(request)
        if preview is None:
            return await files.response(request, name)
        page = (await files.text(name)).replace(
            _TITLE, preview.head(str(request.base_url).rstrip("/"), _address(request)), 1
        )
        headers = {"cache-control": "no-cache", "vary": "accept-language"}
        return HTMLResponse(page.encode("utf-8", errors="replace"), headers=headers)

    for path in PAGES:
        router.add_api_route(path, shell, methods=["GET", "HEAD"])

    async def embedded(request: Request) -> Response:
        response = await files.response(request, _EMBED)
        response.headers["content-security-policy"] = EMBEDDED_POLICY
        response.headers["cross-origin-resource-policy"] = "cross-origin"
        return response

    for path in EMBEDS:
        router.add_api_route(path, embedded, methods=["GET", "HEAD"])

    async def at_root(request: Request) -> Response:
        return await files.response(request, request.url.path.removeprefix("/"))

    for name in AT_ROOT:
        router.add_api_route(f"/{name}", at_root, methods=["GET", "HEAD"])

    @router.api_route("/favicon.ico", methods=["GET", "HEAD"])
    async def icon() -> Response:
        return RedirectResponse(_ICON)

    @router.api_route("/static/{path:path}", methods=["GET", "HEAD"])
    async def static(request: Request, path: str) -> Response:
        return await files.response(request, path)

    return router


def _address(request: Request) -> str:
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


class NotFoundPage:
    """The shell with status 404, for people who follow a wrong link. Its script says so."""

    def __init__(self, files: StaticFiles) -> None:
        self._files = files

    async def response(self, request: Request) -> Response | None:
        """The page; None for programs and for addresses under /api, which get JSON."""
        wants_page = "text/html" in request.headers.get("accept", "")
        if not wants_page or request.url.path.startswith("/api/"):
            return None
        response = await self._files.response(request, self._files.shell("/"), conditional=False)
        response.status_code = 404
        response.headers["vary"] = "accept, accept-encoding"
        return response
