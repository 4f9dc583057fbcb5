"""`hexmate train`: models that learn by playing, one command for each kind."""

import typer

from hexmate.cli import train_value

NAME = "train"

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Train a model by self-play.")
app.command(train_value.NAME, epilog=f"Example: {train_value.EXAMPLE}")(train_value.run)
