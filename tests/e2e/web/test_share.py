"""Sharing a position, opening what others share, and positions set up by hand."""

import threading
from contextlib import contextmanager
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import expect
from support.browser import becomes, violations, visit
from support.web_player import Player

SELECTED = """() => {
  const field = document.querySelector("dialog textarea");
  return field.value.slice(field.selectionStart, field.selectionEnd);
}"""
VARIATION = "(;GM[11]SZ[5];B[c3](;W[b2];B[d4])(;W[d2]C[better]TR[a1]))"


@contextmanager
def another_site(page: str):
    """A web server with one page, at another origin."""

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode() if self.path == "/" else b"")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()
        thread.join()


def moves_of(page) -> list[str]:
    return page.locator(".tree .move-text").all_inner_texts()


def open_text(page, text: str) -> None:
    Player(page).press("Open")
    dialog = page.get_by_role("dialog").first
    dialog.get_by_label("Record or link").fill(text)
    dialog.get_by_role("button", name="Open", exact=True).click()


def test_a_variation_is_shared_as_link_picture_and_frame(browser, server):
    with visit(browser, server.url + "/analyse") as page:
        player = Player(page).arrive()
        open_text(page, VARIATION)
        becomes(lambda: moves_of(page), ["c3", "b2", "d2", "d4"])
        page.get_by_role("button", name="Blue d2").click()
        expect(page.locator(".marks .triangle")).to_have_count(1)
        player.press("Share")
        dialog = page.get_by_role("dialog")
        link = dialog.get_by_label("Link to this position", exact=True).input_value()
        frame = dialog.get_by_label("For your web page", exact=True).input_value()
        hexworld = dialog.get_by_label("HexWorld link", exact=True)
        expect(hexworld).to_have_value("https://hexworld.org/board/#5,c3d2")
        expect(dialog.get_by_text("Left out: other variations, comments, marks.")).to_be_visible()
        assert violations(page) == []
        for name, begins in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
            with page.expect_download() as download:
                dialog.get_by_role("button", name=name).click()
            assert download.value.path().read_bytes().startswith(begins)
        player.answer("Close")
        image = page.request.get(link).text().partition('og:image" content="')[2].partition('"')[0]
        assert page.request.get(unescape(image)).body().startswith(b"\x89PNG")
        page.goto(link)
        Player(page).arrive()
        becomes(lambda: moves_of(page), ["c3", "b2", "d2", "d4"])
        expect(page.locator(".marks .triangle")).to_have_count(1)
        becomes(player.stones, {"c3": "Red", "d2": "Blue"})
        with another_site(f"<!doctype html><h1>Blog</h1>{frame}") as blog:
            page.goto(blog)
            shown = page.frame_locator("iframe")
            expect(shown.locator(".stones .stone")).to_have_count(2)
            shown.get_by_role("button", name="Previous move").click()
            expect(shown.locator(".stones .stone")).to_have_count(1)
            expect(shown.get_by_role("link", name="Open in Hexmate")).to_be_visible()
            expect(shown.get_by_role("navigation")).to_have_count(0)


def test_what_cannot_be_opened_stays_with_its_place_marked(browser, server):
    with visit(browser, server.url + "/analyse", expected=("422",)) as page:
        player = Player(page).arrive()
        open_text(page, "(;GM[11]SZ[99];B[a1])")
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("alert")).to_contain_text("99")
        assert page.evaluate(SELECTED).startswith("SZ") or "99" in page.evaluate(SELECTED)
        field = dialog.get_by_label("Record or link")
        button = dialog.get_by_role("button", name="Open")
        field.fill("https://littlegolem.net/jsp/game/game.jsp?gid=1512976")
        button.click()
        expect(dialog.get_by_role("link", name="1512976")).to_be_visible()
        field.fill("Two: https://hexworld.org/board/#5,c3z9 and https://trmph.com/hex/board#7,d4.")
        button.click()
        found = page.get_by_role("dialog", name="2 games found")
        expect(found.get_by_text("is read up to here")).to_be_visible()
        assert violations(page) == []
        found.get_by_role("button", name="7×7").click()
        becomes(player.stones, {"d4": "Red"})
        player.press("Games")
        page.get_by_role("dialog", name="Games").get_by_role("button", name="5×5").click()
        becomes(player.stones, {"c3": "Red"})


def test_a_position_is_set_up_by_hand(browser, server):
    with visit(browser, server.url + "/analyse?link=%235,c3", phone=True) as page:
        player = Player(page).arrive()
        page.get_by_role("tab", name="Set up").click()
        player.press("Size, mirror, rotate…")
        dialog = page.get_by_role("dialog")
        status = dialog.get_by_role("status")
        expect(status).to_contain_text("Legal: Blue to move.")
        dialog.get_by_role("group", name="A click places").get_by_label("Blue").check()
        dialog.locator('[data-cell="d2"]').click()
        expect(status).to_contain_text("Legal after a swap: Blue to move.")
        assert violations(page) == []
        dialog.get_by_role("button", name="Mirror").click()
        expect(status).to_contain_text("Red 1, Blue 1. Legal: Red to move.")
        # Two digits: the first one alone must not cut the board.
        rows = dialog.get_by_label("Rows")
        rows.select_text()
        rows.press_sequentially("13")
        expect(rows).to_be_focused()
        rows.press("Tab")
        expect(dialog.locator(".cell")).to_have_count(65)
        expect(status).to_contain_text("Red 1, Blue 1.")
        rows.fill("7")
        rows.press("Tab")
        expect(dialog.locator(".cell")).to_have_count(35)
        dialog.get_by_role("button", name="Analyse this position").click()
        becomes(player.stones, {"b4": "Red", "c3": "Blue"})
