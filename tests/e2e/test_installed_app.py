"""The page as an installed app: its manifest, what other programs share with it, new versions."""

import base64
import json
import os
import shutil
import threading
import zlib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect
from support.browser import PATIENCE, executable, visit
from support.static_server import STATIC, StaticServer

from hexmate.web.site import write_site

PATH = "/games/hex"
RECORD = "(;FF[4]GM[11]SZ[3]PB[Ada]PW[Bob];B[a1];W[c3];B[b2];W[a3])"
STUDY = '{"schema":"hexmate-game/1","rows":5,"cols":5,"swap":null,"nodes":[{},"a2","b3"]}'
LINK = "https://hexworld.org/board/#5c1,a2b3c3"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
SHARE = """([action, fields, file]) => {
  const form = document.createElement("form");
  Object.assign(form, { action, method: "POST", enctype: "multipart/form-data" });
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { name, value, type: "hidden" });
    form.append(field);
  }
  if (file) {
    const field = document.createElement("input");
    Object.assign(field, { name: "records", type: "file" });
    const chosen = new DataTransfer();
    chosen.items.add(new File([file], "game.sgf"));
    field.files = chosen.files;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}"""
"""What a browser does when another program shares something with the app."""

LAUNCH = """(text) => {
  const file = new File([text], "game.sgf");
  const value = { setConsumer: (take) => take({ files: [{ getFile: async () => file }] }) };
  Object.defineProperty(globalThis, "launchQueue", { value });
}"""
"""Chromium asks the user once before it hands a file over, so the file comes from here."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """A test prints nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An exported site below a folder that a host serves."""
    folder = tmp_path_factory.mktemp("host") / PATH.lstrip("/")
    write_site(folder)
    return folder


@pytest.fixture(scope="module")
def exported(folder):
    host = partial(_Quiet, directory=str(folder.parents[1]))
    server = ThreadingHTTPServer(("127.0.0.1", 0), host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PATH}"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["server", "site"])
def url(request):
    """The pages of a server, and those of an exported site."""
    if request.param == "site":
        yield request.getfixturevalue("exported")
        return
    with StaticServer() as server:
        yield server.url


def test_browsers_can_install_it(browser, url):
    with visit(browser, url + "/", service_workers="allow", expected=("404",)) as page:
        page.wait_for_function(CONTROLLED)
        session = page.context.new_cdp_session(page)
        found = session.send("Page.getAppManifest")
        assert found["errors"] == []
        kept = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [each["errorId"] for each in kept if each["errorId"] != "in-incognito"] == []
        manifest = json.loads(found["data"])
        pictures = [*manifest["icons"], *manifest["screenshots"]]
        pictures += [icon for each in manifest["shortcuts"] for icon in each["icons"]]
        pages = [each["url"] for each in manifest["shortcuts"]]
        pages += [each["action"] for each in manifest["file_handlers"]]
        for address in (*pages, *(picture["src"] for picture in pictures)):
            place = f"{url}/{address.removeprefix('.').removeprefix('/')}"
            assert page.request.get(place).ok, place
        assert page.request.get(found["url"]).ok
        for picture in pictures:
            if picture["sizes"] != "any":
                assert picture["sizes"] == natural_size(page, f"{url}/{picture['src'].lstrip('/')}")


def test_the_system_gets_an_app_for_records(browser, exported, tmp_path):
    page = installing(browser, exported, tmp_path)
    page.wait_for_function(CONTROLLED)
    session = page.context.new_cdp_session(page)
    app = {"manifestId": exported + "/"}
    session.send("PWA.install", {**app, "installUrlOrBundleUrl": exported + "/"})
    (records,) = session.send("PWA.getOsAppState", app)["fileHandlers"]
    assert records["action"] == exported + "/analyse"
    endings = [ending for each in records["accepts"] for ending in each["fileExtensions"]]
    assert sorted(endings) == [".hsgf", ".jsonl", ".sgf"]
    page.context.close()


def installing(browser, url, home):
    """A page in a browser of its own, which may write menu entries into this home."""
    context = browser.browser_type.launch_persistent_context(
        home / "profile",
        executable_path=executable(),
        args=["--no-sandbox", "--disable-gpu", "--headless=new"],
        env={**os.environ, "HOME": str(home)},
    )
    page = context.new_page()
    page.goto(url + "/")
    return page


def natural_size(page, address: str) -> str:
    size = """async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }"""
    return page.evaluate(size, address)


@pytest.mark.parametrize(
    ("fields", "file", "moves"),
    [
        ({"title": "A game", "text": "", "url": LINK}, None, 3),
        ({"title": "", "text": f"Look at this: {LINK}", "url": ""}, None, 3),
        ({"text": "My game: {own}/analyse?study={packed}&at=2"}, None, 2),
        ({"title": "game.sgf"}, RECORD, 4),
    ],
    ids=["link", "link in a text", "link of this site", "file"],
)
def test_what_is_shared_opens_in_analyse(browser, exported, fields, file, moves):
    packed = base64.urlsafe_b64encode(zlib.compress(STUDY.encode(), wbits=-15)).decode()
    places = {"{own}": exported, "{packed}": packed.rstrip("=")}
    for place, text in places.items():
        fields = {name: value.replace(place, text) for name, value in fields.items()}
    with visit(browser, exported + "/", service_workers="allow") as page:
        page.wait_for_function(CONTROLLED)
        with page.expect_navigation(url="**/analyse/?from=share"):
            page.evaluate(SHARE, [f"{exported}/share", fields, file])
        expect(page.locator(".tree .move")).to_have_count(moves)
        page.reload()
        expect(page.locator(".tree .move")).to_have_count(moves)


def test_a_file_opened_with_the_app_is_shown(browser, exported):
    context = browser.new_context(service_workers="block")
    context.add_init_script(f"({LAUNCH})({json.dumps(RECORD)})")
    page = context.new_page()
    page.goto(exported + "/analyse/")
    page.wait_for_url("**/analyse?from=record")
    expect(page.locator(".tree .move")).to_have_count(4)
    context.close()


def test_a_new_version_is_offered(browser, exported, folder, tmp_path):
    with visit(browser, exported + "/rules/", service_workers="allow") as page:
        page.wait_for_function(CONTROLLED)
        edition = page.locator("html").get_attribute("data-edition")
        changed = tmp_path / "static"
        copy_pages(changed)
        write_site(folder, static=changed)
        page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        page.get_by_text("A new version is ready.").wait_for(timeout=PATIENCE)
        with page.expect_navigation():
            page.get_by_role("button", name="Reload").click()
        page.locator("main h1").wait_for()
        assert page.locator("html").get_attribute("data-edition") != edition
        assert page.get_by_text("A new version is ready.").count() == 0


def copy_pages(target) -> None:
    """The pages with another style sheet."""
    shutil.copytree(STATIC, target)
    sheet = target / "css" / "tokens.css"
    sheet.write_text(sheet.read_text("utf-8") + "\n", "utf-8")
