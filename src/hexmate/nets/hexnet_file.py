"""`.hexnet` files: a network for the core's own runner. docs/networks.md describes the format."""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from hexmate.nets.model_file import ModelFacts

__all__ = ["SUFFIX", "Encoding", "Range", "hexnet_bytes", "is_hexnet"]

SUFFIX = ".hexnet"

_MAGIC = b"HEXNET\r\n"
_NET_VERSION, _PEOPLE_VERSION = 1, 2
_CONVOLUTIONS = (".conv1", ".conv2")
_MOST_BYTE = 127
_TAPS = ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1))
"""The seven cells of a 3x3 kernel that a hexagon touches: (row, col), in the order of the file."""

Floats = NDArray[np.float32]


class Encoding(IntEnum):
    """How a file stores the weights."""

    f32 = 0
    f16 = 1
    int8 = 2


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the largest input of each channel of a convolution [channels]."""

    low: Floats
    high: Floats


def is_hexnet(data: bytes) -> bool:
    """Whether data begin as those of a `.hexnet` file do."""
    return data.startswith(_MAGIC)


def hexnet_bytes(
    arrays: Mapping[str, Floats],
    facts: ModelFacts,
    encoding: Encoding,
    ranges: Mapping[str, Range] | None = None,
) -> bytes:
    """The bytes of a file.

    `arrays` are the weights of a `HexNet` or a `HumanNet` whose norms are folded, by their names in
    PyTorch. `ranges` are needed for int8: those of the inputs of `blocks.0.conv1` and the others.
    """
    sizes = [facts.sizes[name] for name in ("blocks", "channels", "pool_every")]
    text = json.dumps(facts.to_metadata()).encode()
    knots = arrays.get("knots")
    version, ratings = (_NET_VERSION, []) if knots is None else (_PEOPLE_VERSION, [knots.size])
    header = (version, encoding, *sizes, *ratings, len(text))
    body = b"".join((_MAGIC, struct.pack(f"<{len(header)}I", *header), text))
    if knots is not None:
        body += knots.astype("<f4").tobytes()
    body += b"".join(_tensors(arrays, encoding, ranges or {}, sizes[0]))
    return body + struct.pack("<I", zlib.crc32(body))


def _tensors(
    arrays: Mapping[str, Floats], encoding: Encoding, ranges: Mapping[str, Range], blocks: int
) -> Iterator[bytes]:
    for name in _names(arrays, blocks):
        weight, bias = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
        if name == "policy_out":  # the other rows predict later moves
            weight, bias = weight[:1], bias[:1]
        if weight.shape[2:] == (3, 3):
            weight = _hexagons(weight)
        if name.endswith(_CONVOLUTIONS) and encoding is Encoding.int8:
            yield from _steps(weight, bias, ranges[name])
        else:
            yield from _layer(weight, bias, encoding)


def _names(arrays: Mapping[str, Floats], blocks: int) -> Iterator[str]:
    """The layers in the order of the file."""
    people = "knots" in arrays
    tells = (f"tells.{at}" for at in range(blocks + 1))
    if people:
        yield "person.0"
    yield "stem"
    if people:
        yield next(tells)
    for at in range(blocks):
        pools = f"blocks.{at}.tell.weight" in arrays
        if people and pools:
            yield next(tells)
        yield f"blocks.{at}.conv1"
        if pools:
            yield f"blocks.{at}.tell"
        yield f"blocks.{at}.conv2"
    yield from ("policy_conv", "policy_tell", "policy_out")
    yield from ("value_conv", "value_hidden", "value_out")


def _hexagons(weight: Floats) -> Floats:
    """[outputs, inputs, 3, 3] to [outputs, inputs, 7]."""
    return np.stack([weight[:, :, row, col] for row, col in _TAPS], axis=2)


def _layer(weight: Floats, bias: Floats, encoding: Encoding) -> Iterator[bytes]:
    yield weight.astype("<f4" if encoding is Encoding.f32 else "<f2").tobytes()
    yield bias.astype("<f4").tobytes()


def _steps(weight: Floats, bias: Floats, seen: Range) -> Iterator[bytes]:
    """A convolution in 8 bits; weight [outputs, inputs, 7]."""
    low, high = np.minimum(seen.low, 0), np.maximum(seen.high, 0)
    width = high - low
    step = np.maximum(width, max(float(width.max()) * 1e-3, 1e-6)) / _MOST_BYTE
    zero = np.rint(-low / step)
    scaled = weight * step[None, :, None]
    scale = np.maximum(np.abs(scaled).max(axis=(1, 2)), 1e-12) / _MOST_BYTE
    yield np.rint(scaled / scale[:, None, None]).astype(np.int8).tobytes()
    yield scale.astype("<f4").tobytes()
    yield step.astype("<f4").tobytes()
    yield zero.astype(np.uint8).tobytes()
    yield bias.astype("<f4").tobytes()
