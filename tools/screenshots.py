"""Take the screenshots of the documentation: python tools/screenshots.py [folder]

Starts its own server, plays the games that are shown, and writes docs/images/NAME.webp. Those that
browsers show when they offer to install the app are copied to the pages' folder screenshots/.
"""

import base64
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.browser import launch, remember
from support.static_server import STATIC
from support.web_player import PATIENCE, Player, new_game
from support.web_server import ServerProcess

from hexmate import records
from hexmate.board import Board
from hexmate.game import Game
from hexmate.players import create
from hexmate.players.base import Limit

FOLDER = Path(__file__).parents[1] / "docs" / "images"
OF_APP = STATIC / "screenshots"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
TO_WEBP = """async (png) => {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.85).split(",")[1];
}"""


def some_game(plies: int, size: int = 11) -> Board:
    """The beginning of a game between two equal players, the same every time."""
    return _played(plies, size).copy()


@cache
def _played(plies: int, size: int) -> Board:
    board = Board(size)
    player = create("uct:visits=3000,threads=1,seed=5")
    board.push_str("b4" if size > 8 else "b2")
    while board.ply < plies and board.outcome() is None:
        player.start(board, board.turn)
        board.push(player.play(board, Limit()).move)
    return board


class Studio:
    """A browser that takes screenshots of one server's pages."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self.browser, self.url, self.folder = browser, url, folder

    @contextmanager
    def page(self, phone: bool = False, language: str = "en", **settings: Any):
        context = self.browser.new_context(
            viewport=PHONE if phone else DESKTOP,
            device_scale_factor=1.5 if phone else 1,
            has_touch=phone,
            is_mobile=phone,
            locale=language,
            reduced_motion="reduce",
            service_workers="block",
        )
        remember(context, {"theme": "light", "delay": 0, **settings})
        page = context.new_page()
        page.goto(self.url + "/rules")
        page.wait_for_selector("main h1")
        yield page
        context.close()

    def keep(self, page: Page, name: str) -> None:
        """Take a screenshot and write it as WebP."""
        page.mouse.move(0, 0)
        page.evaluate("scrollTo(0, 0); document.activeElement.blur()")
        page.wait_for_timeout(300)
        png = base64.b64encode(page.screenshot()).decode()
        blank = self.browser.new_page()
        content = base64.b64decode(blank.evaluate(TO_WEBP, png))
        blank.close()
        (self.folder / f"{name}.webp").write_bytes(content)
        print(f"{name}: {len(content):,} bytes")


def plain(studio: Studio) -> None:
    """The pages that need no preparation."""
    with studio.page() as page:
        for path, name in (
            ("/", "start"),
            ("/play?mode=computer", "setup"),
        ):
            page.goto(studio.url + path)
            page.wait_for_selector("main h1")
            page.wait_for_load_state("networkidle")
            studio.keep(page, name)


def game(studio: Studio) -> None:
    board = some_game(16)
    for phone, name, look in ((False, "game", {}), (True, "game-phone", {"theme": "dark"})):
        with studio.page(phone=phone, **look) as page:
            terms = {"rows": 11, "cols": 11, "start": board.to_string(), "clock": "600+5"}
            player = Player(page).open(new_game(page, white="ai=uct:time=1", **terms)["id"])
            best = create("uct:visits=3000,threads=1,seed=5").play(board.copy(), Limit()).move
            player.play(board.name(best))
            player.wait_moves(2)
            player.wait_status("Your turn")
            studio.keep(page, name)


def victory(studio: Studio) -> None:
    board = some_game(200, size=7)
    moves = [board.name(move) for _, move in board.played]
    for phone, name, look in (
        (False, "victory", {"theme": "dark"}),
        (True, "victory-phone", {"theme": "colorblind"}),
    ):
        with studio.page(phone=phone, **look) as page:
            player = Player(page).open(new_game(page, rows=7, cols=7)["id"])
            player.play(*moves)
            page.locator(".chain .bead").first.wait_for()
            studio.keep(page, name)


def watch(studio: Studio) -> None:
    record = records.dumps(Game.from_board(some_game(40), {"black": "Ada", "white": "Bob"}), "sgf")
    with studio.page(stones="redblue") as page:
        page.goto(studio.url + "/watch")
        page.get_by_label("Record or link").fill(record)
        page.get_by_role("button", name="Open").click()
        Player(page).arrive()
        page.get_by_role("slider", name="Position").fill("24")
        studio.keep(page, "replay")


def analyse(studio: Studio) -> None:
    played = Game.from_board(some_game(30), {"black": "Ada", "white": "Bob"})
    record = records.dumps(played, "sgf")
    for phone, name, overlay in (
        (False, "analyse", "winrate"),
        (True, "analyse-phone", "policy"),
    ):
        with studio.page(phone=phone) as page:
            page.goto(studio.url + "/analyse")
            player = Player(page).arrive()
            player.press("Open")
            page.get_by_role("dialog").get_by_label("Record or link").fill(record)
            page.get_by_role("dialog").get_by_role("button", name="Open").click()
            page.locator(".tree .move").nth(20).wait_for()
            page.locator(".tree .move").nth(6).click()
            page.get_by_role("button", name="Engine settings").click()
            page.get_by_label("Overlay").select_option(overlay)
            page.keyboard.press("Escape")
            page.wait_for_timeout(4000)
            studio.keep(page, name)
            if not phone:
                review(studio, page)


def review(studio: Studio, page: Page) -> None:
    page.get_by_role("button", name="Review the game").click()
    page.locator(".review-sums p").nth(1).wait_for(timeout=4 * PATIENCE)
    studio.keep(page, "review")


def library(studio: Studio) -> None:
    names = [("Ada", "Grace"), ("Linus", "Ada"), ("Grace", "Barbara"), ("Barbara", "Linus")]
    text = "\n".join(
        records.dumps(
            Game.from_board(
                some_game(20 + 2 * at, size=7 + 2 * (at % 3)),
                {
                    "black": black,
                    "white": white,
                    "date": f"2026-0{at + 1}-1{at}",
                    "result": "B+Resign",
                },
            ),
            "sgf",
        )
        for at, (black, white) in enumerate(names)
    )
    with studio.page() as page:
        page.goto(studio.url + "/library")
        page.locator("summary").click()
        page.get_by_label("Record or link").fill(text)
        page.get_by_role("button", name="Import", exact=True).click()
        page.locator(".toast").wait_for()
        page.reload()
        page.get_by_text("games").last.wait_for()
        studio.keep(page, "library")


SCENES: tuple[Callable[[Studio], None], ...] = (plain, game, victory, watch, analyse, library)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        ServerProcess(Path(place)) as server,
        sync_playwright() as playwright,
    ):
        studio = Studio(launch(playwright), server.url, folder)
        for scene in SCENES:
            scene(studio)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
    if len(sys.argv) == 1:
        for shown in OF_APP.glob("*.webp"):
            shutil.copyfile(FOLDER / shown.name, shown)
