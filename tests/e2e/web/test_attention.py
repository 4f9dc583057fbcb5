"""A game calls the user back: the tab's title and icon, and a notification."""

from playwright.sync_api import Page, expect
from support.browser import visit
from support.web_player import Player, new_game

NOTIFICATIONS = """
  window.shown = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (Notification.permission = "granted"); }
    constructor(title, {body}) { this.words = `${title}: ${body}`; shown.push(this.words); }
    close() { shown.splice(shown.indexOf(this.words), 1); }
  };
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, value: hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def icon(page: Page):
    return page.locator("link[rel=icon]")


def test_the_tab_and_a_notification_say_that_it_is_your_turn(browser, server):
    with (
        visit(browser, server.url + "/rules") as black,
        visit(browser, server.url + "/rules") as white,
    ):
        black.context.add_init_script(NOTIFICATIONS)
        game = new_game(black, white="open", mode="online", rows=4, cols=4)
        first = Player(black).open(game["id"])
        expect(black).to_have_title("Game · Hexmate")
        white.goto(f"{server.url}/game/{game['id']}#seat={game['seats']['white']}")
        white.get_by_role("button", name="Accept and join").click()
        second = Player(white).arrive()
        expect(black).to_have_title("Your turn · Hexmate")
        expect(icon(black)).to_have_attribute("href", "/static/icons/hexmate-turn.svg")
        expect(white).to_have_title("Game · Hexmate")

        first.play("b2")
        expect(black).to_have_title("Game · Hexmate")
        expect(icon(black)).to_have_attribute("href", "/static/icons/hexmate.svg")
        first.wait_notice("Notify you when it is your turn?")
        first.press("Notify me")
        expect(black.locator("[data-notice=notify]")).to_have_count(0)

        black.evaluate(HIDE, True)
        second.play("c3")
        black.wait_for_function("() => shown.length === 1")
        [words] = black.evaluate("shown")
        assert words.startswith("Your turn: ")
        assert words.endswith(" played c3.")
        black.evaluate(HIDE, False)
        assert black.evaluate("shown") == []

        first.play("a1")
        black.evaluate(HIDE, True)
        second.press("Resign")
        second.answer("Resign")
        black.wait_for_function("() => shown.length === 1")
        assert black.evaluate("shown") == ["You win!: By resignation."]
        expect(black).to_have_title("You win! · Hexmate")
        black.evaluate(HIDE, False)
        black.locator(".brand").click()
        expect(black).to_have_title("Hexmate")
        assert black.evaluate("JSON.parse(localStorage['hexmate.settings']).notify") == "on"
