"""Fan-out: sends the messages of a game to everyone connected to it.

`Relay` implements the same protocol for several servers.
"""

from collections import defaultdict
from typing import Protocol

__all__ = ["Broadcast", "LocalBroadcast", "Subscriber"]


class Subscriber(Protocol):
    """A receiver of messages. `deliver` never waits: a receiver that is too slow is dropped."""

    def deliver(self, text: str) -> None:
        """Take an encoded message."""


class Broadcast(Protocol):
    """One channel for each game."""

    def subscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Receive every message published from now on."""

    def unsubscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Receive no more messages."""

    def publish(self, channel: str, text: str) -> None:
        """Send a message to all subscribers of a channel."""

    def renew(self, channel: str) -> None:
        """Have other servers request the whole state; subscribers here have it."""


class LocalBroadcast:
    """Fan-out within this process."""

    def __init__(self) -> None:
        # A dictionary, since subscribers get messages in the order in which they joined.
        self._channels: dict[str, dict[Subscriber, None]] = defaultdict(dict)

    def subscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Receive every message published from now on."""
        self._channels[channel][subscriber] = None

    def unsubscribe(self, channel: str, subscriber: Subscriber) -> None:
        """Receive no more messages; calling it twice is harmless."""
        listeners = self._channels.get(channel, {})
        listeners.pop(subscriber, None)
        if not listeners:
            self._channels.pop(channel, None)

    def publish(self, channel: str, text: str) -> None:
        """Send a message to all subscribers of a channel."""
        for subscriber in tuple(self._channels.get(channel, ())):
            subscriber.deliver(text)

    def renew(self, channel: str) -> None:
        """Do nothing: there are no other servers."""
