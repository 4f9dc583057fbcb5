"""The progress bar of a long command, on standard error if that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

__all__ = ["live"]

_MEMORY = 300.0
"""Seconds by which the time left is estimated: training does its work in bursts."""


@contextmanager
def live(
    total: int,
    done: Callable[[], int],
    table: Callable[[], RenderableType] | None = None,
    *,
    unit: str = "games",
) -> Iterator[None]:
    """Show a progress bar below a table while the block runs: `12 of 40 games`, time, time left.

    Both are asked for a few times a second, and removed at the end.
    """
    if not sys.stderr.isatty():
        yield
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(separator=" of "),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    progress = Progress(*columns, speed_estimate_period=_MEMORY)
    # What an earlier run has done must not count as done in the first moment of this one.
    task = progress.add_task(unit, total=total, completed=done())

    def picture() -> RenderableType:
        progress.update(task, completed=done())
        return progress if table is None else Group(table(), progress)

    with Live(
        get_renderable=picture,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
    ):
        yield
