"""Training a network on people's moves: settings, losses, updates by the clock or by passes."""

import copy
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from hexmate.learn.human.model import HumanNet, Inputs
from hexmate.learn.human.positions import Positions, Targets
from hexmate.learn.net.model import HexNet, MaskedNorm

__all__ = [
    "HumanReport",
    "HumanSettings",
    "HumanTrainer",
    "batches_of",
    "compile_blocks",
    "hide_some",
    "train",
    "train_on_games",
]

_LATER, _WIN, _RESIGN, _FUTURE = 0.1, 0.2, 0.2, 0.2
_LARGE_SHARE = 2
"""Batches on the largest canvas have this part of the positions: large boards are rare."""

Loss = Callable[[HumanNet, Any], tuple[Tensor, Tensor]]
"""The loss to minimise and that of the next move, of a network on a batch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanSettings:
    """How a network is trained.

    Training takes `passes` over all positions, or `seconds` if that is above 0. The rate rises over
    `warm_steps` updates and falls along a cosine to 0. `dropout` and `skipped_blocks` are shares of
    the features and blocks that are left out at random. `hide_ratings` and `hide_ages` are shares
    of the positions whose ratings or order of moves the network does not see, so that it can do
    without. `extra` is the weight of all targets but the next move. With `fixed_norms` the norms
    stay as they were measured at the start.
    """

    passes: float = 10.0
    seconds: float = 0.0
    batch: int = 2048
    rate: float = 1e-3
    decay: float = 0.05
    warm_steps: int = 200
    average: float = 0.999
    clip: float = 2.0
    dropout: float = 0.1
    skipped_blocks: float = 0.1
    hide_ratings: float = 0.15
    hide_ages: float = 0.03
    extra: float = 1.0
    fixed_norms: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class HumanReport:
    """How far a training is: the averaged network, and the loss of the next move, in nats, since
    the last report.
    """

    average: HumanNet
    steps: int
    done: float
    rate: float
    loss: float
    seconds: float


def losses(net: HumanNet, batch: tuple[Inputs, Targets], extra: float) -> tuple[Tensor, Tensor]:
    """The loss on what people did, and that of the next move alone."""
    inputs, targets = batch
    out = net(inputs)
    move = F.cross_entropy(out.policy, targets.moves, ignore_index=-1)
    later = F.cross_entropy(
        out.later.flatten(0, 1), targets.later.flatten(), ignore_index=-1, reduction="sum"
    ) / len(targets.moves)
    win = F.binary_cross_entropy_with_logits(out.win, targets.wins)
    resign = F.binary_cross_entropy_with_logits(out.resigns, targets.resigns)
    empty = (inputs.views == 0).float()[:, None]
    future = F.binary_cross_entropy_with_logits(out.future, targets.future, reduction="none")
    future = (future * empty).sum() / (2 * empty.sum()).clamp_min(1)
    rest = _LATER * later + _WIN * win + _RESIGN * resign + _FUTURE * future
    return move + extra * rest, move.detach()


class HumanTrainer:
    """A network, its optimiser, and the running average of its weights, which is the result."""

    def __init__(
        self, net: HumanNet, loss: Loss, device: torch.device, settings: HumanSettings
    ) -> None:
        net.regularize(settings.dropout, settings.skipped_blocks)
        self.net = net.to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average: HumanNet = copy.deepcopy(self.net).eval().requires_grad_(False)
        groups = [
            {"params": [p for p in net.parameters() if p.ndim > 1], "weight_decay": settings.decay},
            {"params": [p for p in net.parameters() if p.ndim <= 1], "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=settings.rate, fused=device.type == "cuda")
        self.steps = 0
        self._settings, self._device = settings, device
        self._loss = loss
        if device.type == "cuda":
            compile_blocks(self.net)
        self._ours = list(self.average.state_dict().values())
        self._theirs = list(self.net.state_dict().values())

    def step(self, batch: object, rate: float) -> Tensor:
        """Make one update; returns the loss of the next move, still on the device."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self._train_mode()
        on_gpu = self._device.type == "cuda"
        with torch.autocast(self._device.type, torch.bfloat16, enabled=on_gpu):
            total, move = self._loss(self.net, batch)
        self.optimizer.zero_grad(set_to_none=True)
        total.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self._settings.clip)
        self.optimizer.step()
        self.steps += 1
        keep = min(self._settings.average, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            torch._foreach_lerp_(self._ours, self._theirs, 1 - keep)
        return move

    def _train_mode(self) -> None:
        self.net.train()
        if self._settings.fixed_norms:
            for module in self.net.modules():
                if isinstance(module, MaskedNorm):
                    module.eval()


def compile_blocks(net: HumanNet) -> None:
    """Compile the blocks, which are most of the work; all of the network would take minutes."""
    for block in net.blocks:
        block.compile(dynamic=False)


def train(
    trainer: HumanTrainer,
    batches: Iterator[object],
    steps: int,
    settings: HumanSettings,
    watch: Callable[[HumanReport], None] | None = None,
    every: float = 10.0,
) -> None:
    """Make `steps` updates, or as many as `settings.seconds` allow."""
    began = told = time.monotonic()
    parts: list[Tensor] = []
    done = 0.0
    while done < 1:
        warm = min(1.0, (trainer.steps + 1) / settings.warm_steps)
        rate = settings.rate * warm * (1 + math.cos(math.pi * done)) / 2
        parts.append(trainer.step(next(batches), rate))
        now = time.monotonic()
        done = (now - began) / settings.seconds if settings.seconds else trainer.steps / steps
        if watch and (now - told >= every or done >= 1):
            loss = float(torch.stack(parts).nanmean())
            elapsed = time.monotonic() - began
            watch(HumanReport(trainer.average, trainer.steps, min(done, 1.0), rate, loss, elapsed))
            parts, told = [], now
        elif len(parts) % 32 == 0 and trainer.net.stem.weight.is_cuda:
            torch.cuda.synchronize()  # else the clock would run ahead of the GPU


def batches_of(sources: Sequence[Positions], settings: HumanSettings) -> Iterator[Any]:
    """Batches without end: pass after pass over all positions, canvases mixed by their share."""
    device = sources[0].device
    draw = torch.Generator(device=device)
    draw.manual_seed(settings.seed)
    order = random.Random(settings.seed)
    while True:
        streams, turns = [], []
        for at, source in enumerate(sources):
            size = _batch_size(settings, sources, at)
            streams.append(source.batches(size, draw))
            turns += [at] * max(1, len(source) // size)
        order.shuffle(turns)
        for at in turns:
            inputs, targets = next(streams[at])
            yield hide_some(inputs, settings, draw), targets


def _batch_size(settings: HumanSettings, sources: Sequence[Positions], at: int) -> int:
    largest = at > 0 and sources[at].side == max(source.side for source in sources)
    return settings.batch // _LARGE_SHARE if largest else settings.batch


def hide_some(inputs: Inputs, settings: HumanSettings, draw: torch.Generator) -> Inputs:
    """Hide the ratings of some positions and the order of moves of some."""
    lots = torch.rand(2, len(inputs.views), generator=draw, device=inputs.views.device)
    shown = (lots[0] >= settings.hide_ratings).float()
    context = torch.cat((inputs.context[:, :3] * shown[:, None], inputs.context[:, 3:]), dim=1)
    ages = inputs.ages * (lots[1] >= settings.hide_ages)[:, None, None]
    return Inputs(inputs.views, ages, context)


def train_on_games(
    net: HumanNet,
    sources: Sequence[Positions],
    settings: HumanSettings,
    watch: Callable[[HumanReport], None] | None = None,
    *,
    begin_with: HexNet | None = None,
) -> HumanNet:
    """Train on people's games; returns the averaged network. `net` itself changes too.

    `begin_with` is a network for tree search whose trunk is taken first.
    """
    torch.manual_seed(settings.seed)
    device = sources[0].device
    batches = batches_of(sources, settings)
    net.to(device)
    if begin_with is not None:
        net.begin_with(begin_with)
        net.calibrate(next(batches)[0])

    def loss(net: HumanNet, batch: tuple[Inputs, Targets]) -> tuple[Tensor, Tensor]:
        return losses(net, batch, settings.extra)

    trainer = HumanTrainer(net, loss, device, settings)
    if device.type == "cuda":  # compiling must not count as training
        for at, source in enumerate(sources):
            few = source.batches(_batch_size(settings, sources, at), torch.Generator(device=device))
            trainer.step(next(few), 0.0)
        torch.cuda.synchronize()
        trainer.steps = 0
    each_pass = sum(
        max(1, len(source) // _batch_size(settings, sources, at))
        for at, source in enumerate(sources)
    )
    train(trainer, batches, max(1, round(settings.passes * each_pass)), settings, watch)
    return trainer.average
