"""`hexmate serve`: the web server."""

import os
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
        str | None, typer.Option(help="Address to listen on; 127.0.0.1 is this machine alone.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 is any free one.")] = None,
    database: Annotated[
        str | None,
        typer.Option(help="URL of the database: sqlite:///games.db, postgresql://user@host/name."),
    ] = None,
    broadcast: Annotated[
        str | None,
        typer.Option(help="URL of a Redis, where several servers share a database: redis://host."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Name of this server among several, with which ids begin.")
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(help="A TOML file with these and more settings.")
    ] = None,
) -> None:
    """Serve games, analyses and the library to browsers and programs."""
    start(
        settings,
        _say,
        host=host,
        port=port,
        database=database,
        broadcast=broadcast,
        name=name,
    )


def _say(url: str) -> None:
    typer.echo(f"Hexmate is at {url} (Ctrl-C stops it)")
    sys.stdout.flush()


def start(
    settings: Path | None,
    ready: Callable[[str], None],
    **given: object,
) -> None:
    """Serve until told to stop; `ready` is told the address.

    What is given by name goes before the file of settings.
    """
    try:
        from hexmate.web.server import serve
        from hexmate.web.settings import Settings
    except ImportError as error:
        raise HexmateError(
            f"the web server needs {error.name}: pip install 'hexmate[web]'; "
            "hexmate play --terminal needs nothing more"
        ) from None
    chosen = Settings.load(settings, **given)
    if "database" not in chosen.model_fields_set:
        chosen = chosen.model_copy(update={"database": f"sqlite:///{_own_folder() / 'games.db'}"})
    serve(chosen, ready)


def _own_folder() -> Path:
    """Where programs of whoever runs this keep their data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "hexmate"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HexmateError(f"{folder}: {error.strerror}; name a --database") from None
    return folder
