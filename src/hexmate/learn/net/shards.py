"""The replay window as files, so that a resumed run has the same window."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hexmate.errors import TrainingError
from hexmate.files import DRAFT, drafted
from hexmate.learn.net.self_play_pool import SampleArrays, Samples

__all__ = ["Shards"]

_CELLS = ("views", "policies", "chains")
_ONES = ("wins", "replies")
_LARGEST = 15 << 20


class _Shard(NamedTuple):
    first: int
    rows: int
    path: Path


class Shards:
    """Files of samples in order, named by the number of their first position and their count.

    What was put in is on the disk after `flush`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pending: list[Samples] = []
        self._written = 0

    def put(self, samples: Samples) -> None:
        """Keep positions for the next flush."""
        size, arrays = samples
        kept = {name: arrays[name] for name in (*_CELLS, *_ONES)}
        kept["policies"] = kept["policies"].astype(np.float16)
        rows = max(1, _LARGEST // (4 * size * size + 4))
        for first in range(0, len(kept["wins"]), rows):
            part = {name: each[first : first + rows] for name, each in kept.items()}
            self._pending.append(Samples(size, part))

    def flush(self) -> None:
        """Write what is pending, in as few files as possible."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for draft in self._folder.glob(f"*{DRAFT}"):  # left by a kill
            draft.unlink()
        together: list[Samples] = []
        weight = 0
        for samples in self._pending:
            more = sum(array.nbytes for array in samples.arrays.values())
            if together and weight + more > _LARGEST:
                self._write(together)
                together, weight = [], 0
            together.append(samples)
            weight += more
        if together:
            self._write(together)
        self._pending.clear()

    def _write(self, together: list[Samples]) -> None:
        counts = [len(arrays["wins"]) for _, arrays in together]
        joined: SampleArrays = {
            name: np.concatenate([arrays[name].ravel() for _, arrays in together])
            for name in (*_CELLS, *_ONES)
        }
        path = self._folder / f"{self._written:012d}-{sum(counts)}.npz"
        with drafted(path) as draft, draft.open("wb") as stream:
            np.savez(
                stream,
                allow_pickle=False,
                sizes=np.asarray([size for size, _ in together]),
                counts=np.asarray(counts),
                **joined,
            )
        self._written += sum(counts)

    def clear(self) -> None:
        """Delete all files, which an unfinished run without a checkpoint has left."""
        for shard in self._files():
            shard.path.unlink()

    def trim(self, window: int) -> None:
        """Delete files whose positions are all older than the newest `window`."""
        for shard in self._files():
            if shard.first + shard.rows <= self._written - window:
                shard.path.unlink()

    def _files(self) -> list[_Shard]:
        found = []
        for path in sorted(self._folder.glob("*-*.npz")):
            first, _, count = path.stem.partition("-")
            found.append(_Shard(int(first), int(count), path))
        return found

    def read(self, upto: int) -> Iterator[tuple[int, Samples]]:
        """The samples before position `upto`, each with the number of its first position.

        Files written after the checkpoint are deleted: the resumed run makes them again.
        """
        files = self._files()
        for shard in files:
            if shard.first >= upto:
                shard.path.unlink()
        files = [shard for shard in files if shard.first < upto]
        for one, two in itertools.pairwise(files):
            if one.first + one.rows != two.first:
                raise TrainingError(f"positions before {two.path} are missing")
        for shard in files:
            yield from _read_shard(shard)
        self._written = files[-1].first + files[-1].rows if files else 0


def _read_shard(shard: _Shard) -> Iterator[tuple[int, Samples]]:
    try:
        with np.load(shard.path) as file:
            joined = {name: file[name] for name in (*_CELLS, *_ONES, "sizes", "counts")}
    except (OSError, ValueError, KeyError) as error:
        raise TrainingError(f"the positions in {shard.path} cannot be read: {error}") from None
    row = cell = 0
    for size, count in zip(joined["sizes"].tolist(), joined["counts"].tolist(), strict=True):
        cells = count * size * size
        arrays: SampleArrays = {name: joined[name][row : row + count] for name in _ONES}
        for name in _CELLS:
            arrays[name] = joined[name][cell : cell + cells].reshape(count, size * size)
        yield shard.first + row, Samples(size, arrays)
        row, cell = row + count, cell + cells
