"""Limits of rated games between people: which games can be rated, and how many in a day."""

from datetime import UTC, datetime

from starlette.requests import HTTPConnection

from hexmate.store.rating_rules import SMALLEST_BOARD
from hexmate.web.errors import Refusal
from hexmate.web.live.async_store import StoreAccess
from hexmate.web.live.game import LiveGame
from hexmate.web.security.gate import address_of
from hexmate.web.settings import RatingSettings

__all__ = ["RatedGames", "check_board"]


def check_board(rows: int, cols: int, start: str | None) -> None:
    """Refuse a board on which a game cannot be rated."""
    if min(rows, cols) < SMALLEST_BOARD or start is not None:
        text = (
            "A rated game starts from the empty board, with at least "
            f"{SMALLEST_BOARD} rows and columns."
        )
        raise Refusal(422, "rated_board", text)


class RatedGames:
    """Counts the rated games that people begin, for two players and for an address, in the store.

    The store rates no more games of two players than allowed, whatever is refused here; the refusal
    tells them before they play.
    """

    def __init__(self, store: StoreAccess, settings: RatingSettings) -> None:
        self._store = store
        self._per_address = settings.per_address

    async def begin(self, connection: HTTPConnection) -> None:
        """Count a seat of a rated game for an address; a `Refusal` if it has had too many."""
        address, most = address_of(connection.scope), self._per_address
        if not await self._store.write(
            lambda store: store.daily_counts.add("rated", address, most=most)
        ):
            text = "Too many rated games today from your address. Play one that is not rated."
            raise Refusal(429, "rated_limit", text)

    async def check_pair(self, game: LiveGame, person: int) -> None:
        """Refuse two people who have had enough rated games with each other today."""
        others = [seat.person for seat in game.seats.values() if seat.person not in (None, person)]
        if not game.rated or not others:
            return
        rival, now = others[0], datetime.now(UTC)
        assert rival is not None
        free = await self._store.read(lambda store: store.ratings.pair_is_free(person, rival, now))
        if not free:
            text = "Enough rated games with this opponent today. Play one that is not rated."
            raise Refusal(409, "rated_limit", text)
