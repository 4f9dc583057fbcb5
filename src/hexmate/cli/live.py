"""What a long command shows meanwhile: on standard error, where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

__all__ = ["live"]


@contextmanager
def live(
    total: int, done: Callable[[], int], table: Callable[[], RenderableType] | None = None
) -> Iterator[None]:
    """A table above a bar, both asked anew a few times a second, both gone at the end."""
    if not sys.stderr.isatty():
        yield
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    progress = Progress(*columns)
    task = progress.add_task("games", total=total)

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
