"""What players share that grow a tree of moves: bounds of time and visits, and opening stones."""

from abc import abstractmethod

from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.players.base import Limit, Player
from hexmate.players.openings import fair_opening
from hexmate.players.searching import least, seconds_for
from hexmate.players.stopping import StopToken

__all__ = ["TreePlayer"]


class TreePlayer(Player):
    """Thinks for `time` seconds or `visits`, or as `play` is told, whatever is less.

    Nodes count as visits, depth means nothing, and with no bound at all a move takes one second.
    """

    DEFAULT_TIME = 1.0

    def __init__(
        self, name: str, time: float | None, visits: int | None, opening_seed: int = 0
    ) -> None:
        if time is not None and not time > 0:
            raise PlayerError(f"the time of {name} is more than 0 seconds, not {time:g}")
        if visits is not None and visits < 1:
            raise PlayerError(f"the visits of {name} are 1 or more, not {visits}")
        self.name = name
        self.time = time
        self.visits = visits
        self._opening_seed = opening_seed

    @abstractmethod
    def _judge(self, board: Board, stop: StopToken) -> float:
        """The chance of the side to move, by a short search."""

    def propose_opening(self, board: Board) -> int:
        """A stone after which its own search finds the chances most even."""
        with self.searching() as stop:
            return fair_opening(
                board, lambda after: self._judge(after, stop), self._opening_seed, stop
            )

    def accept_opening(self, board: Board, move: int) -> bool:
        """Leave the stone where White, to move, has the better chance."""
        with self.searching() as stop:
            return self._judge(board, stop) >= 0.5

    def _bounds(self, board: Board, limit: Limit) -> tuple[float | None, int | None]:
        """Seconds and visits of the player and of the limit; both None where neither says."""
        seconds = least(self.time, seconds_for(board, limit))
        return seconds, least(self.visits, limit.visits, limit.nodes)

    def _move_bounds(self, board: Board, limit: Limit) -> tuple[float | None, int | None]:
        """The same for a move, which must end."""
        seconds, visits = self._bounds(board, limit)
        endless = seconds is None and visits is None
        return (self.DEFAULT_TIME if endless else seconds), visits
