"""The watchdog of the event loop: what it reports, and that a busy machine is not a fault."""

import asyncio
import gc
import logging
import mmap
import os
import resource
import sys
import threading
import time
from dataclasses import replace

import httpx
import pytest
from starlette.routing import Route
from support.patience import PATIENCE
from support.web_served import blamed, served
from support.web_server import _worked

from hexmate.web.models.people import Health
from hexmate.web.routes import health
from hexmate.web.watchdog import LIMIT, HeldLoop, LoopWatchdog, asked


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def watched(work, watchdog=None, factory=None) -> list[HeldLoop]:
    """What a watchdog reports while a coroutine runs."""
    held: list[HeldLoop] = []
    watchdog = watchdog or LoopWatchdog(report=held.append)

    async def body():
        watchdog.arm()
        try:
            await asyncio.sleep(0)
            await work()
            await asyncio.sleep(0)  # a callback is reported at its end
        finally:
            watchdog.disarm()

    with asyncio.Runner(loop_factory=watchdog.loop_factory(factory)) as runner:
        runner.run(body())
    return held


def faults(held: list[HeldLoop]) -> list[HeldLoop]:
    return [each for each in held if each.is_fault(LIMIT)]


@pytest.mark.parametrize("hold", [burn, time.sleep])
def test_a_task_that_holds_the_loop_is_a_fault(hold):
    async def holding():
        await asyncio.sleep(0)
        hold(0.08)
        await asyncio.sleep(0)

    async def work():
        await asyncio.create_task(holding())

    (found,) = faults(watched(work))
    assert found.name.endswith("holding")
    assert "test_watchdog.py" in found.where
    assert found.held > 0.07
    assert (found.processor > 0.07) == (hold is burn)
    assert _worked(f"{found}; 3 more since the last line") == pytest.approx(
        found.processor, abs=6e-4
    )


@pytest.mark.parametrize("schedule", ["call_soon", "call_soon_threadsafe", "call_later", "call_at"])
def test_a_callback_that_holds_the_loop_is_a_fault(schedule):
    async def work():
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def hold():
            burn(0.06)
            done.set()

        when = {"call_later": (0.0,), "call_at": (loop.time(),)}.get(schedule, ())
        getattr(loop, schedule)(*when, hold)
        await done.wait()

    (found,) = faults(watched(work))
    assert found.name.endswith("hold")


def test_loops_of_asyncio_are_watched_as_well():
    async def work():
        await asyncio.sleep(0.001)
        burn(0.06)

    assert len(faults(watched(work, factory=asyncio.SelectorEventLoop))) == 1


def test_short_callbacks_are_no_fault_however_many():
    async def work():
        for _ in range(20):
            burn(0.005)
            await asyncio.sleep(0)

    assert faults(watched(work)) == []


def test_waiting_for_other_threads_of_python_is_no_fault():
    over = threading.Event()

    def compute():
        while not over.is_set():
            sum(range(1000))

    threads = [threading.Thread(target=compute) for _ in range(6)]

    async def work():
        for _ in range(5):
            burn(0.015)
            await asyncio.sleep(0)

    for thread in threads:
        thread.start()
    try:
        held = watched(work)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert faults(held) == []


@pytest.mark.slow
def test_a_collection_of_garbage_is_told_apart():
    kept = [[number] for number in range(400_000)]

    async def work():
        gc.collect()
        gc.collect()

    seen: list[HeldLoop] = []
    watched(work, LoopWatchdog(0.001, report=seen.append))
    assert any(each.processor < each.collecting > 0.001 for each in seen)
    assert len(kept) == 400_000


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts them for a thread")
def test_memory_read_back_from_disk_is_counted(tmp_path):
    page = mmap.PAGESIZE
    with (tmp_path / "pages").open("wb+") as file:
        file.write(bytes(64 * page))
        file.flush()
        os.fsync(file.fileno())
        with mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as pages:
            pages.madvise(mmap.MADV_RANDOM)

            async def work():
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                before = resource.getrusage(resource.RUSAGE_THREAD).ru_majflt
                assert sum(pages[page * number] for number in range(64)) == 0
                nonlocal read
                read = resource.getrusage(resource.RUSAGE_THREAD).ru_majflt - before
                burn(0.002)

            read = 0
            held: list[HeldLoop] = []
            watched(work, LoopWatchdog(0.002, report=held.append))
    if not read:
        pytest.skip("this file system keeps its files in memory")
    assert max(each.faults for each in held) >= read


