"""Pages that need no server, in a real browser: themes, languages, settings, accessibility."""

import json
import re

import pytest
from playwright.sync_api import expect
from support.browser import STORED, bracketed, violations, visit
from support.static_server import StaticServer

from hexmate.book import swap_map
from hexmate.puzzles.shipped import shipped_puzzles

PAGES = ["/", "/rules", "/swap", "/settings", "/about"]
THEMES = ["light", "dark", "colorblind"]
BYTES = 150_000
FIRST_PAINT_MS = 1000
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
ATTEMPTS = 3
"""On a busy machine the browser may be slow for other reasons."""
READABLE = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest("noscript, svg")) found.push(walker.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!element.matches(".cell")) found.push(element.getAttribute(name));
  return found.map((text) => text.trim()).filter((text) => /[a-z]/i.test(text));
}"""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(browser, pages, path, theme):
    with visit(browser, pages.url + path, settings={"theme": theme}) as page:
        page.wait_for_load_state("networkidle")
        assert violations(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_a_phone_in_french(browser, pages, path):
    stones = {"theme": "auto", "stones": "redblue"}
    with visit(
        browser,
        pages.url + path,
        phone=True,
        language="fr-FR",
        settings=stones,
        color_scheme="dark",
    ) as page:
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == "fr"
        assert violations(page) == []


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_sticks_out_and_targets_are_large_enough(browser, pages, path, language):
    with visit(browser, pages.url + path, phone=True, language=language) as page:
        for width in (1366, 961, 844, 801, 740, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, select, .option, a.button, .card")]
              .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
              .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))"""
        )
        assert small == []


def test_panels_and_dialogs_are_accessible(browser, pages):
    with visit(browser, pages.url + "/settings") as page:
        page.get_by_role("button", name="Sound", exact=True).click()
        assert violations(page) == []
        page.keyboard.press("Escape")
        assert page.locator(":focus").get_attribute("aria-label") == "Sound"
        page.get_by_role("button", name="Restore defaults").click()
        dialog = page.get_by_role("dialog", name="Restore default settings?")
        assert dialog.get_by_role("button", name="Cancel").evaluate(
            "e => e === document.activeElement"
        )
        assert violations(page) == []
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        assert page.locator(":focus").inner_text() == "Restore defaults"
    with visit(browser, pages.url + "/", phone=True) as page:
        page.get_by_role("button", name="Menu").tap()
        assert violations(page) == []
        page.get_by_role("navigation", name="Menu").get_by_role("link", name="Rules").tap()
        page.get_by_role("heading", name="How to play Hex").wait_for()


def test_every_text_comes_from_the_dictionary(browser, pages):
    """With every text of the dictionary in brackets, there is no text outside brackets."""
    names = {"Hexmate", "English", "Français", "1.2.3"}
    for path in PAGES:
        with visit(browser, pages.url + path, replace=bracketed()) as page:
            page.wait_for_load_state("networkidle")
            texts = page.evaluate(READABLE)
            assert len(texts) > 10
            bare = {text for text in texts if not re.fullmatch(r"(⟦.*⟧\W*)+", text)} - names
            assert bare == set(), path


def test_language_of_the_browser_can_be_changed_and_is_remembered(browser, pages):
    with visit(browser, pages.url + "/", language="fr-CA") as page:
        assert page.get_by_role("link", name="Contre l’ordinateur").is_visible()
        language = page.locator(".site-footer").get_by_label("Langue")
        language.focus()
        language.select_option("en")
        page.get_by_role("link", name="Play the computer").wait_for()
        assert page.evaluate("document.documentElement.lang") == "en"
        assert page.locator(":focus").evaluate("e => e.value") == "en"
        page.reload()
        page.get_by_role("link", name="Play the computer").wait_for()


@pytest.mark.parametrize(
    ("scheme", "ground"), [("light", "rgb(245, 243, 238)"), ("dark", "rgb(22, 24, 27)")]
)
def test_the_theme_follows_the_system_until_one_is_chosen(browser, pages, scheme, ground):
    color = "getComputedStyle(document.body).backgroundColor"
    with visit(browser, pages.url + "/settings", color_scheme=scheme) as page:
        assert page.evaluate(color) == ground
        page.get_by_label("Colour-blind").check()
        assert page.evaluate(color) == "rgb(255, 255, 255)"
        page.reload()
        page.wait_for_selector("main h1")
        assert page.evaluate(color) == "rgb(255, 255, 255)"


