"""The set-up page: games are created as chosen, and the choices are remembered."""

import re

import pytest
from playwright.sync_api import Page, expect
from support.browser import becomes, visit
from support.web_player import Player


def more(page: Page) -> None:
    """Open what is behind "More options"."""
    page.locator(".setup-more > summary").click()


def test_a_game_is_set_up_as_chosen_and_remembered(browser, server):
    with visit(browser, server.url + "/play?mode=computer") as page:
        expect(page.get_by_role("slider", name="Level")).to_have_attribute(
            "aria-valuetext", "3 of 15"
        )
        for stones, first in (("Black and white", "Black"), ("Red and blue", "Red")):
            page.get_by_label(stones).check()
            page.get_by_text(f"{first} moves first and connects top and bottom.").wait_for()
        page.get_by_label("Size").fill("7")
        expect(page.get_by_label("Rows")).to_have_value("7")
        page.get_by_label("Columns").fill("9")
        more(page)
        expect(page.get_by_text("Swap sides", exact=True)).to_be_visible()
        expect(page.get_by_text("Swap pieces", exact=True)).to_have_count(0)
        page.get_by_label("Fischer").check()
        page.get_by_label("Minutes per player").fill("3")
        page.get_by_label("Increment in seconds").fill("2")
        page.get_by_role("slider", name="Level").fill("1")
        page.locator("[data-key=begins]").get_by_label("Blue").check()
        page.get_by_label("Training").check()
        page.get_by_label("Always").check()
        page.get_by_role("button", name="Start game").click()
        page.wait_for_url("**/game/*")
        player = Player(page).arrive()
        expect(page.locator(".board-layout .board")).to_have_attribute("aria-rowcount", "7")
        expect(page.locator(".board-layout .board")).to_have_attribute("aria-colcount", "9")
        player.wait_moves(1)
        expect(page.locator(".player.near")).to_have_text(re.compile(r"^\s*You"))
        expect(page.locator(".player.near .stone-dot.white")).to_have_count(1)
        expect(page.locator(".player.far")).to_have_text(re.compile(r"^\s*Level 1"))
        assert page.locator(".player.near .clock").inner_text().startswith(("3:00", "2:5"))
        page.goto(server.url + "/play")
        page.wait_for_selector("main h1")
        expect(page.get_by_label("Columns")).to_have_value("9")
        expect(page.get_by_label("Minutes per player")).to_have_value("3")
        expect(page.get_by_label("Fischer")).to_be_checked()
        expect(page.get_by_label("Always")).to_be_checked()


def test_the_page_says_which_games_need_the_server(browser, server):
    with visit(browser, server.url + "/play?mode=computer") as page:
        more(page)
        place, needs = page.locator("[data-key=place]"), "This game needs the server"
        expect(place.get_by_label("This device")).to_be_checked()
        expect(place).to_contain_text("The engine runs in your browser")
        page.get_by_label("Fischer").check()
        expect(place).to_contain_text(needs)
        page.get_by_label("No clock").check()
        expect(place).not_to_contain_text(needs)
        page.get_by_role("combobox", name="Engine").select_option("negamax")
        expect(place).to_contain_text(needs)
        place.get_by_label("Server").check()
        expect(place).to_contain_text("another device")
        page.reload()
        expect(page.locator("[data-key=place]").get_by_label("Server")).to_be_checked()
        page.goto(server.url + "/play?mode=local")
        page.wait_for_selector("main h1")
        expect(page.locator("[data-key=place]")).to_have_count(0)


def test_the_strongest_levels_play_on_hexagons(browser, server):
    with visit(browser, server.url + "/play?mode=computer") as page:
        page.get_by_role("combobox", name="Engine").wait_for()
        level = page.get_by_role("slider", name="Level")
        level.fill("12")
        expect(level).to_have_attribute("aria-valuetext", "12 of 15, with the network")
        more(page)
        page.get_by_label("Squares").check()
        expect(level).to_have_attribute("aria-valuetext", "10 of 10")
        expect(page.locator("option[value=hexmate]")).to_have_count(0)
        page.get_by_label("Hexagons", exact=True).check()
        expect(level).to_have_attribute("aria-valuetext", "12 of 15, with the network")
        page.get_by_label("Rows").fill("5")
        page.get_by_label("Rows").press("Tab")
        page.locator("[data-key=begins]").get_by_label("Blue").check()
        page.get_by_role("button", name="Start game").click()
        page.wait_for_url("**/game/*")
        player = Player(page).arrive()
        expect(page.locator(".player.far")).to_have_text(re.compile(r"^\s*Level 12"))
        player.wait_moves(1)
        assert "/game/local" in page.url
        page.goto(server.url + "/play")
        page.get_by_role("combobox", name="Engine").select_option("hexmate")
        page.get_by_text("Tree search with a neural network").wait_for()
        page.get_by_role("slider", name="Seconds").fill("1")
        page.get_by_role("button", name="Start game").click()
        page.wait_for_url("**/game/*")
        player = Player(page).arrive()
        expect(page.locator(".player.far")).to_have_text(re.compile(r"^\s*Hexmate"))
        player.wait_moves(1)


