"""The bundle of the pages: few requests to a playable game, and every page works, offline too."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import DESKTOP, visit, watch
from support.bundle import make_bundle
from support.web_player import Player
from support.web_served import served

MOST_REQUESTS = 12
MOST_BYTES = 120_000
MOST_ENGINE_BYTES = {"small": 2_500_000, "tiny": 1_000_000}
READY = "navigator.serviceWorker.ready.then((found) => found.active.state)"
GO = """(path) => {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
TEXTS = """() => performance.getEntriesByType("resource")
  .map(({name}) => /assets\\/(en|fr)-/.exec(name)?.[1]).filter(Boolean)"""
TITLES = {
    "/play": "Nouvelle partie",
    "/game/none": "Partie",
    "/watch": "Regarder",
    "/analyse": "Analyse",
    "/library": "Bibliothèque",
    "/rules": "Comment jouer",
    "/settings": "Réglages",
    "/about": "À propos",
}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    return make_bundle(tmp_path_factory.mktemp("pages") / "bundle")


@pytest.fixture(scope="module")
def url(bundle, new_database):
    with served(new_database("sqlite"), bundle=bundle) as address:
        yield address


class Traffic:
    """What a page has asked for, and the compressed bytes with headers that it has got."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", lambda told: self._ask(told["request"]["url"]))
        session.on("Network.webSocketCreated", lambda told: self._ask(told["url"]))
        session.on("Network.loadingFinished", self._count)
        session.send("Network.enable")

    def _ask(self, address: str) -> None:
        if not address.startswith(("data:", "blob:")):
            self.asked.append(address)

    def _count(self, told: dict[str, float]) -> None:
        self.bytes += int(told["encodedDataLength"])

    def require_little(self) -> None:
        assert len(self.asked) <= MOST_REQUESTS, self.asked
        assert self.bytes <= MOST_BYTES, self.asked
        assert not [each for each in self.asked if "/static/js/" in each or "/css/" in each]


@contextmanager
def first_visit(browser: Browser, state: object = None) -> Iterator[tuple[Page, Traffic]]:
    """A page with an empty cache, whose traffic is counted."""
    context = browser.new_context(viewport=DESKTOP, storage_state=state, locale="en")
    page = context.new_page()
    faults = watch(page)
    yield page, Traffic(page)
    context.close()
    assert faults == []


def test_a_game_is_playable_after_few_requests(browser, url):
    with first_visit(browser) as (page, traffic):
        page.goto(url)
        cell = page.locator('.start-board [data-cell="d4"]')
        expect(cell).to_be_visible()
        page.wait_for_load_state("networkidle")
        traffic.require_little()
        cell.click()
        Player(page).arrive().wait_moves(2)
        game, state = page.url, page.context.storage_state()
    with first_visit(browser, state) as (page, traffic):
        page.goto(game)
        Player(page).arrive().wait_status("Your turn")
        page.wait_for_load_state("networkidle")
        traffic.require_little()


def test_every_page_works_offline_too(browser, url):
    gone = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "Failed to load", "404")
    options = {"language": "fr", "service_workers": "allow", "expected": gone}
    with visit(browser, url, **options) as page:
        assert page.evaluate(TEXTS) == ["fr"]
        for path, title in TITLES.items():
            page.evaluate(GO, path)
            expect(page).to_have_title(re.compile(title))
        assert page.evaluate(READY) in ("activating", "activated")
        page.context.set_offline(True)
        for path in ("/play", "/rules"):
            page.goto(url + path)
            expect(page).to_have_title(re.compile(TITLES[path]))


def test_a_page_of_an_old_bundle_loads_the_new_one(browser, url):
    with visit(browser, url, expected=("404", "Failed to fetch")) as page:
        page.route("**/rules-*.js", lambda route: route.fulfill(status=404), times=1)
        page.route(f"{url}/", lambda route: route.fulfill(body="another bundle"), times=1)
        page.evaluate(GO, "/rules")
        page.get_by_role("heading", name="How to play Hex").wait_for()


@pytest.mark.parametrize("network", MOST_ENGINE_BYTES)
def test_the_whole_engine_is_small(bundle, network):
    patterns = ("worker-*.js.gz", "hexmate-*.wasm.gz", f"{network}-*.hexnet.gz")
    files = [path for pattern in patterns for path in (bundle / "assets").glob(pattern)]
    assert len(files) == 3
    assert sum(path.stat().st_size for path in files) <= MOST_ENGINE_BYTES[network]
