"""The engine in the page: it analyses, plays offline, and gives way to the server if it fails."""

import gzip
import json
import re
import time

import pytest
from playwright.sync_api import TimeoutError, expect
from support.browser import PATIENCE, visit
from support.web_player import Player

LOST = ("ERR_FAILED", "Failed to load", "404", "ERR_INTERNET_DISCONNECTED", "Failed to fetch")
SETUP = {"otherLevel": 3, "rows": 5, "cols": 5, "swap": "none"}
REFUSES_MEMORY = """WebAssembly.instantiate = async () => {
  throw new RangeError("WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory");
};
"""


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


def lacks_file(route) -> None:
    route.fulfill(status=404)


def is_cut_off(route) -> None:
    route.fulfill(body=b"\x1f\x8b damaged")


def is_foreign(route) -> None:
    """A file of another kind, whole and compressed as it should be."""
    route.fulfill(body=gzip.compress(b"PK\x03\x04 a file of another program" * 99))


def lacks_memory(route) -> None:
    route.fulfill(response=(answer := route.fetch()), body=REFUSES_MEMORY + answer.text())


FAULTS = [
    ("**/*.wasm.gz", lacks_file, "files could not be loaded"),
    ("**/*.wasm.gz", is_foreign, "files could not be loaded"),
    ("**/*.hexnet.gz", is_cut_off, "files could not be loaded"),
    ("**/*.hexnet.gz", is_foreign, "network file is damaged"),
    ("**/worker-*.js", lacks_file, "engine of this device has stopped"),
    ("**/worker-*.js", lacks_memory, "too little memory for the engine"),
]


@pytest.mark.parametrize(("file", "fault", "reason"), FAULTS)
def test_the_server_answers_where_the_device_cannot(browser, server, file, fault, reason):
    with visit(browser, server.url + "/rules", expected=LOST) as page:
        page.route(file, fault)
        with page.expect_websocket(is_analysis):
            page.goto(server.url + "/analyse")
            Player(page).arrive().cell("c3").click()
            expect(page.get_by_text(f"{reason}. The server searches instead.")).to_be_visible()
        expect(page.locator(".engine-line").first).to_be_visible()


@pytest.mark.parametrize(("file", "fault", "reason"), FAULTS[3:])
def test_a_game_continues_on_the_server_where_the_device_cannot(
    browser, server, file, fault, reason
):
    with visit(browser, server.url + "/rules", expected=LOST) as page:
        page.route(file, fault)
        player = start_here(page, server.url, **SETUP)
        player.cell("c3").click()
        expect(page.get_by_text(f"{reason}. The game continues on the server.")).to_be_visible()
        assert player.wait_moves(2)[0] == "c3"
        assert "/game/local" not in page.url
        # The next game begins there at once.
        page.goto(server.url + "/")
        expect(page.locator(".resume li")).to_have_count(1)


def test_without_simd_games_begin_on_the_server(browser, server):
    with visit(browser, server.url + "/rules") as page:
        page.add_init_script("WebAssembly.validate = () => false")
        player = start_here(page, server.url, **SETUP)
        player.cell("c3").click()
        assert len(player.wait_moves(2)) == 2
        assert "/game/local" not in page.url
        page.goto(server.url + "/play")
        expect(page.locator("[data-key=place]")).to_contain_text("lacks WebAssembly with SIMD")


def test_a_page_in_the_background_gets_its_move(browser, server):
    with visit(browser, server.url + "/rules") as page:
        player = start_here(page, server.url, otherPlayer="uct", otherSeconds=3)
        life = page.context.new_cdp_session(page)
        player.cell("c3").click()
        for state, seconds in (("frozen", 4), ("active", 0)):
            life.send("Page.setWebLifecycleState", {"state": state})
            time.sleep(seconds)
        assert len(player.wait_moves(2)) == 2
        expect(page.locator(".note.urgent, .toast.error")).to_have_count(0)


def test_unfinished_games_wait_for_you(browser, server):
    with visit(browser, server.url + "/rules") as page:
        for number, level in enumerate((2, 4), 1):
            player = start_here(page, server.url, **{**SETUP, "otherLevel": level})
            player.cell("c3").click()
            player.wait_moves(2)
            assert page.url.endswith("/game/local" if number == 1 else "/game/local?game=2")
        page.goto(server.url + "/")
        for level, moves in ((2, 4), (4, 2)):
            page.locator(".resume").get_by_role("link", name=f"Level {level}").click()
            player = Player(page).arrive()
            expect(page.locator(".player.far")).to_contain_text(f"Level {level}")
            assert len(player.wait_moves(2)) == 2
            if moves > 2:
                free = next(name for name in ("b4", "d2") if name not in player.stones())
                player.cell(free).click()
                player.wait_moves(4)
            page.reload()
            assert len(Player(page).arrive().wait_moves(moves)) == moves
            page.goto(server.url + "/")
        player = start_here(page, server.url, **SETUP, begins="other")
        player.wait_moves(1)
        player.press("Resign")
        player.answer("Resign")
        page.locator(".note").get_by_role("button", name="Rematch").click()
        expect(page).to_have_url(re.compile(r"game=4$"))
        player.cell("c3").click()
        assert Player(page).wait_moves(2)[0] == "c3"


