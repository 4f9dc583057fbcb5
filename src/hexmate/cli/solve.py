"""`hexmate solve`: who wins a position, by which moves, and why."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexmate.board import Board
from hexmate.cli.interrupts import INTERRUPTED
from hexmate.cli.live import live
from hexmate.cli.options import parse_size, read_source
from hexmate.cli.show import read_board
from hexmate.cli.solve_report import SolveReport, drawn_map
from hexmate.cli.solve_work import PositionWork
from hexmate.cli.solved_archive import SolvedArchive
from hexmate.errors import HexmateError, ProofError
from hexmate.files import replacing
from hexmate.solve.archive import SolvedPositions
from hexmate.solve.move_table import MoveTable
from hexmate.solve.solver import Solver, Verdict

if TYPE_CHECKING:
    from hexmate.arena.solving import MoveSolving, Solvers

NAME = "solve"
EXAMPLE = "hexmate solve --openings 6 --svg openings.svg"


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
    proof: Annotated[
        Path | None,
        typer.Option(help="File to write a proof of the winner to, for hexmate verify."),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(min=0.001, help="Time limit in seconds.", show_default="no limit"),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            min=1, max=256, help="Threads for a position, or moves solved at the same time."
        ),
    ] = 1,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS|local", help="Ray cluster to solve moves on; local starts one here."
        ),
    ] = None,
    table: Annotated[
        int, typer.Option(min=1, max=65536, help="Memory for known positions, in MiB per process.")
    ] = 256,
    database: Annotated[
        str | None,
        typer.Option(
            help="Database URL of solved positions, or none.",
            show_default="solved.db in your user data folder",
        ),
    ] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", help="JSON file to write; - prints it.")
    ] = None,
    svg_file: Annotated[
        Path | None, typer.Option("--svg", help="SVG picture of the winning moves to write.")
    ] = None,
) -> None:
    """Solve a position exactly: the winner, and moves that win.

    Solved positions are kept in a database: the same command continues after Ctrl-C, or after it
    was killed.
    """
    board = _board_of(source, openings)
    if proof is not None and board.shape != "hex":
        raise ProofError(f"proofs are for the hex shape; this board is {board.shape}")
    every = moves or openings is not None or svg_file is not None
    if ray is not None and not every:
        raise typer.BadParameter("--ray spreads moves over a cluster: add --moves")
    work = PositionWork(Solver(table, threads=threads), time)
    with SolvedArchive(database, needed=every) as archive:
        if every:
            with _solvers(board, work.solver, ray, table) as solvers:
                report, whole = _all_moves(board, work, archive.positions(), solvers, time)
        else:
            report, whole = work.position(board, archive), True
    _write(report, json_file, svg_file)
    if not whole:
        typer.echo("Stopped. The same command continues with what was solved.", err=True)
        raise typer.Exit(INTERRUPTED)
    if proof is not None:
        if report.verdict is Verdict.UNKNOWN:
            raise ProofError("no proof was written: the position is not solved within the limit")
        typer.echo(work.prove(board, proof), err=True)


def _board_of(source: str | None, openings: str | None) -> Board:
    if (source is None) == (openings is None):
        raise typer.BadParameter("give either a position or --openings SIZE")
    if openings is not None:
        return Board(parse_size(openings))
    board = read_board(read_source(source or ""))
    if board.outcome() is not None:
        raise typer.BadParameter("the game is over")
    return board


def _all_moves(
    board: Board,
    work: PositionWork,
    known: SolvedPositions | None,
    solvers: "Solvers",
    seconds: float | None,
) -> tuple[SolveReport, bool]:
    """What was found, and False if Ctrl-C ended the work."""
    from hexmate.arena.solving import MoveSolving

    solving = MoveSolving(MoveTable(board), solvers, known, seconds)
    whole = _watched(solving)
    return work.moves(board, solving, known), whole


def _watched(solving: "MoveSolving") -> bool:
    """Solve with a picture of the board; False if Ctrl-C ended it."""
    moves, table = solving.table.moves, solving.table

    def picture() -> str:
        busy = " ".join(table.board.name(move) for move in solving.working.values())
        return f"{drawn_map(table, solving.working.values())}\n{solving.nodes:,} positions {busy}"

    try:
        with live(len(moves), lambda: len(table.values), picture, unit="moves"):
            for _ in solving.steps():
                pass
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def _solvers(board: Board, solver: Solver, ray: str | None, table_mib: int) -> Iterator["Solvers"]:
    """The threads of the solver share one table, on the hex shape; elsewhere each has its own."""
    from hexmate.arena.solving import OwnSolver, ProcessSolvers, TaskSolver

    solvers: Solvers
    if ray is not None:
        from hexmate.arena.ray_tasks import RayTasks

        solvers = RayTasks(ray, solver.threads, TaskSolver(table_mib))
    elif board.shape == "hex" or solver.threads == 1:
        solvers = OwnSolver(solver)
    else:
        solvers = ProcessSolvers(solver.threads, table_mib)
    try:
        yield solvers
    finally:
        solvers.close()


def _write(report: SolveReport, json_file: str | None, svg_file: Path | None) -> None:
    data = json.dumps(report.as_json())
    if json_file == "-":
        typer.echo(data)
    else:
        typer.echo(report.as_text(), color=sys.stdout.isatty())
    for path, text in ((json_file, data), (svg_file, report.as_svg() if svg_file else "")):
        if path is None or path == "-":
            continue
        try:
            with replacing(path) as stream:
                stream.write(text + "\n")
        except OSError as error:
            raise HexmateError(f"cannot write {path}: {error.strerror}") from None
        typer.echo(f"Wrote {path}", err=True)
