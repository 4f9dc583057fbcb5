"""Which level am I? The page suggests one after a few games, and how to make a game even."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browser import violations, visit
from support.web_player import Player, new_game

WON = ["c1", "a1", "c2", "a2", "c3", "a3", "c4", "b3"]
"""A game on 5x5 that Black wins with c5."""


def results(wins: int, losses: int, level: int = 6) -> list[dict[str, Any]]:
    """What the browser remembers of games against a level."""
    today = int(time.time() // 86_400)
    game = {"opponent": f"level:n={level}", "size": 11, "first": 0, "day": today}
    return [game | {"won": number < wins} for number in range(wins + losses)]


def store(page: Page, **items: Any) -> None:
    """Give the browser a history and games; these are known to be in the library already."""
    items["outbox"] = {"waiting": [], "stored": [1]}
    page.evaluate(
        "(items) => { for (const [name, value] of Object.entries(items))"
        " localStorage.setItem(`hexmate.${name}`, JSON.stringify(value)); }",
        items,
    )


def local_game(moves: list[str], **seats: str) -> dict[str, Any]:
    board = {"rows": 5, "cols": 5, "shape": "hex", "swap": "pieces"}
    return board | {"number": 1, "moves": moves, "resigned": None, "engines": seats | {"seed": 1}}


def remembered(page: Page) -> list[bool]:
    """The results that the browser remembers, the latest first."""
    history = "JSON.parse(localStorage.getItem('hexmate.levels') ?? '{\"games\": []}')"
    return page.evaluate(f"{history}.games.map((game) => game.won)")


def test_after_a_few_games_a_level_is_suggested_with_one_click(browser, server):
    with visit(browser, server.url + "/play?mode=computer") as page:
        note, level = page.locator(".advice"), page.get_by_role("slider", name="Level")
        expect(level).to_be_visible()
        expect(note).to_have_count(0)
        store(page, levels={"games": results(3, 3)})
        page.reload()
        expect(note).to_contain_text("Level 6 suits you.")
        note.get_by_role("button", name="Choose level 6").click()
        expect(level).to_have_attribute("aria-valuetext", "6 of 15")
        expect(note).to_have_text("Level 6 suits you: you win about half of your games.")
        expect(page.get_by_role("button", name="Start game")).to_be_focused()
        level.fill("10")
        expect(note).to_contain_text("At level 10 you would win")
        assert violations(page) == []
        note.get_by_role("button", name="Hide this advice").click()
        expect(note).to_have_count(0)
        page.reload()
        expect(level).to_be_visible()
        expect(note).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_a_win_leads_to_the_next_level(browser, server, phone):
    with visit(browser, server.url + "/play?mode=computer", phone=phone) as page:
        game = local_game(WON, white="level:n=6")
        store(page, levels={"games": results(3, 1)}, local=[game])
        player = Player(page).open("local")
        player.cell("c5").click()
        result = page.locator("[data-notice=result]")
        expect(result).to_contain_text("You win most games at level 6.")
        assert remembered(page) == [True] * 4 + [False]
        again = result.get_by_role("button", name="Next: level 7")
        assert again.evaluate(
            "(b) => { const r = b.getBoundingClientRect();"
            " return b.contains(document.elementFromPoint(r.x + 9, r.y + 9)); }"
        )
        assert violations(page) == []
        again.click()
        page.wait_for_url("**game=2")
        player.arrive()
        expect(page.locator(".player.far")).to_contain_text("Level 7")
        player.wait_moves(1)
        page.goto(server.url + "/play?mode=computer")
        expect(page.get_by_role("slider", name="Level")).to_have_attribute(
            "aria-valuetext", "7 of 15"
        )


def test_a_loss_leads_to_an_easier_level_and_help_does_not_count(browser, server):
    with visit(browser, server.url + "/play?mode=computer") as page:
        store(page, levels={"games": results(0, 3)}, local=[local_game(WON, white="level:n=6")])
        player = Player(page).open("local")
        page.get_by_role("button", name="Take back").click()
        player.play("c4")
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        result = page.locator("[data-notice=result]")
        expect(result).to_contain_text("Level 6 still wins most games.")
        expect(result.get_by_role("button", name="Try level")).to_be_visible()
        assert remembered(page) == [False] * 4


def test_a_game_on_the_server_leads_to_another_there(browser, server):
    with visit(browser, server.url + "/play?mode=computer") as page:
        store(page, levels={"games": results(0, 3)})
        game = new_game(page, white="ai=level:n=6", rows=7, cols=7, swap="pieces")
        player = Player(page).open(game["id"])
        for number, row in enumerate("4567"):
            free = [
                name
                for name in (f"{column}{row}" for column in "ag")
                if name not in player.stones()
            ]
            player.cell(free[0]).click()
            player.wait_moves(2 * number + 2)
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Try level").click()
        page.wait_for_url(lambda url: "/game/" in url and game["id"] not in url)
        player.arrive()
        expect(page.locator(".player.far")).to_contain_text(re.compile("Level [2-5]"))
        expect(page.locator(".player.near .stone-dot.white")).to_have_count(1)
        player.wait_moves(1)


def test_a_win_counts_once_and_not_after_a_hint(browser, server):
    with visit(browser, server.url + "/play?mode=computer") as page:
        games = [local_game(WON, white="level:n=6") | {"number": number} for number in (1, 2)]
        store(page, local=games)
        player = Player(page).open("local")
        result = page.locator("[data-notice=result]")
        for _ in range(2):
            player.cell("c5").click()
            expect(result).to_be_visible()
            page.get_by_role("button", name="Take back").click()
            expect(result).to_have_count(0)
        assert remembered(page) == [True]
        page.goto(server.url + "/game/local?game=2")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("[data-notice=hint]")).to_be_visible()
        player.cell("c5").click()
        expect(result).to_be_visible()
        assert remembered(page) == [True]


def test_two_people_are_told_how_to_play_an_even_game(browser, server):
    with visit(browser, server.url + "/play?mode=local", language="fr") as page:
        page.get_by_text("L’un de vous est plus fort ?").click()
        expect(page.locator(".advice")).to_contain_text("En 11×11")
        page.get_by_role("button", name="Jouer sans échange").click()
        expect(page.locator(".setup-more summary")).to_contain_text("Sans échange")
