"""Fan-out: what happens at a game reaches everybody who watches it.

The seam is small, so that several servers can put a wire between them behind it (`relay`).
"""

from collections import defaultdict
from typing import Protocol

__all__ = ["Broadcast", "LocalBroadcast", "Subscriber"]


class Subscriber(Protocol):
    """Somebody who listens. `deliver` never waits: a listener that cannot keep up is dropped."""

    def deliver(self, text: str) -> None:
        """Take a message, already encoded."""


class Broadcast(Protocol):
    """Channels, one for each game."""

    def subscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Hear everything that is published from now on."""

    def unsubscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Hear nothing more."""

    def publish(self, channel: str, text: str) -> None:
        """Tell everybody on the channel."""

    def renew(self, channel: str) -> None:
        """Everybody elsewhere needs the whole state; those here have got it."""


class LocalBroadcast:
    """Fan-out within this process."""

    def __init__(self) -> None:
        # A dictionary keeps the order of arrival, and so everybody is told in it.
        self._channels: dict[str, dict[Subscriber, None]] = defaultdict(dict)

    def subscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Hear everything that is published from now on."""
        self._channels[channel][subscriber] = None

    def unsubscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Hear nothing more; doing so twice is no harm."""
        listeners = self._channels.get(channel, {})
        listeners.pop(subscriber, None)
        if not listeners:
            self._channels.pop(channel, None)

    def publish(self, channel: str, text: str) -> None:
        """Tell everybody on the channel."""
        for subscriber in tuple(self._channels.get(channel, ())):
            subscriber.deliver(text)

    def renew(self, channel: str) -> None:
        """There is no elsewhere."""
