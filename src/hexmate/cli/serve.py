"""`hexmate serve`: the web server."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from hexmate.errors import HexmateError

NAME = "serve"
EXAMPLE = "hexmate serve --port 8080 --database sqlite:///games.db"


def run(
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on (default 127.0.0.1: only this machine)."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="Port to listen on (default 8000; 0: any free port).")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="Database URL: sqlite:///games.db or postgresql://user@host/name "
            "(default: a SQLite file in your user data folder)."
        ),
    ] = None,
    broadcast: Annotated[
        str | None,
        typer.Option(help="Redis URL that connects several servers, such as redis://host."),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(help="Name of this server among several; prefix of its game ids."),
    ] = None,
    settings: Annotated[Path | None, typer.Option(help="TOML file with settings.")] = None,
) -> None:
    """Run the web server, for several people or programs."""
    start(
        settings,
        _print_address,
        host=host,
        port=port,
        database=database,
        broadcast=broadcast,
        name=name,
    )


def _print_address(url: str) -> None:
    typer.echo(f"Hexmate is at {url} (press Ctrl-C to stop)")
    sys.stdout.flush()


def start(
    settings: Path | None,
    ready: Callable[[str], None],
    **given: object,
) -> None:
    """Serve until interrupted; `ready` gets the address.

    Options given by name override the settings file.
    """
    try:
        from hexmate.web.server import serve
        from hexmate.web.settings import Settings
    except ImportError as error:
        raise HexmateError(
            f"the web server needs {error.name}: pip install 'hexmate[web]'; "
            "hexmate play --terminal works without it"
        ) from None
    chosen = Settings.load(settings, **given)
    if "database" not in chosen.model_fields_set:
        chosen = chosen.model_copy(update={"database": default_database()})
    serve(chosen, ready)


def default_database(name: str = "games.db") -> str:
    """The URL of an SQLite file in your user data folder, which is created if needed."""
    return f"sqlite:///{data_folder() / name}"


def data_folder() -> Path:
    """Your user data folder of Hexmate, which is created if needed."""
    try:
        from platformdirs import user_data_path
    except ImportError as error:
        raise HexmateError(
            f"the default database needs {error.name}: pip install 'hexmate[web]', "
            "or choose a file with --database"
        ) from None
    folder = user_data_path("hexmate", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HexmateError(
            f"cannot create {folder}: {error.strerror}; choose a file with --database"
        ) from None
    return folder
