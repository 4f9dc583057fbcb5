"""Answers that are computed by one and shown to all."""

import asyncio

import pytest

from hexmate.web.remembered import Remembered


class Counter:
    """Counts how often it is asked; each answer takes `seconds` of a clock that tests advance."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds, self.now, self.asked = seconds, 0.0, 0
        self.failure: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def compute(self) -> int:
        self.asked += 1
        number = self.asked
        await self.gate.wait()
        self.now += self.seconds
        if self.failure is not None:
            raise self.failure
        return number

    def remembered(self) -> Remembered[int]:
        return Remembered(self.compute, now=lambda: self.now)


def test_a_flood_costs_one_computation():
    async def body() -> None:
        counter = Counter(seconds=2.0)
        value = counter.remembered()
        assert set(await asyncio.gather(*(value.get() for _ in range(40)))) == {1}
        counter.now += 39  # twenty times as long as it took
        assert await value.get() == 1
        counter.now += 2
        assert await value.get() == 2
        assert counter.asked == 2

    asyncio.run(body())


def test_what_takes_no_time_is_always_new():
    async def body() -> None:
        value = Counter().remembered()
        assert [await value.get() for _ in range(3)] == [1, 2, 3]

    asyncio.run(body())


def test_the_old_value_serves_while_the_new_one_is_computed():
    async def body() -> None:
        counter = Counter(seconds=1.0)
        value = counter.remembered()
        await value.get()
        counter.now += 30
        counter.gate.clear()
        assert await asyncio.gather(*(value.get() for _ in range(5))) == [1] * 5
        counter.gate.set()
        while await value.get() == 1:
            await asyncio.sleep(0)
        assert counter.asked == 2

    asyncio.run(body())


def test_a_failure_is_told_only_to_those_who_have_nothing_else():
    async def body() -> None:
        counter = Counter(seconds=1.0)
        value, counter.failure = counter.remembered(), OSError("the disk is full")
        for _ in range(2):
            with pytest.raises(OSError, match="full"):
                await value.get()
        counter.failure = None
        assert await value.get() == 3
        counter.now += 30
        counter.failure = OSError("again")
        assert await value.get() == 3

    asyncio.run(body())
