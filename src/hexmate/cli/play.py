"""`hexmate play`: a game in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.options import (
    ShapeName,
    ShapeOption,
    SizeOption,
    SwapName,
    make_board,
    usual_swap,
)
from hexmate.cli.terminal import TerminalGame
from hexmate.color import BLACK, WHITE
from hexmate.game import Game
from hexmate.records import load

NAME = "play"
EXAMPLE = "hexmate play --terminal --size 9 --white random"


def run(
    size: SizeOption = "11",
    shape: ShapeOption = ShapeName.hex,
    swap: Annotated[
        SwapName | None,
        typer.Option("--swap", help="Swap rule; by default pieces, or sides where they must stay."),
    ] = None,
    black: Annotated[
        str, typer.Option(help="Who moves first: human, hybrid:PLAYER, or a player.")
    ] = "human",
    white: Annotated[str, typer.Option(help="Who moves second, likewise.")] = "human",
    resume: Annotated[Path | None, typer.Option(help="Go on with the game of this record.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep the game in this record after each move.")
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play here, in the terminal (as always for now).")
    ] = False,
) -> None:
    """Play against a person or a program."""
    if resume is not None:
        game = load(resume)
        save = save or resume
    else:
        game = Game.from_board(make_board(size, shape, swap or usual_swap(size, shape)))
    seats = {BLACK: black, WHITE: white}
    TerminalGame(game, seats, save_to=save).run()
