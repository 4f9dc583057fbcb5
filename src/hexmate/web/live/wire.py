"""The wire between servers: delivers messages to current subscribers and keeps none."""

from collections.abc import Set
from typing import Protocol

from hexmate.errors import HexmateError

__all__ = ["Wire", "WireError", "WireListener"]


class WireError(HexmateError, ValueError):
    """The broadcast URL is invalid, or its library is not installed."""


class WireListener(Protocol):
    """Receives what the wire carries. No method here may block."""

    def receive(self, channel: str, text: str) -> None:
        """Handle a message on a subscribed channel."""

    def broken(self) -> None:
        """Handle the loss of the connection."""

    def restored(self) -> None:
        """Handle the first connection or a reconnection: earlier messages of others are lost."""

    def lost(self, channels: Set[str]) -> None:
        """Handle the loss of own messages on these channels; the connection is up again."""


class Wire(Protocol):
    """One end of a wire. It reconnects by itself, and no method but `run` waits."""

    def send(self, channel: str, text: str) -> None:
        """Send to all other subscribers, in order; without a connection the message is lost."""

    def subscribe(self, channel: str) -> None:
        """Receive the messages of a channel from now on."""

    def unsubscribe(self, channel: str) -> None:
        """Stop receiving the messages of a channel."""

    async def run(self, listener: WireListener) -> None:
        """Carry messages until cancelled."""
