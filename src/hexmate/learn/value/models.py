"""`ValueMLP` and `HexGNN`: the score of a position for the side to move.

Scores are in points of the `hexproject` evaluation. Divided by `value_scale` they are logits of
the win probability.
"""

from itertools import pairwise

import torch
from torch import Tensor, nn

from hexmate.errors import HexmateError
from hexmate.nets.value_inputs import FEATURES, NODE_FEATURES

__all__ = [
    "KINDS",
    "POINTS_PER_LOGIT",
    "HexGNN",
    "ValueMLP",
    "ValueModel",
    "make_model",
    "seeded_model",
]

POINTS_PER_LOGIT = 2275.0
"""A win probability of 75 % is worth 2500 points of the `hexproject` evaluation."""

_OWN_INPUTS = len(NODE_FEATURES) - 1


class ValueMLP(nn.Module):
    """A multilayer perceptron on the seven features, which it normalises itself."""

    kind = "mlp"
    mean: Tensor
    std: Tensor
    value_scale: Tensor

    def __init__(self, hidden: int = 64, layers: int = 2) -> None:
        super().__init__()
        self.hidden, self.layers = hidden, layers
        self.register_buffer("mean", torch.zeros(len(FEATURES)))
        self.register_buffer("std", torch.ones(len(FEATURES)))
        self.register_buffer("value_scale", torch.tensor(POINTS_PER_LOGIT))
        widths = [len(FEATURES)] + [hidden] * layers
        parts: list[nn.Module] = []
        for inputs, outputs in pairwise(widths):
            parts += [nn.Linear(inputs, outputs), nn.ReLU()]
        self.body = nn.Sequential(*parts, nn.Linear(hidden, 1))

    def normalise(self, features: Tensor) -> None:
        """Set mean and standard deviation from features [batch, 7]."""
        self.mean.copy_(features.mean(0))
        self.std.copy_(features.std(0, unbiased=False).clamp_min(0.5))

    def forward(self, features: Tensor) -> Tensor:
        """[batch, 7] to scores [batch]."""
        logits: Tensor = self.body((features - self.mean) / self.std)
        return logits[:, 0] * self.value_scale

    @property
    def sizes(self) -> dict[str, int]:
        """The arguments of the constructor."""
        return {"hidden": self.hidden, "layers": self.layers}


class MessagePassing(nn.Module):
    """A residual layer in which each node receives the sum of its neighbours' messages.

    Messages are half as wide as nodes, since gathering them takes most of the time.
    """

    def __init__(self, channels: int) -> None:
        super().__init__()
        messages = (channels + 1) // 2
        self.say = nn.Linear(channels, messages)
        self.hear = nn.Linear(channels + messages, channels)

    def forward(self, x: Tensor, neighbors: Tensor) -> Tensor:
        """[nodes, channels] to the same."""
        said = torch.relu(self.say(x))
        # Absent neighbours have the index of one more row, of zeros.
        heard = torch.cat((said, torch.zeros_like(said[:1])))[neighbors].sum(1) / 6
        return x + torch.relu(self.hear(torch.cat((x, heard), 1)))


class HexGNN(nn.Module):
    """Message passing over cells and edges, for boards of any size and shape.

    It sees own and enemy stones instead of Black's and White's, so exchanging the colours changes
    nothing, and neither does a rotation.
    """

    kind = "gnn"
    value_scale: Tensor

    def __init__(self, channels: int = 32, layers: int = 4) -> None:
        super().__init__()
        self.channels, self.layers = channels, layers
        self.register_buffer("value_scale", torch.tensor(POINTS_PER_LOGIT))
        self.stem = nn.Linear(_OWN_INPUTS, channels)
        self.rounds = nn.ModuleList(MessagePassing(channels) for _ in range(layers))
        self.hidden = nn.Linear(2 * channels, channels)
        self.out = nn.Linear(channels, 1)

    def forward(self, nodes: Tensor, neighbors: Tensor, members: Tensor) -> Tensor:
        """Nodes [nodes, 10] and the tables of a `GraphBatch` to scores [graphs]."""
        x = torch.relu(self.stem(_own_view(nodes)))
        for each in self.rounds:
            x = each(x, neighbors)
        sizes = (members < nodes.shape[0]).sum(1, keepdim=True).to(nodes.dtype)
        all_of = torch.cat((x, torch.zeros_like(x[:1])))[members]
        pooled = torch.cat((all_of.sum(1) / sizes, all_of.amax(1)), 1)
        logits: Tensor = self.out(torch.relu(self.hidden(pooled)))
        return logits[:, 0] * self.value_scale

    @property
    def sizes(self) -> dict[str, int]:
        """The arguments of the constructor."""
        return {"channels": self.channels, "layers": self.layers}


def _own_view(nodes: Tensor) -> Tensor:
    """[nodes, 10] as the side to move sees them: own before enemy's, [nodes, 9]."""
    black = nodes[:, 8:9]
    pairs = [(0, 1), (3, 4), (6, 7)]
    own = [nodes[:, a : a + 1] * black + nodes[:, b : b + 1] * (1 - black) for a, b in pairs]
    other = [nodes[:, b : b + 1] * black + nodes[:, a : a + 1] * (1 - black) for a, b in pairs]
    return torch.cat((*own, *other, nodes[:, 2:3], nodes[:, 5:6], torch.ones_like(black)), 1)


ValueModel = ValueMLP | HexGNN

KINDS: dict[str, type[ValueMLP] | type[HexGNN]] = {"mlp": ValueMLP, "gnn": HexGNN}


def make_model(kind: str, sizes: dict[str, int] | None = None) -> ValueModel:
    """A model of a kind, with random weights."""
    if kind not in KINDS:
        raise HexmateError(f"unknown value model '{kind}'; the models are {', '.join(KINDS)}")
    return KINDS[kind](**(sizes or {}))


def seeded_model(kind: str, sizes: dict[str, int], seed: int) -> ValueModel:
    """A model of a kind, with random weights that follow from a seed."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return make_model(kind, sizes)
