"""`hexmate train`: training, one command per kind of model."""

import typer

from hexmate.cli import train_human, train_net, train_value

NAME = "train"

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Train a network or value model."
)
for module in (train_value, train_net, train_human):
    app.command(module.NAME, epilog=f"Example: {module.EXAMPLE}")(module.run)
