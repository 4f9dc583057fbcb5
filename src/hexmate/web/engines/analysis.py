"""Analyses that are sent as they progress, pause while games need the slots, and resume."""

import asyncio
import itertools
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Hashable, Mapping
from contextlib import aclosing, closing
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import Generic, TypeVar

from hexmate.analysis import MoveReview, View, analyse_game, summary, watch_position
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.errors import HexmateError
from hexmate.game import Game
from hexmate.players.base import Limit, Player
from hexmate.replay import Replay
from hexmate.solve.watching import SolvedSoFar, SolveSlice
from hexmate.web.engines.cache import EngineCache, HeldEngine
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.engines.pool import SearchJob, SearchPool, UnresponsivePlayer
from hexmate.web.engines.solving import (
    SolverPlayer,
    SolveTurns,
    YieldingSolver,
    solution_message,
)
from hexmate.web.engines.yielding import YieldingPlayer
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import (
    Analyse,
    AnalysisInfo,
    AnalysisLineState,
    LimitRequest,
    MoveReviewState,
    Review,
    ReviewMessage,
    SolutionMessage,
    Solve,
    SummaryMessage,
    SummaryState,
    SummaryStates,
)
from hexmate.web.models.base import Ref
from hexmate.web.security.fair_play import EngineHelp

__all__ = ["AnalysisSession", "review_limit"]

Result = TypeVar("Result")
Item = TypeVar("Item")

_USUAL_SECONDS = 5.0
_USUAL_REVIEW_SECONDS = 0.5
_MOST_REVIEW_SECONDS = 10.0
_DIGITS = 4
_SOLVER_IDLE = 120.0
"""Seconds to keep what the solver knows, for users who play through a proof."""

_ids = itertools.count()


@dataclass(frozen=True, slots=True)
class _SlotWork(Generic[Item]):
    """Work for a slot: its results as they come, and how to pause it."""

    results: Callable[[], Generator[Item, None, None]]
    stop: Callable[[], None]


