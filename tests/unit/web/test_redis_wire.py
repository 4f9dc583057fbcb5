"""The wire over Redis: order, lost messages, and reconnection."""

import asyncio
import contextlib
import sys
from contextlib import asynccontextmanager

import pytest
from support.web_room import until

from hexmate.web.app import create_app
from hexmate.web.live import redis_wire
from hexmate.web.live.redis_wire import RedisWire
from hexmate.web.live.wire import WireError
from hexmate.web.settings import Settings

PATIENCE = 60.0


class WireListener:
    """Records what it receives."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []
        self.times_broken = self.times_restored = 0
        self.missing: set[str] = set()

    def receive(self, channel, text) -> None:
        self.heard.append((channel, text))

    def broken(self) -> None:
        self.times_broken += 1

    def restored(self) -> None:
        self.times_restored += 1

    def lost(self, channels) -> None:
        self.missing |= channels


@asynccontextmanager
async def ends(url: str, count: int = 2, up: bool = True):
    """Both ends of a wire, each with its listener."""
    made = [(RedisWire(url), WireListener()) for _ in range(count)]
    tasks = [asyncio.create_task(wire.run(listener)) for wire, listener in made]
    try:
        if up:
            await until(lambda: all(listener.times_restored for _, listener in made), PATIENCE)
        yield made
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def say_until_heard(wire, listener, channel) -> None:
    """Subscriptions take effect soon, not at once."""
    before = len(listener.heard)
    async with asyncio.timeout(PATIENCE):
        while len(listener.heard) == before:
            wire.send(channel, "?")
            await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)
    listener.heard.clear()


@pytest.mark.parametrize("address", ["url", "socket_url"])
def test_everything_arrives_in_order(redis_server, address):
    async def test():
        async with ends(getattr(redis_server, address)) as ((one, _), (two, listener)):
            two.subscribe("c")
            two.subscribe("d")
            await say_until_heard(one, listener, "c")
            said = [("cd"[number % 2], f"é{number}") for number in range(2000)]
            for channel, text in said:
                one.send(channel, text)
            one.send("e", "no listener")
            await until(lambda: len(listener.heard) == 2000, PATIENCE)
            assert listener.heard == said
            two.unsubscribe("c")
            two.unsubscribe("d")
            await asyncio.sleep(0.2)
            one.send("c", "unheard")
            await asyncio.sleep(0.2)
            assert len(listener.heard) == 2000

    asyncio.run(test())


def test_a_redis_that_comes_back_is_found_again(redis_server):
    async def test():
        async with ends(redis_server.url) as ((one, speaker), (two, listener)):
            two.subscribe("c")
            await say_until_heard(one, listener, "c")
            redis_server.kill()
            one.send("c", "into the void")
            await asyncio.sleep(0.3)
            one.send("d", "into the void, too")
            two.subscribe("d")
            assert listener.heard == []
            redis_server.start()
            await until(lambda: speaker.times_restored == listener.times_restored == 2, PATIENCE)
            await until(lambda: {"c", "d"} <= speaker.missing, PATIENCE)
            assert speaker.times_broken == listener.times_broken == 1
            for channel in "cd":
                await say_until_heard(one, listener, channel)

    asyncio.run(test())


def test_a_redis_that_was_never_there_delays_no_client(redis_server, caplog):
    async def test():
        redis_server.kill()
        async with ends(redis_server.url, up=False) as ((one, _), (two, listener)):
            for _ in range(20_000):
                one.send("c", "x" * 100)
            two.subscribe("c")
            await until(lambda: "no Redis" in caplog.text, PATIENCE)
            await asyncio.sleep(1)
            assert caplog.text.count("no Redis") == 2  # once for each end
            redis_server.start()
            await say_until_heard(one, listener, "c")

    asyncio.run(test())


def test_a_redis_that_says_nothing_is_given_up(redis_server, monkeypatch):
    monkeypatch.setattr(redis_wire, "_PULSE", 0.1)
    monkeypatch.setattr(redis_wire, "_LIFELESS", 1.0)
    monkeypatch.setattr(redis_wire, "_PATIENCE", 1.0)

    async def test():
        async with ends(redis_server.url) as ((one, _), (two, listener)):
            two.subscribe("c")
            await say_until_heard(one, listener, "c")
            redis_server.freeze()
            await until(lambda: not one._up and not two._up, PATIENCE)
            redis_server.thaw()
            await say_until_heard(one, listener, "c")
            assert listener.times_restored >= 2

    asyncio.run(test())


def test_a_wire_that_fails_while_it_is_cancelled_ends(redis_server, monkeypatch):
    """The error and the cancellation come in the same turn of the event loop."""

    async def test():
        failing = asyncio.get_running_loop().create_future()

        async def fails(self, subscription, listener):
            await failing

        monkeypatch.setattr(RedisWire, "_receive", fails)
        listener = WireListener()
        task = asyncio.create_task(RedisWire(redis_server.url).run(listener))
        await until(lambda: listener.times_restored, PATIENCE)
        await asyncio.sleep(0.1)
        failing.set_exception(OSError("gone"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait_for(asyncio.wait([task]), PATIENCE)
        assert task.cancelled()

    asyncio.run(test())


@pytest.mark.parametrize("method", ["_send_batch", "_receive"])
def test_a_wire_whose_library_swallows_the_cancellation_ends(redis_server, monkeypatch, method):
    async def test():
        library = getattr(RedisWire, method)
        waiting = asyncio.Event()

        async def swallows(self, *arguments):
            waiting.set()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            await library(self, *arguments)

        monkeypatch.setattr(RedisWire, method, swallows)
        task = asyncio.create_task(RedisWire(redis_server.url).run(WireListener()))
        await asyncio.wait_for(waiting.wait(), PATIENCE)
        task.cancel()
        await asyncio.wait_for(asyncio.wait([task]), PATIENCE)
        assert task.cancelled()

    asyncio.run(test())


def test_more_than_can_be_carried_is_reported_as_lost(redis_server, monkeypatch):
    monkeypatch.setattr(redis_wire, "_MOST_WAITING", 10)

    async def test():
        async with ends(redis_server.url, 1) as ((one, listener),):
            for number in range(30):
                one.send(f"c{number}", "x")
            await until(lambda: len(listener.missing) == 20, PATIENCE)
            assert listener.times_restored == 1

    asyncio.run(test())


def test_without_its_library_there_is_one_clear_error(monkeypatch):
    monkeypatch.delitem(sys.modules, "hexmate.web.live.redis_wire")
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(WireError, match=r"hexmate\[redis\]"):
        create_app(Settings(broadcast="redis://host"))


@pytest.mark.parametrize("url", ["redis://host:port", "rediss://host?db=x"])
def test_an_address_that_leads_nowhere(url):
    with pytest.raises(WireError, match="invalid broadcast URL"):
        create_app(Settings(broadcast=url))
