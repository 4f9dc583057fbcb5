"""The engine as a package: its example page plays in Chromium, from a plain file server."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect
from support.browser import PATIENCE
from support.bundle import make_engine


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_engine(tmp_path_factory.mktemp("engine") / "package")


def test_the_example_page_is_short_and_plays(browser, folder):
    lines = (folder / "example.html").read_text("utf-8").splitlines()
    assert len(lines) <= 30
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/example.html")
    page.locator("button").nth(48).wait_for(timeout=PATIENCE)
    page.get_by_title("d4", exact=True).click()
    expect(page.locator("button.black")).to_have_count(1)
    expect(page.locator("button.white")).to_have_count(1)
    page.close()
    server.shutdown()
    server.server_close()
