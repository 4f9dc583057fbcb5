"""`hexmate library import`: whole files of games into the library."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from hexmate.cli.interrupts import INTERRUPTED
from hexmate.cli.live import live
from hexmate.cli.serve import default_database
from hexmate.errors import HexmateError

if TYPE_CHECKING:
    from hexmate.store.bulk_import import BulkImport, BulkReport

NAME = "import"
EXAMPLE = "hexmate library import games.sgf more.jsonl --database sqlite:///games.db"
_KILO = 1000


def run(
    files: Annotated[list[Path], typer.Argument(help="Record files in any format.")],
    database: Annotated[
        str | None,
        typer.Option(
            help="Database URL: sqlite:///games.db or postgresql://user@host/name "
            "(default: the SQLite file of the web server in your user data folder)."
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(help="Source shown with each game.", show_default="the file's name"),
    ] = None,
    format: Annotated[
        str | None, typer.Option(help="Format of the files.", show_default="detected")
    ] = None,
) -> None:
    """Import all games of files into the library.

    Games that the library already has are skipped. After Ctrl-C, the same command continues where
    it stopped. A server may use the database at the same time.
    """
    try:
        from hexmate.store.bulk_import import BulkImport
        from hexmate.store.store import Store
    except ImportError as error:
        raise HexmateError(
            f"the library needs {error.name}: pip install 'hexmate[store]'"
        ) from None
    with Store.open(database or default_database()) as store:
        for file in files:
            _import(BulkImport(store.database, file, source, format), file)


def _import(job: "BulkImport", file: Path) -> None:
    report = job.report
    if report.ended:
        typer.echo(f"{file}: imported before ({_counts(report)})")
        return
    if report.resumed:
        typer.echo(f"{file}: continues after {report.resumed:,} games")
    begun = time.monotonic()

    def speed() -> Text:
        count = report.read - report.resumed
        per_second = count / max(time.monotonic() - begun, 0.001)
        return Text(f"{file}: {report.read:,} games, {per_second:,.0f} per second")

    size = max(1, file.stat().st_size // _KILO)
    try:
        with live(size, lambda: report.characters // _KILO, speed, unit="kB"):
            for _ in job.steps():
                pass
    except KeyboardInterrupt:
        typer.echo(f"{file}: stopped after {report.read:,} games", err=True)
        typer.echo("run the same command to continue", err=True)
        raise typer.Exit(INTERRUPTED) from None
    for problem in report.problems:
        typer.echo(f"Warning: {problem}", err=True)
    typer.echo(f"{file}: {_counts(report)}")


def _counts(report: "BulkReport") -> str:
    text = f"{report.added:,} games added, {report.known:,} already in the library"
    return f"{text}, {report.unreadable:,} unreadable" if report.unreadable else text
