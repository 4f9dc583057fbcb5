"""Find and prove edge templates: python tools/templates.py ROWS [--write]

For a stone on each row up to ROWS, and for two stones that touch, the program finds every
smallest set of empty cells that connects them to the edge although the opponent moves first, among
the cells of their row and below, at most as far to the side as `HALF_WIDTH` says. Every other cell
is the opponent's. The exact solver decides each set. `--write` stores the result in the package;
one of two mirror images is kept.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

from hexmate.files import replacing
from hexmate.solve import Solver, Verdict
from hexmate.templates import DATA, EdgeTemplate, Place, template_board

HALF_WIDTH = {1: 3, 2: 4, 3: 5, 4: 5}
"""How far to the side of the stone, in cells, the cells are looked at, by the stone's row."""

NAMES = {
    "I1a": ["B"],
    "II1a": ["-B", ".."],
    "III1a": ["--B.", "-...", "...."],
    "III1b": ["--.B.", "-....", "..-.."],
    "IV1a": ["----B.-", "--.....", "-......", "......."],
    "IV1b": ["----.B.-", "--......", "-...-...", "........"],
    "IV2a": ["--BB", "-...", "-...", "...."],
    "IV2b": ["--B.-", "-B...", "-....", "....."],
}
"""What players call some of them."""


@dataclass
class Finder:
    """Every smallest set of cells that connects some stones to the edge."""

    stones: tuple[Place, ...]
    smaller: list[frozenset[Place]]
    """Sets that connect one of the stones alone: what contains one of these is not listed."""
    found: list[frozenset[Place]] = field(default_factory=list)
    solved: int = 0

    def __post_init__(self) -> None:
        self._solver = Solver(16)
        self._cut: list[frozenset[Place]] = []
        self._all = frozenset(_cells_around(self.stones))

    def find(self) -> list[frozenset[Place]]:
        """All of them, the smallest first."""
        self._search(frozenset(), frozenset())
        return sorted(self.found, key=lambda carrier: (len(carrier), sorted(carrier)))

    def _search(self, without: frozenset[Place], kept: frozenset[Place]) -> None:
        """Finds the sets that have all cells of `kept` and no cell of `without`.

        Any of them but the first one found misses a cell of that one.
        """
        carrier = self._inside(without)
        if carrier is None:
            return
        for cell in sorted(carrier - kept, key=self._distance):
            self._search(without | {cell}, kept)
            kept |= {cell}

    def _distance(self, cell: Place) -> tuple[float, int, int]:
        """Cells near the stone first: without them little is left."""
        (row, col), (top, left) = cell, self.stones[0]
        return abs(_side(row, col) - _side(top, left)) + top - row, row, col

    def _inside(self, without: frozenset[Place]) -> frozenset[Place] | None:
        """A smallest set without these cells, if there is one."""
        for known in (*self.smaller, *self.found):
            if not known & without:
                return known
        if any(cut <= without for cut in self._cut):
            return None
        carrier = self._carrier(self._all - without)
        if carrier is None:
            self._cut.append(without)
            return None
        carrier = self._smallest(carrier)
        self.found.append(carrier)
        return carrier

    def _smallest(self, carrier: frozenset[Place]) -> frozenset[Place]:
        for cell in sorted(carrier, key=self._distance, reverse=True):
            if cell in carrier:
                carrier = self._carrier(carrier - {cell}) or carrier
        return carrier

    def _carrier(self, cells: frozenset[Place]) -> frozenset[Place] | None:
        """Those of the cells that a proof of the connection needs, if it holds."""
        self.solved += 1
        board, number = template_board(self.stones, cells)
        solution = self._solver.solve(board)
        if solution.verdict is Verdict.WIN:  # for White, who moves first
            return None
        places = {number[cell]: cell for cell in cells}
        return frozenset(places[cell] for cell in solution.carrier if cell in places)


def _side(row: int, col: int) -> float:
    """How far to the right a cell is drawn, in cells."""
    return col - row / 2


def _cells_around(stones: tuple[Place, ...]) -> Iterator[Place]:
    top = max(row for row, _ in stones)
    sides = [_side(*stone) for stone in stones]
    left, right = min(sides) - HALF_WIDTH[top], max(sides) + HALF_WIDTH[top]
    for row in range(1, top + 1):
        for col in range(-20, 20):
            if (row, col) not in stones and left <= _side(row, col) <= right:
                yield row, col


def find_all(rows: int) -> list[EdgeTemplate]:
    """The templates of one stone on each row, then of two that touch."""
    single: dict[int, list[frozenset[Place]]] = {}
    templates = []
    for row in range(1, rows + 1):
        single[row] = _found(((row, 0),), [])
        templates += _named(((row, 0),), single[row])
    for row in range(2, rows + 1):
        for other in ((row, 1), (row - 1, 0)):
            alone = [*single[row], *_moved(single[other[0]], other[1])]
            pair = ((row, 0), other)
            templates += _named(pair, _found(pair, alone))
    return templates


def _moved(carriers: list[frozenset[Place]], by: int) -> list[frozenset[Place]]:
    return [frozenset((row, col + by) for row, col in carrier) for carrier in carriers]


def _found(stones: tuple[Place, ...], smaller: list[frozenset[Place]]) -> list[frozenset[Place]]:
    begun, finder = perf_counter(), Finder(stones, smaller)
    carriers = finder.find()
    took = f"{finder.solved:,} positions solved, {perf_counter() - begun:.0f} s"
    found = f"stones on rows {[row for row, _ in stones]}: {len(carriers)} templates"
    print(f"{found}, {took}", file=sys.stderr, flush=True)
    return carriers


def _named(stones: tuple[Place, ...], carriers: list[frozenset[Place]]) -> Iterator[EdgeTemplate]:
    """One of two mirror images, with the name that players have given it."""
    known: set[EdgeTemplate] = set()
    for carrier in carriers:
        template = EdgeTemplate("", stones, tuple(sorted(carrier)))
        if template.mirrored() in known:
            continue
        known.add(template)
        yield next(
            (each for each in map(_known, (template, template.mirrored())) if each.name), template
        )


def _known(template: EdgeTemplate) -> EdgeTemplate:
    """The template with its name."""
    name = next((name for name, rows in NAMES.items() if rows == template.rows()), "")
    return template._replace(name=name)


def main() -> None:
    rows, *flags = sys.argv[1:]
    templates = find_all(int(rows))
    if flags != ["--write"]:
        print("\n\n".join(f"{each.name or 'without a name'}\n{each}" for each in templates))
        return
    lines = [json.dumps({"name": each.name, "rows": each.rows()}) for each in templates]
    with replacing(DATA) as stream:
        stream.write(f'{{"command": "python tools/templates.py {rows} --write", "templates": [\n')
        stream.write(",\n".join(lines) + "\n]}\n")


if __name__ == "__main__":
    main()
