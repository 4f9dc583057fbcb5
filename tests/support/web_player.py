"""A user playing a game in a browser."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page

from support.browser import PATIENCE

_STONES = """() => Object.fromEntries([...document.querySelectorAll("[data-cell]")]
  .map((cell) => [cell.dataset.cell, cell.getAttribute("aria-label").split(", ")[1]])
  .filter(([, stone]) => stone && !["empty", "libre"].includes(stone)))"""
_POST = """async ([path, body]) => {
  await fetch("/api/me");
  const headers = {"Content-Type": "application/json"};
  const answer = await fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}"""


def new_game(page: Page, black: str = "person", white: str = "person", **terms: Any) -> Any:
    """Create a game for the user of a page; a seat is a kind, `ai=SPEC` or `hybrid=SPEC`."""
    request = {
        "rows": 5,
        "cols": 5,
        **terms,
        "seats": {"black": _seat(black), "white": _seat(white)},
    }
    return page.evaluate(_POST, ["/api/games", request])


def _seat(text: str) -> dict[str, str]:
    kind, _, ai = text.partition("=")
    return {"kind": kind, "ai": ai} if ai else {"kind": kind}


class Player:
    """A user with a game on the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, game: str, path: str = "/game/", fragment: str = "") -> "Player":
        address = urlsplit(self.page.url)
        self.page.goto(f"{address.scheme}://{address.netloc}{path}{game}{fragment}")
        return self.arrive()

    def arrive(self) -> "Player":
        """Wait until the game is on the screen."""
        self.page.locator(".board-layout .board").wait_for(timeout=PATIENCE)
        return self

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'[data-cell="{name}"]')

    def play(self, *cells: str) -> None:
        """Click cells, each when the moves before it are on the board."""
        for cell in cells:
            before = len(self.moves())
            self.cell(cell).click()
            self.wait_moves(before + 1)

    def stones(self) -> dict[str, str]:
        """Colours by cell, as a screen reader reads them."""
        return self.page.evaluate(_STONES)

    def moves(self) -> list[str]:
        return self.page.locator(".move-list .move-text").all_inner_texts()

    def wait_moves(self, count: int) -> list[str]:
        """Wait for a number of moves, and for the answer to one's own; return the moves."""
        self.page.wait_for_function(
            "(n) => document.querySelectorAll('.move-list .move').length >= n",
            arg=count,
            timeout=PATIENCE,
        )
        self.page.locator(".board-layout:not(.sending)").wait_for(timeout=PATIENCE)
        return self.moves()

    def wait_stones(self, count: int) -> None:
        self.page.wait_for_function(
            "(n) => document.querySelectorAll('.stones .stone').length === n",
            arg=count,
            timeout=PATIENCE,
        )

    def wait_status(self, text: str) -> None:
        self.page.locator(".game-status").get_by_text(text).wait_for(timeout=PATIENCE)

    def wait_notice(self, text: str) -> Locator:
        found = self.page.locator(".note").filter(has_text=text)
        found.wait_for(timeout=PATIENCE)
        return found

    def wait_offer(self, name: str) -> None:
        """Wait until a button is enabled: the server then knows everything it depends on."""
        self.page.get_by_role("button", name=name, exact=True, disabled=False).wait_for()

    def press(self, name: str) -> None:
        """Press a button once it is enabled."""
        self.page.get_by_role("button", name=name, exact=True, disabled=False).click()

    def take_back(self, left: int) -> None:
        """Press the button, and wait until this many moves are left."""
        self.press("Take back")
        self.page.wait_for_function(
            "(n) => document.querySelectorAll('.move-list .move').length === n",
            arg=left,
            timeout=PATIENCE,
        )

    def choose(self, name: str) -> None:
        """One of the actions in the menu."""
        self.press("More")
        self.page.locator(".menu-line").get_by_text(name, exact=True).click()

    def answer(self, name: str) -> None:
        """Answer the dialog that is open."""
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
