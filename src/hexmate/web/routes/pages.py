"""Pages: the shell for every page path, and the files it is made of."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from hexmate.web.errors import Refusal
from hexmate.web.static_files import StaticFiles

__all__ = ["router_of"]

PAGES = (
    "/",
    "/play",
    "/game/{rest:path}",
    "/watch",
    "/watch/{rest:path}",
    "/analyse",
    "/library",
    "/library/{rest:path}",
    "/rules",
    "/settings",
    "/about",
)
"""The paths of pages; which page it is, the shell decides."""

AT_ROOT = ("sw.js", "manifest.webmanifest", "favicon.ico", "robots.txt")
"""Files that browsers look for at the root."""


def router_of(files: StaticFiles) -> APIRouter:
    """The routes of a folder of files."""
    router = APIRouter(include_in_schema=False)

    async def shell(request: Request) -> Response:
        return files.response(request, "index.html")

    for path in PAGES:
        router.add_api_route(path, shell, methods=["GET", "HEAD"])

    @router.api_route("/static/{path:path}", methods=["GET", "HEAD"])
    async def static(request: Request, path: str) -> Response:
        return files.response(request, path)

    @router.api_route("/{name}", methods=["GET", "HEAD"])
    async def at_root(request: Request, name: str) -> Response:
        if name not in AT_ROOT:
            raise Refusal(404, "not_found", "there is no such page")
        return files.response(request, name)

    return router
