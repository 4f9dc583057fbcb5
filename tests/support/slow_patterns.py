"""A second proof of the local patterns, straight from their definition and deliberately plain."""

from functools import cache
from itertools import product

RING = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))


def ball() -> list[tuple[int, int]]:
    """The cells of a pattern, in the order of its characters."""
    cells = [(0, 0), *RING]
    for (row, col), (next_row, next_col) in zip(RING, (*RING[1:], RING[0]), strict=True):
        cells += [(2 * row, 2 * col), (row + next_row, col + next_col)]
    return cells


def neighbours(cell):
    return [(cell[0] + row, cell[1] + col) for row, col in RING]


class Local:
    """A set of empty cells and every way in which the cells around it may be filled."""

    def __init__(self, cells, stones):
        self.set = sorted(cells)
        rim = sorted({near for cell in self.set for near in neighbours(cell)} - set(self.set))
        choices = [(stones[cell],) if cell in stones else ("b", "w") for cell in rim]
        self.rims = [
            {cell for cell, stone in zip(rim, filling, strict=True) if stone == "b"}
            for filling in product(*choices)
        ]

    @staticmethod
    def parts(black, rim):
        """The black rim cells, each part as a frozen set."""
        found, left = set(), set(rim)
        while left:
            part, fresh = set(), {left.pop()}
            while fresh:
                part |= fresh
                fresh = {near for cell in fresh for near in neighbours(cell)} & black - part
            found.add(frozenset(part & rim))
            left -= part
        return found

    def at_least(self, better, worse):
        """Whether black stones on `better` connect, for every rim, all that `worse` connects."""
        for rim in self.rims:
            above = self.parts(rim | better, rim)
            for part in self.parts(rim | worse, rim):
                if not any(part <= other for other in above):
                    return False
        return True

    def captured(self, black=frozenset(), white=frozenset()):
        """Whether Black, answering White, makes the set as good as all black."""
        good = cache(lambda filling: self.at_least(filling, frozenset(self.set)))

        @cache
        def holds(black, white):
            empty = frozenset(self.set) - black - white
            if not empty:
                return good(black)
            return all(answered(black, white | {cell}) for cell in empty)

        @cache
        def answered(black, white):
            empty = frozenset(self.set) - black - white
            if not empty:
                return good(black)
            return any(holds(black | {cell}, white) for cell in empty)

        return holds(frozenset(black), frozenset(white))


def proves(kind: str, text: str) -> bool:
    """Whether a pattern of this kind is right."""
    cells = ball()
    marked = {mark: [cell for cell, at in zip(cells, text, strict=True) if at == mark]
              for mark in "xye"}  # fmt: skip
    stones = {cell: at for cell, at in zip(cells, text, strict=True) if at in "bw"}
    if text[0] != "x":
        return False
    if kind == "captured":
        return not (marked["y"] or marked["e"]) and Local(marked["x"], stones).captured()
    (by,) = marked["y"]
    if kind == "reversible":
        local = Local([*marked["x"], by, *marked["e"]], stones)
        return marked["x"] == [(0, 0)] and local.captured([by], marked["x"])
    if marked["e"]:
        return False
    if len(marked["x"]) == 1 and Local([*marked["x"], by], stones).at_least({by}, {(0, 0)}):
        return True
    return Local(marked["x"], {**stones, by: "b"}).captured()
