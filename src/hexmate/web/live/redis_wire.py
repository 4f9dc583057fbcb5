"""A wire over Redis publish/subscribe, which stores nothing."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, NoReturn

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from hexmate.web.live.wire import WireError, WireListener

__all__ = ["RedisWire"]

log = logging.getLogger("hexmate.web")

_PATIENCE = 1.0
_PULSE, _LIFELESS = 0.3, 1.0
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0
_MOST_WAITING, _AT_ONCE = 10_000, 200
_PULSE_CHANNEL = "hexmate:pulse"


class RedisWire:
    """Two connections to Redis, one to publish and one to subscribe, remade when they are lost.

    Every end publishes a pulse that all ends receive. A connection without a pulse is dead, even if
    the network reports no error.
    """

    def __init__(self, url: str) -> None:
        # The library must not reconnect by itself: lost messages would go unnoticed.
        never = Retry(NoBackoff(), 0)
        try:
            self._redis: Redis = Redis.from_url(
                url,
                decode_responses=True,
                retry=never,
                socket_timeout=_PATIENCE,
                socket_connect_timeout=_PATIENCE,
            )
        except ValueError as error:
            raise WireError(f"invalid broadcast URL: {error}") from None
        self._channels: set[str] = set()
        self._outbox: asyncio.Queue[tuple[str, str | None]] = asyncio.Queue()
        self._lost: set[str] = set()
        self._up = False

    def send(self, channel: str, text: str) -> None:
        """Queue a message, in order; without a connection it is lost."""
        if self._up and self._outbox.qsize() < _MOST_WAITING:
            self._outbox.put_nowait((channel, text))
        else:
            self._lost.add(channel)

    def subscribe(self, channel: str) -> None:
        """Subscribe to a channel."""
        self._channels.add(channel)
        self._outbox.put_nowait((channel, None))

    def unsubscribe(self, channel: str) -> None:
        """Unsubscribe from a channel."""
        self._channels.discard(channel)
        self._outbox.put_nowait((channel, None))

    async def run(self, listener: WireListener) -> NoReturn:
        """Carry messages until cancelled, reconnecting as needed."""
        wait, logged = _FIRST_WAIT, False
        try:
            while True:
                try:
                    await self._connect(listener)
                except Exception as error:
                    if self._up or not logged:
                        reason = str(error) or type(error).__name__
                        log.warning("no Redis, games continue without it: %s", reason)
                        logged = True
                _end_if_cancelled()
                was_up = self._up
                self._disconnect()
                if was_up:
                    listener.broken()
                wait = _FIRST_WAIT if was_up else min(2 * wait, _LONGEST_WAIT)
                await asyncio.sleep(wait)
        finally:
            self._disconnect()
            await self._redis.aclose()

    def _disconnect(self) -> None:
        """Count queued messages as lost; subscriptions are remembered."""
        self._up = False
        while not self._outbox.empty():
            channel, text = self._outbox.get_nowait()
            if text is not None:
                self._lost.add(channel)

    async def _connect(self, listener: WireListener) -> None:
        async with self._redis.pubsub() as subscription:
            await subscription.subscribe(_PULSE_CHANNEL, *self._channels)
            await self._redis.publish(_PULSE_CHANNEL, "")
            _end_if_cancelled()
            self._up = True
            listener.restored()
            self._report_lost(listener)
            await _until_one_fails(
                self._send_queued(subscription, listener),
                self._receive(subscription, listener),
                self._send_pulses(),
            )

    def _report_lost(self, listener: WireListener) -> None:
        if self._lost:
            lost, self._lost = self._lost, set()
            listener.lost(lost)

    async def _send_queued(self, subscription: PubSub, listener: WireListener) -> NoReturn:
        while True:
            _end_if_cancelled()
            batch = [await self._outbox.get()]
            while len(batch) < _AT_ONCE and not self._outbox.empty():
                batch.append(self._outbox.get_nowait())
            try:
                await self._send_batch(subscription, batch)
            except BaseException:
                self._lost.update(channel for channel, text in batch if text is not None)
                raise
            self._report_lost(listener)

    async def _send_batch(self, subscription: PubSub, batch: list[tuple[str, str | None]]) -> None:
        """Subscribe before publishing, so that answers are not missed."""
        together = self._redis.pipeline(transaction=False)
        for channel, text in batch:
            if text is not None:
                together.publish(channel, text)
            elif channel in self._channels:
                await subscription.subscribe(channel)
            else:
                await subscription.unsubscribe(channel)
        await together.execute()

    async def _receive(self, subscription: PubSub, listener: WireListener) -> NoReturn:
        while True:
            _end_if_cancelled()
            message: dict[str, Any] | None = await subscription.get_message(timeout=_LIFELESS)
            if message is None:
                # A busy event loop may notice the time before it notices the message.
                message = await subscription.get_message(timeout=_PULSE)
            if message is None:
                raise TimeoutError("no pulse")
            if message["type"] == "message" and message["channel"] in self._channels:
                listener.receive(message["channel"], message["data"])

    async def _send_pulses(self) -> NoReturn:
        while True:
            await asyncio.sleep(_PULSE)
            self.send(_PULSE_CHANNEL, "")


def _end_if_cancelled() -> None:
    """Before Python 3.12 the library's `asyncio.wait_for` can swallow a cancellation."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def _until_one_fails(*endless: Coroutine[Any, Any, NoReturn]) -> None:
    """Run all of them until one fails, and raise its error.

    Before Python 3.13 a `TaskGroup` swallows a cancellation that comes at the same moment.
    """
    tasks = [asyncio.create_task(each) for each in endless]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
