"""`hexmate referee`: one game between two players."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from hexmate.arena.referee import play_game
from hexmate.arena.seats import check_spec
from hexmate.arena.terms import SEATS, GameReport, Pairing
from hexmate.cli.event_options import (
    ClockOption,
    DepthOption,
    MemoryOption,
    NodesOption,
    SeedOption,
    TimeOption,
    VisitsOption,
    make_terms,
)
from hexmate.cli.options import ShapeName, SwapName, make_board, usual_swap
from hexmate.records import save as save_record
from hexmate.text import board as draw

NAME = "referee"
EXAMPLE = "hexmate referee negamax bridge --size 9"


_LETTERS = {
    "h": ShapeName.hex,
    "o": ShapeName.offset,
    "c": ShapeName.square,
    "t": ShapeName.triangle,
}
"""Shapes by one letter, as older referees of the game take them."""


def _shape(text: str) -> ShapeName:
    try:
        return _LETTERS.get(text) or ShapeName(text)
    except ValueError:
        raise typer.BadParameter(
            f"'{text}' is not a shape; choose one of {', '.join(ShapeName)}"
        ) from None


def run(
    first: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER1", help="Player of Black, who moves first; see hexmate players."
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="PLAYER2", help="Player of White.")],
    size: Annotated[
        str,
        typer.Option(
            "--size", "-s", "--width", "-m", help="Board size: 11, or 8x10 (rows x columns)."
        ),
    ] = "11",
    shape: Annotated[
        ShapeName,
        typer.Option(
            "--shape",
            "-t",
            parser=_shape,
            metavar="[hex|offset|square|triangle]",
            help="Board shape. Short: h, o, c (square), t.",
        ),
    ] = ShapeName.hex,
    swap: Annotated[
        SwapName | None,
        typer.Option(
            "--swap", help="Swap rule.", show_default="pieces, or sides on boards without a mirror"
        ),
    ] = None,
    time: TimeOption = None,
    clock: ClockOption = None,
    nodes: NodesOption = None,
    visits: VisitsOption = None,
    depth: DepthOption = None,
    memory: MemoryOption = None,
    seed: SeedOption = 0,
    save: Annotated[Path | None, typer.Option(help="Record file to write.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the report as a JSON object.")
    ] = False,
) -> None:
    """Play one game between two players and print the result."""
    specs = (first, second)
    for spec in specs:
        check_spec(spec)
    board = make_board(size, shape, swap or usual_swap(size, shape))
    terms = make_terms(board, time, clock, nodes, visits, depth, memory, players=specs)
    report = play_game(terms, Pairing(0, first, second, seed=seed))
    if as_json:
        typer.echo(json.dumps(report.as_dict()))
    else:
        _summarise(report)
    if save is not None:  # last: the result is printed even if the file cannot be written
        save_record(report.game(), save)


def _summarise(report: GameReport) -> None:
    board = report.game().end().board()
    rule = f", swap-{board.swap}" if board.swap else ""
    typer.echo(f"{board.rows}x{board.cols} {board.shape}{rule}, time {report.time}")
    if board.swap is not None and report.moves:
        exchanged = any(move.startswith("swap") for move in report.moves)
        answer = "swapped" if exchanged else "did not swap"
        typer.echo(f"{report.black} opened with {report.moves[0]}, {report.white} {answer}")
    typer.echo(draw(board, ansi=sys.stdout.isatty()))
    for seat in SEATS:
        typer.echo(
            f"{report.spec(seat)} (started as {seat}): {report.time_of(seat):.2f} s for its moves"
        )
    typer.echo(f"{_verdict(report)} after {len(report.moves)} moves, {report.seconds:.2f} s")
    if report.stderr:
        typer.echo(report.stderr.rstrip())


def _verdict(report: GameReport) -> str:
    if report.winner is None:
        return f"{report.result}: {report.reason}"
    loser = report.white if report.winner == "black" else report.black
    how = report.reason
    if report.result.endswith("Forfeit"):
        how = f"{loser} forfeits: {report.reason}"
    elif report.result.endswith("Time"):
        how = f"{loser} lost on time: {report.reason}"
    return f"{report.result}: {report.spec(report.winner)} wins, {how}"
