"""`hexmate perft`: count move sequences."""

import time
from typing import Annotated

import typer

from hexmate.board import perft
from hexmate.cli.options import (
    ShapeName,
    ShapeOption,
    SizeOption,
    SwapName,
    SwapOption,
    make_board,
)

NAME = "perft"
EXAMPLE = "hexmate perft --size 4 --depth 5"


def run(
    size: SizeOption = "11",
    shape: ShapeOption = ShapeName.hex,
    swap: SwapOption = SwapName.none,
    depth: Annotated[int, typer.Option(min=0, max=12, help="Maximum length of the sequences.")] = 3,
    divide: Annotated[
        bool, typer.Option("--divide", help="Show the count below each first move too.")
    ] = False,
) -> None:
    """Count move sequences, to test the rules."""
    board = make_board(size, shape, swap)
    if divide and depth > 0:
        for move in list(board.legal_moves):
            board.push(move)
            typer.echo(f"{board.name(move)}: {perft(board, depth - 1)}")
            board.pop()
    for length in range(depth + 1):
        started = time.perf_counter()
        count = perft(board, length)
        typer.echo(f"depth {length}: {count:>16,}  {time.perf_counter() - started:8.3f} s")
