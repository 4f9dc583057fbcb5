"""The value of every move of a position, from as few solved positions as possible."""

from dataclasses import dataclass
from enum import StrEnum

from hexmate.board import Board
from hexmate.inferior import Reason, inferior_moves
from hexmate.solve.solver import Solution, Verdict
from hexmate.symmetry import cell_map, symmetries

__all__ = ["MoveTable", "MoveValue", "Why"]


class Why(StrEnum):
    """How the value of a move is known."""

    SOLVED = "solved"
    SYMMETRIC = "symmetric"
    """The position after it is that after another move, turned."""
    OUTSIDE = "outside the carrier"
    """It leaves alone all cells that the refutation of another move needs."""
    DOMINATED = "dominated"
    """Another move is at least as good, and loses."""
    DOMINATES = "dominates"
    """It is at least as good as another move, which wins."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the side that plays it, and how that is known."""

    verdict: Verdict
    why: Why
    by: int
    """The move whose solution decides: this one itself if it was solved."""
    reply: int | None = None
    """The opponent's answer, if the move was solved and loses."""
    nodes: int = 0
    seconds: float = 0.0


class MoveTable:
    """Takes solutions of the positions after moves; says which moves are still open.

    >>> from hexmate.solve.solver import Solver
    >>> table, solver = MoveTable(Board(3)), Solver()
    >>> while table.open:
    ...     table.take(table.open[0], solver.solve(table.after(table.open[0])))
    >>> [table.board.name(move) for move in table.winning]
    ['c1', 'a2', 'b2', 'c2', 'a3']
    """

    def __init__(self, board: Board) -> None:
        self.board = board.copy()
        self.moves = tuple(move for move in board.legal_moves if move >= 0)
        self.values: dict[int, MoveValue] = {}
        self._maps = [
            cell_map(board, symmetry).tolist()
            for symmetry in symmetries(board)
            if _plainly_equal(board.transformed(symmetry), board)
        ]
        self._better = _dominations(board)

    @property
    def open(self) -> list[int]:
        """Moves whose value is not known; of symmetric ones, the first."""
        return [
            move
            for move in self.moves
            if move not in self.values and move == min(cells[move] for cells in self._maps)
        ]

    @property
    def winning(self) -> list[int]:
        """The moves known to win."""
        return [move for move in self.moves if self._is(move, Verdict.WIN)]

    @property
    def best(self) -> int | None:
        """The winning move that was the easiest to prove, if one is known."""
        return min(self.winning, key=self._effort, default=None)

    def _effort(self, move: int) -> tuple[bool, int]:
        value = self.values[move]
        return value.why is not Why.SOLVED, value.nodes

    @property
    def verdict(self) -> Verdict:
        """What is known of the position itself."""
        known = [value.verdict for value in self.values.values()]
        if Verdict.WIN in known:
            return Verdict.WIN
        if len(known) < len(self.moves):
            return Verdict.UNKNOWN
        return Verdict.DRAW if Verdict.DRAW in known else Verdict.LOSS

    def after(self, move: int) -> Board:
        """The position after a move."""
        board = self.board.copy()
        board.push(move)
        return board

    def take(self, move: int, solution: Solution) -> None:
        """Note the solution of the position after a move, and what follows for other moves."""
        verdict = solution.verdict.opposite
        if verdict is Verdict.UNKNOWN:
            return
        reply = solution.move if verdict is Verdict.LOSS else None
        value = MoveValue(verdict, Why.SOLVED, move, reply, solution.nodes, solution.seconds)
        self._note(move, value)
        if verdict is Verdict.LOSS and self.board.shape == "hex":
            for other in set(self.moves).difference(solution.carrier):
                self._follow(other, MoveValue(Verdict.LOSS, Why.OUTSIDE, move))
        self._follow_dominations()

    def _follow(self, move: int, value: MoveValue) -> None:
        """Note a value that needed no search, unless one is known."""
        if move not in self.values:
            self._note(move, value)

    def _note(self, move: int, value: MoveValue) -> None:
        """Note a value, and the same for the moves symmetric to it."""
        self.values[move] = value
        for cells in self._maps:
            self.values.setdefault(cells[move], MoveValue(value.verdict, Why.SYMMETRIC, move))

    def _follow_dominations(self) -> None:
        before = -1
        while before != len(self.values):
            before = len(self.values)
            for worse, better in self._better:
                if self._is(better, Verdict.LOSS):
                    self._follow(worse, MoveValue(Verdict.LOSS, Why.DOMINATED, better))
                if self._is(worse, Verdict.WIN):
                    self._follow(better, MoveValue(Verdict.WIN, Why.DOMINATES, worse))

    def _is(self, move: int, verdict: Verdict) -> bool:
        return move in self.values and self.values[move].verdict is verdict


def _plainly_equal(one: Board, two: Board) -> bool:
    """Equal stones and turn; the right to swap does not matter to solutions."""
    return one.to_string().split()[-2:] == two.to_string().split()[-2:]


def _dominations(board: Board) -> list[tuple[int, int]]:
    """Pairs of a move and one that is at least as good."""
    if board.shape != "hex" or board.outcome() is not None:
        return []
    found = inferior_moves(board)
    return [(each.cell, each.by) for each in found if each.reason is Reason.DOMINATED]
