"""The socket of a game that another server runs: clients can only watch."""

from pydantic import ValidationError

from hexmate.web.errors import Refusal
from hexmate.web.live.relay import Relay
from hexmate.web.live.system_clock import SystemClock
from hexmate.web.models.base import malformed
from hexmate.web.models.live import PongMessage
from hexmate.web.models.messages import CLIENT_MESSAGE
from hexmate.web.sockets.connection import Connection, ref_of

__all__ = ["SpectatorSocket"]


class SpectatorSocket:
    """One socket at a game of another server."""

    def __init__(
        self, connection: Connection, relay: Relay, game_id: str, time: SystemClock
    ) -> None:
        self._connection, self._relay, self._time = connection, relay, time
        self._game_id = game_id

    async def run(self) -> None:
        """Forward the game's messages until the client disconnects."""
        self._relay.watch(self._game_id, self._connection)
        try:
            async for text in self._connection.messages():
                self._receive(text)
        finally:
            self._relay.leave(self._game_id, self._connection)

    def _receive(self, text: str) -> None:
        connection = self._connection
        try:
            message = CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            connection.refuse(ref_of(text), malformed(error))
            return
        if message.type == "ping":
            connection.send(PongMessage(type="pong", ref=message.ref, at=self._time.epoch_ms()))
        elif message.type == "state":
            self._relay.watch(self._game_id, connection)
        else:
            text = "Another server runs this game. Here you can only watch it."
            connection.refuse(message.ref, Refusal(421, "elsewhere", text))
