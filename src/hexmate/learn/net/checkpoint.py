"""Checkpoints of a run: folders written aside and renamed, of files small enough to be sent."""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from hexmate.errors import TrainingError
from hexmate.files import to_disk

__all__ = ["Checkpoints", "read_parts", "write_parts"]

LARGEST = 15 << 20
_SCHEMA = 1
_KEPT = 2


def write_parts(folder: Path, name: str, tensors: Mapping[str, Tensor]) -> None:
    """Tensors in files `name.0.pt`, `name.1.pt`, ..., none of them over 16 MiB."""
    parts: list[dict[str, Tensor]] = [{}]
    weight = 0
    for key, tensor in tensors.items():
        if weight and weight + tensor.nbytes > LARGEST:
            parts.append({})
            weight = 0
        parts[-1][key] = tensor.detach().cpu()
        weight += tensor.nbytes
    for number, part in enumerate(parts):
        torch.save(part, folder / f"{name}.{number}.pt")


def read_parts(folder: Path, name: str) -> dict[str, Tensor]:
    """What `write_parts` wrote."""
    tensors: dict[str, Tensor] = {}
    number = 0
    while (path := folder / f"{name}.{number}.pt").exists():
        tensors |= torch.load(path, map_location="cpu", weights_only=True)
        number += 1
    if number == 0:
        raise TrainingError(f"the checkpoint {folder} has no network '{name}'")
    return tensors


class Checkpoints:
    """The checkpoints of a run, one folder for each, the newest two kept.

    A folder gets its name when everything in it is written and on the disk, so that whatever is
    found under such a name is whole.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def newest(self) -> Path | None:
        """The last whole checkpoint."""
        found = self._whole()
        return found[-1] if found else None

    def _whole(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        return sorted(path for path in self._folder.iterdir() if path.name.isdigit())

    def write(
        self,
        steps: int,
        facts: Mapping[str, Any],
        networks: Mapping[str, Mapping[str, Tensor]],
        games: Sequence[bytes],
    ) -> Path:
        """A checkpoint of so many updates; older ones go."""
        aside = self._folder / "unfinished"
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        for name, tensors in networks.items():
            write_parts(aside, name, tensors)
        for number, data in enumerate(games):
            (aside / f"{number:03d}.games").write_bytes(data)
        (aside / "facts.json").write_text(json.dumps({"schema": _SCHEMA, **facts}, indent=1) + "\n")
        for path in aside.iterdir():
            to_disk(path)
        to_disk(aside)
        final = self._folder / f"{steps:09d}"
        shutil.rmtree(final, ignore_errors=True)
        aside.rename(final)
        to_disk(self._folder)
        for old in self._whole()[:-_KEPT]:
            shutil.rmtree(old)
        return final

    @staticmethod
    def facts(folder: Path) -> dict[str, Any]:
        """What a checkpoint says of itself."""
        try:
            facts: dict[str, Any] = json.loads((folder / "facts.json").read_text())
        except (OSError, ValueError) as error:
            raise TrainingError(f"{folder} is no checkpoint: {error}") from None
        if facts.get("schema") != _SCHEMA:
            raise TrainingError(f"the checkpoint {folder} was written by another version")
        return facts

    @staticmethod
    def games(folder: Path) -> list[bytes]:
        """The games of a checkpoint, in the order in which they were given."""
        return [path.read_bytes() for path in sorted(folder.glob("*.games"))]
