"""Tree search with a network that evaluates the leaves."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, replace
from time import perf_counter

from hexmate import _core
from hexmate.board import Board
from hexmate.book.opening_book import BookReply, shipped_book
from hexmate.color import Color
from hexmate.errors import PlayerError
from hexmate.nets.evaluator import Evaluator
from hexmate.nets.shipped import BEST
from hexmate.players.base import Info, Limit, PlayResult
from hexmate.players.beside import Finding, SolverBeside
from hexmate.players.leaves import Leaves
from hexmate.players.net import ClosedEvaluator, open_threaded, require_hex, trained_on
from hexmate.players.pacing import MoveBudget, MovePace
from hexmate.players.searching import least, updates
from hexmate.players.stopping import StopToken
from hexmate.players.tree import TreePlayer
from hexmate.solve import Solution, Verdict

__all__ = ["MctsPlayer"]

_ENDLESS = 2**63
_MOST_CONNECT = 2**31 - 1
_HASTY = 0.05
"""Seconds; for a shorter move a batch might take too long."""
_LONG_STEP = 0.04
"""Seconds; a step that takes longer would notice `stop` too late, and gets a smaller batch."""


@dataclass(frozen=True, slots=True)
class _SearchState:
    """The state of a search after some visits and seconds; the last step took `step` seconds.

    `solution` is what a solver beside the search has proven.
    """

    report: _core.MctsReport
    visits: int
    seconds: float
    step: float
    solution: Solution | None = None

    @property
    def won(self) -> bool:
        """Whether the solver knows a move that wins."""
        return self.solution is not None and self.solution.verdict is Verdict.WIN

    def late(self, limit: float) -> bool:
        """True if one more step would exceed the limit."""
        return self.seconds + self.step >= limit

    def settled(self, limit: float) -> bool:
        """True if the runner-up can no longer overtake the best move within the time left."""
        first, second = (*(move.visits for move in self.report.moves[:2]), 0)[:2]
        return first - second > self.visits / self.seconds * (limit - self.seconds)


class MctsPlayer(TreePlayer):
    """Tree search with a network, on boards of the hex shape.

    `net` is the name of a network that comes with the package, the path of a model file, or an
    evaluator. `time` (seconds) and `visits` limit every move, together with the limit that `play`
    gets; the first one reached ends the search. Nodes count as visits, depth is ignored, and
    without any limit a move takes one second. A proven result ends the search early. `threads`
    search one tree, and evaluate up to `batch` leaves at once together. `gumbel`
    uses sequential halving, which is better for very few visits; it requires `visits`. With
    `symmetry` each leaf is evaluated from both sides of the board. With `connect` the search looks
    for virtual connections and inferior moves at the root, and at every position once it has that
    many visits: it takes proven results into the tree and leaves out moves that need not be played.
    With `solver` an exact solver works on the position beside the search, on its own thread;
    the search ends when it has found a win. With `book` the player answers from the opening book,
    without a search, while the position is in it; analyses do not use it. `memory` is the size of
    the tree in MiB; a full tree ends the search. The tree is kept from move to move. With `ponder`
    the text protocol and the web server let it search while the opponent is to move. On one machine
    the same number of visits plays the same game, unless it ponders, or there is a solver or more
    than one thread.

    >>> board = Board.from_string("3x3 hex - 1b1/1b1/w1w b")
    >>> result = MctsPlayer(visits=10).play(board, Limit())
    >>> board.name(result.move) in ("a3", "b3"), result.info.win_probability
    (True, 1.0)
    """

    _OPENING_VISITS = 64
    _OPENING_TIME = 0.5

    def __init__(
        self,
        net: str | Evaluator = BEST,
        time: float | None = None,
        visits: int | None = None,
        threads: int = 1,
        batch: int = 8,
        device: str = "auto",
        gumbel: bool = False,
        symmetry: bool = False,
        connect: int = 0,
        solver: bool = False,
        book: bool = False,
        memory: int = 1024,
        ponder: bool = False,
        name: str = "mcts",
    ) -> None:
        super().__init__(name, time, visits)
        if not 1 <= batch <= 1024:
            raise PlayerError(f"batch must be between 1 and 1024 (got {batch})")
        if gumbel and visits is None:
            raise PlayerError(f"{name} with gumbel=on needs visits")
        if not 0 <= connect <= _MOST_CONNECT:
            raise PlayerError(f"connect must be between 0 and {_MOST_CONNECT} (got {connect})")
        if not 1 <= memory <= 65536:
            raise PlayerError(f"memory must be between 1 and 65536 MiB (got {memory})")
        self._batch = batch
        self._evaluator, self._threads = open_threaded(
            net, device=device, threads=threads, symmetry=symmetry
        )
        halving = (visits or 0) if gumbel else 0
        self._search = _core.Mcts(gumbel_visits=halving, connect=connect, memory=memory)
        self._beside = SolverBeside() if solver else None
        self._book = book
        self.ponders = ponder
        self._busy = threading.Lock()

    def start(self, board: Board, color: Color) -> None:
        """A new game starts with an empty tree; SizeError unless the board has the hex shape."""
        self._search.clear()
        require_hex(self.name, board)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move that the search visits most, or one that is proven to win, or the book's."""
        known = shipped_book().replies(board) if self._book else ()
        if known:
            return PlayResult(known[0].move, _booked(known[0]))
        seconds, visits = self._move_bounds(board, limit)
        budget = MoveBudget.of(board, limit)
        pace = None if budget is None else MovePace(budget.at_most(self.time))
        with self.searching() as stop:
            state = self._run(board, seconds, visits, stop, pace=pace)
        info = _info(state, 0)
        assert info.move is not None
        return PlayResult(info.move, info)

    def ponder(self, board: Board) -> None:
        """Let the tree grow until stopped, proven or full; the part below the reply is kept."""
        with self.searching() as stop:
            self._run(board, None, None, stop)

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The best lines about ten times per second; without a limit, until proven or closed."""
        position = board.copy()
        seconds, visits = self._bounds(board, limit)
        latest: deque[_SearchState] = deque(maxlen=1)

        with self.searching() as stop:

            def run() -> _SearchState | None:
                return self._run(position, seconds, visits, stop, lines=lines, watch=latest.append)

            for state in updates(run, lambda: latest[-1] if latest else None, stop):
                if state is None:
                    continue
                for rank in range(min(lines, len(state.report.moves))):
                    yield _info(state, rank)

    def trained_on(self, board: Board) -> bool:
        """Whether the network was trained on boards of this size."""
        return trained_on(self._evaluator, board)

    def close(self) -> None:
        """Give back the tree, the network and the solver."""
        self._search, self._evaluator = _core.Mcts(), ClosedEvaluator()
        self._beside = None

    def _evaluate(self, board: Board, stop: StopToken) -> float:
        """The win probability of the side to move, by a short search."""
        seconds = least(self.time, self._OPENING_TIME)
        visits = least(self.visits, self._OPENING_VISITS)
        return self._run(board, seconds, visits, stop).report.win_probability

    def _run(
        self,
        board: Board,
        seconds: float | None,
        visits: int | None,
        stop: StopToken,
        *,
        pace: MovePace | None = None,
        lines: int = 1,
        watch: Callable[[_SearchState], None] = lambda state: None,
    ) -> _SearchState:
        """Search until a limit, a proven result, or `stop`; the network evaluates at least once.

        With a `pace` that decides, instead of `seconds`, how long it takes; it also ends when no
        other move can catch up in the time that is left.
        """
        if not self._busy.acquire(blocking=False):
            raise PlayerError("this search is running already; stop it first")
        try:
            hasty = pace is not None and pace.budget.usual < _HASTY
            with (
                self._solving(board) as finding,
                closing(self._steps(board, visits, lines, finding, hasty)) as steps,
            ):
                for state in steps:
                    watch(state)
                    wanted = seconds
                    if pace is not None:
                        wanted = pace.wants(state.report.moves, state.seconds)
                    if stop.stopped or (wanted is not None and state.late(wanted)):
                        break
                    if pace is not None and wanted is not None and state.settled(wanted):
                        break
                return state
        finally:
            self._busy.release()

    def _solving(self, board: Board) -> AbstractContextManager[Finding]:
        return nullcontext(Finding()) if self._beside is None else self._beside.solving(board)

    def _steps(
        self, board: Board, visits: int | None, lines: int, finding: Finding, hasty: bool
    ) -> Generator[_SearchState, None, None]:
        """The state after each batch, until the visits are used or the result is proven.

        With `hasty` a batch is a single leaf.
        """
        begun = before = perf_counter()
        self._search.start(board)
        kept = self._search.report(0).visits
        enough = _ENDLESS if visits is None else kept + visits
        side = max(board.rows, board.cols)
        leaves = Leaves(self._search, self._evaluator, side, enough, self._batch, self._threads)
        views = leaves.views()
        most = 1 if hasty else len(views)

        def state() -> _SearchState:
            report, now = self._search.report(lines), perf_counter()
            visited = report.visits - kept
            return _SearchState(report, visited, now - begun, now - before, finding.solution)

        with leaves.helped():
            while True:
                leaves.evaluate(views[:most])
                found = state()
                yield found
                report = found.report
                if report.proven is not None or report.full or report.visits >= enough or found.won:
                    break
                # With a visit limit the batch size stays, so that the same visits play the same
                # game.
                if visits is None and found.step > _LONG_STEP:
                    most = max(1, most // 2)
                before = perf_counter()
        if self._threads > 1:  # with the last answers of the other threads
            yield state()


def _info(state: _SearchState, rank: int) -> Info:
    report, move = state.report, state.report.moves[rank]
    info = Info(
        move=move.move,
        rank=rank + 1,
        score=move.win_probability,
        win_probability=move.win_probability,
        proven=move.proven is not None,
        nodes=state.visits,
        visits=move.visits,
        prior=move.prior,
        pv=tuple(move.line),
        time=state.seconds,
        cells={each.move: each.win_probability for each in report.moves if _known(each)},
        cell_visits={each.move: each.visits for each in report.moves if each.visits},
        policy={each.move: each.prior for each in report.moves},
    )
    return info if rank > 0 or state.solution is None else _solved(info, state.solution)


def _booked(reply: BookReply) -> Info:
    """What the opening book says of its move."""
    share = reply.win_probability
    return Info(
        move=reply.move,
        score=share,
        win_probability=share,
        nodes=0,
        visits=reply.visits,
        pv=(reply.move,),
        time=0.0,
    )


def _solved(info: Info, solution: Solution) -> Info:
    """The best line with what the solver has proven."""
    if solution.verdict is Verdict.LOSS:
        return replace(info, score=0.0, win_probability=0.0, proven=True)
    if solution.move is None or info.proven:
        return info
    kept = info if info.move == solution.move else replace(info, pv=(solution.move,), visits=None)
    return replace(kept, move=solution.move, score=1.0, win_probability=1.0, proven=True)


def _known(move: _core.MctsMove) -> bool:
    """Whether the win probability of a move is more than a guess from the parent position."""
    return move.visits > 0 or move.proven is not None
