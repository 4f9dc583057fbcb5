"""Route for pages with an engine of their own: whether it may help with a position."""

from fastapi import APIRouter, Request

from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.web.context import ContextDep
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import EngineHelpAnswer, EngineHelpRequest
from hexmate.web.routes.responses import refusals

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["analysis"])


@router.post("/engine-help", responses=refusals(409, 413, 422))
async def engine_help(
    request: EngineHelpRequest, connection: Request, context: ContextDep
) -> EngineHelpAnswer:
    """Ask whether you may use an engine for a position: not while it is played by people online."""
    person = await context.people.find(connection)
    try:
        board = Board.from_string(request.position)
    except HexmateError as error:
        raise Refusal(422, "position", str(error)) from None
    await context.fair.check(None if person is None else person.id, board)
    return EngineHelpAnswer(allowed=True)
