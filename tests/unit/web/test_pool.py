"""The search pool, the engine cache and the catalogue."""

import asyncio
import threading
import time
from contextlib import nullcontext

import pytest
from support.patience import kept
from support.web_room import until

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.errors import ModelError, PlayerError
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.stopping import StopToken
from hexmate.web.engines import cache, pool
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
async def test_only_a_limited_number_search_at_once(searches):
    works = [Work(number) for number in range(4)]
    jobs = [searches.submit(work, work.stop) for work in works]
    await until(lambda: works[0].began.is_set() and works[1].began.is_set())
    await asyncio.sleep(0.05)
    assert not works[2].began.is_set()
    works[1].end.set()
    assert await jobs[1].result == 1
    await until(works[2].began.is_set)
    assert not works[3].began.is_set()
    for work in works:
        work.end.set()
    assert [await job.result for job in jobs] == [0, 1, 2, 3]


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


@with_pool(8, patience=0.05)
async def test_nothing_is_hurried_while_slots_are_free(searches):
    """The fifth analysis of one person waits for the other four, not for a slot."""
    works = [Work(number) for number in range(pool._MOST_STARTED_EACH + 1)]
    jobs = [searches.submit(work, work.stop, owner="Ada", urgent=False) for work in works]
    await until(lambda: all(work.began.is_set() for work in works[:-1]))
    await asyncio.sleep(0.3)
    assert searches.has_waiting
    assert not any(work.stops for work in works)
    for work in works:
        work.end.set()
    assert [await job.result for job in jobs] == [work.result for work in works]


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
async def test_a_search_that_yields_resumes_afterwards(searches):
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
async def test_a_search_that_yields_may_be_dropped_meanwhile(searches):
    polite, game = Polite(), Work("game")
    polite.job = searches.submit(polite, polite.asked.set, urgent=False)
    searches.submit(game, game.stop)
    await until(game.began.is_set)
    polite.job.cancel()
    game.end.set()
    await until(lambda: searches.busy == 0)
    assert not polite.end.is_set()


@with_pool(1)
async def test_a_search_dropped_before_it_yields_frees_its_slot(searches):
    polite, next_one = Polite(), Work("next")
    next_one.end.set()
    polite.job = searches.submit(polite, polite.asked.set, urgent=False)
    await until(lambda: polite.steps > 3)
    polite.job.cancel()
    assert await searches.submit(next_one, next_one.stop, urgent=False).result == "next"


def test_a_yielding_player_searches_for_all_of_its_time():
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
    courteous = YieldingPlayer(lambda: nullcontext(inner), lambda: not ways.append("way"))
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
async def test_people_take_turns(searches):
    """However much one of them wants."""
    first = Work()
    searches.submit(first, first.stop, owner="ada")
    begun = []
    for owner in ["ada"] * 5 + ["bob"] * 2 + ["eve"]:
        searches.submit(lambda owner=owner: begun.append(owner), lambda: None, owner=owner)
    first.end.set()
    await until(lambda: len(begun) == 8)
    assert begun == ["ada", "bob", "eve", "ada", "bob", "ada", "ada", "ada"]


@with_pool(1, patience=0.02)
async def test_one_person_begins_only_so_many_analyses(searches):
    """Those that began share the slot; the threads of all are bounded, and others get theirs."""
    ada = [Polite() for _ in range(8)]
    for polite in ada:
        polite.job = searches.submit(polite, polite.asked.set, owner="ada", urgent=False)
    await until(lambda: sum(polite.steps > 0 for polite in ada) == 4)
    bob = Polite()
    bob.job = searches.submit(bob, bob.asked.set, owner="bob", urgent=False)
    await until(lambda: bob.breaks > 2)
    assert [polite.steps > 0 for polite in ada] == [True] * 4 + [False] * 4
    for polite in (*ada, bob):
        polite.end.set()
    assert await bob.job.result == "done"
    for polite in ada:
        assert await polite.job.result == "done"


