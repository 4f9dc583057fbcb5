"""The search pool, the engine cache and the catalogue."""

import asyncio
import sys
import threading
import time

import pytest
from support.web_room import until

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.stopping import StopToken
from hexmate.web.engines import pool
from hexmate.web.engines.cache import EngineCache
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.engines.pool import SearchPool, UnresponsivePlayer
from hexmate.web.engines.yielding import YieldingPlayer
from hexmate.web.errors import Refusal
from hexmate.web.settings import EngineSettings


class Work:
    """Searches until it is stopped or released."""

    def __init__(self, answer="best so far", deaf=False):
        self.result, self.deaf = answer, deaf
        self.began = threading.Event()
        self.end = threading.Event()
        self.stops = 0

    def __call__(self):
        self.began.set()
        self.end.wait(20)
        return self.result

    def stop(self):
        self.stops += 1
        if not self.deaf:
            self.end.set()


def with_pool(places, patience=60.0):
    """Run an async test with a pool."""

    def decorate(test):
        def run():
            async def body():
                searches = SearchPool(places, patience)
                try:
                    await asyncio.wait_for(test(searches), 30)
                finally:
                    await searches.close()

            asyncio.run(body())

        run.__name__ = test.__name__
        return run

    return decorate


@with_pool(2)
async def test_only_so_many_think_at_once(searches):
    works = [Work(number) for number in range(4)]
    thoughts = [searches.submit(work, work.stop) for work in works]
    await until(lambda: works[0].began.is_set() and works[1].began.is_set())
    await asyncio.sleep(0.05)
    assert not works[2].began.is_set()
    works[1].end.set()
    assert await thoughts[1].result == 1
    await until(works[2].began.is_set)
    assert not works[3].began.is_set()
    for work in works:
        work.end.set()
    assert [await job.result for job in thoughts] == [0, 1, 2, 3]


@with_pool(1)
async def test_the_turns_of_games_come_first(searches):
    works = {name: Work(name) for name in ("first", "analysis", "game")}
    begun = []
    for name, work in works.items():
        work.end.set()
        searches.submit(
            lambda name=name, work=work: (begun.append(name), work())[1],
            work.stop,
            urgent=name != "analysis",
        )
    await until(lambda: len(begun) == 3)
    assert begun == ["first", "game", "analysis"]


@with_pool(1, patience=0.1)
async def test_the_slow_are_hurried_only_while_others_wait(searches):
    slow, quick = Work("slow"), Work("quick")
    quick.end.set()
    job = searches.submit(slow, slow.stop)
    await asyncio.sleep(0.4)
    assert slow.stops == 0
    waiting = searches.submit(quick, quick.stop)
    assert await waiting.result == "quick"
    assert await job.result == "slow"
    assert slow.stops > 0


@with_pool(1)
async def test_an_analysis_gives_way_at_once(searches):
    analysis, game = Work("analysis"), Work("game")
    game.end.set()
    searches.submit(analysis, analysis.stop, urgent=False)
    await until(analysis.began.is_set)
    assert await asyncio.wait_for(searches.submit(game, game.stop).result, 10) == "game"


class Polite:
    """Counts its steps, and yields its slot when asked."""

    def __init__(self):
        self.asked, self.end = threading.Event(), threading.Event()
        self.steps, self.breaks = 0, 0
        self.job = None

    def __call__(self):
        while not self.end.wait(0.005):
            self.steps += 1
            if self.asked.is_set():
                self.breaks += 1
                self.job.yield_slot()
                self.asked.clear()
                if self.job.cancelled:
                    return "dropped"
        return "done"


@with_pool(1)
async def test_who_gives_way_goes_on_afterwards(searches):
    polite = Polite()
    polite.job = searches.submit(polite, polite.asked.set, urgent=False)
    await until(lambda: polite.steps > 3)
    for _ in range(2):
        game = Work("game")
        turn = searches.submit(game, game.stop)
        await until(game.began.is_set)
        before = polite.steps
        await asyncio.sleep(0.05)
        assert polite.steps == before
        game.end.set()
        assert await turn.result == "game"
        await until(lambda before=before: polite.steps > before)
    polite.end.set()
    assert await polite.job.result == "done"
    assert polite.breaks >= 2


