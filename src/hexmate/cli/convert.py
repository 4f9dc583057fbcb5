"""`hexmate convert`: from any record format to any other."""

from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.options import read_source
from hexmate.errors import RecordError
from hexmate.records import FORMATS, dumps, iter_games, save

NAME = "convert"
EXAMPLE = "hexmate convert game.sgf game.jsonl"


def run(
    source: Annotated[str, typer.Argument(help="A file, a link, moves, or - for standard input.")],
    target: Annotated[str, typer.Argument(help="The file to write, or - for standard output.")],
    to: Annotated[
        str | None,
        typer.Option("--to", help=f"Format: {', '.join(FORMATS)}; by default the file's ending."),
    ] = None,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Leave out what the format cannot hold.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse what is odd instead of warning.")
    ] = False,
) -> None:
    """Convert all games of a record to another format."""
    games = iter_games(read_source(source), strict=strict)
    if target != "-":
        save(games, Path(target), to, lossy)
        return
    if to is None:
        raise RecordError("name the format with --to when writing to standard output")
    for game in games:
        typer.echo(dumps(game, to, lossy))
