"""The analysis: variations, positions, marks, overlays, best moves, the review of a game."""

import re

import pytest
from playwright.sync_api import expect
from support.browser import PATIENCE, becomes, violations, visit
from support.web_player import Player, new_game

OVERFLOW = """() => {
  const { scrollHeight, clientHeight } = document.querySelector(".side");
  return scrollHeight - clientHeight;
}"""
BAD_GAME = "(;FF[4]GM[11]SZ[3]PB[Ada]PW[Bob];B[a1];W[c3];B[b2];W[a3])"


def settings(page, name: str = "Engine settings") -> None:
    """Open the settings of the engine, if they are closed."""
    opener = page.get_by_role("button", name=name, exact=True)
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()


def moves_of(page) -> list[str]:
    return page.locator(".tree .move-text").all_inner_texts()


def test_variations_marks_and_comments_are_saved_and_reopened(browser, server):
    with visit(browser, server.url + "/analyse") as page:
        player = Player(page).arrive()
        for cell in ("c3", "b2", "d4"):
            player.cell(cell).click()
        page.get_by_role("button", name="1 Red c3").click()
        player.cell("e5").click()
        assert moves_of(page) == ["c3", "b2", "e5", "d4"]
        player.press("Make main line")
        assert moves_of(page) == ["c3", "e5", "b2", "d4"]
        page.get_by_role("textbox", name="Comment").fill("a quiet answer")
        page.get_by_role("tab", name="Draw").click()
        player.press("Triangle")
        player.cell("a1").click()
        player.press("Letter")
        player.cell("b1").click()
        player.cell("c1").click()
        player.cell("c1").click()
        expect(page.locator(".marks .triangle")).to_have_count(1)
        # The engine's win rates are labels too, once it has found some.
        letters = page.locator(".texts .label").filter(has_text=re.compile("^[A-Z]$"))
        expect(letters).to_have_text(["A"])
        player.press("Share")
        with page.expect_download() as download:
            page.get_by_role("dialog").get_by_role("button", name="SGF").click()
        player.answer("Close")
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
        page.get_by_role("dialog").get_by_role("button", name="Open").click()
        page.locator(".tree .move").nth(3).wait_for()
        assert moves_of(page) == ["c3", "e5", "b2", "d4"]
        page.get_by_role("button", name="2 Blue e5").click()
        page.get_by_role("tab", name="Comment").click()
        expect(page.get_by_role("textbox", name="Comment")).to_have_value("a quiet answer")
        expect(page.locator(".marks .triangle")).to_have_count(1)
        player.press("Delete")
        assert moves_of(page) == ["c3", "b2", "d4"]


def wait_for_change(page, selector: str) -> None:
    """Wait until the text of an element is another than now."""
    page.wait_for_function(
        "([selector, old]) => document.querySelector(selector)?.textContent !== old",
        arg=[selector, page.locator(selector).first.text_content()],
        timeout=PATIENCE,
    )


def labels(page) -> list[int]:
    return [int(text) for text in page.locator(".texts .label").all_text_contents()]


def test_a_position_is_set_up(browser, server):
    with visit(browser, server.url + "/analyse", phone=True, language="fr") as page:
        player = Player(page).arrive()
        page.get_by_role("tab", name="Placer").click()
        player.press("Poser Rouge")
        player.cell("c3").click()
        player.cell("c4").click()
        player.press("Poser Bleu")
        player.cell("d4").click()
        player.press("Enlever")
        player.cell("c4").click()
        becomes(player.stones, {"c3": "Rouge", "d4": "Bleu"})
        page.get_by_role("button", name="À Rouge de jouer").click()
        player.press("Jouer")
        player.cell("e5").click()
        assert player.stones()["e5"] == "Bleu"


def test_overlays_and_best_moves(browser, server):
    with visit(browser, server.url + "/analyse?link=%239,c3b2") as page:
        player = Player(page).arrive()
        page.locator(".engine-line").nth(2).wait_for(timeout=PATIENCE)
        expect(page.locator(".texts .label").nth(2)).to_be_attached()
        expect(page.locator(".spot.hint")).to_have_count(1)
        settings(page)
        overlay = page.get_by_label("Overlay")
        overlay.select_option("resistance")
        page.locator(".heat-map .heat").nth(5).wait_for()
        overlay.select_option("distance")
        page.locator(".paths .line.black").wait_for()
        page.get_by_label("Blue", exact=True).check()
        page.locator(".paths .line.white").wait_for()
        overlay.select_option("bridges")
        page.locator(".heat-map .heat").first.wait_for()
        page.get_by_label("Side to move").check()
        expect(page.locator(".heat-map .heat")).to_have_count(0)
        overlay.select_option("best")
        expect(page.locator(".texts .label").nth(2)).to_be_attached()
        page.get_by_role("switch", name="Engine").uncheck()
        expect(page.locator(".texts .label")).to_have_count(0)
        page.get_by_text("The engine is off").wait_for()
        page.reload()
        Player(page).arrive()
        expect(page.get_by_role("switch", name="Engine")).not_to_be_checked()
        becomes(player.stones, {"c3": "Red", "b2": "Blue"})


