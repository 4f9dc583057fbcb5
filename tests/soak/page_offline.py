"""A phone-sized Chromium that has opened the exported site once, and then has no network at all."""

import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from support.browser import PHONE, launch
from support.bundle import make_bundle
from support.offline_site import analyse, resign_and_review, solve, solve_puzzle

from hexmate.web.site import write_site

from .job import Job, Totals
from .page_engine import MOST_MOVE, READY, level_15, served


class PageOffline(Job):
    """Plays level 15, reviews the game, analyses, solves and does a puzzle without a network."""

    name = "page without a network"
    figure = (
        "phone-sized Chromium, the server stopped after the first visit: level 15 on 11x11 at "
        f"most {MOST_MOVE:.0f} s per move; the game is reviewed, a position analysed, another "
        "solved, and a puzzle done"
    )

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as text, sync_playwright() as playwright:
            folder = Path(text)
            write_site(folder / "hex", bundle=make_bundle(folder / "bundle"))
            browser = launch(playwright)
            context = browser.new_context(viewport=PHONE, has_touch=True, locale="en")
            page = context.new_page()
            with served(folder) as url:
                page.goto(url)
                page.evaluate(READY)
            context.set_offline(True)
            totals["moves"] = level_15(page, url)
            begun = time.perf_counter()
            totals["review"] = resign_and_review(page)
            totals["review seconds"] = time.perf_counter() - begun
            totals["best"] = " ".join(analyse(page, url).split()[:4])
            totals["solved"] = solve(page, url)
            solve_puzzle(page, url)
            browser.close()

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        moves, reviewed = totals["moves"], totals["review seconds"]
        return max(moves) <= MOST_MOVE and len(totals["review"]) == 2, (
            f"level 15 {max(moves):.2f} s at most over {len(moves)} moves; review of "
            f"{2 * len(moves) + 1} moves in {reviewed:.0f} s; best line {totals['best']}; "
            f"{totals['solved']} Puzzle done"
        )
