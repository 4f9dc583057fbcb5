"""`hexmate show`: print or draw a record, a link or a position."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hexmate import svg, text
from hexmate.board import Board
from hexmate.cli.options import read_source
from hexmate.color import BLACK, WHITE
from hexmate.errors import RecordError
from hexmate.files import replacing
from hexmate.game import Game
from hexmate.position import looks_like_position
from hexmate.records import load

NAME = "show"
EXAMPLE = "hexmate show '#11,a10f6:s' --svg board.svg"


class ThemeName(StrEnum):
    """Themes as the command line names them."""

    light = "light"
    dark = "dark"
    colorblind = "colorblind"


def run(
    source: Annotated[
        str, typer.Argument(help="Record file, link, position line, or - for standard input.")
    ],
    move: Annotated[
        int | None,
        typer.Option("--move", "-m", min=0, help="Number of moves to show.", show_default="all"),
    ] = None,
    svg_file: Annotated[Path | None, typer.Option("--svg", help="SVG file to write.")] = None,
    theme: Annotated[ThemeName, typer.Option(help="Colours of the picture.")] = ThemeName.light,
    rotation: Annotated[
        int,
        typer.Option(
            min=1, max=12, help="Clock hour to which the corner a1 points, in the picture."
        ),
    ] = 10,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Show move numbers in the picture.")
    ] = False,
) -> None:
    """Print a game or position, or draw it as an SVG picture."""
    board, game = _read(read_source(source), move)
    if game is not None:
        _print_headers(game)
    typer.echo(text.board(board, ansi=sys.stdout.isatty()))
    typer.echo(_status(board))
    if svg_file is not None:
        picture = svg.board(board, theme=theme.value, rotation=rotation, numbers=numbers)
        write_picture(svg_file, picture)


def write_picture(path: Path, picture: str) -> None:
    """Write an SVG file and say so; RecordError if that fails."""
    try:
        with replacing(path) as stream:
            stream.write(picture + "\n")
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror}") from None
    typer.echo(f"wrote {path}")


def read_board(source: str) -> Board:
    """The position of a position line, or the last one of a record."""
    return _read(source, None)[0]


def _read(source: str, stop: int | None) -> tuple[Board, Game | None]:
    if looks_like_position(source):
        return Board.from_string(source), None
    game = load(source)
    nodes = [game.root, *game.mainline()]
    return nodes[-1 if stop is None else min(stop, len(nodes) - 1)].board(), game


def _print_headers(game: Game) -> None:
    for color in (BLACK, WHITE):
        if game.headers.get(str(color)):
            typer.echo(f"{color.title}: {game.headers[str(color)]}")
    for key in ("event", "date", "result"):
        if game.headers.get(key):
            typer.echo(f"{key.title()}: {game.headers[key]}")


def _status(board: Board) -> str:
    outcome = board.outcome()
    if outcome is None:
        return f"{board.turn.title} to move, {board.ply} played"
    if outcome.winner is None:
        return "Draw: the board is full"
    return f"{outcome.winner.title} has won by {outcome.termination.value}"
