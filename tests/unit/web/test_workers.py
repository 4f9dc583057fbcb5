"""The pool for long work: fair between visitors, bounded, and never stuck."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

import pytest

from hexmate.web.errors import Refusal
from hexmate.web.workers import FairPool, Visitor

ANN: Visitor = ("10.0.0.1", "ann")
BEN: Visitor = ("10.0.0.1", "ben")
CAT: Visitor = ("10.0.0.2", "cat")


class Bench:
    """A pool whose first job blocks it, and the order in which the others ran."""

    def __init__(self, **options: float) -> None:
        self.pool = FairPool(1, **options)  # type: ignore[arg-type]
        self.done: list[str] = []
        self._gate = threading.Event()
        self._begun = threading.Event()

    async def block(self) -> asyncio.Task[None]:
        """Occupy the only thread until `release`."""
        blocked = asyncio.create_task(self.pool.run(("0", ""), self._wait))
        await asyncio.to_thread(self._begun.wait)
        return blocked

    def _wait(self) -> None:
        self._begun.set()
        assert self._gate.wait(30)

    def release(self) -> None:
        self._gate.set()

    async def add(self, visitor: Visitor, name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(self.pool.run(visitor, self.done.append, name))
        await asyncio.sleep(0)  # the task runs up to its place in the queue
        return task

    async def end(self, *tasks: asyncio.Task[None]) -> list[object]:
        self.release()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.close()
        return list(results)


def played(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(test(), 30)

    asyncio.run(limited())


def test_visitors_take_turns() -> None:
    async def test() -> None:
        bench = Bench()
        tasks = [await bench.block()]
        for visitor, name in [(ANN, "a1"), (ANN, "a2"), (ANN, "a3"), (BEN, "b1"), (CAT, "c1")]:
            tasks.append(await bench.add(visitor, name))
        await bench.end(*tasks)
        assert bench.done == ["a1", "c1", "b1", "a2", "a3"]

    played(test)


def test_the_visitor_who_used_least_time_goes_first() -> None:
    async def test() -> None:
        bench = Bench()
        tasks = [await bench.block()]
        busy = asyncio.create_task(bench.pool.run(ANN, _use, 0.05))
        await asyncio.sleep(0)
        tasks += [busy, await bench.add(ANN, "a1"), await bench.add(ANN, "a2")]
        for name in ("c1", "c2", "c3"):
            tasks.append(await bench.add(CAT, name))
        tasks.append(await bench.add(BEN, "b1"))
        await bench.end(*tasks)
        assert bench.done == ["c1", "c2", "c3", "b1", "a1", "a2"]

    played(test)


def _use(seconds: float) -> None:
    """Use processor time."""
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        pass


def test_results_and_exceptions_reach_the_caller() -> None:
    async def test() -> None:
        pool = FairPool()
        assert await pool.run(ANN, divmod, 7, 3) == (2, 1)
        with pytest.raises(ZeroDivisionError):
            await pool.run(ANN, divmod, 7, 0)
        with pytest.raises(TimeoutError):
            await pool.run(ANN, _time_out)
        await pool.close()

    played(test)


def test_a_result_that_comes_with_the_deadline_is_no_other_error() -> None:
    async def test() -> None:
        pool = FairPool(seconds=0.2)
        loop, held = asyncio.get_running_loop(), threading.Event()

        def hold() -> None:
            held.set()
            time.sleep(0.05)  # the work ends
            loop.call_soon(time.sleep, 0.3)  # its result and the deadline are noticed together

        def work() -> None:
            loop.call_soon_threadsafe(hold)
            held.wait()

        with pytest.raises(Refusal):
            await pool.run(ANN, work)
        await pool.close()

    played(test)


def _time_out() -> None:
    raise TimeoutError


def test_one_visitor_may_have_only_so_many_jobs_waiting() -> None:
    async def test() -> None:
        bench = Bench(per_visitor=2)
        tasks = [await bench.block()]
        tasks += [await bench.add(ANN, name) for name in "123"]
        tasks.append(await bench.add(BEN, "b"))
        results = await bench.end(*tasks)
        assert bench.done == ["1", "b", "2"]
        assert isinstance(results[3], Refusal)
        assert (results[3].status, results[3].code) == (429, "too_many")

    played(test)


def test_a_full_queue_drops_the_newest_job_of_the_busiest_address() -> None:
    async def test() -> None:
        bench = Bench(in_all=3)
        tasks = [await bench.block()]
        for visitor, name in [(ANN, "a1"), (ANN, "a2"), (BEN, "b1")]:
            tasks.append(await bench.add(visitor, name))
        tasks.append(await bench.add(CAT, "c1"))  # takes the place of a2
        tasks.append(await bench.add(ANN, "a3"))  # no place: its own address is the busiest
        results = await bench.end(*tasks)
        assert bench.done == ["a1", "c1", "b1"]
        codes = [each.code for each in results if isinstance(each, Refusal)]
        assert codes == ["busy", "busy"]

    played(test)


def test_a_job_that_waits_too_long_is_refused_and_never_runs() -> None:
    async def test() -> None:
        bench = Bench(seconds=0.05)
        blocked = await bench.block()
        late = await bench.add(ANN, "late")
        with pytest.raises(Refusal, match="no result in"):
            await late
        with pytest.raises(Refusal, match="no result in"):
            await blocked
        await bench.end()
        assert bench.done == []

    played(test)


def test_a_cancelled_caller_frees_its_turn() -> None:
    async def test() -> None:
        bench = Bench()
        blocked = await bench.block()
        gone, stays = await bench.add(ANN, "gone"), await bench.add(ANN, "stays")
        gone.cancel()
        await asyncio.wait([gone])
        await bench.end(blocked, stays)
        assert bench.done == ["stays"]

    played(test)


def test_closing_refuses_what_waits_and_finishes_what_runs() -> None:
    async def test() -> None:
        bench = Bench()
        blocked, waiting = await bench.block(), await bench.add(ANN, "waiting")
        closing = asyncio.create_task(bench.pool.close())
        with pytest.raises(Refusal, match="stopping"):
            await waiting
        assert not blocked.done()
        bench.release()
        await closing
        await blocked

    played(test)
