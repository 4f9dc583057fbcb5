"""A player that solves the position if it can."""

from collections.abc import Iterator
from dataclasses import replace

from hexmate.board import Board
from hexmate.connect import bridge_win_move
from hexmate.errors import PlayerError
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.negamax import NegamaxPlayer
from hexmate.players.openings import fair_opening, worth_keeping
from hexmate.players.searching import least, seconds_for
from hexmate.players.stopping import StopToken
from hexmate.solve import Solver, Verdict

__all__ = ["PerfectPlayer", "WinningMove"]

_WIN_PROBABILITIES = {Verdict.LOSS: 0.0, Verdict.DRAW: 0.5, Verdict.WIN: 1.0}


class PerfectPlayer(Player):
    """Solves the position; if time runs out, a negamax search decides.

    On hexagonal boards the solver is proof-number search with virtual connections, on other shapes
    exhaustive search. Once bridges alone win, they are played out with the fewest stones. A lost
    position is defended as long as a short search can see.

    >>> board = Board(4)
    >>> result = PerfectPlayer().play(board, Limit())
    >>> board.name(result.move) in ("d1", "c2", "b3", "a4"), result.info.win_probability
    (True, 1.0)
    """

    _SHARE = 0.7
    """The share of the time for solving; the rest is for negamax if that fails."""

    def __init__(self, time: float = 5.0, table: int = 64) -> None:
        if not time > 0:
            raise PlayerError(f"time must be more than 0 seconds (got {time:g})")
        self.name = "perfect"
        self.time = time
        self._solver = Solver(table)
        self._fallback = NegamaxPlayer(table=16)

    def propose_opening(self, board: Board) -> int:
        """A fair stone: of the swap map, else one after which the solver finds no winner."""
        with self.searching() as stop:
            return fair_opening(board, lambda after: self._evaluate(after, stop), 0, stop)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Play on if White, to move, wins; otherwise swap."""
        with self.searching() as stop:
            return worth_keeping(board, lambda position: self._evaluate(position, stop))

    def close(self) -> None:
        """Give back the tables."""
        self._solver = Solver(1)
        self._fallback.close()

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move that keeps the value of the position."""
        seconds = least(self.time, seconds_for(board, limit)) or self.time
        with self.searching() as stop:
            return self._play(board, limit, seconds, stop)

    def _play(self, board: Board, limit: Limit, seconds: float, stop: StopToken) -> PlayResult:
        solution = self._solver.solve(
            board, seconds=self._SHARE * seconds, nodes=limit.nodes, stop=stop
        )
        win_probability = _WIN_PROBABILITIES.get(solution.verdict)
        if solution.move is not None:
            shortest = bridge_win_move(board, board.turn)
            move = solution.move if shortest is None else shortest[0]
            info = Info(
                move=move,
                win_probability=win_probability,
                proven=True,
                nodes=solution.nodes,
                time=solution.seconds,
            )
            return PlayResult(move, info)
        rest = Limit(time=(1 - self._SHARE) * seconds, nodes=limit.nodes, depth=limit.depth)
        result = stop.run(self._fallback.play, board, rest)
        if win_probability is None:
            return result
        info = replace(result.info, win_probability=win_probability, proven=True)
        return replace(result, info=info)

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The value of the position and one move that keeps it."""
        yield self.play(board, limit).info

    def _evaluate(self, board: Board, stop: StopToken) -> float:
        solution = self._solver.solve(board, seconds=self.time, stop=stop)
        if solution.verdict is Verdict.UNKNOWN:
            return self._fallback.openings.win_probability(board, stop)
        return _WIN_PROBABILITIES[solution.verdict]


class WinningMove:
    """A short attempt to solve the position, for players that have another plan if it fails."""

    _SECONDS = 1.0
    _NODES = 200_000

    def __init__(self) -> None:
        self._solver = Solver(4)

    def decide(self, board: Board, limit: Limit, stop: StopToken) -> int | None:
        """A move that is proven to win within the limit, or None."""
        seconds = least(self._SECONDS, seconds_for(board, limit))
        nodes = least(self._NODES, limit.nodes)
        solution = self._solver.solve(board, seconds=seconds, nodes=nodes, stop=stop)
        return solution.move if solution.verdict is Verdict.WIN else None
