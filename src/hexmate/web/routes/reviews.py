"""Route for the review of a stored game. Reviews are made over the socket of analyses."""

from fastapi import APIRouter, Response

from hexmate.store.errors import NotFoundError
from hexmate.web.context import ContextDep
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import GameReview
from hexmate.web.routes.games import GameId
from hexmate.web.routes.responses import json_response, refusals

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["games"])


@router.get("/games/{game_id}/review", responses=refusals(404, 422), response_model=GameReview)
async def get_review(game_id: GameId, context: ContextDep) -> Response:
    """Get the review of a game that is kept, or null."""
    try:
        found = await context.services.store.read(lambda store: store.reviews.find(game_id))
    except NotFoundError:
        raise Refusal(404, "not_found", "There is no such game.") from None
    text = "null" if found is None else found.text
    return json_response(f'{{"review": {text}}}'.encode())
