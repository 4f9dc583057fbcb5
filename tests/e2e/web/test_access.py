"""Accessibility: axe finds nothing on any screen, in both languages and all themes."""

import pytest
from playwright.sync_api import expect
from support.browser import PATIENCE, violations, visit
from support.web_player import Player, new_game

LOOKS = [
    pytest.param(False, {"theme": "light"}, id="light"),
    pytest.param(True, {"theme": "dark", "stones": "redblue"}, id="dark-phone"),
    pytest.param(True, {"theme": "colorblind", "language": "fr"}, id="colorblind-phone-french"),
]
PAGES = [
    "/play?mode=computer",
    "/play?mode=online",
    "/watch",
    "/puzzles",
    "/library",
    "/library?tab=statistics",
    "/library?tab=leaderboard",
]
CUT = """() => {
  const names = [...document.querySelectorAll(".action-label")].filter((name) => name.offsetWidth);
  const box = (name) => name.getBoundingClientRect();
  const overlap = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const cut = (name) => name.scrollWidth > name.clientWidth + 1 || box(name).right > innerWidth;
  const meets = (name) => names.some((other) => other !== name && overlap(box(name), box(other)));
  return names.filter((name) => cut(name) || meets(name)).map((name) => name.textContent);
}"""
"""The names of actions that are cut, or overlap another."""
SMALL = """() => [...document.querySelectorAll("button, select, .option, a.button, .icon-button")]
  .filter((element) => !element.closest(".move-list, .tree, .tools-row"))
  .map((element) => [element.textContent || element.ariaLabel, element.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([name]) => name)"""


def check(page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.parametrize(("phone", "look"), LOOKS)
def test_pages(browser, server, look, phone):
    with visit(browser, server.url + "/rules", settings=look, phone=phone) as page:
        for path in PAGES:
            page.goto(server.url + path)
            page.wait_for_selector("main h1")
            page.wait_for_load_state("networkidle")
            check(page)
            if phone:
                assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(("phone", "look"), LOOKS)
def test_a_game_from_its_first_move_to_its_end(browser, server, look, phone):
    with visit(
        browser, server.url + "/rules", settings={**look, "numbers": True}, phone=phone
    ) as page:
        player = Player(page).open(
            new_game(page, rows=3, cols=3, swap="pieces", clock="300+5")["id"]
        )
        player.play("b2")
        page.locator("[data-notice=swap]").wait_for()
        check(page)
        page.locator(".actions [aria-expanded]").first.click()
        check(page)
        page.keyboard.press("Escape")
        player.play("a1", "b1", "c3", "a3")
        page.locator("[data-notice=result]").wait_for()
        check(page)
        page.locator(".action", has=page.locator(".icon-undo")).click()
        page.locator(".action", has=page.locator(".icon-flag")).click()
        page.get_by_role("dialog").wait_for()
        check(page)
        if phone:
            page.keyboard.press("Escape")
            assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(("phone", "look"), LOOKS)
def test_analysis_and_replay(browser, server, look, phone):
    with visit(browser, server.url + "/rules", settings=look, phone=phone) as page:
        page.goto(server.url + "/analyse?link=%239,c3b2d4")
        Player(page).arrive()
        page.locator(".engine-line").first.wait_for(timeout=PATIENCE)
        check(page)
        page.locator(".engine .icon-button").click()
        page.locator(".engine select").last.select_option("policy")
        page.locator(".texts .label").first.wait_for(timeout=PATIENCE)
        check(page)
        if phone:
            assert page.evaluate(SMALL) == []
        page.keyboard.press("Escape")
        for opener in (page.locator(".action").first.click, lambda: page.keyboard.press("?")):
            opener()
            page.get_by_role("dialog").wait_for()
            check(page)
            page.keyboard.press("Escape")
        page.goto(server.url + "/watch?link=%239,c3b2d4")
        Player(page).arrive()
        check(page)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("phone", [False, True])
def test_actions_are_named_in_full_and_menus_stay_in_the_window(browser, server, phone, language):
    with visit(browser, server.url + "/rules", phone=phone, language=language) as page:
        player = Player(page).open(new_game(page, rows=3, cols=3, white="ai=level:n=1")["id"])
        player.play("b2")
        player.wait_moves(2)
        assert page.evaluate(CUT) == []
        for opener in page.locator(".actions .panel-place > .action").all():
            opener.click()
            box = page.locator(".panel:not([hidden])").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= page.evaluate("innerWidth")
            page.keyboard.press("Escape")
        page.goto(server.url + "/analyse?link=%239,c3b2d4")
        Player(page).arrive()
        assert page.evaluate(CUT) == []


def test_reduced_motion_is_respected(browser, server):
    moving = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
    with visit(browser, server.url + "/rules") as page:
        player = Player(page).open(new_game(page, rows=3, cols=3)["id"])
        player.play("b2", "a1", "b1", "c3", "b3")
        player.wait_notice("Red wins")
        page.wait_for_timeout(100)
        assert page.evaluate(moving) == 0
        expect(page.locator(".chain .growing")).to_have_count(0)
    with visit(browser, server.url + "/rules", motion=True) as page:
        player = Player(page).open(new_game(page, rows=3, cols=3)["id"])
        player.play("b2", "a1", "b1", "c3", "b3")
        page.locator(".chain .growing").first.wait_for()