def test_you_watch_two_engines_and_pause_them(browser, server):
    with visit(browser, server.url + "/rules", settings={"delay": 0}) as page:
        engines = {"you": "ai", "yourPlayer": "uct", "yourSeconds": 1, "otherLevel": 1}
        player = start_here(page, server.url, "/play", **engines, swap="none")
        player.wait_moves(1)
        player.press("Pause")
        player.wait_status("Paused")
        player.wait_notice("Paused").get_by_role("button", name="Resume").click()
        player.wait_moves(2)


def test_a_hint_is_refused_for_a_position_that_people_play(browser, server):
    with visit(browser, server.url + "/rules", expected=("409",)) as page:
        refusal = {"code": "live_position", "message": "This position is being played."}
        page.route("**/api/engine-help", lambda route: route.fulfill(status=409, json=refusal))
        player = start_here(page, server.url, **SETUP)
        player.press("Hint")
        expect(page.get_by_text("being played in an online game")).to_be_visible()
        expect(page.locator(".note").get_by_text("Hint")).to_have_count(0)


def start_here(page, url: str, path: str = "/play?mode=computer", **options) -> Player:
    """Start a game with an engine of the page."""
    page.evaluate("(text) => localStorage.setItem('hexmate.setup', text)", json.dumps(options))
    page.goto(url + path)
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


TAKE_BACK = """() => {
  const games = JSON.parse(localStorage.getItem("hexmate.local"));
  for (const game of games) game.moves = [];
  localStorage.setItem("hexmate.local", JSON.stringify(games));
}"""


@pytest.mark.parametrize("lost", [None, "**/human-*.hexnet.gz", "**/worker-*.js"])
def test_an_engine_that_is_to_move_loads_beside_the_page(browser, server, lost):
    with visit(browser, server.url + "/rules", expected=LOST) as page:
        start_here(page, server.url, **SETUP, begins="other").wait_moves(1)
        page.goto(server.url + "/rules")
        page.evaluate(TAKE_BACK)
        asked = []
        page.on("request", lambda each: asked.append(each.url.rpartition("/")[2].split("-")[0]))
        if lost:
            page.route(lost, lacks_file, times=1)
        page.goto(server.url + "/game/local")
        assert len(Player(page).arrive().wait_moves(1)) == 1
        # Without a worker the page starts another one, or the game continues on the server.
        if lost != FAULTS[4][0]:
            assert (asked.count("human"), asked.count("worker")) == (2 if lost else 1, 1)


def test_a_worker_that_dies_is_told_and_the_move_can_be_asked_for_again(browser, server):
    with visit(browser, server.url + "/rules", expected=(*LOST, "503")) as page:
        page.route("**/*.hexnet.gz", lacks_file)
        page.route("**/api/games", lambda route: route.fulfill(status=503))
        player = start_here(page, server.url, **SETUP)
        player.cell("c3").click()
        note = player.wait_notice("The engine’s files could not be loaded.")
        page.unroute("**/*.hexnet.gz")
        note.get_by_role("button", name="Try again").click()
        assert len(player.wait_moves(2)) == 2
        expect(note).to_have_count(0)


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
            page.goto(server.url + "/library?rows=3&cols=4")
            wait_until_stored(page)
        found = page.evaluate("async () => (await fetch('/api/library?rows=3&cols=4')).json()")
        assert [game["white"] for game in found["games"]] == ["Level 4"]


def wait_until_stored(page) -> None:
    """A busy server may need more than one visit."""
    stored = "() => JSON.parse(localStorage.getItem('hexmate.outbox'))?.stored.length === 1"
    for _ in range(3):
        try:
            return page.wait_for_function(stored, timeout=PATIENCE / 3)
        except TimeoutError:
            page.reload()
    return page.wait_for_function(stored)


SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


def test_tiny_saves_data_until_you_choose_another_network(browser, server):
    with visit(browser, server.url + "/rules") as page:
        page.add_init_script(SAVES_DATA)
        loaded = []
        page.on("request", lambda asked: loaded.append(asked.url.rpartition("/")[2].split("-")[0]))
        page.goto(server.url + "/analyse")
        Player(page).arrive().cell("c3").click()
        expect(page.locator(".engine-line").first).to_be_visible()
        assert ("tiny" in loaded, "small" in loaded) == (True, False)
        page.get_by_role("button", name="Engine settings", exact=True).click()
        for network in ("small", "medium"):
            with page.expect_request(f"**/{network}-*.hexnet.gz"):
                page.get_by_label("Network", exact=True).select_option(network)
        page.keyboard.press("Escape")
        expect(page.locator(".engine-line").first).to_be_visible()
