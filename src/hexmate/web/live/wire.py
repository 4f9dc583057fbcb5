"""The wire between servers: what is said on a channel reaches whoever listens, and is not kept."""

from collections.abc import Set
from typing import Protocol

from hexmate.errors import HexmateError

__all__ = ["Ear", "Wire", "WireError"]


class WireError(HexmateError, ValueError):
    """An address that leads to no wire."""


class Ear(Protocol):
    """Whoever is at this end of a wire. Nothing here waits."""

    def hear(self, channel: str, text: str) -> None:
        """Something was said on a channel that this end listens to."""

    def broken(self) -> None:
        """The wire carries nothing for a while."""

    def restored(self) -> None:
        """The wire carries, for the first time or again: what others said meanwhile is lost."""

    def lost(self, channels: Set[str]) -> None:
        """Something that this end said on these channels is lost; now it would be carried."""


class Wire(Protocol):
    """One end of a wire. It mends itself; nobody ever waits for it."""

    def say(self, channel: str, text: str) -> None:
        """Tell all other ends that listen, in order; what cannot be carried now is lost."""

    def listen(self, channel: str) -> None:
        """Hear what is said on a channel from now on."""

    def ignore(self, channel: str) -> None:
        """Hear no more of a channel."""

    async def carry(self, ear: Ear) -> None:
        """Carry messages until cancelled."""
