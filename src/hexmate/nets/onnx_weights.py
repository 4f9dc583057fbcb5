"""The weights in an ONNX file of a network, read without any library but numpy.

ONNX files are Protocol Buffers: a message is a sequence of fields, each with a number and either a
whole number or bytes. Only the fields that hold weights and facts are looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hexmate.errors import ModelError
from hexmate.nets.model_file import NET_KIND, VERSIONS, ModelFacts

__all__ = ["NetWeights", "onnx_kind", "read_onnx"]

_PREFIX = "net."
_POLICY_OUT = {
    5: ("policy_out.weight", (2, -1, 1, 1)),
    4: ("policy_out.weight", (3, -1, 1, 1)),
    3: ("policy_out.bias", (2,)),
}
"""PyTorch's exporter may reshape these two and drop their names; their dimensions tell them."""

_OPERANDS = {"onnx::Conv": "policy_out.bias", "onnx::Sub": "knots", "onnx::Div": "gaps"}
"""Vectors without names of a network for people's moves, by what the graph does with them: it
subtracts all ratings but the last, and divides by how far each is from the next."""

# Numbers of fields in onnx.proto: of a model, a graph, a tensor and a pair of texts.
_GRAPH, _PROPERTY = 7, 14
_INITIALIZER = 5
_DIMS, _TYPE, _FLOATS, _NAME, _RAW = 1, 2, 4, 8, 9
_KEY, _VALUE = 1, 2
_DTYPES = {1: "<f4", 10: "<f2"}

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


@dataclass(frozen=True, slots=True)
class NetWeights:
    """Facts about a network, and its folded weights by the names that they have in PyTorch."""

    facts: ModelFacts
    arrays: dict[str, NDArray[np.float32]]


def read_onnx(path: Path, kind: str = NET_KIND) -> NetWeights:
    """The weights of a network of a kind; ModelError if the file does not hold them."""
    facts, arrays = _read(path)
    if facts.kind != kind or facts.feature_version != VERSIONS[kind]:
        raise ModelError(f"{path} is not a network of this version; train or export it again")
    return NetWeights(facts, arrays)


def onnx_kind(path: Path) -> str:
    """What kind of model a file holds; ModelError if it is not one of Hexmate's."""
    return _read(path)[0].kind


def _read(path: Path) -> tuple[ModelFacts, dict[str, NDArray[np.float32]]]:
    try:
        return _model(memoryview(path.read_bytes()))
    except OSError as error:
        raise ModelError(f"cannot read the model file {path}: {error.strerror}") from None
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise ModelError(f"{path} is not a model file of Hexmate: {error}") from None


def _model(data: memoryview) -> tuple[ModelFacts, dict[str, NDArray[np.float32]]]:
    metadata: dict[str, str] = {}
    arrays: dict[str, NDArray[np.float32]] = {}
    for field, content in _fields(data):
        if field == _PROPERTY:
            pair = dict(_fields(_bytes(content)))
            metadata[_text(pair[_KEY])] = _text(pair[_VALUE])
        elif field == _GRAPH:
            for number, part in _fields(_bytes(content)):
                if number == _INITIALIZER:
                    _take_tensor(_bytes(part), arrays)
    if "gaps" in arrays:
        most = arrays["knots"][-1:] + arrays.pop("gaps")[-1:]
        arrays["knots"] = np.concatenate((arrays["knots"], most))
    return ModelFacts.from_metadata(metadata), arrays


def _take_tensor(data: memoryview, arrays: dict[str, NDArray[np.float32]]) -> None:
    """Add a tensor of floats under its name in PyTorch; leave out any other."""
    shape: list[int] = []
    found: dict[int, int | memoryview] = {}
    for field, content in _fields(data):
        if field == _DIMS:
            shape += [content] if isinstance(content, int) else _varints(content)
        else:
            found[field] = content
    dtype = _DTYPES.get(int(found.get(_TYPE, 0)))
    if dtype is None:
        return
    raw = _bytes(found.get(_RAW) or found.get(_FLOATS) or memoryview(b""))
    array = np.frombuffer(raw, dtype).astype(np.float32).reshape(shape)
    name = _text(found[_NAME])
    if name.startswith(_PREFIX):
        arrays[name.removeprefix(_PREFIX)] = array
    elif len(shape) == 1 and name.rpartition("_")[0] in _OPERANDS:
        arrays[_OPERANDS[name.rpartition("_")[0]]] = array
    elif len(shape) in _POLICY_OUT:
        named, wanted = _POLICY_OUT[len(shape)]
        arrays[named] = array.reshape(wanted)


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message; ValueError if it is cut short or malformed."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == _VARINT:
            number, at = _varint(data, at)
            yield key >> 3, number
            continue
        if kind == _BYTES:
            size, at = _varint(data, at)
        elif kind in (_FIXED32, _FIXED64):
            size = 4 if kind == _FIXED32 else 8
        else:
            raise ValueError("it is not an ONNX file")
        if size > len(data) - at:
            raise ValueError("it is not an ONNX file, or cut short")
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """A whole number in groups of seven bits, and where it ends."""
    number = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, at
    raise ValueError("it is not an ONNX file, or cut short")


def _varints(data: memoryview) -> list[int]:
    numbers, at = [], 0
    while at < len(data):
        number, at = _varint(data, at)
        numbers.append(number)
    return numbers


def _bytes(content: int | memoryview) -> memoryview:
    if isinstance(content, int):
        raise ValueError("it is not an ONNX file")
    return content


def _text(content: int | memoryview) -> str:
    return bytes(_bytes(content)).decode()
