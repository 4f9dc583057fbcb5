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

    Each game draws a depth for its searches, which also end after `nodes` positions or `seconds`.
    `selfplay_threads` games are played at once; the model learns when all have ended. Without
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
            raise HexmateError(f"model must be one of {', '.join(KINDS)} (got '{self.model}')")
        for name, least in _AT_LEAST.items():
            value = getattr(self, name)
            if value is not None and value < least:
                raise HexmateError(f"{name} must be at least {least} (got {value})")
        for name in _SHARES:
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise HexmateError(f"{name} must be between 0 and 1 (got {value:g})")
        for name in _POSITIVE:
            value = getattr(self, name)
            if not value > 0:
                raise HexmateError(f"{name} must be above 0 (got {value:g})")
        if self.weight_decay < 0:
            raise HexmateError(f"weight_decay must be at least 0 (got {self.weight_decay:g})")
        if self.seconds is not None and not self.seconds > 0:
            raise HexmateError(f"seconds must be above 0 (got {self.seconds:g})")
        self._check_together()

    def _check_together(self) -> None:
        if self.min_depth > self.max_depth:
            raise HexmateError(
                f"min_depth must not exceed max_depth (got {self.min_depth} and {self.max_depth})"
            )
        if self.prob_frozen + self.prob_heuristic > 1:
            raise HexmateError(
                "prob_frozen and prob_heuristic must not exceed 1 together (got "
                f"{self.prob_frozen:g} and {self.prob_heuristic:g})"
            )
        if self.batch_size > self.buffer:
            raise HexmateError(
                f"buffer must hold at least one batch of {self.batch_size} (got {self.buffer})"
            )
        if self.random_moves >= self.board().num_cells:
            raise HexmateError(
                f"random_moves must be fewer than the cells of {self.size}x{self.size} "
                f"(got {self.random_moves})"
            )

    def board(self) -> Board:
        """The empty board that games start from."""
        return Board(self.size, shape=self.shape)

    @property
    def sizes(self) -> dict[str, int]:
        """The arguments for the model's constructor."""
        width = "hidden" if self.model == "mlp" else "channels"
        found = {width: self.width, "layers": self.layers}
        return {name: value for name, value in found.items() if value is not None}

    def as_dict(self) -> dict[str, Any]:
        """The settings as names and values, for a file."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "TrainConfig":
        """The settings that `as_dict` gave; unknown names are errors."""
        known = {each.name for each in fields(cls)}
        if unknown := sorted(set(values) - known):
            raise HexmateError(f"unknown settings: {', '.join(unknown)}")
        return cls(**values)
