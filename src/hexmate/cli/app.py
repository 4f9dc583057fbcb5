"""The `hexmate` command: collects the subcommands and prints errors on one line."""

import os
import sys
import warnings
from typing import Annotated, cast

import typer

from hexmate.cli import (
    analyse,
    bench,
    book,
    collect,
    convert,
    eval,
    export,
    htp,
    imitate,
    library,
    match,
    perft,
    play,
    players,
    puzzle,
    puzzles,
    referee,
    selfplay,
    serve,
    show,
    site,
    solve,
    tournament,
    train,
    verify,
    window,
)
from hexmate.cli.interrupts import INTERRUPTED
from hexmate.errors import HexmateError, RecordWarning
from hexmate.players.blame import describe_error, player_line
from hexmate.version import __version__

__all__ = ["app", "main"]

# typer does not export the base class of its usage errors.
_UsageError = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    play,
    window,
    serve,
    show,
    site,
    analyse,
    solve,
    verify,
    puzzle,
    convert,
    players,
    htp,
    referee,
    match,
    tournament,
    collect,
    imitate,
    selfplay,
    export,
    eval,
    perft,
    bench,
):
    app.command(module.NAME, epilog=f"Example: {module.EXAMPLE}")(module.run)
for group in (puzzles, library, book, train):
    app.add_typer(group.app, name=group.NAME)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hexmate {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Play, analyse and study the board game Hex.

    Start with "hexmate play", which opens the game in your browser. "hexmate COMMAND --help" lists
    the options of a command and ends with an example.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 on success, 2 after an error, 130 after Ctrl-C."""
    try:
        sys.exit(_run(arguments))
    except BrokenPipeError:
        # The reader is gone. Redirect stdout, so that the final flush does not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _run(arguments: list[str] | None) -> int:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", RecordWarning)
            warnings.showwarning = _show_warning
            code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except HexmateError as error:
        typer.echo(f"Error: {error}", err=True)
    except _UsageError as error:
        error.show()
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:
        if player_line(error) is None:
            raise
        typer.echo(f"Error: {describe_error(error)}", err=True)  # a player file's own mistake
    return 2


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    typer.echo(f"Warning: {message}", err=True)
