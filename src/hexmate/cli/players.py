"""`hexmate players`: who can play."""

import typer

from hexmate.players.registry import available

NAME = "players"
EXAMPLE = "hexmate play --white random:seed=3"


def run() -> None:
    """List the players and their options."""
    typer.echo("human: you, at this keyboard")
    typer.echo("hybrid:PLAYER: you, with a player to hand over to")
    for entry in available():
        typer.echo(f"{entry.name}: {entry.help}")
        for name, option in entry.options.items():
            typer.echo(f"  {name}=...  {option.help}")