@pytest.mark.parametrize("phone", [False, True])
def test_boards_that_the_network_does_not_know_are_marked(browser, server, phone):
    with visit(browser, server.url + "/play?mode=computer", phone=phone) as page:
        page.get_by_role("combobox", name="Engine").wait_for()
        level, note = page.get_by_role("slider", name="Level"), page.locator(".caution")
        page.get_by_label("Columns").fill("9")
        page.get_by_label("Columns").press("Tab")
        expect(note).to_be_hidden()
        level.fill("11")
        said = "The network was not trained on {} by 9 boards, but it can still play."
        expect(note).to_have_text(said.format(11))
        page.get_by_label("Rows").fill("8")
        page.get_by_label("Rows").press("Tab")
        expect(note).to_have_text(said.format(8))
        level.fill("10")
        expect(note).to_be_hidden()
        page.get_by_role("combobox", name="Engine").select_option("hexmate")
        expect(note).to_be_visible()
        more(page)
        page.get_by_label("Squares").check()
        expect(note).to_be_hidden()
        page.get_by_label("Hexagons", exact=True).check()
        expect(note).to_be_visible()
        page.get_by_label("Size").fill("11")
        expect(note).to_be_hidden()


@pytest.mark.parametrize("shape", ["Hexagons, rectangular", "Squares", "Triangles"])
def test_other_boards_are_played(browser, server, shape):
    with visit(browser, server.url + "/play?mode=local") as page:
        page.get_by_label("Rows").fill("3")
        page.get_by_label("Rows").press("Tab")
        more(page)
        page.get_by_label(shape).check()
        page.get_by_role("button", name="Start game").click()
        page.wait_for_url("**/game/*")
        player = Player(page).arrive()
        player.play("b2", "a1")
        becomes(player.stones, {"b2": "Red", "a1": "Blue"})


def test_a_typed_size_stays_and_says_when_it_is_not_possible(browser, server):
    with visit(browser, server.url + "/play?mode=local", language="fr") as page:
        rows, size = page.get_by_label("Lignes"), page.get_by_label("Taille")
        for typed in ("999", "0", ""):
            rows.fill(typed)
            rows.press("Tab")
            expect(rows).to_have_value(typed)
            page.get_by_text("Entrez un nombre entre 1 et 32.").wait_for()
            page.get_by_role("button", name="Commencer la partie").click()
            expect(rows).to_be_focused()
        rows.fill("12")
        page.get_by_text("Entrez un nombre entre 1 et 32.").wait_for(state="detached")
        expect(size).to_have_value("12")
        more(page)
        page.get_by_label("Triangles").check()
        expect(page.get_by_label("Colonnes")).to_have_count(0)
        assert page.locator(".setup-preview .board").get_attribute("aria-label") == (
            "Aperçu du plateau\u00a0: 12 sur 24"
        )


def test_broken_choices_fall_back(browser, server):
    with visit(browser, server.url + "/rules") as page:
        page.evaluate("localStorage.setItem('hexmate.setup', '{\"rows\": -3, \"other\": 7')")
        page.goto(server.url + "/play")
        page.wait_for_selector("main h1")
        expect(page.get_by_label("Rows")).to_have_value("11")


KEPT = "JSON.parse(localStorage.getItem('hexmate.local') ?? '[]').length"


@pytest.mark.parametrize(("place", "posted", "kept"), [("device", 0, 1), ("server", 1, 0)])
def test_a_preset_starts_a_first_game_with_one_click(browser, server, place, posted, kept):
    with visit(browser, server.url + "/rules", settings={"delay": 0}) as page:
        page.evaluate(f"localStorage.setItem('hexmate.setup', '{{\"place\": \"{place}\"}}')")
        page.goto(server.url + "/play")
        begun = []
        page.on(
            "request",
            lambda asked: begun.append(asked.method) if asked.url.endswith("/api/games") else None,
        )
        page.get_by_role("button", name="Your first game").evaluate(
            "card => (card.click(), card.click())"
        )
        page.wait_for_url("**/game/*")
        player = Player(page).arrive()
        expect(page.locator(".board-layout .board")).to_have_attribute("aria-rowcount", "7")
        expect(page.locator(".player.far")).to_have_text(re.compile(r"^\s*Level 2"))
        player.wait_notice("You are Red: connect top and bottom")
        page.keyboard.press("m")
        player.wait_notice("You are Red: connect left and right")
        player.play("d4")
        player.wait_moves(2)
        assert (begun, page.evaluate(KEPT)) == (["POST"] * posted, kept)


@pytest.mark.parametrize("phone", [False, True])
def test_the_first_stone_is_played_on_the_start_page(browser, server, phone):
    with visit(browser, server.url + "/", phone=phone, settings={"delay": 0}) as page:
        page.get_by_text("You are Red: connect ").wait_for()
        assert page.locator(".start-board .board").get_attribute("role") == "grid"
        page.locator(".start-board [data-cell=d4]").click()
        page.wait_for_url("**/game/*")
        player = Player(page).arrive()
        assert player.wait_moves(2)[0] == "d4"
        player.wait_stones(2)
        player.wait_status("Your turn")
        goal = page.locator(".game-goal" if phone else ".player.near .player-goal")
        expect(goal).to_have_text("Red connects top and bottom")
