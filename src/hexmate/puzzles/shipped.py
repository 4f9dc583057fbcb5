"""The puzzles that come with the package: files by grade, which the pages read too."""

import gzip
import json
from collections.abc import Iterable, Iterator
from datetime import date
from math import gcd
from pathlib import Path

from hexmate.errors import PuzzleError
from hexmate.files import drafted
from hexmate.puzzles.puzzle import THEMES, Puzzle

__all__ = ["FOLDER", "daily_puzzle", "shipped_puzzles", "write_shipped"]

FOLDER = Path(__file__).parent.parent / "web" / "static" / "puzzles"
"""Among the files of the pages, so that a browser can fetch and keep them without a server."""

INDEX = "index.json"
_PER_FILE = 50
_FIRST_DAY = date(2026, 1, 1)


def shipped_puzzles(folder: Path = FOLDER) -> Iterator[Puzzle]:
    """All puzzles, in the order of the index: the easy ones first.

    >>> next(shipped_puzzles()).grade
    1
    """
    for name in _read_index(folder)["files"]:
        with gzip.open(folder / name, "rt", encoding="utf-8") as stream:
            yield from (Puzzle.from_json(line) for line in stream)


def daily_puzzle(day: date, count: int) -> int:
    """The number of a day's puzzle among `count`: each one once before any is repeated.

    >>> daily_puzzle(date(2026, 1, 1), 1000), daily_puzzle(date(2026, 1, 2), 1000)
    (0, 619)
    """
    step = max(1, round(count * 0.618))
    while gcd(step, count) > 1:
        step += 1
    return (day - _FIRST_DAY).days * step % count


def write_shipped(puzzles: Iterable[Puzzle], folder: Path = FOLDER) -> None:
    """Replace the files: fifty puzzles of one grade each, and an index of all puzzles."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = sorted(puzzles, key=lambda each: (each.grade, each.id))
    files: list[str] = []
    entries: list[list[str | int]] = []
    for grade in sorted({puzzle.grade for puzzle in listed}):
        graded = [puzzle for puzzle in listed if puzzle.grade == grade]
        for number, start in enumerate(range(0, len(graded), _PER_FILE), 1):
            files.append(f"grade-{grade}-{number}.jsonl.gz")
            part = graded[start : start + _PER_FILE]
            text = "".join(f"{puzzle.to_json()}\n" for puzzle in part)
            with drafted(folder / files[-1]) as draft:
                draft.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
            entries += [_entry(puzzle, len(files) - 1) for puzzle in part]
    index = {"themes": list(THEMES), "files": files, "puzzles": entries}
    with drafted(folder / INDEX) as draft:
        draft.write_text(json.dumps(index, separators=(",", ":")) + "\n", "utf-8", newline="\n")
    for old in folder.glob("grade-*.jsonl.gz"):
        if old.name not in files:
            old.unlink()


def _entry(puzzle: Puzzle, file: int) -> list[str | int]:
    """The id, the number of the file, the rating, the size, and the themes as bits."""
    themes = sum(1 << THEMES.index(theme) for theme in puzzle.themes)
    return [puzzle.id, file, puzzle.difficulty.rating, puzzle.board().rows, themes]


def _read_index(folder: Path) -> dict[str, list[str]]:
    try:
        index: dict[str, list[str]] = json.loads((folder / INDEX).read_text("utf-8"))
        return index
    except (OSError, ValueError) as error:
        raise PuzzleError(f"cannot read the puzzles in {folder}: {error}") from None
