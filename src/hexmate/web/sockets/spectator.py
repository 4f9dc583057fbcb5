"""The socket of a game that another server runs: one can look, and nothing else."""

from pydantic import ValidationError

from hexmate.web.errors import Refusal
from hexmate.web.live.relay import Relay
from hexmate.web.live.system_clock import SystemClock
from hexmate.web.models.messages import CLIENT_MESSAGE
from hexmate.web.sockets.connection import Connection, malformed, ref_of

__all__ = ["SpectatorSocket"]


class SpectatorSocket:
    """One socket at a game of another server, from its opening to its end."""

    def __init__(
        self, connection: Connection, relay: Relay, game_id: str, time: SystemClock
    ) -> None:
        self._connection, self._relay, self._time = connection, relay, time
        self._game_id = game_id

    async def last(self) -> None:
        """Pass on what happens, until the client goes."""
        self._relay.watch(self._game_id, self._connection)
        try:
            async for text in self._connection.messages():
                self._receive(text)
        finally:
            self._relay.leave(self._game_id, self._connection)

    def _receive(self, text: str) -> None:
        say = self._connection
        try:
            message = CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            say.refuse(ref_of(text), malformed(error))
            return
        if message.type == "ping":
            say.send({"type": "pong", "ref": message.ref, "at": self._time.epoch_ms()})
        elif message.type == "state":
            self._relay.watch(self._game_id, self._connection)
        else:
            words = "another server runs this game; here one can only look at it"
            say.refuse(message.ref, Refusal(421, "elsewhere", words))
