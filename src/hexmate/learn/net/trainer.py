"""Training a network on batches: losses, optimiser, averaged weights."""

import copy

import torch
from torch import Tensor
from torch.nn import functional as F

from hexmate.errors import TrainingError
from hexmate.learn.net.model import HexNet, planes_of
from hexmate.learn.net.replay import Batch
from hexmate.learn.net.settings import LearnSettings

__all__ = ["LOSSES", "Trainer", "losses"]

LOSSES = ("policy", "value", "reply", "chain")
"""The parts of the loss, in the order of `losses`."""

UNKNOWN_CHAIN = 2
_REPLY, _CHAIN = 0.15, 0.15
# No other part of the loss changes if all logits of a position grow together. This one keeps them
# near zero, so that 16 bits are enough for them.
_WANDER = 1e-4


def losses(net: HexNet, batch: Batch) -> tuple[Tensor, Tensor]:
    """The loss to minimise, and its parts [4]."""
    planes = planes_of(batch.views)
    out = net(planes.contiguous(memory_format=torch.channels_last))
    count = len(batch.views)
    wanted = batch.policies.float().view(count, -1)
    logits = out.policy.view(count, -1)
    whole = logits.logsumexp(1, keepdim=True)
    policy = -(wanted * (logits - whole)).sum(1).mean()
    value = F.binary_cross_entropy_with_logits(out.value, batch.wins)
    known = (batch.replies >= 0).float()
    answers = batch.replies.clamp_min(0)
    replies = F.cross_entropy(out.reply.view(count, -1), answers, reduction="none")
    reply = (replies * known).sum() / known.sum().clamp_min(1)
    chains = torch.stack((batch.chains == 1, batch.chains == -1), dim=1).float()
    mask = planes[:, 2:3] * (batch.chains != UNKNOWN_CHAIN)[:, None]
    chain = (F.binary_cross_entropy_with_logits(out.chain, chains, reduction="none") * mask).sum()
    chain = chain / (2 * mask.sum()).clamp_min(1)
    total = policy + value + _REPLY * reply + _CHAIN * chain + _WANDER * whole.square().mean()
    return total, torch.stack((policy, value, reply, chain)).detach()


class Trainer:
    """A network, its optimiser, and the running average of its weights, which is used for play."""

    def __init__(
        self, net: HexNet, device: torch.device, settings: LearnSettings, compiled: bool
    ) -> None:
        self.net = net.to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.net).eval().requires_grad_(False)
        matrices = [p for p in self.net.parameters() if p.ndim > 1]
        others = [p for p in self.net.parameters() if p.ndim <= 1]
        self.optimizer = torch.optim.AdamW(
            [
                {"params": matrices, "weight_decay": settings.decay},
                {"params": others, "weight_decay": 0.0},
            ],
            lr=settings.rate,
            fused=device.type == "cuda",
        )
        self.steps = 0
        self._settings, self._device = settings, device
        self._losses = torch.compile(losses, dynamic=False) if compiled else losses
        self._ours = list(self.average.state_dict().values())
        self._theirs = list(self.net.state_dict().values())

    def begin_with(self, net: HexNet) -> None:
        """Start from the weights of another network of the same size."""
        if net.size != self.net.size:
            raise TrainingError(f"begin_with: the file has {net.size}, not {self.net.size}")
        self.net.load_state_dict(net.state_dict())
        self.average.load_state_dict(net.state_dict())

    def calibrate(self, batch: Batch) -> None:
        """Fit the norms to these positions, before the first update from another's weights."""
        self.net.calibrate(planes_of(batch.views))
        self.average.load_state_dict(self.net.state_dict())

    def step(self, batch: Batch, rate: float) -> Tensor:
        """Make one update; returns the parts of the loss [4], still on the device."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.net.train()
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._device.type == "cuda"):
            total, parts = self._losses(self.net, batch)
        self.optimizer.zero_grad(set_to_none=True)
        total.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self._settings.clip)
        self.optimizer.step()
        self.steps += 1
        self._blend()
        return parts

    @torch.no_grad()
    def _blend(self) -> None:
        keep = min(self._settings.average, (1 + self.steps) / (10 + self.steps))
        torch._foreach_lerp_(self._ours, self._theirs, 1 - keep)

    def tensors(self) -> dict[str, Tensor]:
        """Everything needed to resume training, by name."""
        named = {f"net.{name}": each for name, each in self.net.state_dict().items()}
        named |= {f"average.{name}": each for name, each in self.average.state_dict().items()}
        for number, state in self.optimizer.state_dict()["state"].items():
            named |= {f"optimizer.{number}.{name}": each for name, each in state.items()}
        return named

    def restore(self, tensors: dict[str, Tensor], steps: int) -> None:
        """Resume from saved tensors."""
        parts: dict[str, dict[str, Tensor]] = {"net": {}, "average": {}, "optimizer": {}}
        for name, tensor in tensors.items():
            part, _, rest = name.partition(".")
            parts[part][rest] = tensor
        self.net.load_state_dict(parts["net"])
        self.average.load_state_dict(parts["average"])
        state = self.optimizer.state_dict()
        moments: dict[int, dict[str, Tensor]] = {}
        for name, tensor in parts["optimizer"].items():
            number, _, moment = name.partition(".")
            moments.setdefault(int(number), {})[moment] = tensor
        self.optimizer.load_state_dict({**state, "state": moments})
        self.steps = steps
