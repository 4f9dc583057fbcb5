"""Self-play for training: games on all cores, evaluated in batches on one device."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from hexmate import _core
from hexmate.errors import TrainingError
from hexmate.learn.net.fold import folded, refold
from hexmate.learn.net.model import OFF_BOARD, HexNet, planes_of
from hexmate.learn.net.settings import PlaySettings

__all__ = ["GameBatch", "PlayingNet", "SampleArrays", "SampleSource", "Samples", "SelfPlayPool"]

SampleArrays = dict[str, NDArray[Any]]
"""The arrays of training positions that `SelfPlay.drain` returns."""


_MOST_SHAPES = 128
"""Shapes of batches that are compiled at most: more than a run can have sizes of boards."""


class PlayingNet:
    """A network prepared for play on a device, in 16 bits on a GPU, compiled if asked."""

    def __init__(self, net: HexNet, device: torch.device, compiled: bool = False) -> None:
        self.device = device
        self._dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        play = folded(net.to(device), self._dtype)
        self._net = play.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        answer: Callable[[Tensor], tuple[Tensor, Tensor]] = self._answer
        if compiled:
            # Each size of board and batch is compiled by itself; past the limit, which is 8 by
            # default, PyTorch silently stops compiling.
            torch._dynamo.config.recompile_limit = _MOST_SHAPES
        self._play = torch.compile(answer, dynamic=False) if compiled else answer

    def refresh(self, net: HexNet) -> None:
        """Replace the weights in place, so that compiled code and recorded batches stay valid."""
        refold(self._net, net)

    def _answer(self, views: Tensor) -> tuple[Tensor, Tensor]:
        planes = planes_of(views).to(self._dtype)
        logits, value = self._net.play(planes.contiguous(memory_format=torch.channels_last))
        return logits, value.sigmoid()

    @torch.no_grad()
    def __call__(self, views: Tensor, canvas: int) -> tuple[Tensor, Tensor]:
        """Views uint8 [n, size, size] to logits [n, size * size] and win probabilities [n]."""
        size = views.shape[1]
        margin = canvas - size
        if margin:
            views = F.pad(views, (0, margin, 0, margin), value=OFF_BOARD)
        logits, wins = self._play(views)
        return logits[:, :size, :size].reshape(len(views), -1), wins


class GameBatch:
    """Games of one size whose positions are evaluated together, with the buffers for them.

    On a GPU the work of a batch (copy to the device, network, copy back) is recorded once as a CUDA
    graph and replayed, which costs the processor next to nothing.
    """

    def __init__(self, games: _core.SelfPlay, count: int, size: int, canvas: int) -> None:
        self.games, self.count, self.size, self.canvas = games, count, size, canvas
        self.sent = 0
        pin = torch.cuda.is_available()
        self._views = torch.zeros((count, size * size), dtype=torch.uint8, pin_memory=pin)
        self._logits = torch.zeros((count, size * size), pin_memory=pin)
        self._wins = torch.zeros(count, pin_memory=pin)
        self._views_array: NDArray[np.uint8] = self._views.numpy()
        self._logits_array: NDArray[np.float32] = self._logits.numpy()
        self._wins_array: NDArray[np.float32] = self._wins.numpy()
        self._graph: torch.cuda.CUDAGraph | None = None
        self._ready: torch.cuda.Event | None = None
        self._waiting = False

    def send(self, net: PlayingNet) -> None:
        """Take the last outputs, bring every game to its next leaf, and evaluate these leaves."""
        if self._waiting:
            self._wait()
            self.games.advance(self._logits_array, self._wins_array, self._views_array)
        else:
            self.games.gather(self._views_array)
        self._waiting = True
        self.sent += 1
        if net.device.type == "cuda":
            self._replay(net)
        else:
            self._answer(net)

    def _answer(self, net: PlayingNet) -> None:
        views = self._views.to(net.device, non_blocking=True)
        logits, wins = net(views.view(self.count, self.size, self.size), self.canvas)
        self._logits.copy_(logits, non_blocking=True)
        self._wins.copy_(wins, non_blocking=True)

    def _replay(self, net: PlayingNet) -> None:
        if self._graph is None:
            aside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            with torch.cuda.stream(aside):
                for _ in range(3):  # compile and autotune outside the recording
                    self._answer(net)
            torch.cuda.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            self._ready = torch.cuda.Event()  # type: ignore[no-untyped-call]
            with torch.cuda.graph(self._graph, stream=aside):
                self._answer(net)
        self._graph.replay()
        assert self._ready is not None
        self._ready.record()

    def _wait(self) -> None:
        if self._ready is not None:
            self._ready.synchronize()

    def save(self) -> bytes:
        """The state of the games, which go back to the start of their current moves."""
        self._wait()
        self._waiting = False
        return self.games.save()

    def load(self, state: bytes) -> None:
        """Continue with saved games."""
        self.games.load(state)


class Samples(NamedTuple):
    """Training positions from games of one board size."""

    size: int
    arrays: SampleArrays


class SampleSource(Protocol):
    """Where a run gets its positions from: self-play in this process or on Ray."""

    @property
    def leaves(self) -> int:
        """Positions that the network has evaluated."""

    def step(self, shares: Mapping[int, float]) -> Samples | None:
        """Play for a moment; returns samples now and then, otherwise None."""

    def refresh(self, net: HexNet) -> None:
        """Play with these weights from now on."""

    def balance(self) -> None:
        """Forget how much each board size has had so far, before other shares begin."""

    def counts(self) -> dict[int, dict[str, int]]:
        """Counters for each board size: games, moves, leaves, wins of Black, ..."""

    def save(self) -> tuple[dict[str, Any], list[bytes]]:
        """Everything needed to continue with the same games: counters, and the games."""

    def load(self, state: Mapping[str, Any], games: Sequence[bytes]) -> None:
        """Continue from a saved state."""

    def close(self) -> None:
        """End the workers, if there are any."""


class SelfPlayPool:
    """Self-play in this process: batches of games of several sizes, each size with its share."""

    _ROUNDS = 8
    """How often a batch is sent before its samples are drained."""

    def __init__(
        self, settings: PlaySettings, seed: int, net: HexNet, device: torch.device, compiled: bool
    ) -> None:
        self._net = PlayingNet(net, device, compiled)
        self.batches = [
            _game_batch(settings, size, seed * 1_000_003 + 1009 * number + size)
            for size in settings.sizes
            for number in range(settings.batches)
        ]
        self._spent = dict.fromkeys(settings.sizes, 0.0)
        self.leaves = 0

    def step(self, shares: Mapping[int, float]) -> Samples | None:
        """Send the batch whose size has had least of its share; the others stay in flight."""
        active = [batch for batch in self.batches if shares.get(batch.size, 0) > 0]
        batch = min(active, key=lambda each: (self._spent[each.size], each.sent))
        batch.send(self._net)
        self._spent[batch.size] += batch.count / shares[batch.size]
        self.leaves += batch.count
        return None if batch.sent % self._ROUNDS else Samples(batch.size, batch.games.drain())

    def warm_up(self) -> None:
        """Send every batch once, without counting it, so that compilation happens now."""
        for batch in self.batches:
            batch.send(self._net)
        if self._net.device.type == "cuda":
            torch.cuda.synchronize()

    def refresh(self, net: HexNet) -> None:
        """Play with these weights from now on."""
        self._net.refresh(net)

    def balance(self) -> None:
        """Forget how much each board size has had so far."""
        self._spent = dict.fromkeys(self._spent, 0.0)

    def counts(self) -> dict[int, dict[str, int]]:
        """Sums over the batches of each size."""
        sums: dict[int, Counter[str]] = {}
        for batch in self.batches:
            sums.setdefault(batch.size, Counter()).update(batch.games.counts)
        return {size: dict(counts) for size, counts in sums.items()}

    def save(self) -> tuple[dict[str, Any], list[bytes]]:
        """Counters, and the games of each batch."""
        state = {
            "batches": [batch.sent for batch in self.batches],
            "spent": {str(size): spent for size, spent in self._spent.items()},
            "leaves": self.leaves,
        }
        return state, [batch.save() for batch in self.batches]

    def load(self, state: Mapping[str, Any], games: Sequence[bytes]) -> None:
        """Continue from a saved state."""
        if "batches" not in state:
            raise TrainingError("this run plays on Ray; resume it with --ray")
        for batch, data, sent in zip(self.batches, games, state["batches"], strict=True):
            batch.load(data)
            batch.sent = sent
        self._spent = {int(size): spent for size, spent in state["spent"].items()}
        self.leaves = state["leaves"]

    def close(self) -> None:
        """Nothing to do: there are no workers."""


def _game_batch(settings: PlaySettings, size: int, seed: int) -> GameBatch:
    count = settings.games_on(size)
    games = _core.SelfPlay(size=size, games=count, seed=seed, **settings.core_options)
    return GameBatch(games, count, size, settings.canvas(size))
