"""What tree search players share: limits of time and visits, and openings."""

from abc import abstractmethod

from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.players.base import Limit, Player
from hexmate.players.openings import fair_opening, worth_keeping
from hexmate.players.searching import least, seconds_for
from hexmate.players.stopping import StopToken

__all__ = ["TreePlayer"]


class TreePlayer(Player):
    """Searches until `time` seconds, `visits` or the limit of `play` is reached.

    Nodes count as visits, depth is ignored, and without any limit a move takes one second.
    """

    DEFAULT_TIME = 1.0

    def __init__(
        self, name: str, time: float | None, visits: int | None, opening_seed: int = 0
    ) -> None:
        if time is not None and not time > 0:
            raise PlayerError(f"time must be more than 0 seconds (got {time:g})")
        if visits is not None and visits < 1:
            raise PlayerError(f"visits must be at least 1 (got {visits})")
        self.name = name
        self.time = time
        self.visits = visits
        self._opening_seed = opening_seed

    @abstractmethod
    def _evaluate(self, board: Board, stop: StopToken) -> float:
        """The win probability of the side to move, by a short search."""

    def propose_opening(self, board: Board) -> int:
        """A fair stone: of the swap map, else as its own search finds."""
        with self.searching() as stop:
            return fair_opening(
                board, lambda after: self._evaluate(after, stop), self._opening_seed, stop
            )

    def accept_opening(self, board: Board, move: int) -> bool:
        """Play on if White, to move, is more likely to win; otherwise swap."""
        with self.searching() as stop:
            return worth_keeping(board, lambda position: self._evaluate(position, stop))

    def _bounds(self, board: Board, limit: Limit) -> tuple[float | None, int | None]:
        """The smaller limits of the player and of `limit`: seconds and visits, or None."""
        seconds = least(self.time, seconds_for(board, limit))
        return seconds, least(self.visits, limit.visits, limit.nodes)

    def _move_bounds(self, board: Board, limit: Limit) -> tuple[float | None, int | None]:
        """The limits of a move: one second if there are none."""
        seconds, visits = self._bounds(board, limit)
        endless = seconds is None and visits is None
        return (self.DEFAULT_TIME if endless else seconds), visits
