"""The documentation: its board plays from a static host, and mistakes in it fail the build."""

import re
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
MODULE = '''"""One plus one.

>>> [1 + 1, 3]
[2, 3]
"""
'''
CONFIG = """
site_name: Hexmate
theme: {name: material, font: false, custom_dir: ROOT/docs/overrides}
hooks: [ROOT/tools/docs_app.py]
"""
REFERENCE = """
site_name: Hexmate
hooks: [ROOT/tools/docs_links.py]
validation: {unrecognized_links: warn}
plugins:
  - mkdocstrings:
      handlers: {python: {paths: [.], options: {extensions: [ROOT/tools/docs_examples.py]}}}
markdown_extensions: [pymdownx.superfences]
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


def build(folder, text):
    """Build one page as `make docs` builds all; what mkdocs says and makes."""
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs" / "index.md").write_text(text, "utf-8")
    (folder / "sums.py").write_text(MODULE, "utf-8")
    (folder / "mkdocs.yml").write_text(REFERENCE.replace("ROOT", str(ROOT)), "utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (options,) = re.findall(r"/mkdocs (build .*)$", makefile, re.MULTILINE)
    command = [sys.executable, "-m", "mkdocs", *options.split()]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    page = folder / "site" / "index.html"
    return run, page.read_text("utf-8") if page.exists() else ""


def test_examples_are_code_and_files_outside_are_in_the_repository(tmp_path):
    run, page = build(tmp_path, "[The licence](../LICENSE)\n\n::: sums\n")
    assert run.returncode == 0, run.stderr
    assert 'href="https://github.com/hexmate/hexmate/blob/main/LICENSE"' in page
    assert "<blockquote>" not in page
    assert "[2, 3]" in page


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path):
    run, _ = build(tmp_path, "[Nothing](nothing.md)\n")
    assert run.returncode != 0
    assert "nothing.md" in run.stderr
