"""The keys of a game, wherever the focus is: after a click, after Enter on a cell, in a dialog."""

from playwright.sync_api import Page, expect
from support.browser import becomes, visit
from support.web_player import Player, new_game

LETTERS = "uyhsrmncf"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
LOOK = """() => {
  const {x, y} = document.querySelector("[data-cell=e1]").getBoundingClientRect();
  const count = (selector) => document.querySelectorAll(selector).length;
  return [x, y, count(".stones .stone"), count(".coordinates text"), count(".number"),
          count(".note"), document.querySelector(".move[aria-current]")?.textContent];
}"""
"""What the keys change."""


def press_views(page: Page) -> None:
    """Press the letters that change how the board is shown."""
    for key in "rm":
        before = page.evaluate(LOOK)
        page.keyboard.press(key)
        becomes(lambda before=before: page.evaluate(LOOK)[:2] != before[:2], True)
    for key, thing in (("n", ".texts .number"), ("c", ".coordinates text")):
        shown = page.locator(thing).count() > 0
        for state in (not shown, shown):
            page.keyboard.press(key)
            page.locator(thing).first.wait_for(state="attached" if state else "detached")
    for state in ("hidden", "visible"):
        page.keyboard.press("f")
        page.locator(".site-header").wait_for(state=state)


def press_letters(page: Page, player: Player) -> None:
    """Press every letter, and see what it does; the position is the same afterwards."""
    stones = len(player.stones())
    press_views(page)
    player.wait_offer("Take back")
    page.keyboard.press("u")
    player.wait_stones(stones - 1)
    player.wait_offer("Redo")
    page.keyboard.press("y")
    player.wait_stones(stones)
    player.wait_offer("Hint")
    page.keyboard.press("h")
    player.wait_notice("Hint:")
    page.keyboard.press("?")
    player.answer("Close")


def test_every_key_acts_after_a_click_and_after_enter_but_not_in_a_dialog(browser, server):
    with visit(browser, server.url + "/rules") as page:
        player = Player(page).open(new_game(page, swap="pieces")["id"])
        player.play("b4")
        current = page.locator(".move[aria-current] .move-text")
        page.keyboard.press("s")
        player.wait_moves(2)
        player.play("c3")
        for key, move in (("Left", "swap"), ("Right", "c3"), ("Up", ""), ("Down", "c3")):
            page.keyboard.press(f"Arrow{key}")
            if move:
                expect(current).to_have_text(move)
            else:
                expect(current).to_have_count(0)
        press_letters(page, player)

        # The keyboard has come to the grid, so the arrow keys stay in it.
        page.locator(".move-list .move").first.focus()
        player.cell("b2").focus()
        focused = page.locator(":focus")
        page.keyboard.press("ArrowRight")
        expect(focused).not_to_have_attribute("data-cell", "b2")
        played = str(focused.get_attribute("data-cell"))
        page.keyboard.press("Enter")
        player.wait_moves(4)
        page.keyboard.press("ArrowLeft")
        expect(focused).to_have_attribute("data-cell", "b2")
        expect(current).to_have_text(played)
        press_letters(page, player)

        page.keyboard.press("?")
        page.get_by_role("dialog").wait_for()
        before = page.evaluate(LOOK)
        for key in (*LETTERS, *ARROWS, "?"):
            page.keyboard.press(key)
        player.answer("Close")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert page.evaluate(LOOK) == before


def test_the_keys_of_an_analysis_act_after_a_click_and_after_enter_but_not_in_a_dialog(
    browser, server
):
    with visit(browser, server.url + "/analyse?link=%235,c3b2d4") as page:
        player = Player(page).arrive()
        engine = page.get_by_role("switch", name="Engine")
        overlay = "() => JSON.parse(localStorage.getItem('hexmate.study') ?? '{}').overlay"

        def play_and_press(choose) -> None:
            stones = len(player.stones())
            choose()
            player.wait_stones(stones + 1)
            press_views(page)
            for on in (False, True):
                page.keyboard.press("a")
                expect(engine).to_be_checked(checked=on)
            shown = page.evaluate(overlay)
            page.keyboard.press("o")
            becomes(lambda: page.evaluate(overlay) != shown, True)
            page.keyboard.press("?")
            player.answer("Close")

        play_and_press(lambda: player.cell("e1").click())
        page.locator(".tree .move").first.focus()
        player.cell("a5").focus()
        play_and_press(lambda: page.keyboard.press("Enter"))

        page.keyboard.press("?")
        page.get_by_role("dialog").wait_for()
        before = [page.evaluate(LOOK), page.evaluate(overlay)]
        for key in (*"aormncf", *ARROWS, "?"):
            page.keyboard.press(key)
        player.answer("Close")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(engine).to_be_checked()
        assert [page.evaluate(LOOK), page.evaluate(overlay)] == before


def test_arrows_step_through_a_record_and_go_to_its_ends(browser, server):
    with visit(browser, server.url + "/rules") as page:
        for path in ("/analyse", "/watch"):
            page.goto(f"{server.url}{path}?link=%235,c3b2d4")
            player = Player(page).arrive()
            for key, stones in (("Up", 0), ("Right", 1), ("Down", 3), ("Left", 2)):
                page.keyboard.press(f"Arrow{key}")
                player.wait_stones(stones)
