"""The exported site: plain files under a path of any host, then without any host at all."""

import json
import re
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect
from support.browser import PATIENCE, visit
from support.bundle import make_bundle
from support.offline_site import analyse, resign_and_review, solve, solve_puzzle
from support.web_player import Player

from hexmate.errors import HexmateError
from hexmate.records import iter_games
from hexmate.web.site import PAGES, pack_site, write_site

PATH = "/games/hex"
RECORD = "(;FF[4]GM[11]SZ[3]PB[Ada]PW[Bob];B[a1];W[c3];B[b2];W[a3])"
FORBID_STORAGE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""
READY = "navigator.serviceWorker.ready.then((found) => found.active.state)"
GONE = ("ERR_CONNECTION_REFUSED", "Failed to fetch", "Failed to load", "ERR_FAILED")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """A test prints nothing."""


@pytest.fixture(scope="module", params=["bundle", "modules"])
def site(request, tmp_path_factory):
    """The address of a site under a path, and the server to stop."""
    root = tmp_path_factory.mktemp("host")
    bundled = request.param == "bundle"
    bundle = make_bundle(tmp_path_factory.mktemp("pages") / "bundle") if bundled else None
    write_site(root / PATH.lstrip("/"), bundle=bundle)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PATH}", server
    server.shutdown()
    server.server_close()


def play_a_move(page, url: str) -> None:
    """Start the usual game against the engine, and get an answer."""
    page.goto(f"{url}/play/")
    page.get_by_role("button", name="First game").click()
    player = Player(page).arrive()
    player.cell("d4").click()
    assert len(player.wait_moves(2)) == 2


def test_records_open_and_save_without_a_server(browser, site):
    with visit(browser, site[0] + "/analyse/", service_workers="block") as page:
        player = Player(page).arrive()
        player.press("Open")
        page.get_by_role("dialog").get_by_label("Record or link").fill(RECORD)
        page.get_by_role("dialog").get_by_role("button", name="Open").click()
        page.locator(".tree .move").nth(3).wait_for()
        player.press("Share")
        with page.expect_download() as download:
            page.get_by_role("dialog").get_by_role("button", name="SGF").click()
        (game,) = iter_games(download.value.path())
        assert [node.move for node in game.mainline() if node.move is not None] == [0, 8, 4, 6]


def test_a_page_that_cannot_start_says_why(browser, site, tmp_path):
    page = browser.new_page(service_workers="block")
    page.route("**/main*.js", lambda route: route.abort())
    page.goto(site[0] + "/analyse/")
    expect(page.get_by_text("could not be loaded")).to_be_visible()
    # A folder that is opened without a host: browsers load no modules from there.
    write_site(tmp_path / "folder")
    page.goto((tmp_path / "folder" / "play" / "index.html").as_uri())
    expect(page.get_by_text("python -m http.server").first).to_be_visible()
    page.close()


def test_a_browser_that_stores_nothing_plays(browser, site):
    context = browser.new_context(service_workers="block")
    context.add_init_script(FORBID_STORAGE)
    page = context.new_page()
    page.goto(site[0] + "/")
    page.locator('.start-board [data-cell="d4"]').click()
    assert len(Player(page).arrive().wait_moves(2)) == 2
    context.close()


def test_your_level_is_known_without_a_server(browser, site):
    game = {"opponent": "level:n=5", "size": 11, "first": 0, "day": 20_000}
    games = [game | {"won": won} for won in (True, False, True, False)]
    with visit(browser, site[0] + "/play/?mode=computer", service_workers="block") as page:
        history = json.dumps({"games": games})
        page.evaluate("(text) => localStorage.setItem('hexmate.levels', text)", history)
        page.reload()
        expect(page.locator(".advice")).to_contain_text("Level 5 suits you.")


def test_everything_works_without_a_server(browser, site):
    url, server = site
    with visit(browser, url + "/", service_workers="allow", expected=GONE) as page:
        page.locator('.start-board [data-cell="d4"]').click()
        assert len(Player(page).arrive().wait_moves(2)) == 2
        for path in PAGES:
            page.goto(f"{url}/{path}")
            page.locator("main h1").first.wait_for(timeout=PATIENCE)
            assert page.get_by_role("link", name="Library").count() == 0
        page.goto(url + "/rules/")
        page.get_by_role("navigation").get_by_role("link", name="Puzzles").first.click()
        expect(page).to_have_url(re.compile(rf"^{re.escape(url)}/puzzles\?id="))
        analyse(page, url)
        assert page.evaluate(READY) in ("activating", "activated")
        server.shutdown()
        server.server_close()
        play_a_move(page, url)
        page.reload()
        assert len(Player(page).arrive().wait_moves(2)) == 2
        assert len(resign_and_review(page)) == 2
        analyse(page, url)
        solve(page, url)
        solve_puzzle(page, url)


def test_only_an_older_site_is_replaced(tmp_path):
    (tmp_path / "mine.txt").write_text("keep me")
    with pytest.raises(HexmateError, match="is no site"):
        write_site(tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "keep me"
    with pytest.raises(HexmateError, match="is no bundle"):
        write_site(tmp_path / "site", bundle=tmp_path)
    for _ in range(2):
        write_site(tmp_path / "site")
    assert (tmp_path / "site" / "game" / "local" / "index.html").is_file()


def test_the_same_site_gives_the_same_archive(tmp_path):
    for name in ("one", "two"):
        write_site(tmp_path / name)
        pack_site(tmp_path / name, tmp_path / f"{name}.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    files = [path for path in (tmp_path / "one").rglob("*") if path.is_file()]
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == {
            path.relative_to(tmp_path / "one").as_posix() for path in files
        }
    with pytest.raises(HexmateError, match="cannot write"):
        pack_site(tmp_path / "one", tmp_path / "no" / "site.zip")
