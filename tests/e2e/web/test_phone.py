"""A game on a phone: stones that a thumb can hit, zoom, and moves that are confirmed."""

import re
import time

import pytest
from playwright.sync_api import Page, expect
from support.browser import visit
from support.web_player import Player, new_game

from hexmate.board import Board
from hexmate.puzzles.shipped import shipped_puzzles

SEEN = """() => {
  const CUTTABLE = ".action-label, .game-status, .move-text, .player-name, .player-name span";
  const box = ({x, y, right, bottom}) => ({x, y, right, bottom});
  const place = document.querySelector(".board-place").getBoundingClientRect();
  const labels = [...document.querySelectorAll(".coordinates text")]
    .map((text) => box(text.getBoundingClientRect()));
  const parts = ".stones .face, .stones .diamond";
  const stones = [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility());
  return {
    stones: stones.map((part) => part.getBoundingClientRect().width),
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
    inside: labels.every(({x, y, right, bottom}) =>
      x >= 0 && y >= place.y - 1 && right <= innerWidth && bottom <= place.bottom + 1),
    cut: [...document.querySelectorAll(CUTTABLE)]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent),
  };
}"""


class Fingers:
    """Several fingers at once, which Playwright does not have."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def drag(self, *steps: list[tuple[float, float]]) -> None:
        """Put fingers at the first points, move them to the others, and lift them."""
        for kind, points in zip(
            ["touchStart", *["touchMove"] * len(steps[1:])], steps, strict=True
        ):
            self._send(kind, points)
        self._send("touchEnd", [])

    def double_tap(self, point: tuple[float, float]) -> None:
        """Two taps a tenth of a second apart, by their time stamps, however busy the machine is."""
        began = time.time()
        for after in (0.0, 0.1):
            self._send("touchStart", [point], began + after)
            self._send("touchEnd", [], began + after + 0.03)

    def _send(self, kind: str, points: list[tuple[float, float]], at: float | None = None) -> None:
        event = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        self._session.send(
            "Input.dispatchTouchEvent", event if at is None else {**event, "timestamp": at}
        )


def centre(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f"[data-cell={cell}]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(("language", "theme"), [("en", "colorblind"), ("fr", "light")])
def test_stones_of_a_phone_are_wide_enough_and_no_label_is_cut(browser, server, language, theme):
    look = {"phone": True, "language": language, "settings": {"theme": theme}}
    with visit(browser, server.url + "/rules", **look) as page:
        board = Board(11)
        board.push_str("f6")
        board.push_str("g5")
        terms = {"rows": 11, "cols": 11, "start": board.to_string(), "clock": "600+5"}
        game = new_game(page, white="ai=random", **terms)
        for width, height in ((390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            Player(page).open(game["id"])
            seen = page.evaluate(SEEN)
            assert len(seen["stones"]) == 2
            assert min(seen["stones"]) >= 32, (width, height)
            assert seen["page"] == [width, height]
            assert seen["inside"], (width, height)
            assert seen["cut"] == []


@pytest.mark.parametrize("path", ["/analyse", "/watch"])
def test_stones_of_a_record_on_a_phone_are_as_wide(browser, server, path):
    with visit(browser, f"{server.url}{path}?link=%2311,f6", phone=True) as page:
        Player(page).arrive().wait_stones(1)
        for width, height in ((390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            seen = page.evaluate(SEEN)
            assert min(seen["stones"]) >= 32, (width, height)
            assert seen["page"][0] == width
        assert seen["page"][1] == height, "in landscape only the column beside the board scrolls"


def test_a_puzzle_on_a_phone_has_stones_as_wide_and_asks_before_it_counts(browser, server):
    puzzle = next(each for each in shipped_puzzles() if each.board().rows == 11)
    board, first = puzzle.board(), puzzle.line[0]
    with visit(browser, f"{server.url}/puzzles?id={puzzle.id}", phone=True) as page:
        for width, height in ((844, 390), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            seen = page.evaluate(SEEN)
            assert min(seen["stones"]) >= 32, (width, height)
            assert seen["page"][0] == width
            assert seen["inside"], (width, height)
        play = page.get_by_role("button", name="Play", exact=True)
        expect(play).to_be_hidden()
        wrong = next(cell for cell in board.legal_moves if cell not in (first.move, *first.also))
        page.touchscreen.tap(*centre(page, board.name(wrong)))
        expect(page.locator(".puzzle .spot.selected")).to_have_count(1)
        page.get_by_role("button", name="Cancel").tap()
        expect(page.locator(".puzzle .spot.selected")).to_have_count(0)
        page.touchscreen.tap(*centre(page, board.name(first.move)))
        play.tap()
        expect(page.locator(".puzzle")).to_have_attribute("data-phase", re.compile("more|solved"))


def test_a_thumb_zooms_moves_and_confirms(browser, server):
    with visit(browser, server.url + "/rules", phone=True) as page:
        ticks = "window.ticks = 0; navigator.vibrate = () => { ticks += 1; return true; }"
        page.context.add_init_script(ticks)
        game = new_game(page, rows=14, cols=14, swap=None)
        Player(page).open(game["id"])
        moves = page.locator(".move-list .move-text")
        view_box = page.locator(".board-place .board").get_attribute("viewBox")
        whole = page.get_by_role("button", name="Show the whole board")
        expect(whole).to_be_hidden()

        # A tap selects, and a second one at once zooms in instead of playing.
        fingers = Fingers(page)
        fingers.double_tap(centre(page, "g7"))
        expect(whole).to_be_visible()
        expect(page.locator(".spot.selected")).to_have_count(1)
        expect(moves).to_have_count(0)
        close = page.locator("[data-cell=g7]").bounding_box()
        assert close
        assert close["width"] > 44

        # One finger moves the board, and plays nothing.
        x, y = centre(page, "g7")
        fingers.drag([(x, y)], [(x + 30, y - 40)])
        moved = centre(page, "g7")
        assert moved == pytest.approx((x + 30, y - 40), abs=1)
        expect(moves).to_have_count(0)

        # What is under the finger is what is played.
        page.touchscreen.tap(*centre(page, "h8"))
        page.get_by_role("button", name="Play", exact=True).tap()
        expect(moves).to_have_text(["h8"])
        assert page.evaluate("ticks") == 2

        # A pinch zooms out again.
        fingers.drag(*([(195 - apart, 300), (195 + apart, 300)] for apart in (135, 100, 60, 20)))
        expect(whole).to_be_hidden()
        expect(page.locator(".board-place .board")).to_have_attribute("viewBox", view_box or "")
        expect(moves).to_have_count(1)