def test_what_is_certain_is_drawn_and_a_proof_is_played_through(browser, server):
    with visit(browser, server.url + "/analyse?link=%235,d2a1c4e5") as page:
        player = Player(page).arrive()
        settings(page)
        overlay = page.get_by_label("Overlay")
        overlay.select_option("inferior")
        page.locator(".marks .triangle").first.wait_for()
        expect(page.locator(".ghosts .stone")).not_to_have_count(0)
        overlay.select_option("must-play")
        page.get_by_text("every move is open").wait_for()
        page.get_by_label("Blue", exact=True).check()
        page.get_by_text("No move of Blue can win").wait_for()
        overlay.select_option("connections")
        page.get_by_label("Red", exact=True).check()
        expect(page.locator(".paths .line.black")).to_have_count(3)
        page.keyboard.press("Escape")
        player.cell("c3").hover()
        expect(page.locator(".heat-map .heat")).to_have_count(2)
        assert player.cell("c3").get_attribute("aria-label") == "c3, empty, in a connection"
        player.press("Solve")
        proven = re.compile(r"^Proven: Red wins, \d+ winning moves\.$")
        expect(page.locator(".solve-text")).to_have_text(proven)
        expect(page.locator(".spot.hint")).not_to_have_count(0)
        expect(page.get_by_text("Green rim: wins.")).to_be_visible()
        expect(page.locator(".overlay-note")).to_be_hidden()
        assert player.cell("a5").get_attribute("aria-label") == "a5, empty, wins"
        assert violations(page) == []
        player.press("Play through the proof")
        player.wait_stones(5)
        page.get_by_text("Try any reply of Blue").wait_for()
        stones = player.stones()
        reply = next(cell for cell in ("b1", "c2", "b3", "d3") if cell not in stones)
        player.cell(reply).click()
        player.wait_stones(7)
        player.press("Leave the proof")
        expect(page.locator(".overlay-note")).to_be_visible()
        expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_a_line_is_played_out_and_entered_and_all_fits_at_1366_by_768(browser, server):
    link = "/analyse?link=%239,c3b2d4e5f6g7h8a1b1d2"
    with visit(browser, server.url + link) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        player = Player(page).arrive()
        lines = page.locator(".engine-line")
        lines.nth(2).wait_for(timeout=PATIENCE)
        expect(page.locator(".tree .move")).to_have_count(10)
        for part in (lines.nth(2), page.locator(".graph"), page.locator(".tree .move").nth(9)):
            expect(part).to_be_in_viewport(ratio=1)
        assert page.evaluate(OVERFLOW) <= 1
        lines.first.hover()
        expect(page.locator(".texts").get_by_text("1", exact=True)).to_have_count(1)
        expect(page.locator(".ghosts .stone")).not_to_have_count(0)
        page.mouse.move(200, 5)
        expect(page.locator(".ghosts .stone")).to_have_count(0)
        expect(page.locator(".texts .label").first).to_be_attached()
        lines.nth(1).press("Enter")
        expect(page.locator(".tree .move").nth(10)).to_be_attached()
        player.wait_stones(11)
        expect(page.locator(".tree [aria-current]")).to_contain_text("11")


def test_the_network_shows_policy_visits_and_win_rates(browser, server):
    with visit(browser, server.url + "/analyse?link=%237,c3b2") as page:
        player = Player(page).arrive()
        settings(page)
        engine, overlay = page.get_by_role("combobox", name="Engine"), page.get_by_label("Overlay")
        engine.wait_for(timeout=PATIENCE)
        expect(engine).to_have_value("hexmate")
        overlay.select_option("policy")
        page.locator(".texts .label").first.wait_for(timeout=PATIENCE)
        expect(page.get_by_text("What the network would play without search")).to_be_visible()
        assert 80 <= sum(labels(page)) <= 104
        expect(page.get_by_role("switch", name="Engine")).to_be_checked()
        told = r"^1\. [a-g][1-7] Win rate \d+% Visits \S+ Policy \d+%( Line [a-g1-7 ]+)?$"
        expect(page.get_by_role("button", name=re.compile(told))).to_have_count(1)
        overlay.select_option("visits")
        wait_for_change(page, ".engine-effort")
        assert 80 <= sum(labels(page)) <= 104
        overlay.select_option("winrate")
        page.get_by_text("Win rate of each move searched").wait_for()
        hint = page.locator(".engine-move").first.inner_text().split()[-1]
        told = player.cell(hint).get_attribute("aria-label")
        assert re.fullmatch(hint + r", empty, win rate \d+%", told)
        engine.select_option("negamax")
        page.get_by_text("does not report this for every move").wait_for(timeout=PATIENCE)
        overlay.select_option("policy")
        page.get_by_text("This engine has no network").wait_for(timeout=PATIENCE)
        expect(page.locator(".texts .label")).to_have_count(0)


