"""`hexmate play`: a game in the browser, or in the terminal."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.browser import open_browser
from hexmate.cli.options import (
    ShapeName,
    ShapeOption,
    SizeOption,
    SwapName,
    make_board,
    usual_swap,
)
from hexmate.cli.serve import start
from hexmate.cli.terminal import TerminalGame
from hexmate.color import BLACK, WHITE
from hexmate.game import Game
from hexmate.records import load

NAME = "play"
EXAMPLE = "hexmate play --terminal --size 9 --white random"


def run(
    context: typer.Context,
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
        bool,
        typer.Option("--terminal", help="Play here, as with any of the options above."),
    ] = False,
) -> None:
    """Play in the browser, or in the terminal with any option."""
    if not terminal and not _chosen(context):
        start(None, _invite, port=0)
        return
    if resume is not None:
        game = load(resume)
        save = save or resume
    else:
        game = Game.from_board(make_board(size, shape, swap or usual_swap(size, shape)))
    seats = {BLACK: black, WHITE: white}
    TerminalGame(game, seats, save_to=save).run()


def _chosen(context: typer.Context) -> bool:
    """Whether something about the game was said on the command line."""
    return any(
        source is not None and source.name == "COMMANDLINE"
        for source in map(context.get_parameter_source, context.params)
    )


def _invite(url: str) -> None:
    typer.echo(f"Play at {url} (Ctrl-C ends)")
    sys.stdout.flush()
    open_browser(url)
