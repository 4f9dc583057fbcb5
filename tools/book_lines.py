"""Search good replies to fair openings, level by level: python tools/book_lines.py OUT.json MAPS

MAPS is what `python tools/swap_maps.py` has written: its fairest first stones are the roots. Each
further level has the best replies of every position before it, symmetric ones once. Many positions
are searched at once, as by `swap_maps.py`, and the program resumes in the same way.

    python tools/book_lines.py lines.json maps.json --sizes 11,13 --visits 2000 --seconds 120
"""

import argparse
import json
from pathlib import Path
from typing import Any

from swap_maps import Line, MapFile, Searching, options_of, sizes_of

from hexmate.board import Board


def roots(maps: dict[str, Any], size: int, count: int) -> list[Line]:
    """The fairest first stones of a size."""
    board = Board(size)
    stones = [each for each in maps["stones"] if each["size"] == size and each["visits"]]
    stones.sort(key=lambda each: abs(each["black"] - 0.5))
    return [Line(size, (board.parse(each["cell"]),)) for each in stones[:count]]


def replies(found: dict[str, Any], width: int, margin: float) -> list[str]:
    """The best replies: the most visited, and those hardly worse, if they were looked at enough."""
    if found["proven"] is not None or not found["replies"]:
        return []
    moved = len(found["cell"].split())
    sign = 1 if moved % 2 == 0 else -1  # Black's win probability falls with White's good moves
    _, most, best = found["replies"][0]
    return [
        cell
        for cell, visits, black in found["replies"][:width]
        if sign * (best - black) <= margin and visits * 50 >= most
    ]


def position_of(line: Line) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The stones of a line, the same for half a turn and another order of moves."""
    last = line.size * line.size - 1
    black, white = sorted(line.cells[::2]), sorted(line.cells[1::2])
    turned = (sorted(last - cell for cell in black), sorted(last - cell for cell in white))
    found = min((black, white), turned)
    return tuple(found[0]), tuple(found[1])


def next_level(lines: list[Line], file: MapFile, options: argparse.Namespace) -> list[Line]:
    """The positions after the best replies."""
    found: dict[object, Line] = {}
    for line in lines:
        result, board = file.find(line), Board(line.size)
        for cell in [] if result is None else replies(result, options.width, options.margin):
            after = Line(line.size, (*line.cells, board.parse(cell)))
            found.setdefault((line.size, position_of(after)), after)
    return list(found.values())


def main() -> None:
    """Search level after level."""
    parser = options_of(__doc__.splitlines()[0])
    parser.add_argument("maps", type=Path, help="JSON file of tools/swap_maps.py")
    parser.add_argument("--sizes", type=sizes_of, default=[11, 13])
    parser.add_argument("--visits", type=int, default=2000, help="for each position")
    parser.add_argument("--stones", type=int, default=10, help="first stones of each size")
    parser.add_argument("--depth", type=int, default=4, help="moves before the last search")
    parser.add_argument("--width", type=int, default=4, help="replies of a position, at most")
    parser.add_argument("--margin", type=float, default=0.05, help="worse than the best, at most")
    options = parser.parse_args()
    maps = json.loads(options.maps.read_text("utf-8"))
    searching = Searching(options)
    lines = [line for size in options.sizes for line in roots(maps, size, options.stones)]
    for level in range(options.depth):
        print(f"level {level + 1}: {len(lines)} positions", flush=True)
        if not searching.run(lines):
            break
        lines = next_level(lines, searching.file, options)
    searching.close()


if __name__ == "__main__":
    main()