def test_overlays_by_keyboard_and_an_opening_that_may_be_swapped(browser, server):
    with visit(browser, server.url + "/analyse", language="fr") as page:
        Player(page).arrive()
        kept = "() => JSON.parse(localStorage.getItem('hexmate.study') ?? '{}').overlay"
        seen = []
        for _ in range(5):
            page.keyboard.press("o")
            seen.append(page.evaluate(kept))
        assert seen == ["winrate", "visits", "policy", "none", "best"]
        page.evaluate(
            """() => sessionStorage.setItem("hexmate.games", JSON.stringify({
              games: [{schema: "hexmate-game/1", rows: 4, cols: 4, swap: "pieces"}], at: 0}))"""
        )
        page.reload()
        Player(page).arrive()
        settings(page, "Réglages du moteur")
        page.get_by_label("Calque").select_option("policy")
        page.get_by_text("en cherche une équilibrée").wait_for(timeout=PATIENCE)
        expect(page.locator(".engine-line")).not_to_have_count(0)


def test_without_a_network_another_engine_analyses(browser, server):
    with visit(browser, server.url + "/rules") as page:
        page.context.route("**/api/players", without_network)
        page.goto(server.url + "/analyse?link=%235,c3b2")
        player = Player(page).arrive()
        settings(page)
        page.get_by_text("cannot load the network").wait_for(timeout=PATIENCE)
        expect(page.get_by_role("combobox", name="Engine")).to_have_value("uct")
        expect(page.locator("option[value=hexmate]")).to_have_count(0)
        page.get_by_label("Overlay").select_option("visits")
        page.locator(".texts .label").first.wait_for(timeout=PATIENCE)
        page.goto(server.url + "/play?mode=computer")
        slider = page.get_by_role("slider", name="Level")
        page.get_by_role("combobox", name="Engine").wait_for()
        expect(slider).to_have_attribute("max", "10")
        assert (
            page.get_by_role("combobox", name="Engine").locator("option[value=hexmate]").count()
            == 0
        )
        expect(player.page.get_by_text("like an engine")).to_have_count(0)


def without_network(route) -> None:
    offers = [offer for offer in route.fetch().json() if offer["spec"] != "hexmate"]
    route.fulfill(json=[{**offer, "hex_levels": []} for offer in offers])


