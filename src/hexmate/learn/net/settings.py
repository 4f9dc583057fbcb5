"""The settings of a training run, plain and checked; `hexmate train net` reads them from a file."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from hexmate.errors import TrainingError

__all__ = ["GateSettings", "LearnSettings", "PlaySettings", "RunSettings"]

_STRICT = {"extra": "forbid"}
"""What the reader of a file is told about these classes: a name that none has is an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySettings:
    """Self-play: which boards, how many games side by side, how each move is searched.

    `shares` says how much of the evaluations goes to each board size; for the first `first_steps`
    updates `first_shares` say so instead, since small boards teach the beginnings sooner.
    `canvases` are the sides of the squares that boards are padded to, one compiled network each;
    without any each size is its own. `games` are played side by side in each of the `fields`
    batches of the size with the largest share, fewer on the others. `visits` are those of moves
    that are learnt from, a share `full_share` of all, `quick_visits` those of the others. `puct`
    searches as AlphaZero did, with noise and moves drawn by visits; otherwise Gumbel AlphaZero's
    halving of `candidates`.
    Openings: one random stone, several, or several drawn from the network. A side whose chance is
    below `resign` at `resign_moves` of its moves gives up, but for a share `resign_check` of games,
    which tell how often that is wrong.
    """

    __pydantic_config__: ClassVar = _STRICT

    shares: Mapping[int, float] = field(default_factory=lambda: {11: 1.0})
    first_shares: Mapping[int, float] = field(default_factory=dict)
    first_steps: int = 0
    canvases: tuple[int, ...] = ()
    games: int = 1024
    fields: int = 2
    threads: int = 1
    visits: int = 32
    quick_visits: int = 8
    full_share: float = 0.5
    candidates: int = 16
    puct: bool = False
    warm_moves: int = 10
    noise_share: float = 0.25
    random_first: float = 0.55
    random_several: float = 0.1
    drawn_several: float = 0.0
    resign: float = 0.0
    resign_moves: int = 3
    resign_check: float = 0.1

    def __post_init__(self) -> None:
        for name in ("shares", "first_shares"):
            shares = getattr(self, name)
            if any(not 2 <= size <= 32 or share <= 0 for size, share in shares.items()):
                raise TrainingError(f"{name}: sizes are 2 to 32 and their shares above 0")
        if not self.shares:
            raise TrainingError("shares: name at least one board size")
        if self.canvases and max(self.sizes) > max(self.canvases):
            raise TrainingError(f"canvases: none holds a board of {max(self.sizes)}")
        if self.games < 1 or self.fields < 1 or self.threads < 1:
            raise TrainingError("games, fields and threads are 1 or more")

    @property
    def sizes(self) -> list[int]:
        """All board sizes of the run."""
        return sorted({*self.shares, *self.first_shares})

    def games_on(self, size: int) -> int:
        """How many games of this size are side by side in a batch.

        By the root of its share: with as many as on the others its games would hardly ever end,
        with no more than its share its batches would be too small to be fast.
        """
        shares = [shares for shares in (self.shares, self.first_shares) if shares]
        part = max(each.get(size, 0) / max(each.values()) for each in shares)
        return max(1, round(self.games * math.sqrt(part)))

    def canvas(self, size: int) -> int:
        """The side of the square that boards of this size are padded to."""
        return min((side for side in self.canvases if side >= size), default=size)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnSettings:
    """Learning: the window of positions, the updates, the rate over the run."""

    __pydantic_config__: ClassVar = _STRICT

    steps: int = 20_000
    batch: int = 2048
    draws: float = 4.0
    capacity: int = 1_000_000
    least: int = 50_000
    rate: float = 1.5e-3
    last_rate: float = 5e-5
    warm_steps: int = 200
    cosine_from: float = 0.5
    decay: float = 1e-4
    clip: float = 2.0
    average: float = 0.999

    def __post_init__(self) -> None:
        if min(self.steps, self.batch, self.capacity, self.least) < 1 or self.draws <= 0:
            raise TrainingError("steps, batch, capacity, least and draws are above 0")
        if self.least > self.capacity:
            raise TrainingError("least: more positions than the window holds")
        if not 0 < self.last_rate <= self.rate or not 0 <= self.cosine_from < 1:
            raise TrainingError("0 < last_rate <= rate, and cosine_from is from 0 to below 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """The match by which a network becomes the best of its run; 0 `games` are no match.

    It is played at checkpoints whose number of updates `every` divides. Self-play always goes on
    with the newest weights: waiting for a match would only make its positions older.
    """

    __pydantic_config__: ClassVar = _STRICT

    games: int = 0
    every: int = 1
    size: int = 11
    visits: int = 16
    least_score: float = 0.5

    def __post_init__(self) -> None:
        if self.games < 0 or self.games % 2 or self.every < 1 or self.visits < 1:
            raise TrainingError("gate: an even number of games; every and visits are above 0")
        if not 2 <= self.size <= 32 or not 0 <= self.least_score <= 1:
            raise TrainingError("gate: size is 2 to 32, least_score 0 to 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """A run. `net` plays and learns; `students` are larger networks that learn from its games.

    `begin_with` names the weights to start from: a network that comes with Hexmate, an `.onnx`
    file, or a file in another run's `nets/`. A single name is for `net`; a table has one for each.
    """

    __pydantic_config__: ClassVar = _STRICT

    net: str = "small"
    students: tuple[str, ...] = ()
    begin_with: Mapping[str, str] | str = field(default_factory=dict)
    play: PlaySettings = field(default_factory=PlaySettings)
    learn: LearnSettings = field(default_factory=LearnSettings)
    gate: GateSettings = field(default_factory=GateSettings)
    refresh: int = 100
    checkpoint: int = 1000
    keep_window: bool = True
    seed: int = 1
    device: str = "auto"
    compiled: bool = False

    def __post_init__(self) -> None:
        if self.refresh < 1 or self.checkpoint < 1:
            raise TrainingError("refresh and checkpoint are 1 update or more")
        if not 0 <= self.seed < 2**31:
            raise TrainingError("seed: 0 or more, and below 2147483648")
        if unknown := {*self.beginnings} - {self.net, *self.students}:
            raise TrainingError(f"begin_with: no network {', '.join(sorted(unknown))} in this run")
        if self.net in self.students or len({*self.students}) < len(self.students):
            raise TrainingError("students: each network learns once")

    @property
    def beginnings(self) -> Mapping[str, str]:
        """The weights that each network starts from; those that it does not name start at random.

        >>> RunSettings(net="medium", begin_with="medium").beginnings
        {'medium': 'medium'}
        """
        if isinstance(self.begin_with, str):
            return {self.net: self.begin_with}
        return self.begin_with