@pytest.mark.parametrize(
    "kept", ["{", "null", "[1]", '{"theme": 7, "master": "loud", "language": "xx", "stones": {}}']
)
def test_broken_settings_fall_back(browser, pages, kept):
    with visit(browser, pages.url + "/settings", settings=kept) as page:
        expect(page.get_by_label("Volume")).to_have_value("70")
        assert page.get_by_label("System").is_checked()


def test_sound_settings_are_kept_and_the_speaker_shows_them(browser, pages):
    speaker = ".tools .sound .icon-button svg"
    with visit(browser, pages.url + "/settings") as page:
        for volume, step in ((0, 1), (25, 1), (26, 2), (50, 2), (51, 3), (75, 3), (76, 4)):
            page.get_by_label("Volume").fill(str(volume))
            assert f"icon-speaker{step}" in page.locator(speaker).get_attribute("class")
        music = page.get_by_role("slider", name="Music")
        expect(music).to_be_hidden()
        page.get_by_label("Play music").check()
        music.fill("12")
        page.get_by_role("button", name="Mute").click()
        page.get_by_role("button", name="Unmute").wait_for()
        assert "icon-speaker0" in page.locator(speaker).get_attribute("class")
        for effect in ("click", "stone", "your turn", "victory", "defeat"):
            page.get_by_role("button", name=f"Try: {effect}").click()
        page.reload()
        page.wait_for_selector("main h1")
        assert page.get_by_label("Volume").input_value() == "76"
        assert music.input_value() == "12"
        assert "icon-speaker0" in page.locator(speaker).get_attribute("class")


def test_defaults_can_be_restored(browser, pages):
    with visit(browser, pages.url + "/settings", settings={"master": 5, "theme": "dark"}) as page:
        page.get_by_role("button", name="Restore defaults").click()
        page.get_by_role("button", name="Restore", exact=True).click()
        page.get_by_text("Default settings restored").wait_for()
        expect(page.get_by_label("Volume")).to_have_value("70")
        assert json.loads(page.evaluate(f"localStorage.getItem('{STORED}')"))["theme"] == "auto"


def test_pages_change_without_loading_anew(browser, pages):
    with visit(browser, pages.url + "/") as page:
        page.evaluate("window.mark = 1")
        page.get_by_role("navigation", name="Main").get_by_role("link", name="Rules").click()
        page.get_by_role("heading", name="How to play Hex").wait_for()
        assert page.title() == "How to play Hex · Hexmate"
        assert page.locator(":focus").get_attribute("id") == "main"
        assert page.locator("nav [aria-current]").first.inner_text() == "Rules"
        page.go_back()
        page.get_by_role("heading", name="Hex", exact=True).wait_for()
        assert page.evaluate("window.mark") == 1
        page.keyboard.press("Tab")


def test_an_unknown_address_says_so(browser, pages):
    with visit(browser, pages.url + "/nowhere") as page:
        assert page.get_by_role("heading", name="Page not found").is_visible()
        assert page.title() == "Page not found · Hexmate"
        page.get_by_role("link", name="Go to the home page").click()
        page.get_by_role("link", name="Play the computer").wait_for()


def test_about_shows_what_the_server_says_or_does_without(browser, pages):
    with visit(browser, pages.url + "/about") as page:
        page.get_by_text("1.2.3").first.wait_for()
        assert page.get_by_role("heading", name="What’s new").is_visible()
        assert page.locator(".news li").count() == 10
    with (
        StaticServer() as silent,
        visit(browser, silent.url + "/about", expected=("404",)) as page,
    ):
        page.get_by_text("The server is not responding").wait_for()
        assert page.get_by_text("MIT").is_visible()


