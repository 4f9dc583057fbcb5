"""`hexmate solve`: who wins a position, and by which moves."""

import json
import math
import time as clock
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.console import Console

from hexmate.board import Board
from hexmate.cli.options import parse_size, read_source
from hexmate.cli.show import read_board
from hexmate.color import BLACK, WHITE
from hexmate.solve import Solution, Solver, Verdict

NAME = "solve"
EXAMPLE = "hexmate solve --openings 6"

SCHEMA = 1
"""The version of the JSON object, increased when a field changes its name or meaning."""

_SLICE = 0.2
"""Seconds of search between two looks at the clock and at Ctrl-C."""


def run(
    source: Annotated[
        str | None,
        typer.Argument(
            help="Record file, link, position line, or - for standard input.",
            show_default=False,
        ),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(help="Board size whose first moves to solve, instead of a position."),
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="Solve every move, not only one that wins.")
    ] = False,
    time: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds in all.", show_default="no limit")
    ] = None,
    table: Annotated[
        int, typer.Option(min=1, max=65536, help="Memory for known positions, in MiB.")
    ] = 256,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Solve a position exactly: the winner, and moves that win."""
    if (source is None) == (openings is None):
        raise typer.BadParameter("give either a position or --openings SIZE")
    if openings is not None:
        board = Board(parse_size(openings))
    else:
        board = read_board(read_source(source or ""))
    if board.outcome() is not None:
        raise typer.BadParameter("the game is over")
    work = _SolveWork(Solver(table), time)
    solution = work.all_moves(board) if moves or openings is not None else work.position(board)
    typer.echo(json.dumps(_as_json(board, solution)) if as_json else _as_text(board, solution))


@dataclass(frozen=True, slots=True)
class _Solved:
    """What was found: with the verdicts of all moves, or one winning move."""

    verdict: Verdict
    move: int | None
    moves: dict[int, Verdict]
    nodes: int
    seconds: float


class _SolveWork:
    """Solves in slices, within one limit of time, and shows how far it is."""

    def __init__(self, solver: Solver, limit: float | None) -> None:
        self._solver = solver
        self._limit = math.inf if limit is None else limit
        self._started = clock.monotonic()
        self._nodes = 0
        self._status = Console(stderr=True).status("")

    def position(self, board: Board) -> _Solved:
        with self._status:
            solution = self._solve(board, "Solving")
        return _Solved(solution.verdict, solution.move, {}, self._nodes, self._seconds)

    def all_moves(self, board: Board) -> _Solved:
        moves = [move for move in board.legal_moves if move >= 0]
        verdicts: dict[int, Verdict] = {}
        refuted: set[int] = set()
        with self._status:
            for number, move in enumerate(moves, 1):
                verdicts[move] = Verdict.LOSS
                if move in refuted:
                    continue
                board.push(move)
                reply = self._solve(board, f"{board.name(move)}, {number} of {len(moves)}")
                board.pop()
                verdicts[move] = _OPPOSITE[reply.verdict]
                if reply.verdict is Verdict.WIN and board.shape == "hex":
                    # The same answers beat every move outside the carrier.
                    refuted.update(set(moves).difference(reply.carrier))
        best = max(verdicts.values(), key=_VALUES.index)
        winning = next((each for each in moves if verdicts[each] is Verdict.WIN), None)
        return _Solved(best, winning, verdicts, self._nodes, self._seconds)

    @property
    def _seconds(self) -> float:
        return clock.monotonic() - self._started

    def _solve(self, board: Board, label: str) -> Solution:
        while True:
            left = self._limit - self._seconds
            solution = self._solver.solve(board, seconds=max(0.0, min(_SLICE, left)))
            self._nodes += solution.nodes
            if solution.verdict is not Verdict.UNKNOWN or left <= _SLICE:
                return solution
            self._status.update(f"{label}: {self._nodes:,} positions, {self._seconds:.0f} s")


_OPPOSITE = {
    Verdict.UNKNOWN: Verdict.UNKNOWN,
    Verdict.LOSS: Verdict.WIN,
    Verdict.DRAW: Verdict.DRAW,
    Verdict.WIN: Verdict.LOSS,
}
_VALUES = [Verdict.LOSS, Verdict.DRAW, Verdict.UNKNOWN, Verdict.WIN]
_WORDS = {
    Verdict.UNKNOWN: "Unknown within the limit.",
    Verdict.LOSS: "{other} wins.",
    Verdict.DRAW: "Draw.",
    Verdict.WIN: "{mover} wins.",
}
_MARKS = {Verdict.UNKNOWN: "?", Verdict.LOSS: ".", Verdict.DRAW: "=", Verdict.WIN: "+"}


def _as_json(board: Board, answer: _Solved) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "position": board.to_string(),
        "verdict": answer.verdict.name.lower(),
        "move": None if answer.move is None else board.name(answer.move),
        "moves": {board.name(move): each.name.lower() for move, each in answer.moves.items()},
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 3),
    }


def _as_text(board: Board, answer: _Solved) -> str:
    other = BLACK if board.turn is WHITE else WHITE
    words = _WORDS[answer.verdict].format(mover=board.turn.title, other=other.title)
    winning = [board.name(m) for m, each in answer.moves.items() if each is Verdict.WIN]
    if answer.moves:
        words += f" Winning moves ({len(winning)}): {' '.join(winning) or 'none'}."
    elif answer.move is not None:
        words += f" Winning move: {board.name(answer.move)}."
    lines = [words, f"{answer.nodes:,} positions, {answer.seconds:.2f} s"]
    if answer.moves:
        lines.append(_map(board, answer.moves))
    return "\n".join(lines)


def _map(board: Board, verdicts: dict[int, Verdict]) -> str:
    """The board, with a mark for each verdict: + wins, . loses, = draws, ? is unknown."""
    rows = []
    for row in range(board.rows):
        cells = range(row * board.cols, (row + 1) * board.cols)
        marks = [_MARKS[verdicts[cell]] if cell in verdicts else "x" for cell in cells]
        rows.append(" " * row + " ".join(marks))
    return "\n".join(rows)
