"""What `hexmate solve` found: as text, as JSON, as a picture."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from hexmate import svg
from hexmate.board import Board
from hexmate.solve.move_table import MoveTable, Why
from hexmate.solve.solver import Solution, Verdict

__all__ = ["SCHEMA", "SolveReport", "drawn_map"]

SCHEMA = 2
"""The version of the JSON object, increased when a field changes its name or meaning."""

_WORDS = {
    Verdict.UNKNOWN: "Unknown within the limit.",
    Verdict.LOSS: "{other} wins.",
    Verdict.DRAW: "Draw.",
    Verdict.WIN: "{mover} wins.",
}
_MARKS = {Verdict.LOSS: ".", Verdict.DRAW: "=", Verdict.WIN: "+"}
_REASONS = {
    Why.SYMMETRIC: "by symmetry",
    Why.OUTSIDE: "outside the carrier of another move's refutation",
    Why.DOMINATED: "no better than a losing move",
    Why.DOMINATES: "at least as good as a winning move",
}


@dataclass(frozen=True, slots=True)
class SolveReport:
    """A solved position, with the value of every move if that was asked."""

    board: Board
    solution: Solution
    line: list[int]
    table: MoveTable | None
    nodes: int
    seconds: float
    kept: int = 0
    """Solutions that came from the database."""

    @property
    def verdict(self) -> Verdict:
        """The verdict of the position."""
        return self.solution.verdict

    def as_json(self) -> dict[str, Any]:
        """One object; docs/cli.md describes it."""
        board, name = self.board, self.board.name
        values = {} if self.table is None else self.table.values
        moves = () if self.table is None else self.table.moves
        return {
            "schema": SCHEMA,
            "position": board.to_string(),
            "verdict": self.verdict.name.lower(),
            "move": None if self.solution.move is None else name(self.solution.move),
            "line": [name(move) for move in self.line],
            "carrier": [name(cell) for cell in self.solution.carrier],
            "moves": {
                name(move): values[move].verdict.name.lower() if move in values else "unknown"
                for move in moves
            },
            "why": {
                name(move): {
                    "reason": values[move].why.value,
                    "by": name(values[move].by),
                    "nodes": values[move].nodes,
                    "seconds": round(values[move].seconds, 3),
                }
                for move in moves
                if move in values
            },
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "kept": self.kept,
        }

    def as_text(self) -> str:
        """A few lines, with a map of the moves."""
        board = self.board
        lines = [_WORDS[self.verdict].format(mover=board.turn.title, other=board.turn.other.title)]
        if self.table is not None:
            winning = " ".join(board.name(move) for move in self.table.winning)
            lines[0] += f" Winning moves ({len(self.table.winning)}): {winning or 'none'}."
        elif self.solution.move is not None:
            lines[0] += f" Winning move: {board.name(self.solution.move)}."
        if self.line:
            lines.append(f"Line: {' '.join(board.name(move) for move in self.line)}")
        kept = f", {self.kept} kept by an earlier run" if self.kept else ""
        lines.append(f"{self.nodes:,} positions, {self.seconds:.2f} s{kept}")
        if self.table is not None:
            lines += [*self._unknown(self.table), *self._excluded(self.table)]
            lines.append(drawn_map(self.table))
        return "\n".join(lines)

    def as_svg(self) -> str:
        """The board with the winning moves shaded; a question mark is on moves not known."""
        assert self.table is not None
        known = self.table.values
        labels: dict[int | str, str] = {}
        labels.update((move, "?") for move in self.table.moves if move not in known)
        heat: dict[int | str, float] = dict.fromkeys(self.table.winning, 1.0)
        return svg.board(self.board, heat=heat or None, labels=labels, last_move=False)

    def _unknown(self, table: MoveTable) -> list[str]:
        moves = [move for move in table.moves if move not in table.values]
        if not moves:
            return []
        names = " ".join(self.board.name(move) for move in moves)
        return [f"Unknown within the limit ({len(moves)}): {names}"]

    def _excluded(self, table: MoveTable) -> list[str]:
        """Which moves needed no search, and why."""
        lines = []
        for why, words in _REASONS.items():
            moves = [move for move in table.moves if _reason(table, move) is why]
            if moves:
                names = " ".join(self.board.name(move) for move in moves)
                lines.append(f"Not searched, {words} ({len(moves)}): {names}")
        return lines


def _reason(table: MoveTable, move: int) -> Why | None:
    return table.values[move].why if move in table.values else None


def drawn_map(table: MoveTable, busy: Collection[int] = ()) -> str:
    """The board: + wins, . loses, = draws, ? is unknown, * is being solved, B and W are stones."""
    board, rows = table.board, []
    for row in range(board.rows):
        marks = []
        for cell in range(row * board.cols, (row + 1) * board.cols):
            color = board.color_at(cell)
            if color is not None:
                marks.append(color.letter.upper())
            elif cell in table.values:
                marks.append(_MARKS[table.values[cell].verdict])
            else:
                marks.append("*" if cell in busy else "?")
        rows.append(" " * row + " ".join(marks))
    return "\n".join(rows)
