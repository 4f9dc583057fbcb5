"""`hexmate players`: the players and their options."""

from collections.abc import Mapping

import typer

from hexmate.htp.player import OPTIONS
from hexmate.players.entry import Option
from hexmate.players.registry import FORMS, available

NAME = "players"
EXAMPLE = "hexmate play --white random:seed=3"


def run() -> None:
    """List all players and their options."""
    typer.echo("human: you (hexmate play only)")
    typer.echo("hybrid:PLAYER: you, with a player that can take over (hexmate play only)")
    for entry in available():
        typer.echo(f"{entry.name}: {entry.help}")
        _list_options(entry.options)
    for form, meaning in FORMS.items():
        typer.echo(f"{form}: {meaning}")
    _list_options(OPTIONS)


def _list_options(options: Mapping[str, Option]) -> None:
    for name, option in options.items():
        typer.echo(f"  {name}=...  {option.help}")