class AnalysisSession:
    """The analyses of one client, which belong to an owner in the queue for slots.

    The last engine is kept for a while, with what it knows of the position. The client is never
    without a message for longer than twice the time it asked for plus twice `patience` seconds.
    """

    def __init__(
        self,
        searches: SearchPool,
        engines: EngineCache,
        catalogue: Catalogue,
        *,
        owner: Hashable,
        most_seconds: float,
        patience: float,
        help: EngineHelp,
        person: int | None = None,
        solve_turns: SolveTurns | None = None,
        table_mib: int = 64,
    ) -> None:
        self._help = help
        self._person, self._solve_turns = person, solve_turns or SolveTurns()
        self._table_mib = table_mib
        self._searches = searches
        self._engines = engines
        self._catalogue = catalogue
        self._owner = owner
        self._most_seconds = most_seconds
        self._patience = patience
        self._id = f"analysis {next(_ids)}"
        self._spec: str | None = None

    async def analyse(self, request: Analyse) -> AsyncGenerator[AnalysisInfo, None]:
        """The analysis of a position as it progresses; the last message is `final`."""
        board = _board(request.position)
        await self._help.permit(board)
        engine = await self._engine_for(request.player)
        limit = _limit(request.limit, _USUAL_SECONDS, self._most_seconds)
        message: AnalysisInfo | None = None
        results = self._results(
            engine,
            board,
            limit,
            lambda steady, _: watch_position(board, steady, limit, lines=request.lines),
        )
        async with aclosing(results) as views:
            async for view, trained in views:
                self._help.recheck()
                message = _info_message(board, view, request.ref, trained)
                yield message
        if message is not None:
            yield message.model_copy(update={"final": True})

    async def solve(self, request: Solve) -> AsyncGenerator[SolutionMessage, None]:
        """What is known of a position while it is solved; the last message is `final`.

        The solver is kept for a while: positions that follow are solved with what it knows.
        """
        board = _board(request.position)
        await self._help.permit(board)
        engine = self._solver()
        seconds = min(request.time, self._most_seconds)
        message: SolutionMessage | None = None

        def make(yield_slot: Callable[[], bool]) -> _SlotWork[SolvedSoFar]:
            solver = YieldingSolver(engine.player, yield_slot)
            watch = partial(solver.watch, board, seconds, all_moves=request.moves)
            return _SlotWork(watch, solver.stop)

        with self._solve_turns.turn(self._person):
            async with aclosing(self._on_slot(make, seconds)) as states:
                async for state in states:
                    self._help.recheck()
                    message = solution_message(board, state, request.ref, final=False)
                    yield message
        if message is not None:
            yield message.model_copy(update={"final": True})

    async def review(
        self, request: Review, game: Game
    ) -> AsyncGenerator[ReviewMessage | SummaryMessage, None]:
        """A review of each move of the game of a request, then a summary for each player."""
        await self._help.permit(await asyncio.to_thread(_last_board, game))
        engine = await self._engine_for(request.player)
        limit = review_limit(request.limit)
        total = sum(node.move is not None for node in game.mainline()) + 1
        seen: list[MoveReview] = []
        results = self._results(
            engine,
            game.grid,
            limit,
            lambda steady, solve: analyse_game(game, steady, limit, solve=solve, opening=False),
        )
        async with aclosing(results) as reviews:
            async for review, trained in reviews:
                await self._help.permit(review.board)
                seen.append(review)
                yield ReviewMessage(
                    type="review",
                    ref=request.ref,
                    ply=review.number,
                    total=total,
                    review=MoveReviewState(**review.as_dict()),
                    trained=trained,
                )
        black, white = (SummaryState(**summary(seen)[color].as_dict()) for color in (BLACK, WHITE))
        sums = SummaryStates(black=black, white=white)
        yield SummaryMessage(type="summary", ref=request.ref, total=len(seen), summary=sums)

    async def _results(
        self,
        engine: HeldEngine,
        board: Board,
        limit: Limit,
        search: Callable[[Player, SolveSlice], Generator[Result, None, None]],
    ) -> AsyncGenerator[tuple[Result, bool], None]:
        """Each result of the search, with whether the player was trained on such a board."""

        def make(yield_slot: Callable[[], bool]) -> _SlotWork[tuple[Result, bool]]:
            steady = YieldingPlayer(engine.player, yield_slot)
            solver = YieldingSolver(self._solver().player, yield_slot)

            def results() -> Generator[tuple[Result, bool], None, None]:
                steady.name, trained = _introduce(engine, board)
                with closing(search(steady, solver.solve)) as found:
                    for each in found:
                        yield each, trained

            def stop() -> None:
                steady.stop()
                solver.stop()

            return _SlotWork(results, stop)

        async with aclosing(self._on_slot(make, limit.time or 0.0)) as found:
            async for each in found:
                yield each

    async def _on_slot(
        self, make: Callable[[Callable[[], bool]], _SlotWork[Item]], seconds: float
    ) -> AsyncGenerator[Item, None]:
        """Each result of work that runs on a thread when there is a slot for it.

        `make` gets a function that yields the slot. Closing the generator stops the work.
        """
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[tuple[Item] | None] = asyncio.Queue()
        cancelled = threading.Event()

        def yield_slot() -> bool:
            job.yield_slot()
            return not cancelled.is_set()

        def run() -> None:
            with closing(work.results()) as results:
                for each in results:
                    loop.call_soon_threadsafe(found.put_nowait, (each,))
                    if cancelled.is_set():
                        return

        work = make(yield_slot)
        job: SearchJob[None] = self._searches.submit(
            run, work.stop, owner=self._owner, urgent=False
        )
        job.result.add_done_callback(lambda _: found.put_nowait(None))
        try:
            while (each := await job.next_of(found.get(), seconds + self._patience)) is not None:
                yield each[0]
            await job.result
        except HexmateError as error:
            raise Refusal(422, "analysis", str(error)) from None
        except UnresponsivePlayer as error:
            self.close()  # its thread is still busy; the next analysis must not wait for it
            raise Refusal(422, "analysis", str(error)) from None
        finally:
            cancelled.set()
            if not job.result.done():
                job.cancel()

    def close(self) -> None:
        """Close the engine; the client has disconnected."""
        self._spec = None
        self._engines.leave(self._id)

    def _solver(self) -> HeldEngine:
        make = partial(SolverPlayer, self._table_mib)
        return self._engines.at(self._id, None, "solver", make=make, idle=_SOLVER_IDLE)

    async def _engine_for(self, spec: str) -> HeldEngine:
        if self._spec != spec:
            self.close()
            await asyncio.to_thread(self._catalogue.check_analysis, spec)
            self._spec = spec
        return self._engines.at(self._id, None, spec)


def _introduce(engine: HeldEngine, board: Board) -> tuple[str, bool]:
    """The name of the engine and whether it was trained on such boards; created if needed."""
    try:
        with engine.player() as player:
            return player.name, player.trained_on(board)
    except HexmateError as error:
        raise Refusal(422, "player", str(error)) from None


def _board(line: str) -> Board:
    try:
        board = Board.from_string(line)
    except HexmateError as error:
        raise Refusal(422, "position", str(error)) from None
    if board.outcome() is not None:
        raise Refusal(422, "position", "The game is over: there is nothing to analyse.")
    return board


def _last_board(game: Game) -> Board:
    """The last position of the main line."""
    replay = Replay(game)
    for node in game.mainline():
        replay.enter(node)
    return replay.board


def review_limit(request: LimitRequest) -> Limit:
    """The limit per position that a review keeps to."""
    return _limit(request, _USUAL_REVIEW_SECONDS, _MOST_REVIEW_SECONDS)


def _limit(request: LimitRequest, usual: float, most: float) -> Limit:
    seconds = request.time if request.time is not None else usual
    if request.visits is not None and request.time is None:
        seconds = most
    return Limit(time=min(seconds, most), visits=request.visits)


def _info_message(board: Board, view: View, ref: Ref, trained: bool) -> AnalysisInfo:
    return AnalysisInfo(
        type="info",
        ref=ref,
        lines=[AnalysisLineState(**line.as_dict(board)) for line in view.lines],
        cells=_by_name(board, view.cells),
        visits=_by_name(board, view.cell_visits),
        policy=_by_name(board, view.policy),
        trained=trained,
        final=False,
    )


def _by_name(board: Board, values: Mapping[int, float]) -> dict[str, float]:
    return {
        board.name(cell): round(value, _DIGITS) for cell, value in values.items() if isfinite(value)
    }
