"""Records in the browser: open in every way, replay, save."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.browser import becomes, visit
from support.web_player import Player

RECORDS = Path(__file__).parents[2] / "data" / "records"
DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "game.txt", {type: "text/plain"}));
  const drop = new DragEvent("drop", {dataTransfer: data, bubbles: true});
  document.querySelector(".watch").dispatchEvent(drop);
}"""
PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const paste = new ClipboardEvent("paste", {clipboardData: data, cancelable: true});
  document.querySelector("textarea").dispatchEvent(paste);
}"""


@pytest.mark.parametrize("way", ["typed", "pasted", "file", "dropped", "link"])
def test_the_seeds_file_is_replayed(browser, server, way):
    seed = RECORDS / "seed.txt"
    text = seed.read_text("utf-8")
    with visit(browser, server.url + "/watch") as page:
        if way == "typed":
            page.get_by_label("Record or link").fill(text)
            page.get_by_role("button", name="Open").click()
        elif way == "pasted":
            page.evaluate(PASTE, text)
        elif way == "file":
            page.locator("input[type=file]").set_input_files(seed)
        elif way == "dropped":
            page.evaluate(DROP, text)
        else:
            page.goto(server.url + "/watch?link=%234,b2a1")
        player = Player(page).arrive()
        player.press("First position")
        player.press("Next move")
        becomes(player.stones, {"b2": "Red"})
        player.press("Next move")
        becomes(player.stones, {"b2": "Red", "a1": "Blue"})


@pytest.mark.parametrize(("phone", "language"), [(False, "en"), (True, "fr")])
def test_a_game_is_played_like_a_film(browser, server, phone, language):
    play, speed = ("Play", "Speed") if language == "en" else ("Lire", "Vitesse")
    with visit(browser, server.url + "/watch", phone=phone, language=language) as page:
        page.locator("input[type=file]").set_input_files(RECORDS / "seed.txt")
        player = Player(page).arrive()
        player.wait_stones(5)
        page.get_by_label(speed).select_option("8")
        page.locator(".film").get_by_role("button", name=play).click()
        page.locator(".chain .bead").first.wait_for()
        becomes(lambda: len(player.stones()), 5)
        page.locator(".film").get_by_role("button", name=play).wait_for()
        page.get_by_role("slider", name="Position").fill("1")
        player.wait_stones(1)
        page.locator(".move-list .move").nth(2).click()
        player.wait_stones(3)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_names_stand_beside_the_colours_they_have_now(browser, server):
    record = "(;GM[11]SZ[5]PB[Ada]PW[Bob]AB[c3]PL[W];W[swap-sides];W[b4])"
    with visit(browser, server.url + "/watch") as page:
        page.get_by_label("Record or link").fill(record)
        page.get_by_role("button", name="Open").click()
        player = Player(page).arrive()
        page.locator(".film button").first.click()
        ada = page.locator(".facts li").filter(has_text="Ada")
        ada.locator(".stone-dot.black").wait_for()
        player.press("Next move")
        ada.locator(".stone-dot.white").wait_for()
        player.press("Previous move")
        ada.locator(".stone-dot.black").wait_for()


def test_comments_marks_and_several_games(browser, server):
    with visit(browser, server.url + "/watch") as page:
        page.locator("input[type=file]").set_input_files(RECORDS / "games.jsonl")
        player = Player(page).arrive()
        games = page.get_by_label("Games in this record")
        expect(games.locator("option")).to_have_count(17)
        games.select_option(label="16. Ada – Bob [2d]")
        page.get_by_text("Club").wait_for()
        player.press("First position")
        for _ in range(2):
            player.press("Next move")
        page.get_by_text("two lines").wait_for()
        player.press("Next move")
        expect(page.locator(".marks .mark")).to_have_count(3)
        expect(page.locator(".texts .label")).to_have_count(2)
        player.press("Analyse")
        page.wait_for_url("**/analyse*")
        page.locator(".variation").nth(1).wait_for()


def test_what_cannot_be_read_is_told(browser, server):
    with visit(browser, server.url + "/watch", expected=("422",)) as page:
        page.get_by_role("button", name="Open").click()
        page.get_by_text("Paste a record or a link first.").wait_for()
        page.get_by_label("Record or link").fill("this is no record")
        page.get_by_role("button", name="Open").click()
        page.get_by_text("This cannot be read:").wait_for()
        expect(page.get_by_role("heading", name="Watch")).to_be_visible()
