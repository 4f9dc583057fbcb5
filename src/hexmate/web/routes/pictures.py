"""Routes for pictures of positions, as PNG and SVG. Other sites may show them."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from hexmate.store.errors import NotFoundError
from hexmate.web.context import Context, ContextDep, VisitorDep
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import PositionLine
from hexmate.web.pictures import (
    DrawnPicture,
    PictureFormat,
    PictureLook,
    PictureTheme,
    game_picture,
    position_picture,
    study_picture,
)
from hexmate.web.routes.games import GameId
from hexmate.web.routes.responses import refusals
from hexmate.web.study_links import LONGEST_LINK
from hexmate.web.workers import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["pictures"])

Pixels = Annotated[int | None, Query(ge=64, le=1200)]
Step = Annotated[int | None, Query(ge=0, le=100_000)]

_FOR_GOOD = "public, max-age=86400"
_FOR_NOW = "public, max-age=10"
_PICTURES: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "image/png": {"schema": {"type": "string", "format": "binary"}},
            "image/svg+xml": {"schema": {"type": "string"}},
        }
    }
}


async def _look(
    format: PictureFormat,
    theme: PictureTheme = "redblue",
    rotation: Annotated[int, Query(ge=1, le=12)] = 10,
    mirror: bool = False,
    coordinates: bool = True,
    width: Pixels = None,
    height: Pixels = None,
) -> PictureLook:
    return PictureLook(format, theme, rotation, mirror, coordinates, width, height)


LookDep = Annotated[PictureLook, Depends(_look)]


@router.get("/board.{format}", responses={**_PICTURES, **refusals(422)}, response_class=Response)
async def get_board(
    request: Request,
    look: LookDep,
    visitor: VisitorDep,
    context: ContextDep,
    position: Annotated[PositionLine | None, Query()] = None,
    study: Annotated[str | None, Query(min_length=1, max_length=LONGEST_LINK)] = None,
    at: Step = None,
) -> Response:
    """Draw a position: a position line, or the game of a study link at one of its nodes."""
    if (position is None) == (study is None):
        raise Refusal(422, "invalid", "Give either a position or a study.")
    key = (look, position, study, at)
    limits = context.settings.limits.record
    if position is not None:
        picture = await _picture(context, visitor, key, position_picture, position, look)
    else:
        picture = await _picture(context, visitor, key, study_picture, study, at, look, limits)
    return _answer(request, picture, _FOR_GOOD)


@router.get(
    "/games/{game_id}/board.{format}",
    responses={**_PICTURES, **refusals(404, 422)},
    response_class=Response,
)
async def get_game_board(
    game_id: GameId,
    request: Request,
    look: LookDep,
    visitor: VisitorDep,
    context: ContextDep,
    move: Step = None,
) -> Response:
    """Draw a game after a number of moves, by default after the last one so far."""
    try:
        stored = await context.services.store.read(lambda store: store.library.stored(game_id))
    except NotFoundError:
        raise Refusal(404, "not_found", "There is no such game.") from None
    key = (look, game_id, stored.row.version, move)
    picture = await _picture(context, visitor, key, game_picture, stored, move, look)
    over = stored.row.status in ("finished", "cancelled")
    return _answer(request, picture, _FOR_GOOD if over else _FOR_NOW)


async def _picture(
    context: Context, visitor: Visitor, key: object, work: Callable[..., DrawnPicture], *args: Any
) -> DrawnPicture:
    """A picture that was kept, or a new one."""
    picture = context.pictures.get(key)
    if picture is None:
        picture = await context.records.run(visitor, work, *args)
        context.pictures.keep(key, picture)
    return picture


def _answer(request: Request, picture: DrawnPicture, lifetime: str) -> Response:
    headers = {
        "cache-control": lifetime,
        "etag": f'"{picture.tag}"',
        "cross-origin-resource-policy": "cross-origin",
    }
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(picture.body, media_type=picture.kind, headers=headers)
