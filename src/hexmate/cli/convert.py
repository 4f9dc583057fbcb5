"""`hexmate convert`: game records from one format to another."""

from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.options import read_source
from hexmate.errors import RecordError
from hexmate.records import FORMATS, dumps, iter_games, save

NAME = "convert"
EXAMPLE = "hexmate convert game.sgf game.jsonl"


def run(
    source: Annotated[
        str, typer.Argument(help="Record file, link, moves, or - for standard input.")
    ],
    target: Annotated[str, typer.Argument(help="File to write, or - for standard output.")],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            help=f"Output format: {', '.join(FORMATS)}.",
            show_default="the file's ending",
        ),
    ] = None,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Drop what the format cannot store.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Reject irregular records instead of warning.")
    ] = False,
) -> None:
    """Convert game records to another format."""
    games = iter_games(read_source(source), strict=strict)
    if target != "-":
        save(games, Path(target), to, lossy)
        return
    if to is None:
        raise RecordError("--to is required when writing to standard output")
    for game in games:
        typer.echo(dumps(game, to, lossy))