@pytest.mark.parametrize(
    ("held", "fault"),
    [
        (HeldLoop("f", "x.py:1", wall=0.06, processor=0.055), True),
        (HeldLoop("f", "x.py:1", wall=0.90, processor=0.045, queued=0.855), False),
        (HeldLoop("f", "x.py:1", wall=0.90, processor=0.045, collecting=0.85), False),
        (HeldLoop("f", "x.py:1", wall=0.20, processor=0.001, waits=1), True),
        (HeldLoop("f", "x.py:1", wall=0.20, processor=0.020, waits=36), False),
        (HeldLoop("f", "x.py:1", wall=0.20, processor=0.001, waits=0), False),  # not counted here
        (HeldLoop("f", "x.py:1", wall=0.20, processor=0.001, waits=1, faults=1), False),
        (HeldLoop("f", "x.py:1", wall=0.20, processor=0.055, waits=1, faults=1), True),
        (HeldLoop("f", "x.py:1", wall=0.06, processor=0.055, request="GET /x/{y:path}"), True),
    ],
)
def test_what_is_a_fault(held, fault):
    assert held.is_fault(LIMIT) is fault
    assert _worked(str(held)) == pytest.approx(held.processor)


def test_a_call_that_blocks_is_seen_by_another_thread():
    held: list[HeldLoop] = []
    watchdog = LoopWatchdog(report=held.append)

    def block():
        watchdog._seen = None
        end = time.monotonic() + PATIENCE
        time.sleep(0.06)
        while watchdog._seen is None and time.monotonic() < end:
            time.sleep(0.06)  # a busy machine may keep the other thread from looking

    async def work():
        block()

    watched(work, watchdog)
    (found,) = (each for each in held if each.wall > 0.05)
    assert found.seen
    assert "all threads" not in str(found)
    assert "test_watchdog.py" in found.where


def test_waits_are_blamed_when_they_repeat_at_one_place():
    waited = HeldLoop("f", "x.py:1", wall=0.20, processor=0.001, waits=1)
    worked = HeldLoop("g", "y.py:1", wall=0.20, processor=0.055, waits=1)
    elsewhere = replace(waited, where="x.py:2")
    assert blamed([waited, waited, elsewhere, worked], LIMIT) == [worked]
    assert blamed([waited, waited, elsewhere, waited], LIMIT) == [waited] * 3


def test_the_log_has_one_line_for_many(caplog):
    async def holding():
        burn(0.011)

    async def work():
        for _ in range(5):
            await asyncio.create_task(holding())

    with caplog.at_level(logging.WARNING, "hexmate.web"):
        watched(work, LoopWatchdog(0.01))
    lines = [each for each in caplog.messages if "holding" in each]
    assert len(lines) == 1
    assert "event loop held for" in lines[0]


def test_the_log_has_one_line_for_each_route(caplog):
    async def run_asgi(path: str | None):
        asked.set(
            {"type": "http", "method": "GET", "path": "/1", "route": path and Route(path, burn)}
        )
        burn(0.011)

    async def work():
        for path in ("/a/{b}", "/a/{b}", "/c", None, None):
            await asyncio.create_task(run_asgi(path))

    with caplog.at_level(logging.WARNING, "hexmate.web"):
        watched(work, LoopWatchdog(0.01))
    named = [line.split(" answering ")[1].split(" at ")[0] for line in caplog.messages]
    assert named == ["GET /a/{b}", "GET /c", "GET (no route)"]


def test_a_served_test_fails_if_its_server_holds_the_loop(new_database, monkeypatch):
    def slow_health(**fields):
        burn(0.08)
        return Health(**fields)

    monkeypatch.setattr(health, "Health", slow_health)
    with (
        pytest.raises(
            AssertionError, match=r"event loop held for .*Cycle.run_asgi answering GET /healthz at "
        ),
        served(new_database("sqlite")) as url,
    ):
        assert httpx.get(f"{url}/healthz", timeout=PATIENCE).json() == {"status": "ok"}
