"""Checking a proof file, from the rules alone.

This module shares no code with the solver, the connections or the board: it knows which cells
touch, and what a bridge is. docs/proofs.md explains why what it accepts is a proof. Nothing in a
file can make it use more than a fixed amount of memory, or more time than its size explains.
"""

import gzip
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hexmate.errors import ProofError

__all__ = ["Checked", "check_lines", "check_proof"]

_VERSION = "1"
_LARGEST = 32
_MOST_NODES = 1_000_000
_MOST_LINKS = 64
_MOST_LINKS_IN_ALL = 4_000_000
_LONGEST_LINE = 100_000
_MOST_TEXT = 200_000_000
_POSITION = re.compile(r"([1-9]\d?)x([1-9]\d?) hex - ([0-9bw/]{1,2048}) ([bw])", re.ASCII)
_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_EDGES = {"black": ("top", "bottom"), "white": ("left", "right")}

_Ends = frozenset[int]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a proof that holds has proven."""

    position: str
    winner: str
    """`black` or `white`."""
    first: str | None
    """The winning move, if the winner is to move."""
    nodes: int
    carrier: tuple[str, ...]
    """The empty cells that the proof needs, the winning move included."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """The winner, with `stones` and while `cells` are empty, connects the ends, given the links.

    This holds if the loser moves first. Sets of cells are numbers with a bit for each cell.
    """

    ends: _Ends
    stones: int
    cells: int
    links: frozenset[_Ends]


def check_proof(path: str | os.PathLike[str]) -> Checked:
    """What the file proves; `ProofError`, in one sentence, if it does not prove it."""
    try:
        with Path(path).open("rb") as file, gzip.GzipFile(fileobj=file) as stream:
            return check_lines(_read(stream))
    except EOFError:
        raise ProofError("the file is cut off: its end is missing") from None
    except gzip.BadGzipFile as error:
        raise ProofError(f"the file is not a proof, or is damaged: {error}") from None
    except zlib.error as error:
        raise ProofError(f"the file is damaged: {error}") from None
    except OSError as error:
        raise ProofError(f"the file cannot be read: {error.strerror}") from None


def _read(stream: gzip.GzipFile) -> Iterator[str]:
    """The lines of a compressed text of bounded size."""
    left = _MOST_TEXT
    while line := stream.readline(_LONGEST_LINE + 1):
        left -= len(line)
        if len(line) > _LONGEST_LINE or left < 0:
            raise ProofError("the file is too large to be checked")
        if not line.endswith(b"\n"):
            raise ProofError("the file is cut off: its last line is not complete")
        try:
            yield line[:-1].decode("ascii")
        except UnicodeDecodeError:
            raise ProofError("the file is not a proof: it contains other than plain text") from None


def check_lines(lines: Iterator[str]) -> Checked:
    """What the lines of a proof prove; `ProofError` if they do not prove it."""
    checker = _Checker(_next(lines), _next(lines), _next(lines))
    number = 3
    for line in lines:
        number += 1
        word, _, rest = line.partition(" ")
        if word == "end":
            if rest != str(len(checker.claims)):
                raise ProofError(f"line {number}: the file has {len(checker.claims)} nodes")
            if next(lines, None) is not None:
                raise ProofError(f"line {number + 1}: there is more text after the end")
            return checker.conclusion()
        try:
            checker.read(word, rest)
        except ProofError as error:
            raise ProofError(f"line {number}: {error}") from None
    raise ProofError("the file is cut off: the line 'end' is missing")


def _next(lines: Iterator[str]) -> str:
    line = next(lines, None)
    if line is None:
        raise ProofError("the file is cut off: it has no proof")
    return line


class _Checker:
    """Reads the nodes one by one; each is checked from those before it."""

    def __init__(self, version: str, position: str, claim: str) -> None:
        if not version.startswith("hexproof "):
            raise ProofError("the file is not a proof: its first line is not 'hexproof 1'")
        if version != f"hexproof {_VERSION}":
            raise ProofError(f"the format is {version[:40]!r}; this Hexmate reads 'hexproof 1'")
        self._position = position
        self._rows, self._cols, stones, self._turn = _read_position(position)
        self._cells = self._rows * self._cols
        self._names = {_name(*divmod(at, self._cols)): at for at in range(self._cells)}
        self._read_claim(claim)
        own = self._winner[0]
        self._stones = _bits(at for at, stone in enumerate(stones) if stone == own)
        self._empty = _bits(at for at, stone in enumerate(stones) if stone == ".")
        self._first_move()
        self._ends = dict(self._names)
        self._ends.update(zip(_EDGES[self._winner], self._edges(), strict=True))
        self.claims: list[_Claim] = []
        self._links = 0

    def _read_claim(self, line: str) -> None:
        match = re.fullmatch(r"(black|white) wins(?: with ([a-z0-9]{2,4}))?", line)
        if match is None:
            raise ProofError("line 3: write who wins, as in 'black wins' or 'black wins with c3'")
        self._winner, self._first = match[1], match[2]

    def _first_move(self) -> None:
        """Place the winning move. The claim of the last node is about the loser to move."""
        if (self._turn == self._winner[0]) != (self._first is not None):
            raise ProofError(
                "line 3: a first move belongs there if the winner is to move, and only then"
            )
        if self._first is None:
            return
        cell = 1 << self._cell(self._first)
        if not self._empty & cell:
            raise ProofError(f"line 3: {self._first} is not empty")
        self._empty &= ~cell
        self._stones |= cell

    def read(self, word: str, rest: str) -> None:
        """Check a node and keep its claim."""
        if len(self.claims) == _MOST_NODES:
            raise ProofError("the file is too large to be checked")
        if word == "chain":
            claim = self._chain(rest)
        elif word == "threats":
            claim = self._threats(rest)
        elif word == "join":
            claim = self._join(rest)
        else:
            raise ProofError("a node begins with 'chain', 'threats' or 'join'")
        if claim.stones & claim.cells:
            raise ProofError("a cell is needed both as a stone and empty")
        self._links += len(claim.links)
        if len(claim.links) > _MOST_LINKS or self._links > _MOST_LINKS_IN_ALL:
            raise ProofError(f"the file uses too many links, or a node more than {_MOST_LINKS}")
        known = claim.stones | _bits(self._edges())
        if any(not known >> end & 1 for pair in (claim.ends, *claim.links) for end in pair):
            raise ProofError("an end is neither a stone nor an edge of the winner")
        self.claims.append(claim)

    def conclusion(self) -> Checked:
        """What the last node proves about the position."""
        if not self.claims:
            raise ProofError("the file has no node")
        claim = self.claims[-1]
        if claim.ends != frozenset(self._edges()):
            raise ProofError("the last node does not connect the winner's two edges")
        if claim.links:
            raise ProofError("the last node uses a link that nothing proves")
        if claim.stones & ~self._stones:
            raise ProofError("the last node needs stones that the winner does not have")
        if claim.cells & ~self._empty:
            raise ProofError("the last node needs cells that are not empty")
        needed = {name for name, at in self._names.items() if claim.cells >> at & 1}
        if self._first is not None:
            needed.add(self._first)
        carrier = tuple(name for name in self._names if name in needed)
        return Checked(self._position, self._winner, self._first, len(self.claims), carrier)

    # Nodes

    def _chain(self, rest: str) -> _Claim:
        fields = rest.split(" ")
        if len(fields) != 4:
            raise ProofError("a chain has its ends, stones, pairs and links")
        ends = self._pair_of_ends(fields[0])
        stones = [self._cell(name) for name in _listed(fields[1])]
        pairs = [self._bridge(text) for text in _listed(fields[2])]
        links = [self._pair_of_ends(text) for text in _listed(fields[3])]
        used = [*stones, *(cell for pair in pairs for cell in pair)]
        if len(set(used)) != len(used):
            raise ProofError("the chain uses a cell twice")
        if not self._connected(stones, pairs, links, ends):
            raise ProofError("the chain does not connect its ends")
        cells = _bits(cell for pair in pairs for cell in pair)
        return _Claim(ends, _bits(stones), cells, frozenset(links))

    def _threats(self, rest: str) -> _Claim:
        """For every move of the loser, some reply needs cells other than that one."""
        stones = cells = 0
        common = -1
        ends: _Ends | None = None
        links: frozenset[_Ends] = frozenset()
        for text in rest.split(" "):
            name, _, distance = text.partition(":")
            reply, child = 1 << self._cell(name), self._claim(distance)
            if child.cells & reply:
                raise ProofError(f"the reply {name} fills a cell that its node needs empty")
            if ends is not None and child.ends != ends:
                raise ProofError("the replies connect different ends")
            ends = child.ends
            stones |= child.stones & ~reply
            cells |= child.cells | reply
            common &= child.cells | reply
            links |= child.links
        if common:
            name = next(name for name, at in self._names.items() if common >> at & 1)
            raise ProofError(f"no reply answers the move {name}")
        assert ends is not None
        return _Claim(ends, stones, cells, links)

    def _join(self, rest: str) -> _Claim:
        """The links of the first node are proven by others, with cells of their own."""
        distances = rest.split(" ")
        base = self._claim(distances[0])
        stones, cells, links = base.stones, base.cells, set(base.links)
        added: set[_Ends] = set()
        for distance in distances[1:]:
            link = self._claim(distance)
            if link.ends not in links:
                raise ProofError("a node is joined that proves no link of the first one")
            if link.cells & cells:
                raise ProofError("joined nodes need the same cell")
            links.remove(link.ends)
            added |= link.links
            stones |= link.stones
            cells |= link.cells
        return _Claim(base.ends, stones, cells, frozenset(links | added))

    # Connections

    def _connected(
        self, stones: list[int], pairs: list[tuple[int, int]], links: list[_Ends], ends: _Ends
    ) -> bool:
        """True if touching stones, links and bridges connect the ends.

        A bridge connects all groups that touch both of its cells: if the loser takes one of them,
        the winner takes the other.
        """
        groups = _Groups()
        members = set(stones)
        for stone in stones:
            for other in self._end_neighbours(stone, members):
                groups.unite(stone, other)
        for one, two in links:
            groups.unite(one, two)
        for one, two in pairs:
            touched = [
                {groups.of(end) for end in self._end_neighbours(cell, members)}
                for cell in (one, two)
            ]
            common = list(touched[0] & touched[1])
            for other in common[1:]:
                groups.unite(common[0], other)
        one, two = ends
        return groups.of(one) == groups.of(two)

    def _end_neighbours(self, cell: int, stones: set[int]) -> list[int]:
        return [
            *(other for other in self._touching(cell) if other in stones),
            *self._touched_edges(cell),
        ]

    def _touching(self, cell: int) -> list[int]:
        row, col = divmod(cell, self._cols)
        around = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))
        return [
            (row + down) * self._cols + col + right
            for down, right in around
            if 0 <= row + down < self._rows and 0 <= col + right < self._cols
        ]

    def _touched_edges(self, cell: int) -> list[int]:
        row, col = divmod(cell, self._cols)
        at, last = (row, self._rows - 1) if self._winner == "black" else (col, self._cols - 1)
        first, second = self._edges()
        return [first] * (at == 0) + [second] * (at == last)

    def _edges(self) -> tuple[int, int]:
        """The numbers of the winner's edges as ends, after those of the cells."""
        return self._cells, self._cells + 1

    # Words

    def _cell(self, name: str) -> int:
        cell = self._names.get(name)
        if cell is None:
            raise ProofError(f"{name[:20]!r} is not a cell of this board")
        return cell

    def _pair_of_ends(self, text: str) -> _Ends:
        names = text.split("~")
        if len(names) != 2 or any(name not in self._ends for name in names):
            raise ProofError(
                f"{text[:20]!r} are not two ends, as in 'c3~{_EDGES[self._winner][0]}'"
            )
        ends = frozenset(self._ends[name] for name in names)
        if len(ends) != 2:
            raise ProofError("an end cannot be connected to itself")
        return ends

    def _bridge(self, text: str) -> tuple[int, int]:
        one, plus, two = text.partition("+")
        if not plus:
            raise ProofError(f"{text[:20]!r} is not a pair of cells, as in 'c3+d3'")
        return self._cell(one), self._cell(two)

    def _claim(self, distance: str) -> _Claim:
        if _NUMBER.fullmatch(distance) is None or int(distance) > len(self.claims):
            raise ProofError(f"{distance[:20]!r} is not the distance to an earlier node")
        return self.claims[-int(distance)]


