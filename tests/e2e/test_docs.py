"""The documentation's own page with a board: it plays from a static host."""

import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
CONFIG = """
site_name: Hexmate
theme: {name: material, font: false, custom_dir: ROOT/docs/overrides}
hooks: [ROOT/tools/docs_app.py]
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """A test prints nothing."""


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """The page alone, built as `make docs` builds all pages."""
    folder = tmp_path_factory.mktemp("docs")
    (folder / "docs").mkdir()
    page = (ROOT / "docs" / "try.md").read_text("utf-8")
    (folder / "docs" / "try.md").write_text(page, "utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG.replace("ROOT", str(ROOT)), "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder / "site"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_the_board_in_the_documentation_plays(browser, url):
    page = browser.new_page()
    page.goto(f"{url}/try/")
    assert page.locator('meta[property="og:image"]').get_attribute("content").endswith("social.png")
    frame = page.frame_locator("iframe")
    frame.locator('.start-board [data-cell="d4"]').click()
    expect(frame.locator(".move-list .move").nth(1)).to_be_attached()
    page.close()
