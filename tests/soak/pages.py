"""The pages as Lighthouse sees them, with the bundle that wheels hold."""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import httpx
from support.bundle import make_bundle
from support.web_server import GENEROUS, ServerProcess

from .job import Job, NotMeasured, Totals
from .ledger import ROOT, STATE

VERSION = "12.8.2"
"""The newest for Node 20."""

PLACE = STATE.parent / "lighthouse"
PAGES = {"start": "/", "play": "/play", "game": "/game/", "analyse": "/analyse"}
RUNS = 3
TRIES = 5
CALM = 1000
"""Lighthouse warns below this speed: it then slows down a processor that is slow already."""

LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}


class PageScores(Job):
    """Each page is opened three times with an empty cache, on the profile of a slow phone."""

    name = "Lighthouse"
    figure = (
        "start, play, game and analyse on the mobile profile: performance at least 95 in the "
        "median of 3 runs, accessibility, best practices and SEO 100"
    )
    steps = len(PAGES)

    def step(self, number: int, totals: Totals) -> None:
        page = list(PAGES)[number]
        install()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            bundle = make_bundle(folder / "bundle")
            settings = f"bundle = {json.dumps(str(bundle))}\n{GENEROUS}"
            with ServerProcess(folder, settings=settings) as server:
                address, cookie = server.url + PAGES[page], ""
                if page == "game":
                    game, cookie = begun_game(server.url)
                    address += game
                runs = [calm_scores(address, cookie) for _ in range(RUNS)]
        totals[page] = {
            "performance": statistics.median(run["performance"] for run in runs),
            **{kind: min(run[kind] for run in runs) for kind in LEAST if kind != "performance"},
        }
        totals["load"] = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = all(totals[page][kind] >= least for page in PAGES for kind, least in LEAST.items())
        told = [
            f"{page} " + " ".join(f"{totals[page][kind]:.0f}" for kind in LEAST) for page in PAGES
        ]
        return met, f"{', '.join(told)}; load average {totals['load']:.1f}"


def install() -> None:
    """Lighthouse is large, and no check needs it, so it is not among the packages of the checks."""
    if not (PLACE / "node_modules" / "lighthouse").exists():
        PLACE.mkdir(parents=True, exist_ok=True)
        (PLACE / "package.json").write_text("{}", "utf-8")
        command = ["npm", "install", "--silent", "--ignore-scripts", f"lighthouse@{VERSION}"]
        if subprocess.run(command, cwd=PLACE, timeout=600, check=False).returncode:
            raise NotMeasured("npm cannot install Lighthouse here")


def begun_game(url: str) -> tuple[str, str]:
    """A game against the computer: its id, and the cookie of the player."""
    seats = {"black": {"kind": "person"}, "white": {"kind": "ai", "ai": "level:n=2"}}
    with httpx.Client(base_url=url) as client:
        client.get("/api/me").raise_for_status()
        answer = client.post("/api/games", json={"rows": 11, "cols": 11, "seats": seats})
        answer.raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return answer.json()["id"], cookie


def calm_scores(address: str, cookie: str = "") -> dict[str, float]:
    """What a run of Lighthouse gives, from 0 to 100; repeated while the machine is busy."""
    for _ in range(TRIES):
        told = report(address, cookie)
        if told["environment"]["benchmarkIndex"] >= CALM:
            break
    return {name: 100 * category["score"] for name, category in told["categories"].items()}


def report(address: str, cookie: str = "") -> Any:
    """The report of one run of Lighthouse."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chromium is None:
        raise NotMeasured("there is no Chromium here")
    command = ["node", str(PLACE / "node_modules" / "lighthouse" / "cli" / "index.js"), address]
    command += ["--output=json", "--quiet", "--chrome-flags=--headless=new --no-sandbox"]
    command += [f"--only-categories={','.join(LEAST)}"]
    if cookie:
        command.append(f"--extra-headers={json.dumps({'Cookie': cookie})}")
    environment = {**os.environ, "CHROME_PATH": chromium}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=True
    )
    return json.loads(done.stdout)
