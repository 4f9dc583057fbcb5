"""The engine in the page as visitors meet it: first move, level 15, a page that never waits."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright
from support.browser import PHONE, launch
from support.bundle import make_bundle

from hexmate.web.bundle import engine_weights
from hexmate.web.site import STATIC, write_site

from .job import Job, NotMeasured, Totals
from .ledger import ROOT, STATE

PAGE = Path(__file__).parent / "engine_page"
POSITIONS = 50
MOVES = 8
MOST_CACHED, MOST_4G, MOST_MOVE, MOST_WAIT = 1.5, 4.0, 3.0, 50.0
FIRST = ("level:n=5", "level:n=13")
"""Players whose first move is timed, one for each network that the page fetches."""

# What Chromium's developer tools call fast 4G.
LATENCY = 0.165
BYTES_PER_SECOND = 9e6 * 0.9 / 8

GAME = {"rows": 11, "cols": 11, "shape": "hex", "swap": None, "moves": [], "resigned": None}
KEEP = "(game) => localStorage.setItem('hexmate.local', JSON.stringify(game))"
READY = "navigator.serviceWorker.ready.then((found) => found.active.state)"
STONES = "(n) => document.querySelectorAll('.stones .stone').length >= n"
SINCE_OPENED = "() => performance.now() / 1000"
WATCH_WAITS = """() => {
  window.longest = 0;
  let last = performance.now();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - last);
    last = now;
    setTimeout(() => port2.postMessage(0), 4);
  };
  port2.postMessage(0);
}"""


class PageLevels(Job):
    """Plays every level in Node and in Python from the same positions with the same seeds."""

    name = "levels in the page"
    figure = f"levels 1 to 15 play Python's moves in the page, {POSITIONS} positions each, 32 bits"

    def step(self, number: int, totals: Totals) -> None:
        folder = STATE.parent / "levels-oracle"
        oracle = [sys.executable, "tests/web/levels_oracle.py", str(folder), str(POSITIONS)]
        subprocess.run(oracle, cwd=ROOT, check=True)
        node = shutil.which("node")
        if node is None:
            raise NotMeasured("there is no Node")
        environment = {**os.environ, "HEXMATE_LEVELS_ORACLE": str(folder)}
        command = [node, "--test", "tests/web/levels.test.js"]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        games = json.loads((folder / "levels.json").read_text("utf-8"))["games"]
        totals["games"] = len(games)
        totals["failed"] = done.stdout.count("\nnot ok ")

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        failed = totals["failed"]
        found = "all the same" if failed == 0 else f"{failed} levels differ"
        return failed == 0, f"{totals['games']} positions, up to two moves in each: {found}"


class PageEngineStart(Job):
    """Opens the exported site in a phone-sized Chromium with a game in which an engine moves."""

    name = "engine in the page"
    figure = (
        f"first move on 11x11, median of 3, within {MOST_CACHED} s of opening a cached page and "
        f"{MOST_4G:.0f} s uncached on emulated 4G; level 15 offline at most {MOST_MOVE:.0f} s per "
        f"move; the page never waits {MOST_WAIT:.0f} ms while the engine searches"
    )

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            site = Path(folder) / "hex"
            write_site(site, bundle=make_bundle(Path(folder) / "bundle"))
            with served(Path(folder), throttled=True) as url:
                totals["uncached"] = [
                    median(first_move(launch(playwright), url, spec) for _ in range(3))
                    for spec in FIRST
                ]
            with served(Path(folder)) as url:
                browser = launch(playwright)
                context = browser.new_context(viewport=PHONE)
                page = context.new_page()
                page.goto(url)
                page.evaluate(READY)
                context.set_offline(True)
                totals["cached"] = [
                    median(opened(page, url, spec) for _ in range(3)) for spec in FIRST
                ]
                totals["moves"] = level_15(page, url)
                totals["wait"] = longest_wait(page, url)
                browser.close()

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        slowest, wait = max(totals["moves"]), totals["wait"]
        met = (
            max(totals["cached"]) <= MOST_CACHED
            and max(totals["uncached"]) <= MOST_4G
            and slowest <= MOST_MOVE
            and wait < MOST_WAIT
        )
        names = [spec.replace(":n=", " ") for spec in FIRST]
        cached, uncached = (
            ", ".join(
                f"{each:.2f} s ({name})" for each, name in zip(totals[key], names, strict=True)
            )
            for key in ("cached", "uncached")
        )
        return met, (
            f"first move {cached} cached and offline, {uncached} on 4G; level 15 {slowest:.2f} s "
            f"at most over {len(totals['moves'])} moves; the page's longest wait {wait:.0f} ms"
        )


class PageThreads(Job):
    """A search with the network `small` on 11x11, in one worker and shared by two, in turns."""

    name = "workers in the browser"
    figure = "two workers that share a search: at least 1.5 times the visits per second of one"

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as text, sync_playwright() as playwright:
            folder = Path(text) / "hex"
            folder.mkdir()
            shutil.copytree(STATIC / "js", folder / "js")
            for path in (STATIC / "engine" / "hexmate.wasm", *engine_weights().values()):
                shutil.copy(path, folder)
            for path in PAGE.glob("threads.*"):
                shutil.copy(path, folder)
            with served(Path(text)) as url:
                browser = launch(playwright)
                page = browser.new_page()
                page.goto(f"{url}/threads.html")
                page.wait_for_function("window.measured.length", timeout=120_000)
                found = page.evaluate("window.measured")
                browser.close()
        if any("error" in each for each in found):
            raise NotMeasured(next(each["error"] for each in found if "error" in each))
        for helpers in (0, 1):
            rates = [each["rate"] for each in found if each["helpers"] == helpers]
            totals[f"workers {helpers + 1}"] = max(rates)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        one, two = totals["workers 1"], totals["workers 2"]
        words = f"one worker {one:.0f} visits/s, two {two:.0f}/s ({two / one:.2f} times), best of 3"
        return two >= 1.5 * one, words


def first_move(browser: Any, url: str, spec: str) -> float:
    """Seconds until the engine's first stone, with an empty cache."""
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(f"({KEEP})({json.dumps(with_engine(spec))})")
    page = context.new_page()
    page.goto(f"{url}/game/local/", wait_until="commit")
    found = stone_after(page, 1)
    browser.close()
    return found


