"""Pages, static files, and wrong addresses."""

import asyncio
import gzip
import threading
from pathlib import Path

import pytest
from starlette.requests import Request

from hexmate.version import __version__
from hexmate.web.errors import Refusal
from hexmate.web.static_files import StaticFiles


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play",
        "/game/abc",
        "/watch",
        "/watch/abc",
        "/analyse",
        "/library",
        "/rules",
        "/settings",
        "/about",
    ],
)
def test_every_page_is_the_shell(anonymous, path):
    page = anonymous.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.text.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/sw.js", "text/javascript"),
        ("/static/js/main.js", "text/javascript"),
    ],
)
def test_files(anonymous, path, kind):
    file = anonymous.get(path)
    assert file.status_code == 200
    assert file.headers["content-type"].startswith(kind)


@pytest.mark.parametrize(
    "path",
    [
        "/static/none.js",
        "/static/js",
        "/static/../conftest.py",
        "/static/%2e%2e/games.db",
        "/static/a%00b",
        "/etc",
        "/static/%2Fetc%2Fpasswd",
        "/api/none",
        "/static//etc/passwd",
        "/static///server/share/x",
        "/static/%5C%5Cserver%5Cshare%5Cx",
        "/static/js%5Cmain.js",
        "/static/C:x",
        "/static/" + 300 * "a",
        "/static/" + 3000 * "a/",
    ],
)
def test_nothing_else_is_served(anonymous, path):
    missing = anonymous.get(path)
    assert missing.status_code == 404
    assert missing.json()["code"] == "not_found"


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "//server/share/x", "\\\\server\\x", "C:x", "a/" * 600]
)
def test_foreign_paths_are_refused_before_the_system_sees_them(tmp_path, monkeypatch, path):
    files = StaticFiles(tmp_path)
    monkeypatch.setattr(Path, "resolve", None)
    with pytest.raises(Refusal):
        answer(files, path)


def answer(files, path):
    request = Request({"type": "http", "method": "GET", "path": path, "headers": []})
    return asyncio.run(files.response(request, path))


def test_a_file_is_kept_once_whatever_its_path(tmp_path):
    (tmp_path / "page.js").write_text("1")
    files = StaticFiles(tmp_path)
    for at in range(3):
        assert answer(files, f"x{at}/../page.js").body == b"1"
    assert len(files._files) == 1


def test_files_are_kept_in_bounded_memory(tmp_path):
    files = StaticFiles(tmp_path, most_bytes=10_000)
    for at in range(20):
        (tmp_path / f"{at}.png").write_bytes(bytes([at]) * 3000)
        assert answer(files, f"{at}.png").body == bytes([at]) * 3000
        assert sum(file.size for file in files._files.values()) == files._bytes <= 10_000
    assert [path.name for path in files._files] == ["17.png", "18.png", "19.png"]
    assert answer(files, "17.png").body == bytes([17]) * 3000
    assert [path.name for path in files._files] == ["18.png", "19.png", "17.png"]
    (tmp_path / "large.js").write_bytes(b"x" * 20_000)
    assert answer(files, "large.js").media_type == "text/javascript; charset=utf-8"
    assert "large.js" not in {path.name for path in files._files}


def test_files_are_compressed_off_the_loop_and_once(tmp_path, monkeypatch):
    threads = []
    compress = gzip.compress

    def noted(*given, **options):
        threads.append(threading.current_thread())
        return compress(*given, **options)

    monkeypatch.setattr(gzip, "compress", noted)
    (tmp_path / "page.js").write_text("x" * 1000)
    files = StaticFiles(tmp_path)
    for _ in range(3):
        answer(files, "page.js")
    assert len(threads) == 1
    assert threads != [threading.current_thread()]


def test_a_file_that_vanishes_is_not_found(tmp_path, monkeypatch):
    (tmp_path / "page.js").write_text("1")
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: path.unlink() or read(path))
    with pytest.raises(Refusal) as refused:
        answer(StaticFiles(tmp_path), "page.js")
    assert refused.value.status == 404


def test_a_wrong_method_names_the_right_ones_once(anonymous):
    refused = anonymous.post("/api/about")
    assert (refused.status_code, refused.json()["code"]) == (405, "method")
    assert refused.headers.get_list("allow") == ["GET"]


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nowhere", "/games/abc/def", "/static/none.html", "/play/x"])
def test_a_browser_at_a_wrong_address_gets_the_page_for_it(anonymous, path):
    missing = anonymous.get(path, headers=BROWSER)
    assert missing.status_code == 404
    assert missing.headers["content-type"] == "text/html; charset=utf-8"
    assert missing.headers["vary"] == "accept, accept-encoding"
    assert missing.text == anonymous.get("/").text
    known = {**BROWSER, "If-None-Match": anonymous.get("/").headers["etag"]}
    assert anonymous.get(path, headers=known).status_code == 404


def test_the_api_answers_browsers_in_json_too(anonymous):
    for path in ("/api/none", "/api/games/none"):
        missing = anonymous.get(path, headers=BROWSER)
        assert (missing.status_code, missing.json()["code"]) == (404, "not_found")


def test_the_server_says_that_it_is_well(anonymous):
    health = anonymous.get("/healthz")
    assert (health.status_code, health.json()) == (200, {"status": "ok"})
    for path in ("/healthz", "/api/docs"):
        assert anonymous.head(path).status_code == 200, "monitors ask with HEAD"


def test_a_file_is_sent_once(anonymous):
    first = anonymous.get("/static/js/main.js", headers={"Accept-Encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["etag"]
    again = anonymous.get("/static/js/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    plain = anonymous.get("/static/js/main.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.headers["etag"] != first.headers["etag"]
    assert plain.text == first.text


def test_a_changed_file_is_sent_anew(anonymous, static_folder):
    path = static_folder / "js" / "changing.js"
    path.write_text("first", "utf-8")
    first = anonymous.get("/static/js/changing.js")
    path.write_text("second!", "utf-8")
    known = {"If-None-Match": first.headers["etag"]}
    second = anonymous.get("/static/js/changing.js", headers=known)
    assert (first.text, second.text) == ("first", "second!")


def test_heads_have_no_body(anonymous):
    head = anonymous.head("/")
    assert head.status_code == 200
    assert head.content == b""


def test_about(anonymous):
    about = anonymous.get("/api/about").json()
    assert about["version"] == __version__
    assert about["licence"] == "MIT"


def test_players_begin_with_the_levels(anonymous):
    players = anonymous.get("/api/players").json()
    assert players[0]["spec"] == "level"
    assert players[0]["levels"] == list(range(1, 11))
    assert players[0]["hex_levels"] == list(range(11, 16))
    assert players[0]["shapes"] == ["hex", "offset", "square", "triangle"]
    assert [player["spec"] for player in players[1:3]] == ["human", "hexmate"]
    by_name = {player["name"]: player for player in players}
    assert by_name["uct"]["analyses"] is True
    assert by_name["random"]["analyses"] is False
    assert by_name["hexmate"]["analyses"] is True
    assert by_name["hexmate"]["shapes"] == ["hex"]
    assert 11 in by_name["hexmate"]["trained"]
    assert by_name["level"]["trained"] == by_name["hexmate"]["trained"]
    assert by_name["uct"]["trained"] is None
    assert by_name.keys().isdisjoint({"mcts", "policy"}), "the same network under other names"
    assert "memory" not in by_name["uct"]["options"]
