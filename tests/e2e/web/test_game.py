"""Playing in the browser: against an engine, on one screen, with the keyboard."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect
from support.browser import becomes, visit
from support.web_player import Player, new_game

QUICK = {"delay": 0}
RANDOM = "ai=random:seed=1"
BRIDGES = {"b1": "c1", "c1": "b1", "b3": "a3", "a3": "b3"}
"""On a 3×3 board, b2 has a bridge to both sides: if one cell is taken, take the other."""

CORNER = """() => {
  const {x, y} = document.querySelector("[data-cell=a1]").getBoundingClientRect();
  return [x, y];
}"""


def win(player: Player) -> None:
    """Beat an engine that plays at random, from b2 with bridges."""
    player.play("b2")
    answers = 2
    while player.page.locator(".note.victory").count() == 0:
        taken = player.wait_moves(answers)[1::2]
        stones = player.stones()
        wanted = [BRIDGES[cell] for cell in taken if BRIDGES.get(cell) not in (None, *stones)]
        whole = [
            (one, two)
            for one, two in (("b1", "c1"), ("b3", "a3"))
            if one not in stones and two not in stones
        ]
        player.cell([*wanted, *(one for one, _ in whole)][0]).click()
        answers += 2
        player.page.wait_for_function(
            "(n) => document.querySelector('.note.victory') || "
            "document.querySelectorAll('.move-list .move').length >= n",
            arg=answers,
        )


@pytest.mark.parametrize(
    ("phone", "language", "won", "again"),
    [(False, "en", "You win!", "Rematch"), (True, "fr", "Vous avez gagné", "Revanche")],
)
def test_against_the_computer_to_a_victory(browser, server, phone, language, won, again):
    with visit(
        browser, server.url + "/rules", phone=phone, language=language, settings=QUICK
    ) as page:
        game = new_game(page, white=RANDOM, rows=3, cols=3)
        player = Player(page).open(game["id"])
        assert player.moves() == []
        win(player)
        notice = player.wait_notice(won)
        expect(page.locator(".chain .bead").nth(2)).to_be_attached()
        expect(page.locator(".player.near.won")).to_have_count(1)
        notice.get_by_role("button", name=again).click()
        page.wait_for_url(lambda url: game["id"] not in url)
        page.locator(".player.near .stone-dot.white").wait_for()
        player.wait_moves(1)


def test_a_defeat_is_told_as_one(browser, server):
    with visit(browser, server.url + "/rules", settings=QUICK) as page:
        game = new_game(page, white="ai=level:n=3")
        player = Player(page).open(game["id"])
        player.play("a1")
        player.press("Resign")
        player.answer("Resign")
        assert "By resignation." in player.wait_notice("You lose").inner_text()
        player.press("Review")
        page.wait_for_url(f"**/analyse?game={game['id']}&review&as=black")
        expect(page.locator(".tree .move .move-text").first).to_have_text("a1")


def test_the_computer_moves_after_a_moment(browser, server):
    with visit(browser, server.url + "/rules", settings={"delay": 1500}) as page:
        game = new_game(page, white=RANDOM)
        player = Player(page).open(game["id"])
        began = page.evaluate("performance.now()")
        player.cell("c3").click()
        player.wait_moves(2)
        player.wait_stones(2)
        assert page.evaluate("performance.now()") - began >= 1500


@pytest.mark.parametrize(
    ("rule", "stones", "status"),
    [
        ("pieces", {"b1": "Blue"}, "Level 1 is thinking"),
        ("sides", {"a2": "Red"}, "Level 1 is thinking"),
    ],
)
def test_the_swap_is_offered_and_taken(browser, server, rule, stones, status):
    with visit(browser, server.url + "/rules") as page:
        game = new_game(page, swap=rule)
        player = Player(page).open(game["id"])
        player.play("a2")
        offer = player.wait_notice("You can swap")
        assert ("mirrored to b1" if rule == "pieces" else "You play Red") in offer.inner_text()
        expect(page.locator(".arrows .arrow")).to_have_count(1 if rule == "pieces" else 0)
        offer.get_by_role("button", name="Swap").click()
        assert player.wait_moves(2) == ["a2", "swap"]
        player.wait_stones(1)
        becomes(player.stones, {cell: f"{color}" for cell, color in stones.items()})
        player.wait_status("Blue to move" if rule == "sides" else "Red to move")
        expect(page.locator(".note").filter(has_text="You can swap")).to_have_count(0)
        player.play("c3")
        player.take_back(2)
        player.take_back(1)
        player.wait_stones(1)
        player.wait_notice("You can swap")
        becomes(player.stones, {"a2": "Red"})
        player.cell("a2").click()
        assert player.wait_moves(2) == ["a2", "swap"]


def test_moves_are_taken_back_and_played_again(browser, server):
    with visit(browser, server.url + "/rules", settings=QUICK) as page:
        game = new_game(page, white=RANDOM, training=True)
        player = Player(page).open(game["id"])
        player.play("c3")
        player.wait_moves(2)
        player.wait_status("Your turn")
        player.play("a1")
        first = player.wait_moves(4)
        player.wait_status("Your turn")
        for left in (2, 0):
            player.take_back(left)
        expect(page.get_by_role("button", name="Take back")).to_have_attribute(
            "aria-disabled", "true"
        )
        player.press("Redo")
        assert player.wait_moves(2) == first[:2]
        player.press("Redo")
        assert player.wait_moves(4) == first
        player.choose("Restart")
        player.answer("Restart")
        player.wait_stones(0)


def test_hand_over_to_the_computer_and_take_back(browser, server):
    with visit(browser, server.url + "/rules", settings=QUICK) as page:
        game = new_game(page, black="hybrid=uct:time=0.2", white=RANDOM, rows=11, cols=11)
        player = Player(page).open(game["id"])
        player.play("c3")
        player.wait_moves(2)
        player.press("Hand over")
        player.wait_moves(5)
        assert "is playing" in page.locator(".player.near").inner_text()
        player.press("Resume control")
        page.get_by_role("button", name="Hand over").wait_for()
        player.wait_status("Your turn")
        count = len(player.moves())
        page.wait_for_timeout(300)
        assert len(player.moves()) == count
        assert count % 2 == 0


def test_a_hint_is_shown_and_can_be_played(browser, server):
    with visit(browser, server.url + "/rules", settings=QUICK) as page:
        game = new_game(page, rows=3, cols=3)
        player = Player(page).open(game["id"])
        player.press("Hint")
        notice = player.wait_notice("Hint:")
        assert "it connects top and bottom" in notice.inner_text()
        assert "0%" not in notice.inner_text()
        expect(page.locator(".paths .line")).to_have_count(1)
        expect(page.locator(".spot.hint")).to_have_count(1)
        player.play("b2")
        expect(page.locator(".spot.hint, .paths .line")).to_have_count(0)


def test_pause_cancel_and_what_they_forbid(browser, server):
    with visit(browser, server.url + "/rules") as page:
        game = new_game(page, clock="300+5")
        player = Player(page).open(game["id"])
        player.play("c3", "a1")
        player.press("Pause")
        player.wait_notice("Paused")
        expect(page.locator(".clock.running")).to_have_count(0)
        player.cell("b2").click()
        becomes(lambda: len(player.stones()), 2)
        page.locator(".note").get_by_role("button", name="Resume").click()
        page.locator(".clock.running").wait_for()
        player.play("b2")
        second = new_game(page)
        player.open(second["id"])
        player.choose("Cancel game")
        player.answer("Cancel")
        player.choose("Cancel game")
        player.answer("Cancel game")
        player.wait_notice("The game was cancelled")


def test_a_move_is_confirmed_before_it_counts(browser, server):
    with visit(browser, server.url + "/rules", settings={"confirm": "always"}) as page:
        player = Player(page).open(new_game(page)["id"])
        for number, confirm in enumerate(("second", "button", "right", "enter")):
            cell = f"{'abcd'[number]}2"
            player.cell(cell).click()
            player.wait_notice(f"Play {cell}?")
            assert len(player.moves()) == number
            expect(page.locator(".spot.selected")).to_have_count(1)
            if confirm == "second":
                player.cell(cell).click()
            elif confirm == "button":
                player.press("Play")
            elif confirm == "right":
                player.cell(cell).click(button="right")
            else:
                player.cell(cell).press("Enter")
            player.wait_moves(number + 1)
        player.cell("e2").click()
        player.press("Cancel")
        expect(page.locator(".spot.selected")).to_have_count(0)
    with visit(browser, server.url + "/rules", phone=True, settings={"confirm": "touch"}) as page:
        player = Player(page).open(new_game(page)["id"])
        player.cell("c3").tap()
        player.wait_notice("Play c3?")
        player.cell("b3").tap()
        player.wait_notice("Play b3?")
        player.cell("b3").tap()
        assert player.wait_moves(1) == ["b3"]


def test_a_game_is_played_with_keys_alone_and_read_aloud(browser, server):
    with visit(browser, server.url + "/rules") as page:
        player = Player(page).open(new_game(page, rows=3, cols=3)["id"])
        player.cell("a1").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        expect(page.locator(":focus")).to_have_attribute("aria-label", "b2, empty")
        page.keyboard.press("Enter")
        player.wait_moves(1)
        expect(page.locator(":focus")).to_have_attribute("aria-label", "b2, Red, last move")
        assert page.locator("[role=log]").inner_text().endswith("1: Red b2")
        page.keyboard.press("Tab")
        page.locator(".move-list .move").first.focus()
        page.keyboard.press("ArrowLeft")
        player.wait_status("Move 0 of 1")
        page.keyboard.press("ArrowRight")
        player.wait_offer("Take back")
        page.keyboard.press("u")
        player.wait_stones(0)
        page.keyboard.press("y")
        player.wait_moves(1)
        page.keyboard.press("n")
        page.locator(".texts .number").wait_for()
        page.keyboard.press("c")
        page.locator(".coordinates text").first.wait_for(state="detached")
        page.keyboard.press("f")
        page.locator(".site-header").wait_for(state="hidden")
        page.keyboard.press("f")
        page.locator(".site-header").wait_for(state="visible")
        page.keyboard.press("?")
        page.get_by_role("dialog").get_by_label("Shortcuts").uncheck()
        player.answer("Close")
        page.keyboard.press("u")
        page.wait_for_timeout(200)
        assert player.moves() == ["b2"]


def test_a_long_game_stays_on_a_small_screen(browser, server):
    with visit(browser, server.url + "/rules", phone=True) as page:
        player = Player(page).open(new_game(page)["id"])
        player.play(*(f"{column}{row}" for row in (2, 4) for column in "abcd"), "e1", "a5", "b5")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        current, place = page.evaluate(
            """() => [document.querySelector(".move[aria-current]").getBoundingClientRect(),
                      document.querySelector(".move-list").getBoundingClientRect()]"""
        )
        assert current["right"] <= place["right"] + 1, "the last move is in sight"


def test_the_moves_can_be_stepped_through(browser, server):
    with visit(browser, server.url + "/rules") as page:
        player = Player(page).open(new_game(page)["id"])
        player.play("c3", "b2", "d4")
        page.get_by_role("button", name="2 Blue b2").click()
        becomes(lambda: set(player.stones()), {"c3", "b2"})
        assert page.locator(".move[aria-current]").inner_text().split() == ["2", "Blue", "b2"]
        player.press("Previous move")
        player.press("First position")
        becomes(player.stones, {})
        player.press("Next move")
        becomes(lambda: set(player.stones()), {"c3"})
        player.cell("e5").click()
        becomes(lambda: set(player.stones()), {"c3", "b2", "d4"})
        player.play("e5")


@pytest.mark.parametrize("phone", [False, True])
def test_the_board_is_turned_mirrored_and_fills_its_place(browser, server, phone):
    with visit(browser, server.url + "/rules", phone=phone) as page:
        corner = partial(page.evaluate, CORNER)
        player = Player(page).open(new_game(page, rows=9, cols=9)["id"])
        player.play("c3")
        before = corner()
        player.press("View")
        for _ in range(12):
            player.press("Rotate clockwise")
        becomes(corner, before)  # twelve turns are a full one
        player.press("Rotate clockwise")
        player.press("Mirror")
        becomes(lambda: corner() != before, True)
        turned = corner()
        page.reload()
        Player(page).arrive()
        becomes(corner, turned)  # it is remembered
        board, room = page.evaluate(
            """() => [document.querySelector(".edges").getBoundingClientRect(),
                      document.querySelector(".board-place").getBoundingClientRect()]"""
        )
        filled = max(board["width"] / room["width"], board["height"] / room["height"])
        assert filled > 0.85
        window = page.viewport_size
        assert page.evaluate("document.documentElement.scrollHeight") <= window["height"]
        page.set_viewport_size({"width": window["height"], "height": window["width"]})
        page.wait_for_function(f"(before) => ({CORNER})()[0] !== before", arg=turned[0])


def test_a_game_is_saved_and_linked_to(browser, server):
    with visit(
        browser, server.url + "/rules", permissions=["clipboard-read", "clipboard-write"]
    ) as page:
        player = Player(page).open(new_game(page, swap="pieces")["id"])
        player.play("a2")
        player.press("Swap")
        player.wait_moves(2)
        player.play("c3")
        for name, wanted in (
            ("Save as SGF", r"B\[a2\];W\[swap-pieces\];B\[c3\]"),
            ("Save as Jeu de Hex file", r"\\dim 5[\s\S]*\\play o 2 2"),
        ):
            with page.expect_download() as download:
                player.choose(name)
            assert re.search(wanted, download.value.path().read_text("utf-8"))
        player.choose("Share")
        page.get_by_role("button", name="Copy: HexWorld link").click()
        page.get_by_text("Copied: HexWorld link").wait_for()
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == "https://hexworld.org/board/#5,a2:sc3"


def test_an_unfinished_game_waits_on_the_start_page(browser, server):
    with visit(browser, server.url + "/rules") as page:
        game = new_game(page, rows=7, cols=7)
        Player(page).open(game["id"]).play("c3", "d4")
        page.goto(server.url + "/")
        page.get_by_role("link", name="7×7").click()
        page.wait_for_url(f"**/game/{game['id']}")
        player = Player(page).arrive()
        assert player.wait_moves(2) == ["c3", "d4"]
        player.play("e5")


def test_there_is_no_such_game(browser, server):
    with visit(browser, server.url + "/game/nowhere", expected=("404",)) as page:
        expect(page.get_by_role("heading", name="Game not found")).to_be_visible()
        page.get_by_role("link", name="Start a new game").click()
        page.get_by_role("heading", name="New game").wait_for()


def test_two_people_play_without_a_network(browser, server):
    gone = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "Failed to load")
    with visit(browser, server.url + "/", service_workers="allow", expected=gone) as page:
        page.evaluate("navigator.serviceWorker.ready.then((found) => found.active.state)")
        page.context.set_offline(True)
        page.goto(server.url + "/play?mode=local")
        page.get_by_label("Rows").fill("3")
        page.get_by_label("Rows").press("Tab")
        page.get_by_role("button", name="Start game").click()
        page.wait_for_url("**/game/local")
        player = Player(page).arrive()
        player.play("b2", "a1", "b1", "c3")
        page.reload()
        Player(page).arrive()
        becomes(lambda: len(player.stones()), 4)
        player.play("b3")
        player.wait_notice("Red wins")
        player.press("Rematch")
        player.wait_stones(0)
        player.play("a1")
        page.goto(server.url + "/")
        page.get_by_role("link", name="Hexagons, 3×3").click()
        assert player.arrive().wait_moves(1) == ["a1"]
