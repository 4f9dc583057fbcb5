"""The store for the event loop: every call is answered in time, whatever the database does."""

import asyncio
import threading
import time
from contextlib import contextmanager

import pytest

from hexmate.store import NotFoundError, Store, UnavailableError
from hexmate.web.errors import Refusal
from hexmate.web.live import async_store
from hexmate.web.live.async_store import AsyncStore

PATIENCE = 1.0


@contextmanager
def access(patience: float = PATIENCE):
    with Store.open("sqlite://") as store:
        yield AsyncStore(store, patience)


class Stuck:
    """A job that takes as long as the test says."""

    def __init__(self) -> None:
        self.began, self.free = threading.Event(), threading.Event()
        self.done = 0

    def __call__(self, _store: Store) -> str:
        self.began.set()
        self.free.wait(60)
        self.done += 1
        return "late"


async def refusal(call) -> Refusal:
    with pytest.raises(Refusal) as refused:
        await call
    assert (refused.value.status, refused.value.code) == (503, "unavailable")
    return refused.value


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_a_503(caplog):
    async def test(kept: AsyncStore):
        stuck, queued, reader = Stuck(), Stuck(), Stuck()
        await refusal(kept.write(stuck))
        assert stuck.began.is_set()
        began = time.perf_counter()
        await refusal(kept.write(queued))  # at once: it would only wait as well
        assert time.perf_counter() - began < PATIENCE
        await asyncio.sleep(async_store._PAUSE)
        await refusal(kept.write(queued))
        await refusal(kept.read(reader))
        stuck.free.set()
        await asyncio.sleep(async_store._PAUSE)
        assert await kept.write(lambda store: "soon") == "soon"
        assert (stuck.done, queued.done) == (1, 0)
        reader.free.set()
        await kept.close()

    with access() as kept:
        asyncio.run(test(kept))
    assert caplog.text.count("the database is not available") == 1
    assert caplog.text.count("the database is available again") == 1


def test_a_stuck_reader_keeps_no_other_from_reading():
    async def test(kept: AsyncStore):
        stuck = Stuck()
        waiting = asyncio.create_task(kept.read(stuck))
        await asyncio.to_thread(stuck.began.wait)
        assert await kept.read(lambda store: 7) == 7
        stuck.free.set()
        assert await waiting == "late"
        await kept.close()

    with access(30) as kept:
        asyncio.run(test(kept))


def test_an_outage_is_a_503_and_other_errors_are_not():
    def outage(store):
        raise UnavailableError("disk I/O error")

    def nothing(store):
        raise NotFoundError("there is no such game")

    async def test(kept: AsyncStore):
        for call in (kept.read, kept.write):
            with pytest.raises(NotFoundError):
                await call(nothing)
            await refusal(call(outage))
        assert await kept.write(lambda store: "at once") == "at once"  # it was that job alone
        await kept.close()

    with access(30) as kept:
        asyncio.run(test(kept))


def test_writes_pause_while_no_transaction_can_begin(monkeypatch):
    async def test(kept: AsyncStore):
        begin, attempts = kept._store.batch, []

        def locked():
            attempts.append(1)
            raise UnavailableError("database is locked")

        monkeypatch.setattr(kept._store, "batch", locked)
        for _ in range(5):
            await refusal(kept.write(lambda store: 1))
        assert len(attempts) == 1
        monkeypatch.setattr(kept._store, "batch", begin)
        await asyncio.sleep(async_store._PAUSE)
        assert await kept.write(lambda store: 1) == 1
        await kept.close()

    with access(30) as kept:
        asyncio.run(test(kept))


def test_only_so_many_calls_wait(monkeypatch):
    monkeypatch.setattr(async_store, "_MOST_WAITING", 3)

    async def test(kept: AsyncStore):
        stuck = Stuck()
        waiting = [asyncio.create_task(kept.read(stuck)) for _ in range(3)]
        await asyncio.sleep(0)
        await refusal(kept.read(lambda store: 1))
        stuck.free.set()
        assert await asyncio.gather(*waiting) == ["late"] * 3
        assert await kept.read(lambda store: 1) == 1
        await kept.close()

    with access(30) as kept:
        asyncio.run(test(kept))


def test_closing_waits_for_no_database():
    async def test(kept: AsyncStore):
        stuck = Stuck()
        await refusal(kept.write(stuck))
        began = time.perf_counter()
        await kept.close()
        assert time.perf_counter() - began < 20
        stuck.free.set()

    with access() as kept:
        asyncio.run(test(kept))
