"""The game page stays steady: what appears moves neither the board nor the buttons."""

import pytest
from playwright.sync_api import Page, expect
from support.browser import visit
from support.web_player import Player, new_game

BOXES = """() => [...document.querySelectorAll(".board-place, .board-place .board, .action")]
  .filter((element) => element.checkVisibility())
  .map((element) => element.getBoundingClientRect())
  .map(({x, y, width, height}) => [x, y, width, height].map(Math.round).join(" "))"""


def actions(page: Page) -> list[str]:
    return page.locator(".actions .action-label:visible").all_inner_texts()


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_moves_the_board_or_the_buttons(browser, server, phone):
    with visit(browser, server.url + "/rules", phone=phone, motion=True) as page:
        game = new_game(page, rows=3, cols=3, swap="pieces")["id"]
        player = Player(page).open(game)
        player.wait_notice("connects")
        before = page.evaluate(BOXES)
        player.play("b2")
        player.wait_notice("Swap if the stone is strong")
        assert page.evaluate(BOXES) == before
        player.play("a1")
        player.press("Hint")
        player.wait_notice("where it leads")
        expect(page.locator(".paths .line")).to_have_count(1)
        assert page.evaluate(BOXES) == before
        player.press("Previous move")
        player.wait_status("Move 1 of 2")
        assert page.evaluate(BOXES) == before
        player.press("Back to the game")
        player.play("b1", "c3", "b3")
        player.wait_notice("Red wins")
        page.locator(".chain .bead.growing").first.wait_for()
        assert page.evaluate(BOXES) == before

        # The winning chain is drawn once, and the result stays while you look back.
        player.press("Previous move")
        expect(page.locator(".chain .bead")).to_have_count(0)
        player.wait_notice("Red wins")
        player.press("Last position")
        expect(page.locator(".chain .bead")).to_have_count(3)
        expect(page.locator(".chain .growing")).to_have_count(0)
        expect(page.get_by_text("to move")).to_have_count(0)

        # A spectator sees only what a spectator can do.
        Player(page).open(game, "/watch/")
        player.wait_notice("Red wins")
        assert actions(page) == ["Share", "More", "View"]
        expect(page.locator(".note").get_by_role("button")).to_have_text(["Review", "New game"])