@with_pool(1)
async def test_a_slow_stop_delays_no_other(searches):
    """An engine that stops its keeper takes seconds to be stopped; the loop continues meanwhile."""
    work, stopping = Work(), threading.Event()

    def stop():
        stopping.set()
        assert work.end.wait(20)

    job = searches.submit(work, stop)
    await until(work.began.is_set)
    job.hurry()
    await until(stopping.is_set)
    work.end.set()
    assert await job.result == "best so far"


@with_pool(1)
async def test_a_waiting_job_is_told_when_it_begins(searches):
    works, begun = [Work(), Work()], []
    jobs = [searches.submit(work, work.stop) for work in works]
    assert [job.waits for job in jobs] == [False, True]
    jobs[1].on_begin = lambda: begun.append(jobs[1].waits)
    works[0].end.set()
    await until(works[1].began.is_set)
    assert begun == [False]
    works[1].end.set()
    await jobs[1].result


@with_pool(1)
async def test_a_search_has_its_time(searches):
    work = Work()
    began = time.monotonic()
    assert await searches.submit(work, work.stop, seconds=0.2).result == "best so far"
    seconds = time.monotonic() - began
    assert seconds > 0.15
    assert kept(10, seconds)


@with_pool(1, patience=0.1)
async def test_a_player_that_does_not_answer_loses_its_slot(searches):
    searches.stopping = 0.2
    deaf, other = Work(deaf=True), Work("other")
    other.end.set()
    lost = searches.submit(deaf, deaf.stop)
    assert await searches.submit(other, other.stop).result == "other"
    with pytest.raises(UnresponsivePlayer):
        await lost.result
    deaf.end.set()


@with_pool(1)
async def test_an_unwanted_search_is_stopped_or_never_begun(searches):
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
async def test_a_failure_reaches_the_caller(searches):
    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await searches.submit(fail, lambda: None).result


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
        raise RuntimeError("third-party players may")

    def close(self):
        self.closed.set()


def quick_players(count):
    players = [Slow() for _ in range(count)]
    for player in players:
        player.go.set()
    return players


def move_of(engine):
    return engine.choose(Board(3), BLACK, Limit(), StopToken()).move


def test_only_so_many_players_are_kept():
    made = iter(players := quick_players(4))
    engines = EngineCache(lambda spec: next(made), 2)
    one = engines.at("a", BLACK, "x")
    assert engines.at("a", BLACK, "x") is one
    for game in "abc":
        move_of(engines.at(game, BLACK, "x"))
    assert players[0].closed.wait(20), "the least recently used"
    assert not players[1].closed.is_set()
    move_of(one)
    assert players[3].starts == 1, "it begins anew"
    assert players[1].closed.wait(20)
    engines.leave("a")
    assert players[3].closed.wait(20)
    engines.close()
    assert players[2].closed.wait(20)


def test_a_search_keeps_its_player_when_others_need_the_room():
    slow, quick = players = [Slow(), *quick_players(1)]
    made = iter(players)
    engines = EngineCache(lambda spec: next(made), 1)
    machine = engines.at("a", BLACK, "x")
    moves = []
    thread = threading.Thread(target=lambda: moves.append(move_of(machine)))
    thread.start()
    assert slow.begun.wait(20)
    move_of(engines.at("b", BLACK, "x"))
    assert quick.starts == 1
    time.sleep(0.05)
    slow.go.set()
    thread.join(20)
    assert moves == [0]
    assert slow.closed.wait(20), "and is let go afterwards"


def test_a_machine_that_left_begins_anew_and_leaves_again():
    made = iter(players := quick_players(2))
    machine = EngineCache(lambda spec: next(made), 1).at("a", BLACK, "x")
    move_of(machine)
    machine.leave()
    assert players[0].closed.is_set()
    move_of(machine)  # its turn had been waiting
    assert [player.starts for player in players] == [1, 1]
    assert players[1].closed.is_set()


def test_a_player_that_failed_is_not_used_again():
    made = iter(players := quick_players(2))
    engine = EngineCache(lambda spec: next(made), 2).at("a", None, "x")
    with pytest.raises(ZeroDivisionError), engine.player():
        raise ZeroDivisionError
    assert players[0].closed.is_set()
    with engine.player() as player:
        assert player is players[1]
    with engine.player() as player:
        assert player is players[1], "one that did not fail is kept"


