"""Route for overlays: distances, currents, bridges and chains of a position."""

from fastapi import APIRouter

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import HexmateError
from hexmate.web.errors import Refusal
from hexmate.web.models.records import OverlayRequest, OverlayResult
from hexmate.web.overlays import overlay
from hexmate.web.routes.responses import refusals

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["overlays"])


@router.post("/overlays", responses=refusals(413, 422))
def overlays(request: OverlayRequest) -> OverlayResult:
    """Compute an overlay of a position. No search is involved."""
    try:
        board = Board.from_string(request.position)
        found = overlay(board, request.kind, Color.parse(request.color))
    except HexmateError as error:
        raise Refusal(422, "position", str(error)) from None
    return OverlayResult.model_validate(found)
