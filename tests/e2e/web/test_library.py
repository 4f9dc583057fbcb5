"""The library: import, search, replay, statistics, export."""

import httpx
import pytest
from playwright.sync_api import expect
from support.browser import becomes, violations, visit
from support.web_player import Player

GAMES = """(;FF[4]GM[11]SZ[7]PB[Grace]PW[Linus]RE[B+Resign]DT[2021-03-04];B[d4];W[c5];B[e3])
(;FF[4]GM[11]SZ[7]PB[Linus]PW[Barbara]RE[W+Resign]DT[2022-03-04];B[b2];W[d4])
"""


def bring_in(page, text: str, answer: str = ".toast") -> None:
    page.locator("summary").click()
    page.get_by_label("Record or link").fill(text)
    page.get_by_role("button", name="Import", exact=True).click()
    page.locator(answer).first.wait_for()


def names(page) -> list[str]:
    return sorted(page.locator(".game-card .game-names").all_inner_texts())


@pytest.mark.parametrize("phone", [False, True])
def test_games_are_imported_found_and_replayed(browser, server, phone):
    with visit(browser, server.url + "/library", phone=phone) as page:
        bring_in(page, GAMES)
        page.get_by_label("Player").fill("linus")
        page.get_by_role("button", name="Search").click()
        becomes(lambda: names(page), ["Grace – Linus", "Linus – Barbara"])
        expect(page.get_by_label("Size").locator("option").first).to_have_text("Any (2)")
        expect(page.locator(".game-card .thumbnail")).to_have_count(2)
        page.get_by_label("Result").select_option("B+")
        page.get_by_text("1 game", exact=True).wait_for()
        expect(page.locator(".game-result")).to_have_text("Grace won by resignation")
        assert "player=linus" in page.url
        page.reload()
        page.get_by_text("1 game", exact=True).wait_for()
        page.get_by_role("link", name="Grace – Linus").click()
        player = Player(page).arrive()
        becomes(lambda: set(player.stones()), {"d4", "c5", "e3"})
        expect(page.get_by_role("img", name="Win rate by move")).to_be_visible()
        expect(page.locator(".facts dd")).to_have_text("Mar 4, 2021")
        assert violations(page) == []
        player.press("Close")
        page.get_by_role("heading", name="Library").wait_for()
        page.get_by_label("Player").fill("missing at all")
        page.get_by_role("button", name="Search").click()
        page.get_by_text("No games found.").wait_for()


def test_a_position_is_found_in_the_library(browser, server):
    with visit(browser, server.url + "/library") as page:
        bring_in(page, GAMES)
        page.goto(server.url + "/analyse?link=%237,d4c5")
        Player(page).arrive().press("Library")
        page.get_by_text("With this position").wait_for()
        page.get_by_role("link", name="Grace – Linus").wait_for()
        expect(page.locator(".game-card")).to_contain_text("at move 2")
        page.get_by_role("button", name="Any position").click()
        page.get_by_role("link", name="Linus – Barbara").wait_for()


def test_openings_show_what_was_played_next(browser, server):
    with visit(browser, server.url + "/library") as page:
        bring_in(page, GAMES)
        page.goto(server.url + "/library?tab=openings&board=7x7+hex")
        player = Player(page)
        page.get_by_role("button", name="Play d4").click()
        becomes(lambda: set(player.stones()), {"d4"})
        # d4 is the centre: c5, which was played, is e3 on the board turned around.
        row = page.get_by_role("row").filter(has=page.get_by_role("button", name="Play e3"))
        expect(row.get_by_role("img", name="Red won 1, Blue won 0")).to_be_visible()
        expect(row.locator("td").last).to_contain_text("%")
        expect(row.get_by_role("button")).to_be_focused()
        expect(page.get_by_role("button", name="Share")).to_be_visible()
        assert violations(page) == []
        page.get_by_role("link", name="Show these games").click()
        page.get_by_role("link", name="Grace – Linus").wait_for()
        page.goto(server.url + "/analyse?link=%237,d4")
        page.get_by_role("tab", name="Explorer").click()
        page.get_by_role("button", name="Play e3").click()
        becomes(lambda: set(player.stones()), {"d4", "e3"})
        page.get_by_role("button", name="Play c5").wait_for()


def test_statistics_leaderboard_and_export(browser, server):
    with visit(browser, server.url + "/library", language="fr") as page:
        bring_in_fr = page.locator("summary")
        bring_in_fr.click()
        page.get_by_label("Partie ou lien").fill(GAMES)
        page.get_by_role("button", name="Importer", exact=True).click()
        page.locator(".toast").first.wait_for()
        page.get_by_role("link", name="Statistiques").click()
        page.get_by_text("Parties finies").wait_for()
        assert int(page.locator(".figure dd").first.inner_text()) >= 2
        expect(page.get_by_text("7×7 Hexagones")).to_be_visible()
        page.get_by_role("link", name="Classement").click()
        page.get_by_text("Pas encore de classement").wait_for()
        page.get_by_label("Moteurs").check()
        page.get_by_role("link", name="Parties", exact=True).click()
        link = page.get_by_role("link", name="En SGF")
        export = httpx.get(server.url + link.get_attribute("href"), timeout=60)
        assert "PB[Grace]" in export.text
        lines = httpx.get(server.url + "/api/export/games.jsonl", timeout=60)
        assert lines.text.count("Grace") >= 1


def test_what_cannot_be_read_is_said_beside_the_text(browser, server):
    with visit(browser, server.url + "/library", expected=("422",)) as page:
        problem = page.locator(".opener-problem")
        bring_in(page, "no game at all, only words", ".opener-problem")
        expect(problem).to_contain_text("none of the formats")
        page.get_by_label("Record or link").fill(GAMES + "(;GM[11]SZ[7];B[b3];W[z99])")
        page.get_by_role("button", name="Import", exact=True).click()
        expect(problem).to_contain_text("Line 3, character 21: z99 is off the 7x7 board")
        selected = "document.activeElement.value.slice(document.activeElement.selectionStart)"
        assert page.evaluate(selected) == "W[z99])", "the place is marked, the text kept"
    with visit(browser, server.url + "/library/nothing", expected=("404",)) as page:
        expect(page.get_by_role("heading", name="This game is not in the library.")).to_be_visible()
