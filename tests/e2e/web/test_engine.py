"""The engine in the page: it analyses, plays offline, and gives way to the server if it fails."""

import json

import pytest
from playwright.sync_api import expect
from support.browser import visit
from support.web_player import Player

LOST = ("ERR_FAILED", "Failed to load", "404", "ERR_INTERNET_DISCONNECTED", "Failed to fetch")
SETUP = {"place": "device", "otherLevel": 3, "rows": 5, "cols": 5, "swap": "none"}


def is_analysis(socket) -> bool:
    return "analysis" in socket.url


def choose_place(page, name: str) -> None:
    page.get_by_role("button", name="Engine settings", exact=True).click()
    page.get_by_role("radio", name=name, exact=True).check(force=True)
    page.keyboard.press("Escape")


def test_this_device_analyses_until_you_choose_the_server(browser, server):
    with visit(browser, server.url + "/rules") as page:
        opened = []
        page.on("websocket", lambda socket: opened.append(socket))
        page.goto(server.url + "/analyse")
        Player(page).arrive().cell("c3").click()
        expect(page.locator(".engine-line").first).to_be_visible()
        assert not any(map(is_analysis, opened))
        with page.expect_websocket(is_analysis):
            choose_place(page, "Server")


@pytest.mark.parametrize(
    ("file", "answer"),
    [
        ("**/*.wasm.gz", {"status": 404}),
        ("**/*.hexnet.gz", {"body": b"\x1f\x8b damaged"}),
        ("**/worker-*.js", {"status": 404}),
    ],
)
def test_the_server_answers_where_the_device_cannot(browser, server, file, answer):
    with visit(browser, server.url + "/rules", expected=LOST) as page:
        page.route(file, lambda route: route.fulfill(**answer))
        with page.expect_websocket(is_analysis):
            page.goto(server.url + "/analyse")
            Player(page).arrive().cell("c3").click()
            expect(page.get_by_text("The server searches instead.")).to_be_visible()
        expect(page.locator(".engine-line").first).to_be_visible()


def start_here(page, url: str, **options) -> Player:
    """Start a game against the engine of the page."""
    page.evaluate("(text) => localStorage.setItem('hexmate.setup', text)", json.dumps(options))
    page.goto(url + "/play?mode=computer")
    page.get_by_role("button", name="Start game").click()
    return Player(page).arrive()


def test_a_level_plays_hints_and_loses_without_a_connection(browser, server):
    with visit(browser, server.url + "/rules", expected=LOST) as page:
        player = start_here(page, server.url, **SETUP)
        assert page.url.endswith("/game/local")
        expect(page.get_by_text("Level 3")).to_be_visible()
        player.cell("c3").click()
        assert len(player.wait_moves(2)) == 2
        page.context.set_offline(True)
        player.press("Hint")
        expect(page.locator(".note").get_by_text("Hint")).to_be_visible()
        player.take_back(0)
        player.cell("b4").click()
        player.wait_moves(2)
        player.press("Resign")
        player.answer("Resign")
        expect(page.locator(".note").first).to_be_visible()


def test_an_engine_opens_and_the_game_is_there_after_a_reload(browser, server):
    with visit(browser, server.url + "/rules") as page:
        player = start_here(page, server.url, **SETUP, begins="other")
        assert len(player.wait_moves(1)) == 1
        page.reload()
        player = Player(page).arrive()
        free = next(name for name in ("c3", "b2") if name not in player.stones())
        player.cell(free).click()
        assert len(player.wait_moves(3)) == 3


def test_a_worker_that_dies_is_told_and_the_move_can_be_asked_for_again(browser, server):
    with visit(browser, server.url + "/rules", expected=LOST) as page:
        page.route("**/*.hexnet.gz", lambda route: route.fulfill(status=404))
        player = start_here(page, server.url, **SETUP)
        player.cell("c3").click()
        expect(page.get_by_text("The engine’s files could not be loaded.")).to_be_visible()


@pytest.mark.parametrize(("outcome", "words"), [("gpu", "evaluates"), ("failed", "failed")])
def test_the_settings_say_when_the_graphics_card_evaluates_or_failed(
    browser, server, outcome, words
):
    with visit(browser, server.url + "/rules") as page:
        kept = json.dumps({"outcome": outcome})
        page.evaluate("(kept) => sessionStorage.setItem('hexmate.accelerated', kept)", kept)
        page.goto(server.url + "/analyse")
        Player(page).arrive()
        page.get_by_role("button", name="Engine settings", exact=True).click()
        expect(page.get_by_text(f"The graphics card {words}")).to_be_visible()
        page.get_by_role("radio", name="Server", exact=True).check(force=True)
        expect(page.get_by_text("The graphics card")).to_have_count(0)


def test_a_game_that_ends_here_is_stored_on_the_server_once(browser, server):
    with visit(browser, server.url + "/rules", expected=LOST) as page:
        player = start_here(page, server.url, **{**SETUP, "otherLevel": 4, "rows": 3, "cols": 4})
        player.cell("b2").click()
        player.wait_moves(2)
        page.context.set_offline(True)
        player.press("Resign")
        player.answer("Resign")
        expect(page.locator(".note").first).to_be_visible()
        page.context.set_offline(False)
        for _ in range(2):
            stored = "() => JSON.parse(localStorage.getItem('hexmate.outbox'))?.stored.length === 1"
            page.goto(server.url + "/library?rows=3&cols=4")
            page.wait_for_function(stored)
        found = page.evaluate("async () => (await fetch('/api/library?rows=3&cols=4')).json()")
        assert [game["white"] for game in found["games"]] == ["Level 4"]


SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


def test_tiny_saves_data_until_you_choose_small(browser, server):
    with visit(browser, server.url + "/rules") as page:
        page.add_init_script(SAVES_DATA)
        loaded = []
        page.on("request", lambda asked: loaded.append(asked.url.rpartition("/")[2].split("-")[0]))
        page.goto(server.url + "/analyse")
        Player(page).arrive().cell("c3").click()
        expect(page.locator(".engine-line").first).to_be_visible()
        assert ("tiny" in loaded, "small" in loaded) == (True, False)
        page.get_by_role("button", name="Engine settings", exact=True).click()
        with page.expect_request("**/small-*.hexnet.gz"):
            page.get_by_label("Network", exact=True).select_option("small")
        page.keyboard.press("Escape")
        expect(page.locator(".engine-line").first).to_be_visible()