class _Groups:
    """Ends that are connected, by union-find."""

    def __init__(self) -> None:
        self._above: dict[int, int] = {}

    def of(self, end: int) -> int:
        while (above := self._above.get(end, end)) != end:
            self._above[end] = end = self._above.get(above, above)
        return end

    def unite(self, one: int, two: int) -> None:
        self._above[self.of(one)] = self.of(two)


def _read_position(line: str) -> tuple[int, int, str, str]:
    """Rows, columns, a letter for each cell, and the side to move."""
    match = _POSITION.fullmatch(line)
    if match is None:
        raise ProofError("line 2: write a position of the hex shape, as in '3x3 hex - 3/1b1/3 w'")
    rows, cols = int(match[1]), int(match[2])
    written = match[3].split("/")
    expanded = [
        "".join(
            "." * int(run) if run.isdigit() else run for run in re.findall(r"\d{1,2}|[bw]", row)
        )
        for row in written
    ]
    if max(rows, cols) > _LARGEST:
        raise ProofError(f"line 2: the board is larger than {_LARGEST}x{_LARGEST}")
    if len(written) != rows or any(len(row) != cols for row in expanded):
        raise ProofError(f"line 2: the stones do not fill a board of {rows}x{cols}")
    return rows, cols, "".join(expanded), match[4]


def _name(row: int, col: int) -> str:
    """a1, b1, ..., z1, aa1: as everywhere, the column in letters and the row from 1."""
    letters = ""
    col += 1
    while col:
        col, letter = divmod(col - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{row + 1}"


def _listed(field: str) -> list[str]:
    return [] if field == "-" else field.split(",")


def _bits(cells: Iterable[int]) -> int:
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found
