"""`hexmate serve`: the web server."""

from pathlib import Path
from typing import Annotated

import typer

NAME = "serve"
EXAMPLE = "hexmate serve --port 8080 --database sqlite:///games.db"


def default_database() -> str:
    """The database of whoever runs the program."""
    folder = Path(typer.get_app_dir("hexmate"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


def run(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on; 127.0.0.1 is this machine alone.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 is any free one.")] = None,
    database: Annotated[
        str | None,
        typer.Option(help="URL of the database: sqlite:///games.db, postgresql://user@host/name."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(help="A TOML file with these and more settings.")
    ] = None,
) -> None:
    """Serve games, analyses and the library to browsers and programs."""
    from hexmate.web.server import serve
    from hexmate.web.settings import Settings

    chosen = Settings.load(settings, host=host, port=port, database=database)
    if "database" not in chosen.model_fields_set:
        chosen = chosen.model_copy(update={"database": default_database()})
    serve(chosen, lambda url: typer.echo(f"Hexmate is at {url} (Ctrl-C stops it)"))
