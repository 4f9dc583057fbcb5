"""A seat at a live game."""

from dataclasses import dataclass

from hexmate.store.values import SeatKind, StoredSeat

__all__ = ["Seat"]


@dataclass(slots=True)
class Seat:
    """The person or engine that joined as a colour, and who moves for it now."""

    kind: SeatKind
    player: int | None = None
    """The id of the person or engine in the store; ratings belong to it."""
    name: str | None = None
    ai: str | None = None
    rating: int | None = None
    link_hash: str | None = None
    handed_over: bool = False
    sockets: int = 0
    """Open sockets of the person."""
    since: float = 0.0
    """When the person last connected or was gone, by the monotonic clock."""

    @classmethod
    def of(cls, row: StoredSeat) -> "Seat":
        """The seat of a stored game."""
        return cls(
            kind=row.kind,
            player=None if row.player is None else row.player.id,
            name=row.name,
            ai=row.ai,
            link_hash=row.link_hash,
        )

    @property
    def person(self) -> int | None:
        """The id of the person who holds the seat."""
        return None if self.kind == "ai" else self.player

    @property
    def is_engine(self) -> bool:
        """Whether an engine moves for this seat now."""
        return self.kind == "ai" or (self.kind == "hybrid" and self.handed_over)

    @property
    def is_online(self) -> bool:
        """Whether the person is connected; engines always are."""
        return self.kind == "ai" or self.sockets > 0