def test_other_shapes_are_for_players_without_a_network(browser, server):
    with visit(browser, server.url + "/analyse") as page:
        page.evaluate(
            """() => sessionStorage.setItem("hexmate.games", JSON.stringify({
              games: [{schema: "hexmate-game/1", rows: 4, cols: 4, shape: "square"}], at: 0}))"""
        )
        page.reload()
        Player(page).arrive()
        settings(page)
        page.get_by_text("The network only plays hexagonal boards").wait_for(timeout=PATIENCE)
        expect(page.get_by_role("combobox", name="Engine")).to_have_value("uct")
        expect(page.locator("option[value=hexmate]")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_boards_that_the_network_does_not_know_are_marked(browser, server, language):
    untrained = {
        "en": "The network was not trained on 4 by 7 boards, but it can still play.",
        "fr": "Le réseau n’a pas été entraîné sur des plateaux de 4 sur 7, mais il peut y jouer.",
    }
    engine = {"en": "Engine", "fr": "Moteur"}[language]
    opener = {"en": "Engine settings", "fr": "Réglages du moteur"}[language]
    with visit(browser, server.url + "/analyse", language=language) as page:
        page.evaluate(
            """() => sessionStorage.setItem("hexmate.games", JSON.stringify({
              games: [{schema: "hexmate-game/1", rows: 4, cols: 7}], at: 0}))"""
        )
        page.reload()
        player = Player(page).arrive()
        note = page.locator(".caution")
        expect(note).to_have_text(untrained[language], timeout=PATIENCE)
        player.cell("d2").click()
        player.wait_stones(1)
        expect(note).to_be_visible()
        settings(page, opener)
        page.get_by_role("combobox", name=engine).select_option("uct")
        expect(note).to_be_hidden()
        page.locator(".engine-line").first.wait_for(timeout=PATIENCE)
        expect(note).to_be_hidden()


def test_a_game_is_reviewed_learnt_from_kept_and_saved(browser, server):
    with visit(browser, server.url + "/analyse") as page:
        player = Player(page).arrive()
        player.press("Open")
        page.get_by_role("dialog").get_by_label("Record or link").fill(BAD_GAME)
        page.get_by_role("dialog").get_by_role("button", name="Open").click()
        page.locator(".tree .move").nth(3).wait_for()
        player.press("Review the game")
        sums = page.locator(".review-sums p")
        sums.nth(1).wait_for(timeout=PATIENCE)
        assert violations(page) == []
        expect(sums.first).to_contain_text(re.compile(r"accuracy \d+%"))
        assert page.locator(".graph-curve").get_attribute("d").count("L") >= 3
        expect(page.locator(".fault")).not_to_have_count(0)
        expect(page.locator(".tree .remark")).not_to_have_count(0)
        page.locator(".fault").first.click()
        better = re.compile(r"Better: (\w+), \d+% instead of \d+%")
        threw = re.compile(r"Threw away a proven win\. Better: (\w+)")
        expect(page.locator(".review-detail")).to_have_text(threw)
        expect(page.locator(".spot.mistake")).to_have_count(1)
        expect(page.locator(".spot.hint")).to_have_count(1)
        player.press("Share")
        with page.expect_download() as download:
            page.get_by_role("dialog").get_by_role("button", name="SGF").click()
        text = download.value.path().read_text("utf-8")
        assert "Better: " in text
        assert re.search(r"BM\[[12]\]|DO\[\]", text)
        assert "SQ[" in text
        page.reload()
        Player(page).arrive()
        sums.nth(1).wait_for(timeout=PATIENCE)
        page.locator(".fault").first.click()
        told = page.locator(".review-detail").inner_text()
        player.press("Learn from the mistakes")
        expect(page.locator(".learn-title")).to_contain_text("Mistake 1 of")
        expect(page.get_by_role("button", name="Solution")).to_be_focused()
        expect(page.locator(".spot")).to_have_count(0)
        assert violations(page) == []
        player.press("Solution")
        expect(page.locator(".learn-text")).to_have_text(better)
        expect(page.locator(".ghosts .stone")).not_to_have_count(0)
        player.press("Done")
        expect(page.get_by_role("button", name="Previous mistake")).to_be_focused()
        assert threw.search(told)
        page.get_by_role("button", name="2 Blue c3").click()
        expect(page.locator(".review-detail")).to_have_text(re.compile("Threw away|Proven: "))


def test_a_finished_game_is_reviewed_with_one_click_and_the_server_keeps_it(browser, server):
    with visit(browser, server.url + "/rules") as page:
        page.evaluate("""localStorage.setItem("hexmate.study", '{"place": "server"}')""")
        player = Player(page).open(new_game(page, rows=3, cols=3)["id"])
        player.play("a1", "c3", "b2", "a3", "c1", "b3")
        player.press("Review")
        page.wait_for_url("**/analyse?game=*&review*")
        page.locator(".review-sums p").nth(1).wait_for(timeout=PATIENCE)
        page.get_by_role("button", name="Next mistake").click()
        first = page.locator(".review-detail")
        expect(first).to_have_text(re.compile("Threw away a proven win"))
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto(page.url.replace("&review", ""))
        Player(page).arrive()
        page.locator(".review-sums p").nth(1).wait_for(timeout=PATIENCE)
        expect(page.locator(".fault")).not_to_have_count(0)
        player.press("Learn from the mistakes")
        played = page.locator(".learn-text").inner_text().split()[0]
        player.cell(played).click()
        expect(page.locator(".learn-text")).to_contain_text("was played in the game")
        player.press("Try again")
        expect(page.locator(".spot")).to_have_count(0)
        # What is changed now outlives a reload, and the server's review of the game still fits.
        player.press("Close")
        player.cell("b1").click()
        page.wait_for_url("**/analyse?from=game&of=*")
        page.reload()
        Player(page).arrive()
        expect(page.locator(".tree .move").filter(has_text="b1")).to_have_count(1)
        page.locator(".review-sums p").nth(1).wait_for(timeout=PATIENCE)
