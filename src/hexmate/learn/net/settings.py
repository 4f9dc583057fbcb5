"""The settings of a training run, checked when they are made; `hexmate train net` reads a file."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hexmate import _core
from hexmate.errors import TrainingError

__all__ = ["GateSettings", "LearnSettings", "PlaySettings", "RunSettings"]

_STRICT = {"extra": "forbid"}
"""For pydantic, which reads them from a file: unknown names are errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySettings:
    """Self-play: the boards, the number of games at once, how each move is searched.

    `shares` is the part of the evaluations that each board size gets. For the first `first_steps`
    updates `first_shares` is used instead: small boards teach the basics sooner. `canvases` are the
    sides of the squares that boards are padded to, with one compiled network each; by default no
    board is padded. Each size has `batches` batches in flight; each of those of the size with the
    largest share has `games` games, those of other sizes have fewer. Moves to learn from get
    `visits` visits; they are a share `full_share` of all moves, and the others get `quick_visits`.
    With `puct` a move is searched as in AlphaZero, with noise, and drawn by visits; otherwise as in
    Gumbel AlphaZero, by halving `candidates`. Openings are one random stone, several, or several
    drawn from the network. A side whose win probability is below `resign` at `resign_moves` of its
    moves resigns, except in a share `resign_check` of the games, which show how often that would be
    wrong.

    All options of the core's table (`_core.selfplay_options`) are fields here; `OF_EACH_BATCH` are
    set for each batch of games instead.
    """

    __pydantic_config__: ClassVar = _STRICT

    OF_EACH_BATCH: ClassVar = ("size", "games", "seed")

    shares: Mapping[int, float] = field(default_factory=lambda: {11: 1.0})
    first_shares: Mapping[int, float] = field(default_factory=dict)
    first_steps: int = 0
    canvases: tuple[int, ...] = ()
    games: int = 1024
    batches: int = 2
    threads: int = 1
    visits: int = 32
    quick_visits: int = 8
    full_share: float = 0.5
    candidates: int = 16
    puct: bool = False
    warm_moves: int = 10
    noise_share: float = 0.25
    noise_alpha: float = 10.0
    random_first: float = 0.55
    random_several: float = 0.1
    drawn_several: float = 0.0
    most_random: int = 6
    decided: float = 0.02
    decided_share: float = 0.25
    resign: float = 0.0
    resign_moves: int = 3
    resign_check: float = 0.1

    def __post_init__(self) -> None:
        for name in ("shares", "first_shares"):
            shares = getattr(self, name)
            if any(not 2 <= size <= 32 or share <= 0 for size, share in shares.items()):
                raise TrainingError(f"{name}: sizes must be between 2 and 32, shares above 0")
        if not self.shares:
            raise TrainingError("shares: name at least one board size")
        if self.canvases and max(self.sizes) > max(self.canvases):
            raise TrainingError(f"canvases: none is large enough for size {max(self.sizes)}")
        if self.games < 1 or self.batches < 1 or self.threads < 1:
            raise TrainingError("games, batches and threads must be at least 1")

        for name, _, lowest, highest, _ in _core.selfplay_options():
            value = lowest if name in self.OF_EACH_BATCH else getattr(self, name)
            if not lowest <= value <= highest:
                raise TrainingError(
                    f"{name} must be between {lowest:g} and {highest:g} (got {value:g})"
                )

    @property
    def core_options(self) -> dict[str, Any]:
        """The options of the core's self-play that are the same for every batch of games."""
        names = [name for name, *_ in _core.selfplay_options() if name not in self.OF_EACH_BATCH]
        return {name: getattr(self, name) for name in names}

    @property
    def sizes(self) -> list[int]:
        """All board sizes of the run, smallest first."""
        return sorted({*self.shares, *self.first_shares})

    def games_on(self, size: int) -> int:
        """The number of games of this size in a batch: by the square root of its share.

        With as many games as other sizes they would hardly ever end; in proportion to the share its
        batches would be too small to be fast.
        """
        shares = [shares for shares in (self.shares, self.first_shares) if shares]
        part = max(each.get(size, 0) / max(each.values()) for each in shares)
        return max(1, round(self.games * math.sqrt(part)))

    def canvas(self, size: int) -> int:
        """The side of the square that a board of this size is padded to."""
        return min((side for side in self.canvases if side >= size), default=size)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnSettings:
    """Learning: the window of positions, the updates, the learning rate over the run."""

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
            raise TrainingError("steps, batch, capacity, least and draws must be above 0")
        if self.least > self.capacity:
            raise TrainingError("least: must not be more than capacity, the size of the window")
        if not 0 < self.last_rate <= self.rate or not 0 <= self.cosine_from < 1:
            raise TrainingError("0 < last_rate <= rate and 0 <= cosine_from < 1 must hold")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """The match that decides which network is the best of its run; with 0 `games` there is none.

    It is played at checkpoints whose number of updates is a multiple of `every`. Self-play always
    uses the newest weights: waiting for a match would only make its positions older.
    """

    __pydantic_config__: ClassVar = _STRICT

    games: int = 0
    every: int = 1
    size: int = 11
    visits: int = 16
    least_score: float = 0.5

    def __post_init__(self) -> None:
        if self.games < 0 or self.games % 2 or self.every < 1 or self.visits < 1:
            raise TrainingError("gate: games must be even, every and visits above 0")
        if not 2 <= self.size <= 32 or not 0 <= self.least_score <= 1:
            raise TrainingError("gate: size must be between 2 and 32, least_score between 0 and 1")


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
            raise TrainingError("refresh and checkpoint must be at least 1 update")
        if not 0 <= self.seed < 2**31:
            raise TrainingError("seed must be between 0 and 2147483647")
        if unknown := {*self.beginnings} - {self.net, *self.students}:
            raise TrainingError(f"begin_with: this run has no network {', '.join(sorted(unknown))}")
        if self.net in self.students or len({*self.students}) < len(self.students):
            raise TrainingError("students: name each network once")

    @property
    def beginnings(self) -> Mapping[str, str]:
        """The weights that each network starts from; those that it does not name start at random.

        >>> RunSettings(net="medium", begin_with="medium").beginnings
        {'medium': 'medium'}
        """
        if isinstance(self.begin_with, str):
            return {self.net: self.begin_with}
        return self.begin_with
