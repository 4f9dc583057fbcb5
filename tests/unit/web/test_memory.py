"""Memory that is returned when the server has become quiet."""

import asyncio
import gc
import time
import weakref

from support.patience import PATIENCE

from hexmate.web.engines import memory


class Cycle:
    def __init__(self) -> None:
        self.itself = self


def work(seconds: float) -> None:
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass


def test_cycles_are_collected_once_a_busy_server_is_quiet(monkeypatch):
    monkeypatch.setattr(memory, "_PACE", 0.01)
    monkeypatch.setattr(memory, "_WORK", 0.05)
    monkeypatch.setattr(memory, "_QUIET", 50)  # other threads of the tests may work meanwhile
    collect, collections = gc.collect, []
    monkeypatch.setattr(memory.gc, "collect", lambda: collections.append(collect()))

    async def test() -> None:
        tidying = asyncio.create_task(memory.tidy_when_quiet())
        await asyncio.sleep(0)
        left = weakref.ref(Cycle())
        gc.disable()
        try:
            work(0.1)
            while not collections:
                await asyncio.sleep(0.01)
        finally:
            gc.enable()
            tidying.cancel()
        assert left() is None

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_a_server_that_did_nothing_or_works_is_left_alone(monkeypatch):
    monkeypatch.setattr(memory, "_PACE", 0.01)
    tidied = []
    monkeypatch.setattr(memory, "_tidy", lambda: tidied.append(1))

    async def test(quiet: float, least: float) -> None:
        monkeypatch.setattr(memory, "_QUIET", quiet)
        monkeypatch.setattr(memory, "_WORK", least)
        tidying = asyncio.create_task(memory.tidy_when_quiet())
        for _ in range(5):
            work(0.01)
            await asyncio.sleep(0.02)
        tidying.cancel()

    asyncio.run(test(quiet=1e9, least=1e9))
    asyncio.run(test(quiet=0, least=0))
    assert not tidied