@with_pool(1)
async def test_who_gives_way_may_be_dropped_meanwhile(searches):
    polite, game = Polite(), Work("game")
    polite.job = searches.submit(polite, polite.asked.set, urgent=False)
    searches.submit(game, game.stop)
    await until(game.began.is_set)
    polite.job.cancel()
    game.end.set()
    await until(lambda: searches.busy == 0)
    assert not polite.end.is_set()


@with_pool(1)
async def test_who_is_dropped_and_then_gives_way_leaves_its_place(searches):
    polite, next_one = Polite(), Work("next")
    next_one.end.set()
    polite.job = searches.submit(polite, polite.asked.set, urgent=False)
    await until(lambda: polite.steps > 3)
    polite.job.cancel()
    assert await searches.submit(next_one, next_one.stop, urgent=False).result == "next"


def test_a_courteous_player_thinks_for_all_of_its_time():
    class Inner(Player):
        name = "inner"

        def __init__(self):
            self.limits = []
            self.stopped = threading.Event()

        def play(self, board, limit):
            raise NotImplementedError

        def analyse(self, board, limit, lines=1):
            self.stopped.clear()
            self.limits.append(limit.time)
            end = time.monotonic() + limit.time
            while time.monotonic() < end and not self.stopped.wait(0.01):
                yield Info(move=len(self.limits))

        def stop(self):
            self.stopped.set()

    inner, ways = Inner(), []
    courteous = YieldingPlayer(inner, lambda: not ways.append("way"))
    seen = []
    for info in courteous.analyse(Board(3), Limit(time=0.3)):
        seen.append(info.move)
        if len(seen) == 5:
            courteous.stop()
    assert ways == ["way"]
    assert seen[0] == 1
    assert seen[-1] == 2
    assert inner.limits[0] == 0.3
    assert 0 < inner.limits[1] < 0.3


@with_pool(1)
async def test_a_thought_has_its_time(searches):
    work = Work()
    began = time.monotonic()
    assert await searches.submit(work, work.stop, seconds=0.2).result == "best so far"
    assert 0.15 < time.monotonic() - began < 10


def test_who_does_not_answer_loses_its_place(monkeypatch):
    monkeypatch.setattr(pool, "_ANSWER_WITHIN", 0.2)

    @with_pool(1, patience=0.1)
    async def test(searches):
        deaf, other = Work(deaf=True), Work("other")
        other.end.set()
        lost = searches.submit(deaf, deaf.stop)
        assert await searches.submit(other, other.stop).result == "other"
        with pytest.raises(UnresponsivePlayer):
            await lost.result
        deaf.end.set()

    test()


@with_pool(1)
async def test_what_nobody_wants_is_stopped_or_never_begun(searches):
    running, waiting = Work(), Work()
    first = searches.submit(running, running.stop)
    second = searches.submit(waiting, waiting.stop)
    await until(running.began.is_set)
    second.cancel()
    first.cancel()
    await until(lambda: searches.busy == 0)
    assert not waiting.began.is_set()
    assert running.stops > 0
    assert first.result.cancelled()


@with_pool(1)
async def test_a_failure_reaches_whoever_waits(searches):
    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await searches.submit(fail, lambda: None).result


def test_only_so_many_players_are_kept():
    made = []

    class Fake:
        def __init__(self, spec):
            made.append(spec)

    engines = EngineCache(Fake, 2)
    one = engines.at("a", 0, "x")
    assert engines.at("a", 0, "x") is one
    engines.at("b", 0, "x")
    engines.at("c", 0, "x")
    assert engines.at("a", 0, "x") is not one
    engines.leave("c")
    assert len(engines._engines) == 1


class Slow(Player):
    """Moves when it is released, unless it was closed before."""

    def __init__(self):
        self.begun, self.go, self.closed = (threading.Event() for _ in range(3))
        self.starts = 0

    def start(self, board, color):
        self.starts += 1

    def play(self, board, limit):
        self.begun.set()
        assert self.go.wait(20)
        assert not self.closed.is_set()
        return PlayResult(0)

    def finish(self, outcome):
        raise RuntimeError("strangers may")

    def close(self):
        self.closed.set()