def test_games_that_wait_are_offered(browser):
    ada, machine = {"name": "Ada", "ai": None}, {"name": None, "ai": "level:n=3"}
    game = {"id": "g1", "rows": 11, "cols": 11, "shape": "hex", "moves": 3, "status": "live"}
    game["seats"] = {"black": ada, "white": machine}
    answers = {"/me/games": {"unfinished": [game], "recent": []}}
    with StaticServer(answers) as server, visit(browser, server.url + "/") as page:
        link = page.get_by_role("link", name="11×11")
        assert link.inner_text() == "Ada – Level 3\nHexagons, 11×11 · 3 moves"
        assert link.get_attribute("href") == "/game/g1"


def test_animations_can_be_stopped_and_respect_reduced_motion(browser, pages):
    stones = "document.querySelectorAll('#goal .moving .stone').length"
    with visit(browser, pages.url + "/rules", motion=True) as page:
        assert page.evaluate(stones) <= 1
        goal = page.locator("#goal")
        goal.locator(".stone").nth(1).wait_for()
        goal.get_by_role("button", name="Pause animation").click()
        goal.get_by_role("button", name="Play animation").wait_for()
    with visit(browser, pages.url + "/rules") as page:
        assert page.evaluate(stones) == 9
        assert page.locator("#goal").get_by_role("button", name="Play animation").is_visible()


def test_the_start_page_is_light_and_quick(browser, pages):
    paints = []
    for _ in range(ATTEMPTS):
        with visit(browser, pages.url + "/", motion=True) as page:
            page.wait_for_load_state("networkidle")
            entries = page.evaluate(
                """() => [...performance.getEntriesByType("navigation"),
                  ...performance.getEntriesByType("resource")].map((e) => e.transferSize)"""
            )
            assert len(entries) > 10
            assert sum(entries) < BYTES
            paints.append(page.evaluate(FIRST_PAINT))
        if paints[-1] < FIRST_PAINT_MS:
            return
    raise AssertionError(f"milliseconds to the first paint: {paints}")


def test_a_page_that_loads_slowly_says_so(browser, pages):
    with visit(browser, pages.url + "/about") as page:
        held = []
        page.route("**/pages/rules.js", lambda route: held.append(route))
        page.get_by_role("link", name="Rules").first.click()
        waiting = page.locator(".waiting")
        expect(waiting).to_have_text("Loading…")
        expect(page.locator("main h1")).to_have_text("About Hexmate")
        held[0].continue_()
        expect(page.locator("main h1")).to_have_text("How to play Hex")
        expect(waiting).to_be_hidden()


WAITING = {
    "/watch": "Loading…",
    "/library": "Searching…",
    "/library?tab=openings": "Looking in the library…",
    "/library?tab=leaderboard": "Loading…",
    "/game/abc": "Loading…",
    "/analyse": "Searching…",
    "/analyse?game=abc": "Loading…",
}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda _: None, None),
        (lambda route: route.abort(), "No connection to the server."),
        (
            lambda route: route.fulfill(
                status=503, json={"code": "busy", "message": "The server is busy."}
            ),
            "The server is busy. Try again later.",
        ),
    ],
    ids=["waits", "offline", "refused"],
)
def test_a_server_that_waits_fails_or_refuses_is_put_into_words(browser, pages, answer, words):
    faults = ("Failed to load", "WebSocket", "ApiError")
    with visit(browser, pages.url + "/rules", expected=faults) as page:
        page.route("**/api/**", answer)
        for path, waiting in WAITING.items():
            if words and path == "/analyse":
                continue  # without a server the engine runs in the page
            page.goto(pages.url + path, wait_until="commit")
            places = page.locator("main, .waiting, .toast")
            expect(places.filter(has_text=words or waiting).first).to_be_visible()
        page.unroute_all(behavior="ignoreErrors")


