"""The chat of a live game: one room for its players, one for its spectators.

Messages are text, kept in memory with the game and nowhere else. Players do not see what spectators
write, which could help them, and spectators do not see what players write.
"""

import hashlib
import secrets
import unicodedata
from collections import deque
from dataclasses import dataclass, field

from hexmate.web.errors import Refusal
from hexmate.web.models.base import Side
from hexmate.web.models.live import ChatLine, PhraseName, RoomName

__all__ = ["ChatRemark", "GameChat", "clean_text"]

_KEPT = 50
_JOINER = "\u200d"
"""Joins emoji; all other invisible characters are dropped."""


@dataclass(slots=True)
class ChatRemark:
    """One message of a person."""

    id: int
    person: int
    name: str | None
    seat: Side | None
    text: str | None
    phrase: PhraseName | None
    reporters: set[int] = field(default_factory=set)


class GameChat:
    """The last messages of both rooms."""

    def __init__(self) -> None:
        self._rooms: dict[RoomName, deque[ChatRemark]] = {
            "players": deque(maxlen=_KEPT),
            "spectators": deque(maxlen=_KEPT),
        }
        self._key = secrets.token_bytes(16)
        self._last = 0

    def add(self, room: RoomName, remark: ChatRemark) -> None:
        """Add a message; its id becomes the time, or a little more if that is taken."""
        self._last = remark.id = max(self._last + 1, remark.id)
        self._rooms[room].append(remark)

    def find(self, room: RoomName, remark_id: int) -> ChatRemark:
        """The message of a room with this id."""
        for remark in self._rooms[room]:
            if remark.id == remark_id:
                return remark
        raise Refusal(404, "not_found", "There is no such message any more.")

    def lines(self, room: RoomName, reader: int | None) -> list[ChatLine]:
        """The messages of a room as one reader sees them."""
        return [self.line(room, remark, reader) for remark in self._rooms[room]]

    def line(self, room: RoomName, remark: ChatRemark, reader: int | None) -> ChatLine:
        """One message as one reader sees it."""
        return ChatLine(
            id=remark.id,
            room=room,
            author=self._author(remark.person),
            you=remark.person == reader,
            name=remark.name,
            seat=remark.seat,
            text=remark.text,
            phrase=remark.phrase,
        )

    def _author(self, person: int) -> int:
        """A number that is the same for all messages of a person in this game only."""
        digest = hashlib.blake2s(str(person).encode(), key=self._key, digest_size=6).digest()
        return int.from_bytes(digest)


def clean_text(text: str) -> str:
    """A message on one line, without invisible characters.

    >>> clean_text(" well\\n played\\x07 ")
    'well played'
    """
    words = " ".join(unicodedata.normalize("NFC", text).split())
    shown = "".join(
        letter for letter in words if letter == _JOINER or unicodedata.category(letter)[0] != "C"
    ).strip()
    if not shown.replace(_JOINER, ""):
        raise Refusal(422, "malformed", "A message needs at least one visible character.")
    return shown