def test_whoever_thinks_keeps_its_player_when_others_need_the_room():
    players = []

    def make(spec):
        players.append(Slow())
        return players[-1]

    engines = EngineCache(make, 1)
    machine = engines.at("a", BLACK, "x")
    moves = []
    thread = threading.Thread(
        target=lambda: moves.append(machine.choose(Board(3), BLACK, Limit(), StopToken()).move)
    )
    thread.start()
    while not players:
        time.sleep(0.001)
    assert players[0].begun.wait(20)
    engines.at("b", BLACK, "x")
    time.sleep(0.05)
    players[0].go.set()
    thread.join(20)
    assert moves == [0]
    assert players[0].closed.wait(20), "and is let go afterwards"


def test_a_machine_that_left_begins_anew_and_leaves_again():
    players = [Slow(), Slow()]
    for player in players:
        player.go.set()
    engines = EngineCache(lambda spec: next(each for each in players if not each.starts), 1)
    machine = engines.at("a", BLACK, "x")
    machine.choose(Board(3), BLACK, Limit(), StopToken())
    machine.retire()
    assert players[0].closed.is_set()
    machine.choose(Board(3), BLACK, Limit(), StopToken())  # its turn had been waiting
    assert [player.starts for player in players] == [1, 1]
    assert players[1].closed.is_set()


@pytest.mark.parametrize(
    "spec",
    [
        "level:n=3",
        "level:n=15",
        "hexmate:time=1,visits=10",
        "uct",
        "uct:time=1,visits=100",
        "negamax:eval=hexproject,depth=3",
        "engine:Ours",
    ],
)
def test_players_that_may_be_chosen(spec):
    catalogue = Catalogue([EngineSettings(name="Ours", spec="random")])
    assert catalogue.check(spec) == spec
    catalogue.try_create(spec, Board(5))


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["offset", "square", "triangle"])
def test_networks_are_refused_where_they_cannot_play(shape):
    for spec in ("level:n=11", "hexmate:visits=1"):
        with pytest.raises(Refusal, match="hex shape"):
            Catalogue().try_create(spec, Board(3, shape=shape))
    Catalogue().try_create("level:n=10", Board(3, shape=shape))


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "deepblue",
        "engine:None",
        "file:bot.py",
        "htp:sh -c true",
        "uct:memory=64",
        "uct:threads=9",
        "uct:time=1e9",
        "uct:time=nan",
        "uct:time=",
        "level:n=0",
        "level:n=16",
        "mcts",
        "hexmate:net=other.onnx",
        "hexmate:device=cuda",
        "x" * 500,
    ],
)
def test_players_that_may_not(spec):
    with pytest.raises(Refusal) as refused:
        Catalogue().check(spec)
    assert refused.value.code == "player"


def test_without_onnx_runtime_the_rest_is_offered(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    catalogue = Catalogue()
    level, *others = catalogue.offers
    assert (level.levels, level.hex_levels) == (tuple(range(1, 11)), ())
    assert level.trained is None
    assert [offer.spec for offer in others[:2]] == ["uct", "negamax"]
    assert "hexmate" not in [offer.spec for offer in others]
    for spec in ("hexmate", "level:n=11"):
        with pytest.raises(Refusal, match=r"pip install 'hexmate\[nets\]'"):
            catalogue.check(spec)
    catalogue.try_create(catalogue.check("level:n=10"), Board(5))
    with pytest.raises(Refusal, match="ONNX Runtime"):
        catalogue.check_analysis("hexmate")
    with pytest.raises(Refusal, match="ONNX Runtime"):
        catalogue.try_create("level:n=15", Board(5))
    assert catalogue.adviser("hexmate:time=1", "hex") == "uct:time=1"


@pytest.mark.parametrize(
    ("spec", "shape", "gives"),
    [
        ("hexmate:time=2", "hex", "hexmate:time=2"),
        ("hexmate:time=2", "triangle", "uct:time=1"),
        ("level:n=12", "square", "uct:time=1"),
        ("negamax:depth=3", "square", "negamax:depth=3"),
        ("engine:Ours", "square", "engine:Ours"),
    ],
)
def test_who_gives_hints(spec, shape, gives):
    assert Catalogue([EngineSettings(name="Ours", spec="random")]).adviser(spec, shape) == gives
