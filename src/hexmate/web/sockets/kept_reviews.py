"""Reviews of stored games: the game comes from the store, and the review is kept there."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing

from hexmate.store.errors import NotFoundError, StoreError
from hexmate.store.reviews import StoredReview
from hexmate.web.context import Context
from hexmate.web.engines.analysis import AnalysisSession, review_limit
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import (
    MoveReviewState,
    Review,
    ReviewMessage,
    SummaryMessage,
    SummaryStates,
)
from hexmate.web.reviews import review_text, stored_game, visits_of
from hexmate.web.workers import Visitor

__all__ = ["review_stored"]

log = logging.getLogger("hexmate.web")


async def review_stored(
    context: Context, visitor: Visitor, session: AnalysisSession, request: Review, game_id: str
) -> AsyncGenerator[ReviewMessage | SummaryMessage, None]:
    """Review a finished game of the store. Its review is stored before the summary is sent."""
    try:
        stored = await context.services.store.read(lambda store: store.library.stored(game_id))
    except NotFoundError:
        raise Refusal(404, "not_found", "There is no such game.") from None
    if stored.row.status != "finished":
        raise Refusal(409, "not_over", "The game is not over.")
    game = await context.records.run(visitor, stored_game, stored)
    moves: list[MoveReviewState] = []
    async with aclosing(session.review(request, game)) as messages:
        async for message in messages:
            if isinstance(message, ReviewMessage):
                moves.append(message.review)
            else:
                await _keep(context, visitor, game_id, request, moves, message.summary)
            yield message


async def _keep(
    context: Context,
    visitor: Visitor,
    game_id: str,
    request: Review,
    moves: list[MoveReviewState],
    summary: SummaryStates,
) -> None:
    """Store a review. The client gets it even if that fails."""
    limit = review_limit(request.limit)
    try:
        text = await context.pool.run(visitor, review_text, moves, summary, request.player)
        review = StoredReview(request.player, limit.time or 0.0, visits_of(moves), text)
        await context.services.store.write(
            lambda store: store.reviews.save(game_id, review), patient=True
        )
    except (Refusal, StoreError) as error:
        log.warning("the review of %s was not stored: %s", game_id, error)
