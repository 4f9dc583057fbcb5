"""The memory of the engine in the page: the most that it takes, and what is left when it ends."""

import re
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from support.browser import launch
from support.bundle import make_bundle
from support.offline_site import analyse
from support.web_player import Player

from hexmate.web.site import write_site

from .job import Job, NotMeasured, Totals
from .page_engine import served

SEARCH, SOLVE, IDLE = 20, 60, 90
"""Seconds of an analysis, of a solution, and within which an idle engine has ended."""
MOST_MIB, MOST_LEFT_MIB = 512, 48


class PageMemory(Job):
    """Analyses in the exported site, then leaves the page alone."""

    name = "memory of the engine in the page"
    figure = (
        f"`hexmate` analyses 11x11 for {SEARCH} s and the solver works on it for {SOLVE} s: at "
        f"most {MOST_MIB} MiB more than before, and {MOST_LEFT_MIB} MiB when idle for a minute"
    )

    def step(self, number: int, totals: Totals) -> None:
        if not Path("/proc/self/smaps_rollup").exists():
            raise NotMeasured("this system does not say how much memory a process takes")
        with tempfile.TemporaryDirectory() as text, sync_playwright() as playwright:
            folder = Path(text)
            write_site(folder / "hex", bundle=make_bundle(folder / "bundle"))
            browser = launch(playwright)
            with served(folder) as url:
                page = browser.new_context(service_workers="block").new_page()
                page.goto(f"{url}/rules/")
                page.wait_for_timeout(2000)
                before = memory(browser)
                analyse(page, url)
                seen = self._watched(browser, SEARCH)
                Player(page).press("Solve")
                totals["most"] = max(seen + self._watched(browser, SOLVE)) - before
                # After the solution the analysis continues.
                end = time.monotonic() + SEARCH + IDLE
                while page.workers and time.monotonic() < end:
                    page.wait_for_timeout(1000)
                page.wait_for_timeout(5000)
                totals["left"] = memory(browser) - before
            browser.close()

    def _watched(self, browser: Browser, seconds: float) -> list[float]:
        seen, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            seen.append(memory(browser))
            time.sleep(1)
        return seen

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        most, left = totals["most"], totals["left"]
        return most <= MOST_MIB and left <= MOST_LEFT_MIB, (
            f"at most {most:.0f} MiB more, {left:.0f} MiB when idle for a minute"
        )


def memory(browser: Browser) -> float:
    """MiB of the processes of pages, shared memory counted in parts."""
    session = browser.new_browser_cdp_session()
    processes: list[dict[str, Any]] = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(
        int(found[1]) / 1024
        for each in processes
        if each["type"] == "renderer"
        if (found := re.search(r"^Pss: +(\d+)", rollup(each["id"]), re.MULTILINE))
    )


def rollup(process: int) -> str:
    """What the system says of the memory of a process; nothing if it has ended."""
    try:
        return Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
    except OSError:
        return ""
