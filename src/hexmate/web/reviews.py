"""Messages to the socket of analyses, the games that they ask to review, and reviews to keep.

Long ones are work for another process (`web/workers.py`). So this module imports no framework.
"""

from collections.abc import Sequence
from statistics import median_low
from typing import TYPE_CHECKING

from pydantic import ValidationError

from hexmate.game import Game
from hexmate.records.base import RecordLimits
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import (
    ANALYSIS_MESSAGE,
    AnalysisMessage,
    KeptReview,
    MoveReviewState,
    Review,
    ReviewedMove,
    SummaryStates,
)
from hexmate.web.models.base import malformed
from hexmate.web.records import game_from

if TYPE_CHECKING:
    from hexmate.store.library import StoredRecord

__all__ = ["AnalysisRequest", "analysis_request", "review_text", "stored_game", "visits_of"]

_LONGEST_LINE = 12

AnalysisRequest = tuple[AnalysisMessage, Game | None]
"""A message, and the main line of the game that it holds."""


def analysis_request(text: str, limits: RecordLimits) -> AnalysisRequest:
    """Parse a message and read its game; a `Refusal` if that is not possible."""
    try:
        message = ANALYSIS_MESSAGE.validate_json(text)
        if not isinstance(message, Review) or message.game is None:
            return message, None
        game = game_from(message.game, limits)
    except ValidationError as error:
        refusal = malformed(error)
    except Refusal as error:
        refusal = Refusal(error.status, error.code, error.message)
    else:
        return message.model_copy(update={"game": {}}), _main_line(game)
    raise refusal  # not where it was caught: it would keep all that was read


def stored_game(stored: "StoredRecord") -> Game:
    """The main line of a stored game."""
    return _main_line(stored.game())


def review_text(moves: Sequence[MoveReviewState], summary: SummaryStates, player: str) -> str:
    """A review as it is kept: the JSON of a `KeptReview`."""
    review = KeptReview(player=player, moves=[_kept(move) for move in moves], summary=summary)
    return review.model_dump_json()


def visits_of(moves: Sequence[MoveReviewState]) -> int | None:
    """The visits that a review reached in a usual position, if the engine counts them."""
    reached = [line.visits for move in moves for line in move.lines[:1] if line.visits is not None]
    return median_low(reached) if reached else None


def _kept(move: MoveReviewState) -> ReviewedMove:
    fields = {name: getattr(move, name) for name in ReviewedMove.model_fields if name != "pv"}
    return ReviewedMove(**fields, pv=move.lines[0].pv[:_LONGEST_LINE])


def _main_line(game: Game) -> Game:
    """A review is of the main line only, and the rest may be large."""
    for node in (game.root, *game.mainline()):
        del node.children[1:]
    return game
