"""Messages to the socket of analyses, and the games that they ask to review.

Long ones are work for another process (`web/workers.py`). So this module imports no framework.
"""

from pydantic import ValidationError

from hexmate.game import Game
from hexmate.records.base import RecordLimits
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import ANALYSIS_MESSAGE, AnalysisMessage, Review
from hexmate.web.models.base import malformed
from hexmate.web.records import game_from

__all__ = ["AnalysisRequest", "analysis_request"]

AnalysisRequest = tuple[AnalysisMessage, Game | None]
"""A message, and the main line of the game to review."""


def analysis_request(text: str, limits: RecordLimits) -> AnalysisRequest:
    """Parse a message and read its game; a `Refusal` if that is not possible."""
    try:
        message = ANALYSIS_MESSAGE.validate_json(text)
        if not isinstance(message, Review):
            return message, None
        game = game_from(message.game, limits)
    except ValidationError as error:
        refusal = malformed(error)
    except Refusal as error:
        refusal = Refusal(error.status, error.code, error.message)
    else:
        # A review is of the main line only, and the rest may be large.
        for node in (game.root, *game.mainline()):
            del node.children[1:]
        return message.model_copy(update={"game": {}}), game
    raise refusal  # not where it was caught: it would keep all that was read