def opened(page: Page, url: str, spec: str) -> float:
    """Seconds until the engine's first stone, from the cache."""
    page.evaluate(KEEP, with_engine(spec))
    page.goto(f"{url}/game/local/", wait_until="commit")
    return stone_after(page, 1)


def stone_after(page: Page, count: int) -> float:
    page.wait_for_function(STONES, arg=count, timeout=60_000, polling=10)
    return float(page.evaluate(SINCE_OPENED))


def with_engine(spec: str) -> dict[str, Any]:
    """A game in which an engine moves first."""
    return {**GAME, "engines": {"black": spec, "seed": 1}}


def level_15(page: Page, url: str) -> list[float]:
    """Seconds of each of some moves of level 15; replies are on the first free cells."""
    page.evaluate(KEEP, with_engine("level:n=15"))
    page.goto(f"{url}/game/local/")
    page.wait_for_function(STONES, arg=1, timeout=60_000)
    seconds = []
    for number in range(1, MOVES + 1):
        page.locator('[data-cell][aria-label*="empty"]').nth(11 * number).click()
        page.wait_for_function(STONES, arg=2 * number, timeout=60_000, polling=10)
        begun = time.perf_counter()
        page.wait_for_function(STONES, arg=2 * number + 1, timeout=60_000, polling=10)
        seconds.append(time.perf_counter() - begun)
    return seconds


def longest_wait(page: Page, url: str) -> float:
    """Milliseconds that the page's thread was busy at most, while the engine analyses for 5 s."""
    page.goto(f"{url}/analyse/")
    page.locator(".engine-line").first.wait_for(timeout=60_000)
    page.evaluate(WATCH_WAITS)
    page.wait_for_timeout(5000)
    return float(page.evaluate("() => window.longest"))


class Line:
    """A connection that all files share; pieces that come late on a busy machine do not add up."""

    def __init__(self) -> None:
        self._lock, self._free = threading.Lock(), 0.0

    def wait(self, count: int) -> None:
        """Wait until so many bytes have come through."""
        with self._lock:
            now = time.perf_counter()
            self._free = max(now, self._free) + count / BYTES_PER_SECOND
            wait = self._free - now
        time.sleep(wait)


@contextmanager
def served(folder: Path, *, throttled: bool = False) -> Iterator[str]:
    """Serve a folder, as fast as possible or as over a mobile network."""
    line = Line()

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

        def copyfile(self, source: Any, outputfile: Any) -> None:
            if not throttled:
                return super().copyfile(source, outputfile)
            time.sleep(LATENCY)
            while piece := source.read(16 * 1024):
                line.wait(len(piece))
                outputfile.write(piece)
            return None

    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/hex"
        server.shutdown()
