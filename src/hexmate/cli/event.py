"""A match or tournament on the command line: shown, stored, and stopped by Ctrl-C."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NoReturn, Protocol

import typer
from rich.console import RenderableType

from hexmate.arena.journal import Journal
from hexmate.arena.runner import Games, Runner
from hexmate.arena.terms import GameReport, Terms
from hexmate.cli.interrupts import INTERRUPTED
from hexmate.cli.live import live

__all__ = ["Event", "exit_stopped", "play_shown"]


class Event(Protocol):
    """A match or a tournament."""

    @property
    def players(self) -> Sequence[str]:
        """The specs of the players."""
        ...

    @property
    def seed(self) -> int:
        """The seed of everything random."""
        ...

    @property
    def num_games(self) -> int:
        """The maximum number of games."""
        ...

    def details(self) -> dict[str, Any]:
        """What else distinguishes it from other events."""
        ...

    def play(self, terms: Terms, runner: Runner, journal: Journal | None = None) -> Games:
        """Its games, as they end."""
        ...


def play_shown(
    event: Event,
    terms: Terms,
    runner: Runner,
    out: Path | None,
    table: Callable[[], RenderableType] | None,
    take: Callable[[GameReport], None],
) -> bool:
    """Play an event below a live table and pass each game to `take`; False if Ctrl-C ended it."""
    done = 0
    with ExitStack() as opened:
        journal = None
        if out is not None:
            kept = Journal(out, terms, list(event.players), event.seed, **event.details())
            journal = opened.enter_context(kept)
        opened.enter_context(live(event.num_games, lambda: done, table))
        reports = opened.enter_context(closing(event.play(terms, runner, journal)))
        try:
            for report in reports:
                take(report)
                done += 1
        except KeyboardInterrupt:
            return False
    return True


def exit_stopped(done: int, event: Event, out: Path | None) -> NoReturn:
    """Say that an event was stopped, and exit with the status of an interrupted command."""
    again = "; run the same command to continue" if out else ""
    typer.echo(f"stopped after {done} of {event.num_games} games{again}", err=True)
    raise typer.Exit(INTERRUPTED)
