"""The archive of the exported site, as a phone meets it: installable, and played without a host."""

import tempfile
import zipfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from support.browser import PHONE, launch
from support.offline_site import analyse, resign_and_review, solve, solve_puzzle
from support.web_player import Player

from .job import Job, Totals
from .packages import newest
from .page_engine import READY, served


class PackedSite(Job):
    """Unpacks the site of `make site`, visits it once, and uses it after its host has gone."""

    name = "exported site of packages"
    figure = (
        "the archive of `make site` on a host, below a path: Chromium names nothing that prevents "
        "its installation; after one visit, and without the host, a game is played and reviewed, "
        "a position analysed, another solved, and a puzzle done"
    )

    def step(self, number: int, totals: Totals) -> None:
        archive = newest("hexmate-*-site.zip")
        with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
            with zipfile.ZipFile(archive) as packed:
                packed.extractall(Path(name) / "hex")
                totals["files"] = len(packed.namelist())
            browser = launch(playwright)
            context = browser.new_context(viewport=PHONE, has_touch=True, locale="en")
            page = context.new_page()
            with served(Path(name)) as url:
                page.goto(url)
                page.evaluate(READY)
                totals["obstacles"] = obstacles(page)
            context.set_offline(True)
            totals["moves"] = play_a_move(page, url)
            totals["review"] = len(resign_and_review(page))
            totals["best"] = " ".join(analyse(page, url).split()[:4])
            totals["solved"] = solve(page, url)
            solve_puzzle(page, url)
            browser.close()

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = not totals["obstacles"] and (totals["moves"], totals["review"]) == (2, 2)
        named = ", ".join(totals["obstacles"]) or "nothing prevents the installation"
        return met, (
            f"{totals['files']} files; {named}; the engine answered, its game was reviewed; best "
            f"line {totals['best']}; {totals['solved']} Puzzle done"
        )


def obstacles(page: Page) -> list[str]:
    """What keeps Chromium from installing the page as an app; a private window does not count."""
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    faults = [str(each["message"]) for each in session.send("Page.getAppManifest")["errors"]]
    return [*faults, *(each["errorId"] for each in errors if each["errorId"] != "in-incognito")]


def play_a_move(page: Page, url: str) -> int:
    """Start the usual game against the engine; the moves that are played after its answer."""
    page.goto(f"{url}/play/")
    page.get_by_role("button", name="First game").click()
    player = Player(page).arrive()
    player.cell("d4").click()
    return len(player.wait_moves(2))
