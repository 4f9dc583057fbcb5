"""`hexmate play`: a game in the browser or in the terminal."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from hexmate.board import Board
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
from hexmate.cli.terminal import TerminalGame, is_person
from hexmate.color import BLACK, WHITE, Color
from hexmate.errors import HexmateError
from hexmate.game import Game
from hexmate.players.base import Player
from hexmate.players.strongest import create_strongest
from hexmate.records import load

NAME = "play"
EXAMPLE = "hexmate play --terminal --size 9 --white level:n=3"


def run(
    context: typer.Context,
    size: SizeOption = "11",
    shape: ShapeOption = ShapeName.hex,
    swap: Annotated[
        SwapName | None,
        typer.Option(
            "--swap", help="Swap rule.", show_default="pieces, or sides on boards without a mirror"
        ),
    ] = None,
    black: Annotated[
        str,
        typer.Option(help="Player of Black, who moves first: human, hybrid:PLAYER, or a player."),
    ] = "human",
    white: Annotated[
        str | None,
        typer.Option(
            help="Player of White: human, hybrid:PLAYER, or a player.",
            show_default="the strongest player, or human against a player",
        ),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Record of a game to continue.")] = None,
    save: Annotated[Path | None, typer.Option(help="Record file to write after each move.")] = None,
    terminal: Annotated[
        bool,
        typer.Option("--terminal", help="Play in the terminal, as with any other option."),
    ] = False,
) -> None:
    """Play in your browser; with any option, in the terminal."""
    if not terminal and not _chosen(context):
        _play_in_browser()
        return
    if resume is not None:
        game = load(resume)
        save = save or resume
    else:
        game = Game.from_board(make_board(size, shape, swap or usual_swap(size, shape)))
    seats: dict[Color, str | Player] = {BLACK: black, WHITE: white or _opponent(black, game.grid)}
    TerminalGame(game, seats, save_to=save).run()


def _play_in_browser() -> None:
    try:
        start(None, _invite, port=0)
    except HexmateError as error:
        holder = getattr(error, "holder", None)
        if holder is None:
            raise
        raise HexmateError(
            f"Hexmate is already running ({holder}); play in its browser window, or stop it first"
        ) from None


def _opponent(black: str, board: Board) -> str | Player:
    """The player of White where none is named: a machine against a person, and vice versa."""
    if not is_person(black):
        return "human"
    player, note = create_strongest(board)
    typer.echo(f"White is played by {note}.")
    return player


def _chosen(context: typer.Context) -> bool:
    """Whether any option was given on the command line."""
    return any(
        source is not None and source.name == "COMMANDLINE"
        for source in map(context.get_parameter_source, context.params)
    )


def _invite(url: str) -> None:
    typer.echo(f"Play at {url} (press Ctrl-C to stop)")
    sys.stdout.flush()
    open_browser(url)
