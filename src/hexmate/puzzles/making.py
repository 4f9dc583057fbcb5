"""A file of puzzles that grows: made in batches, resumed after a stop or a kill."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hexmate.errors import PuzzleError
from hexmate.files import replacing
from hexmate.puzzles.maker import Maker
from hexmate.puzzles.puzzle import Puzzle

__all__ = ["SIZES", "PuzzleFile", "read_puzzles"]

SIZES = {5: 6, 6: 13, 7: 20, 8: 19, 9: 17, 10: 13, 11: 12}
"""Board sizes, and how many of a hundred puzzles each should have."""

_BATCH = "batch"


class PuzzleFile:
    """Puzzles in a file, one per line, no two equal up to symmetry.

    A line `{"batch":3,"seed":0}` ends each batch. A batch without it was interrupted: it is dropped
    and made again, so a resumed file has the puzzles of one that was never interrupted.
    """

    def __init__(self, path: Path, seed: int = 0) -> None:
        """PuzzleError if the file is something else, or was begun with another seed."""
        self._path, self._seed = path, seed
        self.puzzles: list[Puzzle] = []
        self._batches = 0
        if path.exists():
            self._load(path.read_text("utf-8"))
        self._known = {puzzle.id for puzzle in self.puzzles}

    def next_size(self) -> int:
        """The board size that is furthest behind its share."""
        found = Counter(puzzle.board().rows for puzzle in self.puzzles)
        return min(SIZES, key=lambda size: (found[size] / SIZES[size], size))

    def make_batch(self, maker: Maker, interrupted: Callable[[], bool] = lambda: False) -> None:
        """Make and store one batch; an interrupted one is not stored."""
        new: dict[str, Puzzle] = {}
        for puzzle in maker.batch(self.next_size(), self._seed, self._batches):
            if puzzle.id not in self._known:
                new.setdefault(puzzle.id, puzzle)
            if interrupted():
                return
        lines = [puzzle.to_json() for puzzle in new.values()]
        end = json.dumps({_BATCH: self._batches, "seed": self._seed}, separators=(",", ":"))
        with self._path.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write("\n".join([*lines, end, ""]))
        self._batches += 1
        self._known.update(new)
        self.puzzles.extend(new.values())

    def _load(self, text: str) -> None:
        whole = text[: text.rfind("\n") + 1].splitlines()
        ends = [at for at, line in enumerate(whole) if line.startswith(f'{{"{_BATCH}"')]
        if text and not text.startswith("{"):
            raise PuzzleError(f"{self._path} is not a file of puzzles")
        kept = whole[: ends[-1] + 1] if ends else []
        seeds = {_seed_of(whole[at]) for at in ends}
        if seeds - {self._seed}:
            raise PuzzleError(f"{self._path} was begun with --seed {seeds.pop()}; use the same one")
        self.puzzles = [Puzzle.from_json(line) for line in kept if not line.startswith('{"batch"')]
        self._batches = len(ends)
        if len(kept) < len(whole) or not text.endswith("\n"):
            with replacing(self._path) as stream:
                stream.writelines(f"{line}\n" for line in kept)


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file that was made by `PuzzleFile`, or of any file with one per line."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"cannot read {path}: {error}") from None
    return [Puzzle.from_json(line) for line in lines if line and not line.startswith('{"batch"')]


def _seed_of(line: str) -> int:
    try:
        return int(json.loads(line)["seed"])
    except (ValueError, KeyError, TypeError):
        raise PuzzleError(f"a damaged line: {line[:60]!r}") from None
