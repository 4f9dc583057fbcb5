"""The service worker: the site works offline, and updates when its files change."""

import pytest
from support.browser import visit
from support.static_server import StaticServer

ABOUT = {"version": "1.2.3", "licence": "MIT"}
READY = "navigator.serviceWorker.ready.then((found) => found.active.state)"
KEPT = "caches.open('hexmate-1').then((cache) => cache.keys()).then((keys) => keys.length)"


@pytest.fixture
def server():
    with StaticServer({"/about": ABOUT, "/me/games": {"unfinished": []}}) as server:
        yield server


def test_the_site_works_offline(browser, server):
    gone = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "Failed to load", "404")
    with visit(browser, server.url + "/", service_workers="allow", expected=gone) as page:
        assert page.evaluate(READY) in ("activating", "activated")
        assert page.evaluate(KEPT) > 50
        page.goto(server.url + "/about")
        page.get_by_text("1.2.3").wait_for()
        page.context.set_offline(True)
        for path, heading in (
            ("/rules", "How to play Hex"),
            ("/swap", "Swap maps"),
            ("/about", "About Hexmate"),
        ):
            page.goto(server.url + path)
            page.get_by_role("heading", name=heading).wait_for()
        page.get_by_text("1.2.3").wait_for()
        page.goto(server.url + "/")
        page.get_by_role("link", name="Two players, one screen").wait_for()


def test_a_changed_file_refreshes_all(browser, server):
    with visit(browser, server.url + "/", service_workers="allow", expected=("404",)) as page:
        page.evaluate(READY)
        page.goto(server.url + "/rules")
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        server.edition = "2"
        server.requests.clear()
        page.goto(server.url + "/rules")
        page.wait_for_selector("main h1")
        page.wait_for_timeout(1000)
        assert server.requests.count("/static/js/pages/settings.js") == 1
