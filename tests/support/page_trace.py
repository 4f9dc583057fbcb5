"""What a page's thread did: the browser's own trace of its tasks.

Wall time on a busy machine is partly the time of other programs. The trace tells both: how long a
task took, and how long the thread really worked on it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

_CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


@dataclass(frozen=True)
class Task:
    """A task of the page's thread, in milliseconds."""

    wall: float
    work: float


@contextmanager
def tasks_of(browser: Browser, page: Page) -> Iterator[list[Task]]:
    """The tasks of a page while the block runs; the list is filled at its end."""
    tasks: list[Task] = []
    browser.start_tracing(page=page, categories=_CATEGORIES)
    try:
        yield tasks
    finally:
        tasks.extend(_tasks(json.loads(browser.stop_tracing())))


def _tasks(trace: Any) -> list[Task]:
    events = trace["traceEvents"] if isinstance(trace, dict) else trace
    threads = {
        (event["pid"], event["tid"]): event["args"]["name"]
        for event in events
        if event.get("name") == "thread_name"
    }
    return [
        Task(event["dur"] / 1000, event.get("tdur", event["dur"]) / 1000)
        for event in events
        if event.get("ph") == "X"
        and event.get("name") == "RunTask"
        and threads.get((event["pid"], event["tid"])) == "CrRendererMain"
    ]