def test_a_player_that_is_not_used_leaves_memory(monkeypatch):
    monkeypatch.setattr(cache, "_SWEEP", 0.01)
    made = iter(players := quick_players(1))

    async def test():
        engines, someone_there = EngineCache(lambda spec: next(made), 2, idle=0.05), []
        engines.is_attended = someone_there.__contains__
        sweeping = asyncio.create_task(engines.sweep())
        engine = engines.at("a", None, "x")
        with engine.player():
            await asyncio.sleep(0.2)
            assert not players[0].closed.is_set(), "it is in use"
            someone_there.append("a")
        await asyncio.sleep(0.2)
        assert not players[0].closed.is_set(), "someone is at its game"
        someone_there.clear()
        await until(players[0].closed.is_set)
        sweeping.cancel()

    asyncio.run(test())


def test_an_engine_that_never_ends_a_search_is_an_error_and_can_be_replaced(monkeypatch):
    monkeypatch.setattr(cache, "_STILL_BUSY", 0.05)
    monkeypatch.setattr(cache, "_LAST_SEARCH", 0.05)
    stuck = Slow()
    made = iter([stuck, *quick_players(1)])
    engines = EngineCache(lambda spec: next(made), 2)
    engine = engines.at("a", None, "x")
    ended = []

    def search():
        with pytest.raises(AssertionError):
            move_of(engine)
        ended.append(True)

    thread = threading.Thread(target=search)
    thread.start()
    assert stuck.begun.wait(20)
    with pytest.raises(PlayerError, match="has not ended its last search"), engine.player():
        pass
    engines.discard(engine)
    assert stuck.closed.wait(20)
    assert move_of(engines.at("a", None, "x")) == 0
    stuck.go.set()
    thread.join(20)
    assert ended == [True]


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
        "human:rating=900",
        "human:net=other.onnx",
        "x" * 500,
    ],
)
def test_players_that_may_not(spec):
    with pytest.raises(Refusal) as refused:
        Catalogue().check(spec)
    assert refused.value.code == "player"


def test_without_a_network_the_rest_is_offered(monkeypatch):
    def refuse(*_):
        raise ModelError("networks cannot run here")

    monkeypatch.setattr("hexmate.nets.evaluator.check_device", refuse)
    catalogue = Catalogue()
    level, *others = catalogue.offers
    assert (level.levels, level.hex_levels) == (tuple(range(1, 11)), ())
    assert level.trained is None
    assert [offer.spec for offer in others[:2]] == ["uct", "negamax"]
    assert "hexmate" not in [offer.spec for offer in others]
    for spec in ("hexmate", "level:n=11"):
        with pytest.raises(Refusal, match="cannot run here"):
            catalogue.check(spec)
    catalogue.try_create(catalogue.check("level:n=10"), Board(5))
    with pytest.raises(Refusal, match="cannot run here"):
        catalogue.check_analysis("hexmate")
    with pytest.raises(Refusal, match="cannot run here"):
        catalogue.try_create("level:n=15", Board(5))
    assert catalogue.adviser("hexmate:time=1", "hex") == "uct:time=1"


def test_people_are_offered_by_rating_and_do_not_analyse():
    catalogue = Catalogue()
    offer = next(offer for offer in catalogue.offers if offer.spec == "human")
    assert "rating" in offer.options
    assert (offer.shapes, offer.trained, offer.analyses) == (("hex",), (11, 13, 15, 19), False)
    spec = catalogue.check("human:rating=1600")
    catalogue.try_create(spec, Board(5))
    with pytest.raises(Refusal):
        catalogue.try_create(spec, Board(5, shape="square"))
    with pytest.raises(Refusal, match="cannot analyse"):
        catalogue.check_analysis(spec)
    assert catalogue.adviser(spec, "square") == "uct:time=1"


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
def test_which_player_gives_hints(spec, shape, gives):
    assert Catalogue([EngineSettings(name="Ours", spec="random")]).adviser(spec, shape) == gives
