"""A server with plain modules: the texts of its pages, and addresses that are no pages."""

import re

import pytest
from support.browser import bracketed, visit
from support.web_player import new_game
from support.web_served import served

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT_SHELL = """async () => {
  const kept = await (await caches.open("hexmate-1")).match("/");
  return (await kept.text()).includes('id="app"');
}"""

READABLE = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest("noscript, svg, script")) found.push(walker.currentNode.data);
  }
  for (const name of ["aria-label", "title"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!element.matches(".cell")) found.push(element.getAttribute(name));
  return found.map((text) => text.trim()).filter((text) => /[a-z]/i.test(text));
}"""
KNOWN = re.compile(
    r"^(Hexmate|English|Français|A|[a-z]{1,2}\d{1,2}( [a-z]{1,2}\d{1,2})*|Guest \w+|[BW]\+.*"
    r"|.* – .*|\w+ \d+, \d{4})$"
)
"""What has no translation: names, cells, lines, results, days."""


@pytest.fixture(scope="module")
def url(new_database):
    with served(new_database("sqlite")) as address:
        yield address


def test_a_wrong_address_shows_the_sites_own_page(browser, url):
    with visit(browser, f"{url}/", expected=("404",)) as page:
        answer = page.goto(f"{url}/no/such/page")
        assert answer.status == 404
        page.get_by_role("heading", name="Page not found").wait_for()
        page.get_by_role("link", name="Go to the home page").click()
        page.wait_for_url(f"{url}/")


def test_the_documentation_of_the_api_is_styled_and_linked(browser, url):
    with visit(browser, f"{url}/docs") as page:
        assert page.url == f"{url}/api/docs"
        card = page.locator("section").first
        assert card.evaluate("node => getComputedStyle(node).borderTopStyle") == "solid"
        page.get_by_role("link", name="GameState").first.click()
        assert page.url.endswith("#GameState")
        assert page.locator("#GameState").is_visible()


def test_the_copy_for_offline_use_stays_the_shell(browser, url):
    with visit(browser, f"{url}/", service_workers="allow", expected=("404",)) as page:
        page.wait_for_function(CONTROLLED)
        for path in ("/healthz", "/docs", "/robots.txt", "/nowhere"):
            page.goto(url + path)
            page.wait_for_timeout(300)  # the worker stores its copy after the answer
            assert page.evaluate(KEPT_SHELL), path


def test_every_text_comes_from_the_dictionary(browser, url):
    """With every text in brackets, only names and moves are outside brackets."""
    with visit(browser, f"{url}/rules", replace=bracketed()) as page:
        game = new_game(page, rows=3, cols=3, white="ai=level:n=1", swap="pieces")["id"]
        page.evaluate("fetch('/api/me')")
        for path in (
            "/play?mode=computer",
            "/play?mode=online",
            f"/game/{game}",
            f"/watch/{game}",
            "/watch",
            "/watch?link=%239,c3b2d4",
            "/analyse?link=%239,c3b2d4",
            "/library",
            "/library?tab=statistics",
            "/library?tab=leaderboard",
        ):
            page.goto(url + path)
            page.wait_for_selector("main h1")
            page.wait_for_load_state("networkidle")
            texts = page.evaluate(READABLE)
            assert len(texts) > 10
            bare = {
                text for text in texts if not re.search("⟦.*⟧", text) and not KNOWN.search(text)
            }
            assert bare == set(), path
