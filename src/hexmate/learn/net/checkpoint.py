"""Checkpoints of a run: folders that are whole whenever they have their name, in small files."""

import io
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from hexmate.errors import TrainingError
from hexmate.files import DRAFT, drafted_folder, remove_folder

__all__ = ["Checkpoints", "read_parts", "write_parts"]

LARGEST = 15 << 20
_SCHEMA = 1
_KEPT = 2


def write_parts(folder: Path, name: str, tensors: Mapping[str, Tensor]) -> None:
    """Write tensors to files `name.0.pt`, `name.1.pt`, ..., of at most 16 MiB each."""
    parts: list[dict[str, Tensor]] = [{}]
    weight = 0
    for key, tensor in tensors.items():
        if weight and weight + tensor.nbytes > LARGEST:
            parts.append({})
            weight = 0
        parts[-1][key] = tensor.detach().cpu()
        weight += tensor.nbytes
    for number, part in enumerate(parts):
        stream = io.BytesIO()
        torch.save(part, stream)
        (folder / f"{name}.{number}.pt").write_bytes(stream.getbuffer())


def read_parts(folder: Path, name: str) -> dict[str, Tensor]:
    """Read the tensors that `write_parts` wrote."""
    tensors: dict[str, Tensor] = {}
    number = 0
    while (path := folder / f"{name}.{number}.pt").exists():
        tensors |= torch.load(path, map_location="cpu", weights_only=True)
        number += 1
    if number == 0:
        raise TrainingError(f"the checkpoint {folder} has no network '{name}'")
    return tensors


class Checkpoints:
    """The checkpoints of a run, one folder each; the newest two are kept.

    A folder is named by its number of updates once everything in it is on the disk, and loses its
    name before anything in it is removed. So a folder with such a name is whole, wherever a save
    was cut. A second checkpoint at the same update gets a name of its own, `000000040-1`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def newest(self) -> Path | None:
        """The last checkpoint, or None before the first."""
        found = self._whole()
        return found[-1] if found else None

    def _whole(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        named = {order: path for path in self._folder.iterdir() if (order := _order(path.name))}
        return [named[order] for order in sorted(named)]

    def write(
        self,
        steps: int,
        facts: Mapping[str, Any],
        networks: Mapping[str, Mapping[str, Tensor]],
        games: Sequence[bytes],
    ) -> Path:
        """Write a checkpoint at this number of updates, then remove old ones."""
        self._clean_up()
        final = self._folder / self._free_name(steps)
        with drafted_folder(final) as draft:
            for name, tensors in networks.items():
                write_parts(draft, name, tensors)
            for number, data in enumerate(games):
                (draft / f"{number:03d}.games").write_bytes(data)
            text = json.dumps({"schema": _SCHEMA, **facts}, indent=1) + "\n"
            (draft / "facts.json").write_text(text)
        for old in self._whole()[:-_KEPT]:
            remove_folder(old)
        return final

    def _clean_up(self) -> None:
        """Remove what a kill has left of unfinished saves and removals."""
        for path in self._folder.glob(f"*{DRAFT}"):
            shutil.rmtree(path)

    def _free_name(self, steps: int) -> str:
        serials = [order[1] for path in self._whole() if (order := _order(path.name))[0] == steps]
        return f"{steps:09d}-{max(serials) + 1}" if serials else f"{steps:09d}"

    @staticmethod
    def facts(folder: Path) -> dict[str, Any]:
        """The counters and settings that a checkpoint holds beside its tensors and games."""
        try:
            facts: dict[str, Any] = json.loads((folder / "facts.json").read_text())
        except (OSError, ValueError) as error:
            raise TrainingError(f"{folder} is not a checkpoint: {error}") from None
        if facts.get("schema") != _SCHEMA:
            raise TrainingError(f"the checkpoint {folder} was written by another version")
        return facts

    @staticmethod
    def games(folder: Path) -> list[bytes]:
        """The games of a checkpoint, in the order in which they were given."""
        return [path.read_bytes() for path in sorted(folder.glob("*.games"))]


def _order(name: str) -> tuple[int, ...]:
    """What checkpoints are sorted by; () for a name that is not a checkpoint's.

    >>> [_order(name) for name in ("000000040", "000000040-1", "000000040.7.tmp")]
    [(40, 0), (40, 1), ()]
    """
    steps, dash, serial = name.partition("-")
    if not steps.isdigit() or (dash and not serial.isdigit()):
        return ()
    return int(steps), int(serial or 0)
