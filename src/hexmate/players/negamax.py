"""Alpha-beta search with any evaluation."""

import math
from collections.abc import Iterator
from functools import partial

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import PlayerError
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.openings import OpeningEvaluator, fair_opening, worth_keeping
from hexmate.players.searching import least, seconds_for, updates
from hexmate.search.negamax import BatchedNegamax, Negamax, NegamaxReport

__all__ = ["NegamaxPlayer"]

# Scores that mean a win probability of 3/4, fitted to 150 games between equal players from random
# positions of 7x7 to 11x11. The first two grow with the board.
_POINTS_PER_CELL = {"hexmate": 14.0, "distance": 20.0}
_POINTS = 2500.0


class NegamaxPlayer(Player):
    """Principal-variation search on any evaluation and any shape of board.

    `time`, `nodes` and `depth` limit every move, together with the limit that `play` gets; without
    any limit a move takes one second. `eval` names the evaluation. `table` is the size of the table
    in MiB, which is kept from move to move.

    >>> board = Board.from_string("3x3 hex - 1b1/1b1/w1w b")
    >>> result = NegamaxPlayer(depth=2, table=1).play(board, Limit())
    >>> board.name(result.move), result.info.win_probability
    ('b3', 1.0)
    """

    DEFAULT_TIME = 1.0

    def __init__(
        self,
        eval: str = "hexmate",
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        table: int = 64,
        name: str = "negamax",
    ) -> None:
        if depth is not None and depth < 1:
            raise PlayerError(f"depth must be at least 1 (got {depth})")
        if nodes is not None and nodes < 1:
            raise PlayerError(f"nodes must be at least 1 (got {nodes})")
        if time is not None and not time > 0:
            raise PlayerError(f"time must be more than 0 seconds (got {time:g})")
        self.name = name
        self.depth, self.time, self.nodes = depth, time, nodes
        self.search: Negamax | BatchedNegamax = Negamax(eval, table_mib=table, threads=threads)
        self.openings = OpeningEvaluator()

    def start(self, board: Board, color: Color) -> None:
        """A new game starts with an empty table."""
        self.search.clear()

    def propose_opening(self, board: Board) -> int:
        """A fair stone: of the swap map, else one after which both sides look most equal."""
        with self.searching() as stop:
            evaluate = partial(self.openings.rough_win_probability, stop=stop)
            return fair_opening(board, evaluate, board.position_key(), stop)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Play on if White, to move, is more likely to win; otherwise swap."""
        with self.searching() as stop:
            return worth_keeping(board, partial(self.openings.win_probability, stop=stop))

    def close(self) -> None:
        """Give back the table."""
        self.search = Negamax(table_mib=1)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The best move that the search finds."""
        seconds, nodes, depth = self._bounds(board, limit)
        if seconds is None and nodes is None and depth is None:
            seconds = self.DEFAULT_TIME
        with self.searching() as stop:
            report = self.search.search(board, seconds=seconds, nodes=nodes, depth=depth, stop=stop)
        return PlayResult(report.move, self._info(board, report))

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The best line as the search deepens; several lines share the limits evenly."""
        seconds, nodes, depth = self._bounds(board, limit)
        share = partial(
            self.search.search,
            board.copy(),
            seconds=None if seconds is None else seconds / lines,
            nodes=None if nodes is None else max(1, nodes // lines),
        )
        found: list[int] = []
        with self.searching() as stop:
            for rank in range(1, min(lines, board.num_empty) + 1):
                last = None
                search = partial(share, depth=depth, excluded=found, stop=stop)
                for last in updates(search, self.search.latest, stop):
                    yield self._info(board, last, rank)
                if last is not None:
                    found = [*found, last.move]
                    # Lines that were searched to different depths could not be compared.
                    depth = least(depth, max(last.depth, 1))
                if stop.stopped:  # further lines would not be searched at all
                    return

    def _bounds(self, board: Board, limit: Limit) -> tuple[float | None, int | None, int | None]:
        return (
            least(self.time, seconds_for(board, limit)),
            least(self.nodes, limit.nodes, limit.visits),
            least(self.depth, limit.depth),
        )

    def _win_probability(self, board: Board, report: NegamaxReport) -> float:
        if report.proven:
            return float(report.score > 0)
        per_cell = _POINTS_PER_CELL.get(self.search.evaluation)
        points = _POINTS if per_cell is None else per_cell * board.num_cells
        return 1 / (1 + math.exp(-math.log(3) * report.score / points))

    def _info(self, board: Board, report: NegamaxReport, rank: int = 1) -> Info:
        return Info(
            move=report.move,
            score=float(report.score),
            win_probability=self._win_probability(board, report),
            proven=report.proven,
            depth=report.depth,
            nodes=report.nodes,
            pv=report.pv,
            time=report.seconds,
            rank=rank,
        )
