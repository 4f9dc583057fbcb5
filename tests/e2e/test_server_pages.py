"""Addresses that are no pages, opened in a browser: a wrong one, /docs and /healthz."""

import pytest
from support.browser import visit
from support.web_served import served

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT_SHELL = """async () => {
  const kept = await (await caches.open("hexmate-1")).match("/");
  return (await kept.text()).includes('id="app"');
}"""


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
