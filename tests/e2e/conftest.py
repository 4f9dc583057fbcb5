"""One browser for the tests of a module."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from support.browser import launch
from support.static_server import StaticServer

ABOUT = {
    "name": "Hexmate",
    "version": "1.2.3",
    "licence": "MIT",
}


# Playwright's event loop runs as long as it is open, and tests of other modules bring their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pages() -> Iterator[StaticServer]:
    """The front end without its server, and a few answers that a server would give."""
    answers = {
        "/about": ABOUT,
        "/me": {"id": 1, "name": "Quiet Otter"},
        "/me/games": {"unfinished": [], "recent": []},
    }
    with StaticServer(answers) as server:
        yield server
