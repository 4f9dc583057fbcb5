"""The analysis: variations, positions, marks, overlays, best moves, the review of a game."""

import re

from browser import visit
from web_player import PATIENCE, Player

BAD_GAME = "(;FF[4]GM[11]SZ[3]PB[Ada]PW[Bob];B[a1];W[c3];B[b2];W[a3])"


def moves_of(page) -> list[str]:
    return page.locator(".tree .move-text").all_inner_texts()


def test_variations_marks_and_comments_are_saved_and_reopened(browser, server):
    with visit(browser, server.url + "/analyse") as page:
        player = Player(page).arrive()
        for cell in ("c3", "b2", "d4"):
            player.cell(cell).click()
        page.get_by_role("button", name="1 Black c3").click()
        player.cell("e5").click()
        assert moves_of(page) == ["c3", "b2", "e5", "d4"]
        player.press("Main line")
        assert moves_of(page) == ["c3", "e5", "b2", "d4"]
        page.get_by_label("Comment").fill("a quiet answer")
        player.press("Triangle")
        player.cell("a1").click()
        player.press("Letter")
        player.cell("b1").click()
        player.cell("c1").click()
        player.cell("c1").click()
        assert page.locator(".marks .triangle").count() == 1
        assert page.locator(".texts .label").all_text_contents() == ["A"]
        with page.expect_download() as download:
            player.press("SGF")
        text = download.value.path().read_text("utf-8")
        assert re.search(r"B\[c3\]\s*\(;W\[e5\][^)]*\)\s*\(;W\[b2\];B\[d4\]\)", text)
        page.reload()
        Player(page).arrive()
        assert moves_of(page) == ["c3", "e5", "b2", "d4"], "a reload loses nothing"
        player.press("New")
        player.answer("Start")
        page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 0")
        player.press("Open")
        page.get_by_role("dialog").get_by_label("Record or link").fill(text)
        page.get_by_role("dialog").get_by_role("button", name="Show").click()
        page.locator(".tree .move").nth(3).wait_for()
        assert moves_of(page) == ["c3", "e5", "b2", "d4"]
        page.get_by_role("button", name="2 White e5").click()
        assert page.get_by_label("Comment").input_value() == "a quiet answer"
        assert page.locator(".marks .triangle").count() == 1
        player.press("Delete")
        assert moves_of(page) == ["c3", "b2", "d4"]


def test_a_position_is_set_up(browser, server):
    with visit(browser, server.url + "/analyse", phone=True, language="fr") as page:
        player = Player(page).arrive()
        player.press("Poser Noir")
        player.cell("c3").click()
        player.cell("c4").click()
        player.press("Poser Blanc")
        player.cell("d4").click()
        player.press("Enlever")
        player.cell("c4").click()
        assert player.stones() == {"c3": "Noir", "d4": "Blanc"}
        page.get_by_role("button", name="Trait à Noir").click()
        player.press("Jouer")
        player.cell("e5").click()
        assert player.stones()["e5"] == "Blanc"


def test_overlays_and_best_moves(browser, server):
    with visit(browser, server.url + "/analyse?link=%239,c3b2") as page:
        player = Player(page).arrive()
        overlay = page.get_by_label("On the board")
        overlay.select_option("resistance")
        page.locator(".heat-map .heat").nth(5).wait_for()
        overlay.select_option("distance")
        page.locator(".paths .line.black").wait_for()
        page.get_by_label("White", exact=True).check()
        page.locator(".paths .line.white").wait_for()
        overlay.select_option("bridges")
        page.get_by_label("Side to move").check()
        page.locator(".heat-map .heat").first.wait_for()
        overlay.select_option("best")
        page.locator(".engine-line").first.wait_for(timeout=PATIENCE)
        visits = "() => document.querySelector('.engine-line .muted').textContent"
        before = page.evaluate(visits)
        page.wait_for_function(
            "(old) => document.querySelector('.engine-line .muted')?.textContent !== old",
            arg=before,
            timeout=PATIENCE,
        )
        assert page.locator(".texts .label").count() >= 3
        assert page.locator(".spot.hint").count() == 1
        page.locator(".engine-line").first.click()
        page.locator(".tree .move").nth(2).wait_for()
        assert set(moves_of(page)) == set(player.stones())


def test_a_game_is_reviewed_and_its_mistakes_are_marked(browser, server):
    with visit(browser, server.url + "/analyse") as page:
        player = Player(page).arrive()
        player.press("Open")
        page.get_by_role("dialog").get_by_label("Record or link").fill(BAD_GAME)
        page.get_by_role("dialog").get_by_role("button", name="Show").click()
        page.locator(".tree .move").nth(3).wait_for()
        player.press("Review the whole game")
        page.locator(".review-sums p").nth(1).wait_for(timeout=PATIENCE)
        assert page.locator(".graph-curve").get_attribute("d").count("L") >= 3
        assert page.locator(".fault").count() >= 1
        assert page.locator(".tree .remark").count() >= 1
        box = page.locator(".graph").bounding_box()
        page.mouse.click(box["x"] + 2, box["y"] + 20)
        player.wait_stones(0)
