"""The bundle of the pages is served instead of the plain files, unless it is an old one."""

import gzip
import json
import shutil
from pathlib import Path

import httpx
import pytest
from support.patience import PATIENCE
from support.web_served import served

from hexmate.web import bundle as bundle_module
from hexmate.web.bundle import BUILT_IN, find_bundle, sources_hash

PLAIN = {"index.html": "plain", "js/main.js": "1", "sw.js": "plain worker", "robots.txt": "all"}
BUNDLED = {
    "index.html": "start of the bundle",
    "game.html": "<title>Hexmate</title>game of the bundle",
    "sw.js": "worker of the bundle",
    "assets/main-0123.js": "2",
    "assets/main-0123.js.map": "{}",
}


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    """A folder with plain pages and a bundle of them."""
    folder = tmp_path_factory.mktemp("pages")
    sources = sources_hash(written(folder / "static", PLAIN))
    manifest = {"sources": sources, "shells": {"": "index.html", "game": "game.html"}}
    written(folder / "bundle", {**BUNDLED, "manifest.json": json.dumps(manifest)})
    return folder


@pytest.fixture(scope="module")
def visitor(new_database, pages):
    with (
        served(new_database("sqlite"), pages / "static", bundle=pages / "bundle") as url,
        httpx.Client(base_url=url, timeout=PATIENCE) as client,
    ):
        yield client


def test_pages_and_files_come_from_the_bundle(visitor):
    assert visitor.get("/").text == "start of the bundle"
    assert visitor.get("/rules").text == "start of the bundle"
    assert visitor.get("/game/none").text == BUNDLED["game.html"]
    assert visitor.get("/sw.js").text == "worker of the bundle"
    assert visitor.get("/static/js/main.js").text == "1", "for pages that are still open"
    assert visitor.get("/robots.txt").text == "all"


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/static/assets/main-0123.js", True),
        ("/static/assets/main-0123.js.map", True),
        ("/static/js/main.js", False),
        ("/sw.js", False),
        ("/", False),
    ],
)
def test_only_names_that_change_with_their_contents_are_kept_for_good(visitor, path, kept):
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert ("immutable" in answer.headers["cache-control"]) is kept


def test_a_file_of_the_bundle_is_sent_as_it_was_compressed(visitor, pages):
    path = pages / "bundle" / "assets" / "large-0123.js"
    path.write_text("large" * 100, "utf-8")
    path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(b"compressed before"))
    assert visitor.get(f"/static/assets/{path.name}").text == "compressed before"
    plain = visitor.get(f"/static/assets/{path.name}", headers={"accept-encoding": "identity"})
    assert plain.text == "large" * 100


@pytest.mark.parametrize("path", ["assets/main-4567.js", "assets", "assets/%2e%2e/%2e%2e/x"])
def test_nothing_else_is_served(visitor, path):
    assert visitor.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize("change", ["none", "edit", "add", "remove", "no manifest", "broken"])
def test_an_old_bundle_is_not_served(pages, tmp_path, change):
    copy = shutil.copytree(pages, tmp_path / "copy")
    static, bundle = copy / "static", copy / "bundle"
    match change:
        case "edit":
            (static / "js" / "main.js").write_text("3", "utf-8")
        case "add":
            (static / "js" / "new.js").write_text("", "utf-8")
        case "remove":
            (static / "sw.js").unlink()
        case "no manifest":
            (bundle / "manifest.json").unlink()
        case "broken":
            (bundle / "manifest.json").write_text("[]", "utf-8")
    assert (find_bundle(static, bundle) is not None) is (change == "none")


@pytest.mark.skipif(BUILT_IN.is_dir(), reason="this is a wheel, which has a bundle")
def test_a_clone_serves_plain_modules():
    static = Path(bundle_module.__file__).with_name("static")
    assert find_bundle(static, BUILT_IN) is None
