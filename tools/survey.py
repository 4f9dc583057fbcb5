"""Take screenshots of every page, to be looked at: python tools/survey.py [folder] [--only NAMES]

Each page is shown in every window size, theme and language, and again after a game has ended. For
each page and language a sheet with all its pictures is written too, to be looked at first.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parent))

from screenshots import some_game
from support.browser import launch, remember
from support.web_player import PATIENCE, Player, new_game
from support.web_server import ServerProcess

from hexmate import records
from hexmate.game import Game

FOLDER = Path(__file__).parents[1] / "build" / "survey"
DESKTOP = ((1366, 768), (1920, 1080))
TOUCH = ((390, 844), (844, 390), (820, 1180))
THEMES = ("light", "dark", "colorblind")
LANGUAGES = ("en", "fr")
SHEET_WIDTH = 1800

Prepare = Callable[["Visit"], None]


class Visit:
    """A page of one browser profile at one server, and the opponent that some pages need."""

    def __init__(self, page: Page, url: str, language: str, opponent: Page) -> None:
        self.page, self.url, self.language, self.opponent = page, url, language, opponent

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)
        self.page.wait_for_selector("main h1", state="attached")
        self.page.wait_for_load_state("networkidle")

    def game(self, **terms: Any) -> Player:
        board = some_game(16)
        terms = {"rows": 11, "cols": 11, "start": board.to_string(), **terms}
        return Player(self.page).open(new_game(self.page, **terms)["id"])

    def record(self) -> str:
        """A link to a game, as a part of an address."""
        played = Game.from_board(some_game(30), {"black": "Ada", "white": "Bob"})
        return quote(records.dumps(played, "hexworld", lossy=True).strip())

    def press(self, english: str, french: str) -> None:
        """Press a button by its name in the language of the page."""
        name = english if self.language == "en" else french
        self.page.get_by_role("button", name=name, exact=True).first.click()


def at(path: str) -> Prepare:
    """A page that needs no preparation."""
    return lambda visit: visit.go(path)


def playing(visit: Visit) -> None:
    visit.game(white="ai=random", clock="600+5")


def swap_offer(visit: Visit) -> None:
    game = new_game(visit.page, black="ai=random", rows=11, cols=11, swap="pieces")
    player = Player(visit.page).open(game["id"])
    player.wait_moves(1)
    visit.page.locator("[data-notice=swap]").wait_for(timeout=PATIENCE)


def ended(visit: Visit) -> None:
    board = some_game(200, size=7)
    _, last = board.played[-1]
    name = board.name(last)
    board.pop()
    player = Player(visit.page).open(
        new_game(visit.page, rows=7, cols=7, start=board.to_string())["id"]
    )
    player.play(name)
    visit.page.locator(".chain .bead").first.wait_for()


def terms(visit: Visit) -> None:
    game = new_game(visit.opponent, white="open", mode="online", rows=11, cols=11, clock="300+5")
    visit.page.goto(f"{visit.url}/game/{game['id']}#seat={game['seats']['white']}")
    visit.page.locator(".terms").wait_for()


def online(visit: Visit) -> None:
    game = new_game(visit.page, white="open", mode="online", rows=11, cols=11)
    visit.opponent.goto(f"{visit.url}/game/{game['id']}#seat={game['seats']['white']}")
    visit.opponent.get_by_role("button", name="Accept and join").click()
    Player(visit.opponent).arrive()
    player = Player(visit.page).open(game["id"])
    player.cell("a2").click()
    if visit.page.locator(".spot.selected").count():
        player.cell("a2").click()
    player.wait_moves(1)
    visit.opponent.get_by_role("button", name="Chat").click()
    visit.opponent.locator(".chat-phrases button").first.click()
    visit.page.locator(".action-label").filter(has_text="(1)").wait_for()


def chat(visit: Visit) -> None:
    online(visit)
    visit.page.locator(".action").filter(has_text="(1)").click()


def analyse(visit: Visit) -> None:
    visit.go("/rules")
    visit.page.goto(f"{visit.url}/analyse?link={visit.record()}")
    Player(visit.page).arrive()
    visit.page.locator(".tree .move").nth(20).click()
    visit.page.locator(".engine-line").nth(2).wait_for(timeout=PATIENCE)


def review(visit: Visit) -> None:
    analyse(visit)
    visit.press("Review the game", "Faire le bilan de la partie")
    visit.page.locator(".review-sums p").nth(1).wait_for(timeout=10 * PATIENCE)


def share(visit: Visit) -> None:
    analyse(visit)
    visit.press("Share", "Partager")
    visit.page.get_by_role("dialog").wait_for()


def replay(visit: Visit) -> None:
    visit.go("/rules")
    visit.page.goto(f"{visit.url}/watch?link={visit.record()}")
    Player(visit.page).arrive()


def library_game(visit: Visit) -> None:
    visit.go("/library")
    visit.page.locator(".game-card a").first.click()
    Player(visit.page).arrive()
    visit.page.locator(".graph-place .graph").wait_for(timeout=PATIENCE)


def tasks(visit: Visit) -> None:
    visit.go("/rules#tasks")
    visit.page.locator(".task [data-cell=a1]").click(force=True)


def failed(visit: Visit) -> None:
    visit.page.route("**/api/games/*", lambda route: route.abort())
    visit.go("/game/none")
    visit.page.unroute("**/api/games/*")


PAGES: dict[str, Prepare] = {
    "start": at("/"),
    "setup": at("/play?mode=computer"),
    "setup-online": at("/play?mode=online"),
    "game": playing,
    "swap": swap_offer,
    "ended": ended,
    "terms": terms,
    "online": online,
    "chat": chat,
    "watch": at("/watch"),
    "replay": replay,
    "analyse": analyse,
    "review": review,
    "share": share,
    "puzzles": at("/puzzles"),
    "library": at("/library"),
    "library-game": library_game,
    "openings": at("/library?tab=openings"),
    "statistics": at("/library?tab=statistics"),
    "leaderboard": at("/library?tab=leaderboard"),
    "rules": at("/rules"),
    "tasks": tasks,
    "swap-maps": at("/swap"),
    "swap-maps-exact": at("/swap?size=7"),
    "swap-maps-large": at("/swap?size=19"),
    "settings": at("/settings"),
    "about": at("/about"),
    "missing": at("/nothing"),
    "failed": failed,
}


@contextmanager
def profile(browser: Browser, language: str, sizes: tuple[tuple[int, int], ...]) -> Iterator[Page]:
    width, height = sizes[0]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=sizes is TOUCH,
        locale=language,
        reduced_motion="reduce",
        service_workers="block",
    )
    remember(context, {"theme": "light", "delay": 0})
    yield context.new_page()
    context.close()


def fill_library(page: Page, url: str) -> None:
    """Games for the pages of the library."""
    text = "\n".join(
        records.dumps(
            Game.from_board(
                some_game(20 + 2 * number, size=7 + 2 * (number % 3)),
                {"black": "Ada", "white": "Bob", "date": "2026-05-01", "result": "B+Resign"},
            ),
            "sgf",
        )
        for number in range(3)
    )
    page.goto(url + "/library")
    page.locator("summary").click()
    page.get_by_label("Record or link").fill(text)
    page.get_by_role("button", name="Import", exact=True).click()
    page.locator(".toast").wait_for()


def take(visit: Visit, name: str, sizes: tuple[tuple[int, int], ...], folder: Path) -> list[Path]:
    """One page in all sizes and themes."""
    PAGES[name](visit)
    taken = []
    for width, height in sizes:
        visit.page.set_viewport_size({"width": width, "height": height})
        visit.page.mouse.move(0, 0)
        visit.page.wait_for_timeout(150)
        for theme in THEMES:
            visit.page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
            path = folder / f"{name}-{visit.language}-{width}x{height}-{theme}.png"
            visit.page.screenshot(path=path)
            taken.append(path)
    visit.page.evaluate("document.documentElement.dataset.theme = 'light'")
    return taken


def sheet(browser: Browser, pictures: list[Path], target: Path) -> None:
    """All pictures of a page side by side."""
    page = browser.new_page(viewport={"width": SHEET_WIDTH, "height": 800})
    page.goto(pictures[0].parent.resolve().as_uri() + "/")
    images = "".join(f'<img src="{picture.name}">' for picture in pictures)
    style = "body{margin:8px;background:#888}img{height:330px;margin:4px;vertical-align:top}"
    content = f"<style>{style}</style>{images}"
    page.evaluate("(content) => document.documentElement.innerHTML = content", content)
    page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
    page.screenshot(path=target, full_page=True)
    page.close()


def main(folder: Path, only: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        ServerProcess(Path(place)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        with profile(browser, "en", DESKTOP) as opponent:
            fill_library(opponent, server.url)
            opponent.goto(server.url + "/rules")
            for language in LANGUAGES:
                found: dict[str, list[Path]] = {name: [] for name in only}
                for sizes in (DESKTOP, TOUCH):
                    with profile(browser, language, sizes) as page:
                        visit = Visit(page, server.url, language, opponent)
                        for name in only:
                            visit.go("/rules")
                            found[name] += take(visit, name, sizes, folder)
                            print(language, name, *sizes[0], flush=True)
                for name, pictures in found.items():
                    sheet(browser, pictures, folder / f"sheet-{name}-{language}.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only", nargs="+", choices=PAGES, default=list(PAGES), metavar="PAGE")
    arguments = parser.parse_args()
    main(arguments.folder, arguments.only)
