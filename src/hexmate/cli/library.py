"""`hexmate library`: the library of finished games."""

import typer

from hexmate.cli import library_import

NAME = "library"

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Work with the library of finished games."
)
for module in (library_import,):
    app.command(module.NAME, epilog=f"Example: {module.EXAMPLE}")(module.run)


@app.callback()
def _group() -> None:
    """Work with the library of finished games."""
