"""Choose the puzzles that come with the package: python tools/pack_puzzles.py COUNT FILE...

The files are those that `hexmate puzzles make` writes. The choice takes the same number from every
grade and board size, as far as there are enough. `hexmate puzzles verify` proves the result.
"""

import sys
from collections import defaultdict
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from hexmate.puzzles.difficulty import estimate
from hexmate.puzzles.making import read_puzzles
from hexmate.puzzles.puzzle import Puzzle
from hexmate.puzzles.shipped import FOLDER, write_shipped
from hexmate.puzzles.themes import themes_of


def chosen(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """The first of every grade and size, then the second of each, and so on."""
    groups: dict[tuple[int, int], list[Puzzle]] = defaultdict(list)
    for puzzle in {each.id: each for each in puzzles}.values():
        groups[puzzle.grade, puzzle.board().rows].append(puzzle)
    rounds = zip_longest(*(groups[key] for key in sorted(groups, reverse=True)))
    return [puzzle for each in rounds for puzzle in each if puzzle is not None][:count]


def renewed(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the themes and the rating of this version; the file may be older."""
    board, seen = puzzle.board(), puzzle.difficulty
    measured = (seen.share, seen.people, seen.visits, seen.tempting)
    rating = estimate(*measured, len(puzzle.line), board.rows)
    themes = themes_of(board, puzzle.line)
    return replace(puzzle, themes=themes, difficulty=replace(seen, rating=rating))


def main() -> None:
    count, *files = sys.argv[1:]
    made = [renewed(puzzle) for file in files for puzzle in read_puzzles(Path(file))]
    packed = chosen(made, int(count))
    write_shipped(packed)
    size = sum(path.stat().st_size for path in FOLDER.iterdir())
    print(f"{len(packed):,} of {len(made):,} puzzles, {size:,} bytes")


if __name__ == "__main__":
    main()
