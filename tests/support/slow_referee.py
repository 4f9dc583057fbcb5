"""The rules again, written as plainly as possible and sharing no code with the package.

Everything is worked out from scratch each time it is asked for. Slow on purpose: the core must
agree with it at every node.
"""

from dataclasses import dataclass, field

BLACK, WHITE = 0, 1
SWAP, PASS = -1, -2


def touching(shape: str, rows: int, cols: int, row: int, col: int) -> set[tuple[int, int]]:
    """The cells that touch (row, col), from the definition of each shape."""
    if shape == "hex":
        found = {
            (row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col),
            (row - 1, col + 1), (row + 1, col - 1),
        }  # fmt: skip
    elif shape == "offset":
        left = col - 1 if row % 2 == 0 else col
        found = {(row, col - 1), (row, col + 1)}
        found |= {(row + step, left + side) for step in (-1, 1) for side in (0, 1)}
    elif shape == "square":
        found = {(row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)}
    else:
        k, is_down = divmod(col, 2)
        if is_down:  # D(r, k) touches U(r, k), U(r+1, k), U(r, k+1)
            found = {(r, 2 * c) for r, c in ((row, k), (row + 1, k), (row, k + 1))}
        else:  # U(r, k) touches D(r, k), D(r-1, k), D(r, k-1)
            found = {(r, 2 * c + 1) for r, c in ((row, k), (row - 1, k), (row, k - 1))}
    return {(r, c) for r, c in found if 0 <= r < rows and 0 <= c < cols}


def on_edges(shape: str, rows: int, cols: int, row: int, col: int) -> set[str]:
    """The edges that (row, col) lies on."""
    edges = set()
    up = shape != "triangle" or col % 2 == 0
    down = shape != "triangle" or col % 2 == 1
    if row == 0 and up:
        edges.add("top")
    if row == rows - 1 and down:
        edges.add("bottom")
    if col == 0 and up:
        edges.add("left")
    if col == cols - 1 and down:
        edges.add("right")
    return edges


@dataclass
class SlowGame:
    """A start and a list of (colour, move); the position is replayed at every question."""

    rows: int
    cols: int
    shape: str = "hex"
    swap: str | None = None
    moves: list[tuple[int, int]] = field(default_factory=list)
    stones: dict[tuple[int, int], int] = field(default_factory=dict)
    turn: int = BLACK
    swap_used: bool = False

    def position(self) -> tuple[dict[tuple[int, int], int], int]:
        """Stones by (row, col), and the side to move."""
        stones, turn = dict(self.stones), self.turn
        for color, move in self.moves:
            turn = 1 - color
            if move == SWAP and self.swap == "sides":
                turn = WHITE
            elif move == SWAP:
                ((row, col),) = stones
                stones = {self.mirrored(row, col): WHITE}
                turn = BLACK
            elif move != PASS:
                stones[divmod(move, self.cols)] = color
        return stones, turn

    def mirrored(self, row: int, col: int) -> tuple[int, int]:
        if self.shape == "triangle":
            k, half = divmod(col, 2)
            return k, 2 * row + half
        return col, row

    def groups(self, color: int) -> set[tuple[frozenset[int], frozenset[str]]]:
        """Each group as its cell numbers and the edges of its colour it touches."""
        stones, _ = self.position()
        left = {cell for cell, owner in stones.items() if owner == color}
        own_edges = {"top", "bottom"} if color == BLACK else {"left", "right"}
        found = set()
        while left:
            group, reached = set(), [left.pop()]
            edges: set[str] = set()
            while reached:
                cell = reached.pop()
                group.add(cell)
                edges |= on_edges(self.shape, self.rows, self.cols, *cell) & own_edges
                near = touching(self.shape, self.rows, self.cols, *cell) & left
                left -= near
                reached += near
            found.add((frozenset(r * self.cols + c for r, c in group), frozenset(edges)))
        return found

    def winner(self) -> int | None:
        for color in (BLACK, WHITE):
            if any(len(edges) == 2 for _, edges in self.groups(color)):
                return color
        return None

    def over(self) -> bool:
        return self.winner() is not None or len(self.position()[0]) == self.rows * self.cols

    def swap_available(self) -> bool:
        """White may swap, once and by move two, while Black's first stone is the only one."""
        stones, turn = self.position()
        return (
            self.swap is not None
            and not self.swap_used
            and len(self.moves) <= 1
            and all(move != SWAP for _, move in self.moves)
            and list(stones.values()) == [BLACK]
            and turn == WHITE
            and not self.over()
        )

    def legal_moves(self) -> list[int]:
        if self.over():
            return []
        stones, _ = self.position()
        cells = [c for c in range(self.rows * self.cols) if divmod(c, self.cols) not in stones]
        return cells + [SWAP] * self.swap_available()

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in self.legal_moves():
            self.moves.append((self.position()[1], move))
            total += self.perft(depth - 1)
            self.moves.pop()
        return total
