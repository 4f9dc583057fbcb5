"""Small networks with random weights."""

import math

import numpy as np

from hexmate.nets.hexnet_file import Encoding, Range, hexnet_bytes
from hexmate.nets.model_file import ModelFacts


def random_hexnet(*, blocks: int, channels: int, encoding: Encoding = Encoding.int8) -> bytes:
    """A `.hexnet` file whose last block pools."""
    sizes = {"blocks": blocks, "channels": channels, "pool_every": blocks}
    low, high = np.full(channels, -2, np.float32), np.full(channels, 6, np.float32)
    names = [f"blocks.{at}.{part}" for at in range(blocks) for part in ("conv1", "conv2")]
    ranges = dict.fromkeys(names, Range(low, high)) if encoding is Encoding.int8 else None
    return hexnet_bytes(_weights(blocks, channels), ModelFacts("net", 1, sizes), encoding, ranges)


def _weights(blocks: int, channels: int) -> dict[str, np.ndarray]:
    draw = np.random.default_rng(1)
    shapes: dict[str, tuple[int, ...]] = {
        "stem": (channels, 3, 3, 3),
        f"blocks.{blocks - 1}.tell": (channels, 3 * channels),
    }
    for at in range(blocks):
        for part in ("conv1", "conv2"):
            shapes[f"blocks.{at}.{part}"] = (channels, channels, 3, 3)
    for head in ("policy", "value"):
        shapes[f"{head}_conv"] = (32, channels, 1, 1)
    shapes |= {"policy_tell": (32, 96), "policy_out": (2, 32, 1, 1)}
    shapes |= {"value_hidden": (64, 96), "value_out": (1, 64)}
    arrays = {}
    for name, shape in shapes.items():
        spread = 1 / math.sqrt(math.prod(shape[1:]))
        arrays[f"{name}.weight"] = draw.normal(0, spread, shape).astype(np.float32)
        arrays[f"{name}.bias"] = draw.normal(0, 0.1, shape[0]).astype(np.float32)
    return arrays
