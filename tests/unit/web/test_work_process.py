"""The process for long work: its answers, its end, and its memory."""

import asyncio
import operator
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.patience import PATIENCE

from hexmate.web.errors import Refusal, StoppedWork
from hexmate.web.work_process import WorkError, WorkProcess
from hexmate.web.workers import Visitor, WorkPool

ANN: Visitor = ("10.0.0.1", "ann")

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(scope="module")
def shared():
    process = WorkProcess(PATIENCE)
    yield process
    process.close()


@pytest.fixture
def process():
    process = WorkProcess(PATIENCE)
    yield process
    process.close()


_ERRORS = "__import__('hexmate.web.errors').web.errors"
_REFUSED = f"(_ for _ in ()).throw({_ERRORS}.Refusal(409, 'stale', 'No.', expected=3))"
_HELD = "setattr(__import__('sys'), 'held', b'x' * (64 << 20))"
_FRAMEWORKS = "{'fastapi', 'sqlalchemy', 'pydantic'} & {*__import__('sys').modules}"


def _runs(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_work_runs_in_another_interpreter(shared):
    assert shared.call(operator.add, 2, 3) == 5
    assert shared.call(os.getpid) not in (os.getpid(), shared.call(os.getppid))


def test_it_lets_the_server_go_first(shared):
    assert shared.call(os.nice, 0) == min(19, os.nice(0) + 5)


def test_it_needs_no_framework_to_read_records(shared):
    assert shared.call(eval, f"__import__('hexmate.web.records') and {_FRAMEWORKS}") == set()


def test_a_refusal_arrives_as_it_is(shared):
    with pytest.raises(Refusal) as caught:
        shared.call(eval, _REFUSED)
    assert caught.value.status == 409
    assert caught.value.as_dict() == {"code": "stale", "message": "No.", "expected": 3}


def test_other_errors_and_odd_results_are_told(shared):
    with pytest.raises(WorkError, match="ZeroDivisionError"):
        shared.call(operator.floordiv, 1, 0)
    with pytest.raises(WorkError, match="pickle"):
        shared.call(eval, "lambda: 0")
    assert shared.call(operator.add, 2, 3) == 5


def test_what_prints_does_not_disturb_the_answers(shared):
    assert shared.call(print, "hello") is None
    assert shared.call(os.system, "echo hello") == 0


def test_a_request_that_cannot_be_sent_leaves_nothing_in_the_pipe(shared):
    nested: list = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(Refusal) as caught:
        shared.call(len, ["x" * 200_000, nested])
    assert (caught.value.status, caught.value.code) == (422, "record")
    assert shared.call(operator.add, 2, 3) == 5


def test_an_object_is_kept_until_it_is_dropped(shared):
    key, other = shared.key(), shared.key()
    shared.keep(key, list, "ab")
    shared.keep(other, list, "c")
    assert [shared.ask(key, "pop"), shared.ask(key, "pop"), shared.ask(other, "pop")] == [*"bac"]
    shared.drop(key)
    with pytest.raises(Refusal, match="busy"):
        shared.ask(key, "pop")
    assert shared.ask(other, "copy") == []


def test_an_object_that_is_dropped_before_it_is_made_is_not_kept(shared):
    shared.drop(key := shared.key())
    shared.keep(key, list, "ab")
    with pytest.raises(Refusal, match="busy"):
        shared.ask(key, "pop")


def test_a_pool_drops_what_its_visitor_no_longer_waits_for():
    async def test() -> None:
        pool = WorkPool(seconds=PATIENCE)
        await pool.run(ANN, int)

        async def use() -> None:
            async with pool.kept(ANN, time.sleep, 0.3):
                raise AssertionError

        using = asyncio.create_task(use())
        await asyncio.sleep(0.1)
        using.cancel()
        with pytest.raises(asyncio.CancelledError):
            await using
        assert len(pool._process._dropped) == 1
        await pool.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_work_that_takes_too_long_is_stopped_and_the_next_is_done():
    process = WorkProcess(0.2)
    try:
        with pytest.raises(Refusal) as caught:
            process.call(sum, range(10**12))
        assert (caught.value.status, caught.value.code) == (503, "busy")
        assert process.processor >= 0.2  # its visitor pays for it
        process._seconds = PATIENCE
        assert process.call(operator.add, 2, 3) == 5
    finally:
        process.close()


@linux_only
def test_a_process_that_does_not_stop_itself_is_ended(monkeypatch):
    monkeypatch.setattr("hexmate.web.work_process._FAREWELL", 0.2)
    process = WorkProcess(PATIENCE)
    try:
        pid = process.call(os.getpid)
        process._seconds = 0.1
        with pytest.raises(StoppedWork):
            process.call(os.kill, pid, signal.SIGSTOP)
    finally:
        process.close()


def test_a_process_that_died_is_replaced(process, caplog):
    process.keep(key := process.key(), list, "ab")
    with pytest.raises(StoppedWork, match="busy"):
        process.call(os._exit, 7)
    assert "status 7" in caplog.text
    with pytest.raises(Refusal, match="busy"):
        process.ask(key, "pop")
    assert process.call(operator.add, 2, 3) == 5


@linux_only
def test_a_process_that_has_grown_is_replaced(process):
    first = process.call(os.getpid)
    process.tidy()
    assert process.call(os.getpid) == first
    process.keep(key := process.key(), bytearray, b"x" * 64 * 1024 * 1024)
    process.tidy()
    assert process.ask(key, "__len__") == 64 * 1024 * 1024  # not while it is needed
    process.call(eval, _HELD)
    process.drop(key)
    process.tidy()
    assert process.call(os.getpid) != first
    assert not _runs(first)


def test_it_waits_for_the_first_request_before_it_imports_anything(process):
    process.start()
    assert process._child is not None
    assert process._child.poll() is None
    assert process.call(operator.add, 2, 3) == 5


def test_closing_ends_what_runs(process):
    async def test() -> None:
        process.call(int)
        running = asyncio.create_task(asyncio.to_thread(process.call, time.sleep, 10 * PATIENCE))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(process.close)
        with pytest.raises(Refusal):
            await running
        with pytest.raises(Refusal, match="stopping"):
            process.call(int)

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


@linux_only
def test_it_ends_with_the_server():
    code = (
        "from hexmate.web.work_process import WorkProcess; import os;"
        "process = WorkProcess(); print(process.call(os.getpid), flush=True);"
        "os.kill(os.getpid(), 9)"
    )
    told = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    end = time.monotonic() + PATIENCE
    while _runs(int(told.stdout)):
        assert time.monotonic() < end
        time.sleep(0.01)


@linux_only
def test_a_pool_shares_the_process_and_returns_its_memory(monkeypatch):
    monkeypatch.setattr("hexmate.web.workers._QUIET", 0.05)

    async def test() -> None:
        pool = WorkPool(seconds=PATIENCE)
        async with pool.kept(ANN, list, "ab") as letters:
            first = await pool.run(ANN, os.getpid)
            assert await letters.ask("pop") == "b"
        await pool.run(ANN, eval, _HELD)
        while _runs(first):
            await asyncio.sleep(0.01)
        assert await pool.run(ANN, operator.add, 2, 3) == 5
        await pool.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))
