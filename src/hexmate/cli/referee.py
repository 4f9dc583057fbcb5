"""`hexmate referee`: one game between two players, judged."""

import json
import sys
from enum import StrEnum
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
EXAMPLE = "hexmate referee -m 11 -t h negamax bridge"


class SeedShape(StrEnum):
    """Shapes by one letter, as the first referee named them."""

    hex = "h"
    offset = "o"
    square = "c"
    triangle = "t"

    @property
    def shape(self) -> ShapeName:
        """The shape as other commands name it."""
        return ShapeName[self.name]


def run(
    first: Annotated[
        str, typer.Argument(metavar="PLAYER1", help="Who moves first; see hexmate players.")
    ],
    second: Annotated[str, typer.Argument(metavar="PLAYER2", help="Who moves second.")],
    width: Annotated[
        str, typer.Option("--width", "-m", help="Size of the board: 11, or ROWSxCOLS as in 8x10.")
    ] = "11",
    shape: Annotated[
        SeedShape,
        typer.Option("--shape", "-t", help="h hexagons, o offset, c squares, t triangles."),
    ] = SeedShape.hex,
    swap: Annotated[
        SwapName | None,
        typer.Option("--swap", help="Swap rule; by default pieces, or sides where they must stay."),
    ] = None,
    time: TimeOption = None,
    clock: ClockOption = None,
    nodes: NodesOption = None,
    visits: VisitsOption = None,
    depth: DepthOption = None,
    memory: MemoryOption = None,
    seed: SeedOption = 0,
    save: Annotated[Path | None, typer.Option(help="Keep the game in this record.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The report as a JSON object, instead of text.")
    ] = False,
) -> None:
    """Let two players play one game, the first as Black, and say how it went."""
    specs = (first, second)
    for spec in specs:
        check_spec(spec)
    board = make_board(width, shape.shape, swap or usual_swap(width, shape.shape))
    terms = make_terms(board, time, clock, nodes, visits, depth, memory, players=specs)
    report = play_game(terms, Pairing(0, first, second, seed=seed))
    if as_json:
        typer.echo(json.dumps(report.as_dict()))
    else:
        _summarise(report)
    if save is not None:  # last: a game that cannot be kept there has been told at least
        save_record(report.game(), save)


def _summarise(report: GameReport) -> None:
    board = report.game().end().board()
    rule = f", swap-{board.swap}" if board.swap else ""
    typer.echo(f"{board.rows}x{board.cols} {board.shape}{rule}, time {report.time}")
    if board.swap is not None and report.moves:
        exchanged = any(move.startswith("swap") for move in report.moves)
        answer = "exchanged" if exchanged else "left it"
        typer.echo(f"{report.black} proposed {report.moves[0]}, {report.white} {answer}")
    typer.echo(draw(board, ansi=sys.stdout.isatty()))
    for seat in SEATS:
        typer.echo(
            f"{report.spec(seat)}, sat down as {seat}: {report.thought(seat):.2f} s for its moves"
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
