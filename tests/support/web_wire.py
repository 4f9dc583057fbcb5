"""A wire between servers in one process that tests can cut."""

import asyncio


class Hub:
    """The shared part of all ends of a wire."""

    def __init__(self) -> None:
        self.ends: list[FakeWire] = []
        self.whole = True
        self.said: list[tuple[str, str]] = []

    def wire(self) -> "FakeWire":
        end = FakeWire(self)
        self.ends.append(end)
        return end

    def cut(self) -> None:
        self.whole = False
        for end in self.ends:
            end.listener.broken()

    def mend(self) -> None:
        self.whole = True
        for end in self.ends:
            end.come_up()


class FakeWire:
    """One end of the wire."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.channels: set[str] = set()
        self.lost: set[str] = set()
        self.listener = None

    def send(self, channel: str, text: str) -> None:
        if not self.hub.whole or self.listener is None:
            self.lost.add(channel)
            return
        self.hub.said.append((channel, text))
        for end in self.hub.ends:
            asyncio.get_running_loop().call_soon(end.receive, channel, text)

    def receive(self, channel: str, text: str) -> None:
        if channel in self.channels and self.listener is not None:
            self.listener.receive(channel, text)

    def subscribe(self, channel: str) -> None:
        self.channels.add(channel)

    def unsubscribe(self, channel: str) -> None:
        self.channels.discard(channel)

    async def run(self, listener) -> None:
        self.listener = listener
        if self.hub.whole:
            self.come_up()
        await asyncio.Event().wait()

    def come_up(self) -> None:
        self.listener.restored()
        lost, self.lost = self.lost, set()
        self.listener.lost(lost)
