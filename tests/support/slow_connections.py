"""Virtual connections played out: every sequence of moves inside a carrier, without shared code."""

from collections.abc import Iterable

from hexmate.board import Board
from hexmate.color import BLACK, Color

End = int | str


class Carrier:
    """Two ends of a colour and the empty cells between them; all other cells are the opponent's.

    Ends are cells, which count as stones, and the names of edges.
    """

    def __init__(self, board: Board, color: Color, one: End, two: End, cells: Iterable[int]):
        self._board, self._color = board, color
        self._ends = one, two
        self._cells = tuple(cells)
        self._stones = {*board.stones(color), *(end for end in (one, two) if isinstance(end, int))}
        self._known: dict[tuple[frozenset[int], frozenset[int]], bool] = {}

    def holds(self, *, semi: bool = False) -> bool:
        """Whether the owner connects the ends; the owner moves first if the connection is semi."""
        nothing: frozenset[int] = frozenset()
        return self._connects(nothing, nothing) if semi else self._survives(nothing, nothing)

    def _survives(self, own: frozenset[int], lost: frozenset[int]) -> bool:
        if (own, lost) not in self._known:
            left = [cell for cell in self._cells if cell not in own and cell not in lost]
            self._known[own, lost] = self._joined(own) or (
                bool(left) and all(self._connects(own, lost | {cell}) for cell in left)
            )
        return self._known[own, lost]

    def _connects(self, own: frozenset[int], lost: frozenset[int]) -> bool:
        left = [cell for cell in self._cells if cell not in own and cell not in lost]
        return self._joined(own) or any(self._survives(own | {cell}, lost) for cell in left)

    def _joined(self, own: frozenset[int]) -> bool:
        stones = self._stones | own
        reached, waiting = set[End](), [self._ends[0]]
        while waiting:
            node = waiting.pop()
            if node == self._ends[1]:
                return True
            if node in reached:
                continue
            reached.add(node)
            if isinstance(node, int):
                near = {*self._board.neighbors(node)} & stones
                waiting += [*near, *self._edges(node)]
            else:
                waiting += [cell for cell in stones if node in self._edges(cell)]
        return False

    def _edges(self, cell: int) -> list[str]:
        row, col = self._board.row_col(cell)
        if self._color == BLACK:
            at, last, names = row, self._board.rows - 1, ("top", "bottom")
        else:
            at, last, names = col, self._board.cols - 1, ("left", "right")
        return [name for name, edge in zip(names, (0, last), strict=True) if at == edge]
