"""Routes for pictures of positions, as PNG and SVG. Other sites may show them."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.store.errors import NotFoundError
from hexmate.store.library import StoredRecord
from hexmate.web.context import Context, ContextDep, VisitorDep
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import PositionLine
from hexmate.web.pictures import (
    DrawnPicture,
    PictureFormat,
    PictureLook,
    drawn_board,
    drawn_node,
)
from hexmate.web.routes.games import GameId
from hexmate.web.routes.responses import refusals
from hexmate.web.study_links import LONGEST_LINK, game_of_link, node_at
from hexmate.web.workers import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["pictures"])

LookDep = Annotated[PictureLook, Depends()]
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


@router.get("/board.{format}", responses={**_PICTURES, **refusals(422)}, response_class=Response)
async def get_board(
    format: PictureFormat,
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

    def work() -> DrawnPicture:
        if position is not None:
            return drawn_board(Board.from_string(position), format, look)
        game = game_of_link(study or "", context.settings.limits.record)
        return drawn_node(node_at(game, at), format, look)

    key = (format, look.key, position, study, at)
    return _answer(request, await _picture(context, visitor, key, work), _FOR_GOOD)


@router.get(
    "/games/{game_id}/board.{format}",
    responses={**_PICTURES, **refusals(404, 422)},
    response_class=Response,
)
async def get_game_board(
    game_id: GameId,
    format: PictureFormat,
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

    def work() -> DrawnPicture:
        return _game_picture(stored, move, format, look)

    key = (format, look.key, game_id, stored.row.version, move)
    picture = await _picture(context, visitor, key, work)
    return _answer(request, picture, _FOR_GOOD if _is_over(stored) else _FOR_NOW)


def _is_over(stored: StoredRecord) -> bool:
    return stored.row.status in ("finished", "cancelled")


def _game_picture(
    stored: StoredRecord, move: int | None, format: PictureFormat, look: PictureLook
) -> DrawnPicture:
    game = stored.game()
    line = [game.root, *game.mainline()]
    at = len(line) - 1 if move is None else min(move, len(line) - 1)
    picture = drawn_node(line[at], format, look)
    game.dissolve()
    return picture


async def _picture(
    context: Context, visitor: Visitor, key: object, work: Callable[[], DrawnPicture]
) -> DrawnPicture:
    """A picture that was kept, or a new one."""
    picture = context.pictures.get(key)
    if picture is None:
        try:
            picture = await context.pool.run(visitor, work)
        except HexmateError as error:
            raise Refusal(422, "position", str(error)) from None
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