def test_a_task_is_solved_by_clicks_and_remembered(browser, pages):
    with visit(browser, pages.url + "/rules#tasks") as page:
        task = page.locator(".task")
        expect(task.get_by_role("heading")).to_have_text("1. Complete the chain")
        expect(task).to_contain_text("You are Red: connect top and bottom with one stone.")
        task.locator("[data-cell=a1]").click(force=True)
        expect(task.get_by_role("status")).to_contain_text("a1 is not enough: Blue answers d3")
        task.get_by_role("button", name="Try again").click()
        task.get_by_role("button", name="Hint").click()
        expect(task.get_by_role("status")).to_contain_text("Where is the gap?")
        task.locator("[data-cell=d3]").click(force=True)
        expect(task.get_by_role("status")).to_contain_text("Solved!")
        expect(task.locator(".chain .bead")).to_have_count(5)
        page.reload()
        expect(page.locator(".task-count")).to_have_text("1 of 10 solved")
        expect(page.get_by_role("button", name="Complete the chain (solved)")).to_be_visible()
        expect(task.get_by_role("heading")).to_have_text("2. Save a bridge")
        task.locator("[data-cell=c2]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".task-count")).to_have_text("2 of 10 solved")
        task.get_by_role("button", name="Next task").press("Enter")
        expect(task.get_by_role("heading")).to_be_focused()


def test_a_puzzle_is_refuted_solved_and_rated(browser, pages):
    puzzle = next(each for each in shipped_puzzles() if len(each.line) == 2)
    board, (first, second) = puzzle.board(), puzzle.line
    wrong, refutation = next(iter(first.replies.items()))
    with visit(browser, f"{pages.url}/puzzles?id={puzzle.id}") as page:
        said = page.locator(".puzzle-said")

        def play(move):
            page.locator(f".puzzle [data-cell={board.name(move)}]").click(force=True)

        page.get_by_role("button", name="Share").click()
        dialog = page.get_by_role("dialog")
        link = dialog.get_by_label("Link to this position", exact=True)
        expect(link).to_have_value(re.compile("/analyse"))
        page.keyboard.press("n")
        assert violations(page) == []
        dialog.get_by_role("button", name="Close").click()
        assert puzzle.id in page.url
        play(wrong)
        told = f"{board.name(wrong)} does not win: "
        expect(said).to_contain_text(told)
        expect(said).to_contain_text(f"answers {board.name(refutation)}")
        expect(page.locator(".puzzle-record")).to_contain_text("−")
        page.get_by_role("button", name="Try again").click()
        page.get_by_role("button", name="Hint").click()
        expect(said).to_contain_text("Look at the marked cells.")
        play(first.move)
        expect(said).to_contain_text(f"answers {board.name(first.answer)}")
        play(second.move)
        expect(said).to_contain_text("Solved!")
        page.keyboard.press("ArrowLeft")
        expect(said).to_contain_text("Move 2 of 3")
        assert violations(page) == []
        page.get_by_role("button", name="Next puzzle").press("Enter")
        expect(page.locator(".puzzle h2")).to_be_focused()
        assert puzzle.id not in page.url
        kept = json.loads(page.evaluate("localStorage.getItem('hexmate.puzzles')"))
        assert kept["results"][puzzle.id][0] == 0
        assert kept["rating"]["rating"] < 1200
        page.goto(f"{pages.url}/puzzles?daily")
        expect(page.locator(".puzzle h2")).to_have_text("Puzzle of the day")


def test_swap_maps_say_what_to_do(browser, pages):
    with visit(browser, pages.url + "/rules#swap") as page:
        page.get_by_role("link", name="Which first stones should you swap?").click()
        expect(page.get_by_role("heading", name="Swap maps")).to_be_visible()
        told = page.locator(".swap-told")
        page.get_by_label("Board", exact=True).select_option("7×7")
        expect(page).to_have_url(re.compile(r"/swap\?size=7$"))
        page.locator('[data-cell="d4"]').click()
        expect(told).to_have_text("d4: swap it. This stone wins for Red, whatever the answer.")
        page.locator('[data-cell="a1"]').click()
        expect(told).to_contain_text("a1: do not swap.")
        page.get_by_role("button", name="Smaller board").click()
        cells = page.locator(".swap-board [data-cell]")
        expect(cells).to_have_count(36)
        for _ in range(5):
            page.get_by_role("button", name="Larger board").click()
        page.locator('[data-cell="f6"]').click()
        expect(told).to_contain_text(f"Red wins {swap_map(11).percent(60)}%")
        page.goto(pages.url + "/swap?size=99")
        expect(cells).to_have_count(121)
