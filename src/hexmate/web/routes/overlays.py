"""Route for overlays: distances, currents, connections and inferior cells of a position."""

from fastapi import APIRouter, Request

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import HexmateError
from hexmate.web.context import ContextDep, VisitorDep
from hexmate.web.errors import Refusal
from hexmate.web.exact_overlays import EXACT_KINDS, check_exact_overlay, exact_overlay
from hexmate.web.models.records import OverlayRequest, OverlayResult
from hexmate.web.overlays import overlay
from hexmate.web.routes.responses import refusals

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["overlays"])


@router.post("/overlays", responses=refusals(409, 413, 422))
async def overlays(
    request: OverlayRequest, connection: Request, visitor: VisitorDep, context: ContextDep
) -> OverlayResult:
    """Compute an overlay of a position. No search is involved."""
    person = await context.people.find(connection)
    try:
        board = Board.from_string(request.position)
        await context.fair.check(None if person is None else person.id, board)
        if request.kind in EXACT_KINDS:
            check_exact_overlay(board)
            asked = (request.position, request.kind, request.color)
            found = await context.records.run(visitor, exact_overlay, *asked)
        else:
            color = Color.parse(request.color)
            found = await context.pool.run(visitor, overlay, board, request.kind, color)
    except HexmateError as error:
        raise Refusal(422, "position", str(error)) from None
    return OverlayResult.model_validate(found)
