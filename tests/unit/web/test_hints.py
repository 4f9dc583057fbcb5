"""Hints: every request is answered, whatever the adviser does."""

import asyncio
import shlex
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support.patience import kept
from support.web_room import Room, given, room, until

from hexmate.errors import PlayerError
from hexmate.web.engines import cache
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.errors import Refusal
from hexmate.web.live.advice import hint
from hexmate.web.settings import EngineSettings

FAULTY = Path(__file__).parents[2] / "mocks" / "faulty.py"
in_a_room = given(room)


def advised_by(here: Room, spec: str, *, answer: float = 20.0, options: str = "") -> None:
    """Make a spec the adviser; a mode of the faulty engine if it starts with one."""
    catalogue = here.services.catalogue
    if spec.startswith("faulty "):
        command = f"htp[{options}]:{shlex.join([sys.executable, str(FAULTY)])} {spec[7:]}"
        catalogue = Catalogue([EngineSettings(name="Bad", spec=command, analyses=True)])
        spec = "engine:Bad"
    here.services = replace(here.services, catalogue=catalogue, adviser=spec, answer_seconds=answer)
    here.services = replace(here.services, engines=cache.EngineCache(catalogue.create, 4))
    here.games.services = here.services


@in_a_room
async def test_a_hint_is_a_move_with_its_evaluation(here: Room):
    advised_by(here, "negamax:depth=1")
    session = await here.session()
    advice = await hint(session, here.ada)
    assert advice["number"] == 1
    assert 0 <= advice["info"]["win_probability"] <= 1
    assert session.game.board.is_legal(session.game.board.parse(advice["move"]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("adviser", "told"),
    [
        ("deepblue", "offers no engine"),
        ("negamax:depth=0", "depth must be at least 1"),
        ("random", "cannot analyse"),
        ("faulty exits --at 0", "ended with status 3"),
        ("faulty hangs --at 0", "did not answer"),
        ("faulty garbage --at 0", "not the protocol|did not answer"),
        ("faulty exits", "cannot analyse"),
        ("faulty exits --analyses", "ended with status 3"),
        ("faulty nonsense --analyses", "found no move"),
    ],
)
def test_a_bad_adviser_is_an_error_each_time(adviser, told):
    @in_a_room
    async def test(here: Room):
        hopeless = "hangs" in adviser or "garbage" in adviser
        advised_by(here, adviser, options=f"patience={0.3 if hopeless else 30}")
        session = await here.session()
        for _ in range(2):
            with pytest.raises(Refusal, match=told) as refused:
                await asyncio.wait_for(hint(session, here.ada), 60)
            assert refused.value.code == "no_hint"
        await until(lambda: here.searches.busy == 0)
        await asyncio.to_thread(here.services.engines.close)

    test()


def test_an_adviser_that_hangs_is_answered_for(monkeypatch):
    """Even one that nothing can stop: the next hint gets another."""
    monkeypatch.setattr(cache, "_LAST_SEARCH", 0.1)
    free = threading.Event()

    @in_a_room
    async def test(here: Room):
        here.searches.stopping = 0.1
        advised_by(here, "negamax:depth=1", answer=0.1)
        patient = replace(here.services, answer_seconds=60.0)
        made = []
        create = here.services.engines._create

        def first_hangs(spec):
            made.append(spec)
            assert len(made) > 1 or free.wait(60)
            return create(spec)

        monkeypatch.setattr(here.services.engines, "_create", first_hangs)
        session = await here.session()
        with pytest.raises(Refusal, match="does not answer") as refused:
            await hint(session, here.ada)
        assert refused.value.code == "no_hint"
        session.services = patient
        assert (await hint(session, here.ada))["number"] == 1
        free.set()

    test()


@in_a_room
async def test_a_hint_that_waits_too_long_is_answered(here: Room):
    advised_by(here, "negamax:depth=1", answer=0.05)
    here.searches._patience = 60.0
    free = threading.Event()
    for _ in range(2):
        here.searches.submit(lambda: free.wait(60), lambda: None)
    session = await here.session()
    try:
        with pytest.raises(Refusal) as refused:
            await hint(session, here.ada)
        assert refused.value.code == "busy"
    finally:
        free.set()


@pytest.mark.slow
def test_closing_an_adviser_does_not_stop_the_loop():
    """One that stops its keeper takes seconds to end."""

    @in_a_room
    async def test(here: Room):
        advised_by(here, "faulty stops_keeper --analyses", options="patience=0.2")
        session = await here.session()
        slowest, ended = [0.0], asyncio.Event()

        async def watch():
            while not ended.is_set():
                before = time.perf_counter()
                await asyncio.sleep(0.01)
                slowest.append(time.perf_counter() - before - 0.01)

        watching = asyncio.create_task(watch())
        with pytest.raises(Refusal):
            await hint(session, here.ada)
        ended.set()
        await watching
        assert kept(0.3, max(slowest))

    test()


def test_an_exception_of_a_player_is_an_error():
    @in_a_room
    async def test(here: Room):
        advised_by(here, "negamax:depth=1")

        def fail(spec):
            raise PlayerError("no such engine")

        here.services.engines._create = fail
        with pytest.raises(Refusal, match="no such engine"):
            await hint(await here.session(), here.ada)

    test()
