"""Bridges and chains of bridges from their definitions, sharing no code with the package.

Slow on purpose: the ends and carriers of every position are worked out from its stones alone, and
the only thing carried along the game is the list of pairs that had two cells in common.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from support.slow_referee import BLACK, PASS, SWAP, WHITE, SlowGame, on_edges, touching

EDGES = ("top", "bottom", "left", "right")
OWN_EDGES = {BLACK: ("top", "bottom"), WHITE: ("left", "right")}

Node = tuple[int, int] | str
End = frozenset[Node]
Listed = dict[frozenset[int | str], tuple[frozenset[int], str]]
"""Names of two ends to the cells of their carrier and the state of the bridge."""


@dataclass
class SlowBridges:
    """A game from a set-up position, as a list of (colour, move)."""

    rows: int
    cols: int
    shape: str = "hex"
    swap: str | None = None
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    moves: list[tuple[int, int]] = field(default_factory=list)

    def positions(self) -> Iterator[tuple[dict[tuple[int, int], int], bool]]:
        """The stones at the set-up and after each move; True where the stone was swapped."""
        stones = {divmod(cell, self.cols): BLACK for cell in self.black}
        stones |= {divmod(cell, self.cols): WHITE for cell in self.white}
        yield dict(stones), False
        for color, move in self.moves:
            swapped = move == SWAP and self.swap == "pieces"
            if swapped:
                ((row, col),) = stones
                mirror = SlowGame(self.rows, self.cols, self.shape).mirrored
                stones = {mirror(row, col): WHITE}
            elif move not in (PASS, SWAP):
                stones[divmod(move, self.cols)] = color
            yield dict(stones), swapped

    def touched(self, cell: tuple[int, int]) -> set[Node]:
        size = self.shape, self.rows, self.cols
        return set(touching(*size, *cell)) | set(on_edges(*size, *cell))

    def ends(self, stones: dict[tuple[int, int], int], color: int) -> list[End]:
        """Connected parts of the graph of a colour's stones and edges."""
        left: set[Node] = {cell for cell, owner in stones.items() if owner == color}
        left |= set(OWN_EDGES[color])
        links = {cell: self.touched(cell) & left for cell in left if not isinstance(cell, str)}
        found = []
        while left:
            part, reached = set(), [left.pop()]
            while reached:
                node = reached.pop()
                part.add(node)
                near = links[node] if node in links else {c for c in links if node in links[c]}
                reached += near & left
                left -= near
            found.append(frozenset(part))
        return found

    def carrier(self, stones: dict[tuple[int, int], int], one: End, two: End) -> frozenset[int]:
        """The free cells that touch both ends."""
        return frozenset(
            row * self.cols + col
            for row in range(self.rows)
            for col in range(self.cols)
            if (row, col) not in stones
            and self.touched((row, col)) & one
            and self.touched((row, col)) & two
        )

    def name(self, end: End) -> int | str:
        edges = [edge for edge in EDGES if edge in end]
        return edges[0] if edges else min(row * self.cols + col for row, col in end)

    def story(self, color: int) -> Iterator[Listed]:
        """The bridges of a colour at the set-up and after each move."""
        ever_whole: set[frozenset[End]] = set()
        for stones, swapped in self.positions():
            if swapped:
                ever_whole.clear()
            ends = self.ends(stones, color)
            pairs = {
                frozenset((one, two)): self.carrier(stones, one, two)
                for one, two in combinations(ends, 2)
            }
            ever_whole |= {pair for pair, cells in pairs.items() if len(cells) >= 2}
            grown = {
                frozenset(next(end for end in ends if part <= end) for part in pair)
                for pair in ever_whole
            }
            yield {
                frozenset(map(self.name, pair)): (pairs[pair], state(pairs[pair]))
                for pair in grown
                if len(pair) == 2
            }

    def shortest_win(self, stones: dict[tuple[int, int], int], color: int) -> int | None:
        """Fewest bridges in a chain of disjoint bridges from edge to edge, by trying them all."""
        ends = self.ends(stones, color)
        first, last = (next(e for e in ends if edge in e) for edge in OWN_EDGES[color])
        cells = {
            (one, two): self.carrier(stones, one, two)
            for one in ends
            for two in ends
            if one is not two
        }
        best: int | None = None

        def extend(end: End, path: tuple[End, ...], used: frozenset[int]) -> None:
            nonlocal best
            if best is not None and len(path) - 1 >= best:
                return
            if end is last:
                best = len(path) - 1
                return
            for following in ends:
                if following in path:
                    continue
                for pair in combinations(sorted(cells[end, following] - used), 2):
                    extend(following, (*path, following), used | set(pair))

        extend(first, (first,), frozenset())
        return best


def state(carrier: frozenset[int]) -> str:
    return ("broken", "one left")[len(carrier)] if len(carrier) < 2 else "whole"


def wins_moving_second(
    rows: int, cols: int, shape: str, stones: dict[tuple[int, int], int], color: int
) -> bool:
    """Whether a colour joins its edges although the opponent moves first, by full minimax."""
    board = SlowBridges(rows, cols, shape)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    near = {cell: board.touched(cell) for cell in cells}
    start, goal = OWN_EDGES[color]

    @cache
    def joined(own: frozenset[tuple[int, int]]) -> bool:
        reached = [cell for cell in own if start in near[cell]]
        seen = set(reached)
        while reached:
            cell = reached.pop()
            if goal in near[cell]:
                return True
            fresh = (near[cell] & own) - seen
            seen |= fresh
            reached += fresh
        return False

    @cache
    def wins(own: frozenset[tuple[int, int]], free: frozenset[tuple[int, int]]) -> bool:
        """With the opponent to move; the opponent's stones are what is neither own nor free."""
        if joined(own):
            return True
        if not joined(own | free):
            return False
        return all(
            any(wins(own | {answer}, free - {attack, answer}) for answer in free - {attack})
            for attack in free
        )

    own = frozenset(cell for cell in stones if stones[cell] == color)
    return wins(own, frozenset(cell for cell in cells if cell not in stones))
