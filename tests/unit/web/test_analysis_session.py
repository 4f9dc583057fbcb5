"""Analyses of one client: whatever the engine does, the client gets a message or an error."""

import asyncio
import threading

import pytest
from support.patience import kept
from support.web_room import until

from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.players.base import Info, Player, PlayResult
from hexmate.web.engines import cache
from hexmate.web.engines.analysis import AnalysisSession, review_limit
from hexmate.web.engines.cache import EngineCache
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.engines.pool import SearchPool
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import (
    Analyse,
    AnalysisLineState,
    LimitRequest,
    MoveReviewState,
    Solve,
)
from hexmate.web.reviews import visits_of

CATALOGUE = Catalogue()
POSITION = "3x3 hex - 3/1b1/3 w"


class Odd(Player):
    """Analyses as it is told: reports, raises, or never answers."""

    name = "odd"

    def __init__(self, does: str, free: threading.Event) -> None:
        self.does, self.free = does, free
        self.closed = threading.Event()

    def play(self, board, limit):
        return PlayResult(0)

    def analyse(self, board, limit, lines=1):
        yield Info(move=0, win_probability=0.5)
        if self.does == "dies":
            raise PlayerError("odd has died")
        if self.does == "fails":
            raise RuntimeError("a bug")
        if self.does == "hangs":
            self.free.wait(60)
        yield Info(move=0, win_probability=0.6)

    def close(self):
        self.closed.set()


class Permitted:
    """No live game forbids an analysis."""

    async def permit(self, board):
        pass

    def recheck(self):
        pass


class Study:
    """A session whose engines do one thing after the other."""

    def __init__(self, *does: str) -> None:
        self.free = threading.Event()
        self.players: list[Odd] = []
        self._does = iter(does)
        self.searches = SearchPool(1, 60.0)
        self.session = AnalysisSession(
            self.searches,
            EngineCache(self._create, 4),
            CATALOGUE,
            owner="ada",
            most_seconds=1.0,
            patience=30.0,
            help=Permitted(),
        )

    def _create(self, spec: str) -> Player:
        self.players.append(Odd(next(self._does), self.free))
        return self.players[-1]

    async def analyse(self, patience: float = 30.0) -> list[bool]:
        self.session._patience = patience
        request = Analyse(type="analyse", position=POSITION, player="uct", limit={"time": 0.05})
        return [message.final async for message in self.session.analyse(request)]


def studying(*does):
    """Run an async test with a session."""

    def decorate(test):
        def run(monkeypatch):
            monkeypatch.setattr(cache, "_LAST_SEARCH", 0.05)

            async def body():
                study = Study(*does)
                study.searches.stopping = 0.1
                try:
                    await asyncio.wait_for(test(study), 60)
                finally:
                    study.free.set()
                    study.session.close()
                    await study.searches.close()

            asyncio.run(body())

        run.__name__ = test.__name__
        return run

    return decorate


@studying("analyses")
async def test_the_engine_is_kept_from_one_analysis_to_the_next(study):
    assert (await study.analyse())[-1]
    assert (await study.analyse())[-1]
    assert len(study.players) == 1
    study.session.close()
    await until(study.players[0].closed.is_set)


@studying("dies", "analyses")
async def test_an_engine_that_dies_is_an_error_and_replaced(study):
    with pytest.raises(Refusal, match="odd has died") as refused:
        await study.analyse()
    assert refused.value.code == "analysis"
    assert (await study.analyse())[-1]


@studying("fails", "analyses")
async def test_an_exception_that_is_not_ours_ends_the_analysis(study):
    with pytest.raises(RuntimeError, match="a bug"):
        await study.analyse()
    assert (await study.analyse())[-1]


@studying("hangs", "analyses")
async def test_an_engine_that_hangs_is_an_error_and_replaced(study):
    with pytest.raises(Refusal, match="does not answer") as refused:
        await study.analyse(patience=0.5)
    assert refused.value.code == "analysis"
    assert (await study.analyse())[-1]
    await until(study.players[0].closed.is_set)


@studying("analyses")
async def test_an_analysis_that_waits_too_long_is_refused(study):
    job = study.searches.submit(lambda: study.free.wait(60), lambda: None)
    with pytest.raises(Refusal) as refused:
        await study.analyse(patience=0.1)
    assert refused.value.code == "busy"
    study.free.set()
    await job.result
    assert (await study.analyse())[-1]


@pytest.mark.parametrize(
    ("asked", "seconds"), [({"time": 0.001}, 0.001), ({"time": 99}, 10.0), ({}, 0.5)]
)
def test_the_time_of_a_review_is_the_time_that_it_may_take(asked, seconds):
    assert review_limit(LimitRequest(**asked)).time == seconds
    if asked:
        assert review_limit(LimitRequest(**asked, visits=10**8)).time == seconds


def reviewed(visits):
    line = {"move": "a1", "win_probability": 0.5, "pv": ["a1"], "visits": visits}
    missing = dict.fromkeys(("score", "depth", "nodes", "prior"))
    return MoveReviewState.model_construct(lines=[AnalysisLineState(**line, **missing)])


def test_the_visits_of_a_review_are_those_that_it_reached():
    assert visits_of([reviewed(each) for each in (10, 3, 9, 9_000)]) == 9
    assert visits_of([reviewed(None), reviewed(4)]) == 4
    assert visits_of([reviewed(None)]) is None
    assert visits_of([]) is None


@studying()
async def test_a_solver_gives_way_and_continues_where_it_was(study):
    study.searches.stopping = 60
    hard = Solve(type="solve", position=Board(13).to_string(), time=1.0)
    waited: list[int] = []

    async def solve():
        return [message async for message in study.session.solve(hard)]

    solving = asyncio.create_task(solve())
    await until(lambda: study.searches.busy)
    game = study.searches.submit(lambda: waited.append(study.searches.busy), lambda: None)
    await game.result
    messages = await solving
    assert waited == [1]
    nodes = [message.nodes for message in messages]
    assert nodes == sorted(nodes)
    assert messages[-1].final
    assert messages[-1].seconds >= 0.5
    assert kept(1.5, messages[-1].seconds)


@studying()
async def test_what_is_solved_is_kept_for_the_next_position(study):
    request = Solve(type="solve", position="6x6 hex - 6/6/6/6/6/6 b", moves=False, time=1.0)
    first = [message async for message in study.session.solve(request)]
    again = [message async for message in study.session.solve(request)]
    assert first[-1].result == again[-1].result == "black"
    assert again[-1].nodes <= 1 < first[-1].nodes
