"""The settings of a training run, checked when they are made."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from hexmate.board import Board, Shape
from hexmate.errors import HexmateError
from hexmate.learn.value.models import KINDS

__all__ = ["TrainConfig"]

_AT_LEAST = {
    "train_games": 1,
    "min_depth": 1,
    "nodes": 1,
    "batch_size": 1,
    "updates_per_game": 0,
    "buffer": 1,
    "selfplay_threads": 1,
    "snapshot_every": 1,
    "snapshots": 1,
    "checkpoint_every": 1,
    "random_moves": 0,
    "width": 1,
    "layers": 1,
}
_SHARES = ("alpha", "prob_frozen", "prob_heuristic", "explore")
_POSITIVE = ("rate", "clip")


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """How a value model learns by playing itself.

    A move is searched to a depth drawn for each game, within `nodes` positions and `seconds`.
    `selfplay_threads` games are played at once, and the model learns when all have ended: without
    `seconds` everything follows from `seed`.
    """

    model: str = "mlp"
    size: int = 7
    shape: Shape = "hex"
    train_games: int = 200
    min_depth: int = 10
    max_depth: int = 20
    nodes: int = 2_000
    seconds: float | None = None
    selfplay_threads: int = 8
    alpha: float = 0.2
    prob_frozen: float = 0.3
    prob_heuristic: float = 0.0
    random_moves: int = 1
    explore: float = 0.0
    batch_size: int = 256
    updates_per_game: int = 1
    buffer: int = 50_000
    rate: float = 1e-3
    weight_decay: float = 1e-4
    clip: float = 1.0
    snapshot_every: int = 20
    snapshots: int = 5
    checkpoint_every: int = 20
    width: int | None = None
    layers: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.model not in KINDS:
            raise HexmateError(f"model is one of {', '.join(KINDS)}, not '{self.model}'")
        for name, least in _AT_LEAST.items():
            value = getattr(self, name)
            if value is not None and value < least:
                raise HexmateError(f"{name} is {least} or more, not {value}")
        for name in _SHARES:
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise HexmateError(f"{name} is a share from 0 to 1, not {value:g}")
        for name in _POSITIVE:
            value = getattr(self, name)
            if not value > 0:
                raise HexmateError(f"{name} is more than 0, not {value:g}")
        if self.weight_decay < 0:
            raise HexmateError(f"weight_decay is 0 or more, not {self.weight_decay:g}")
        if self.seconds is not None and not self.seconds > 0:
            raise HexmateError(f"seconds is more than 0, not {self.seconds:g}")
        self._check_together()

    def _check_together(self) -> None:
        if self.min_depth > self.max_depth:
            raise HexmateError(
                f"min_depth is at most max_depth, not {self.min_depth} with {self.max_depth}"
            )
        if self.prob_frozen + self.prob_heuristic > 1:
            raise HexmateError(
                "prob_frozen and prob_heuristic are shares of the same games, not "
                f"{self.prob_frozen:g} and {self.prob_heuristic:g}"
            )
        if self.batch_size > self.buffer:
            raise HexmateError(
                f"buffer holds a batch at least, not {self.buffer} with batches of "
                f"{self.batch_size}"
            )
        if self.random_moves >= self.board().num_cells:
            raise HexmateError(
                f"random_moves leave room to play on {self.size}x{self.size}, unlike "
                f"{self.random_moves}"
            )

    def board(self) -> Board:
        """The empty board of the games."""
        return Board(self.size, shape=self.shape)

    @property
    def sizes(self) -> dict[str, int]:
        """What the model's constructor is given."""
        width = "hidden" if self.model == "mlp" else "channels"
        found = {width: self.width, "layers": self.layers}
        return {name: value for name, value in found.items() if value is not None}

    def as_dict(self) -> dict[str, Any]:
        """Names and values, for a file."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "TrainConfig":
        """The settings of a file; unknown names are errors."""
        known = {each.name for each in fields(cls)}
        if unknown := sorted(set(values) - known):
            raise HexmateError(f"there are no settings {', '.join(unknown)}")
        return cls(**values)
