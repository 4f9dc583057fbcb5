"""Pictures of positions, previews of links, and the page for frames of other sites."""

import json
import re
from html import unescape

import pytest
from support.patience import PATIENCE

from hexmate.game import Game
from hexmate.web.pictures import OVERHEAD, DrawnPicture, PictureCache
from hexmate.web.study_links import LONGEST_LINK, game_of_link, packed

POSITION = "5x5 hex - 5/1b3/2w2/5/5 b"


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """However slow the machine, pages have their previews."""
    monkeypatch.setattr("hexmate.web.previews.LONGEST_WAIT", PATIENCE)


def study(**headers):
    game = Game(5, headers=headers)
    line = game.add_variation("c3")
    line.add_variation("b2").marks["triangle"] = [0]
    line.add_variation("d4", comment="better").labels[1] = "A"
    return packed(game)


def head(page):
    """The properties of a page's preview."""
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


@pytest.fixture(scope="module")
def game(url):
    from support.web_served import Visitor

    with Visitor(url) as ada:
        seats = {"black": {"kind": "person"}, "white": {"kind": "person"}}
        made = ada.http.post("/api/games", json={"rows": 5, "cols": 5, "seats": seats})
        return made.json()["id"]


@pytest.mark.parametrize(
    "query", [{"position": POSITION}, {"study": study()}, {"study": study(), "at": 3}]
)
def test_a_position_as_png_and_svg(anonymous, query):
    picture = anonymous.get("/api/board.png", params={**query, "width": 300, "height": 200})
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert picture.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture.content[16:24] == (300).to_bytes(4) + (200).to_bytes(4)
    drawing = anonymous.get("/api/board.svg", params=query)
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert drawing.text.count("data-cell=") == 25
    again = anonymous.get(
        "/api/board.svg", params=query, headers={"if-none-match": drawing.headers["etag"]}
    )
    assert again.status_code == 304
    assert not again.content


def test_a_study_shows_the_node_that_is_asked_for(anonymous):
    def drawn(at):
        return anonymous.get("/api/board.svg", params={"study": study(), "at": at}).text

    assert [drawn(at).count('class="stone"') for at in range(4)] == [0, 1, 2, 2]
    assert "mark triangle" in drawn(2)
    assert "mark triangle" not in drawn(3)
    assert ">A<" in drawn(3)


def test_a_game_after_some_moves(anonymous, game):
    picture = anonymous.get(f"/api/games/{game}/board.svg")
    assert picture.text.count('class="stone"') == 0
    assert "max-age=10" in picture.headers["cache-control"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/board.png", 422, "invalid"),
        (f"/api/board.png?position={POSITION}&study=x", 422, "invalid"),
        ("/api/board.png?position=nonsense", 422, "position"),
        ("/api/board.png?study=AAAA", 422, "record"),
        ("/api/board.png?study=***", 422, "record"),
        (f"/api/board.png?study={'a' * (LONGEST_LINK + 1)}", 422, "invalid"),
        (f"/api/board.png?position={POSITION}&width=1201", 422, "invalid"),
        (f"/api/board.gif?position={POSITION}", 422, "invalid"),
        ("/api/games/none/board.png", 404, "not_found"),
    ],
)
def test_what_cannot_be_drawn_says_why(anonymous, path, status, code):
    answer = anonymous.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_link_that_would_grow_huge_is_refused(anonymous):
    import base64
    import zlib

    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = squeezed.compress(b" " * 5_000_000) + squeezed.flush()
    link = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(link) < LONGEST_LINK
    assert anonymous.get("/api/board.png", params={"study": link}).status_code == 422


def test_a_link_with_something_behind_its_game_is_refused(anonymous):
    import base64

    game = base64.urlsafe_b64decode(study() + "==")
    link = base64.urlsafe_b64encode(game + b"more").decode().rstrip("=")
    assert anonymous.get("/api/board.svg", params={"study": link}).status_code == 422


def test_what_a_link_holds_is_what_was_put_in():
    from hexmate.records import dumps, load
    from hexmate.records.base import RecordLimits

    text = study(black="Ada", white="Bob")
    back = game_of_link(text, RecordLimits.untrusted())
    assert back.headers == {"black": "Ada", "white": "Bob"}
    assert dumps(back, "sgf") == dumps(load(json.dumps(json.loads(dumps(back, "jsonl")))), "sgf")
    assert [len(node.children) for node in back.nodes()] == [1, 2, 0, 0]


def test_the_preview_names_engines_and_open_seats(ada, anonymous):
    against = ada.game("person", "ai=random")["id"]
    invited = ada.game("person", "open", mode="online")["id"]
    titles = [head(anonymous.get(f"/game/{game}").text)["title"] for game in (against, invited)]
    name = ada.http.get("/api/me").json()["name"]
    assert titles == [f"{name} – Random", f"{name} – open seat"]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["game", "watch"])
def test_the_preview_of_a_game(anonymous, game, page):
    shown = anonymous.get(f"/{page}/{game}")
    found = head(shown.text)
    assert "–" in found["title"]
    assert "5×5" in found["description"]
    assert found["url"] == f"{anonymous.base_url}".rstrip("/") + f"/{page}/{game}"
    assert anonymous.get(found["image"]).headers["content-type"] == "image/png"
    french = head(anonymous.get(f"/{page}/{game}", headers={"accept-language": "fr"}).text)
    assert "plateau" in french["description"]


def test_the_preview_of_a_study(anonymous):
    text = study(black="Ada <b>", white="Bob")
    page = anonymous.get("/analyse", params={"study": text, "at": 1}).text
    found = head(page)
    assert found["title"] == "Ada <b> – Bob"
    assert "<b>" not in page
    assert found["description"] == "Hex on a 5×5 board. Move 2, Blue to play."
    assert anonymous.get(found["image"]).content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def test_the_preview_of_a_study_with_half_a_character(anonymous):
    page = anonymous.get("/analyse", params={"study": study(black="Ada\ud800", white="Bob")})
    assert page.status_code == 200
    assert head(page.text)["title"] == "Ada? – Bob"


@pytest.mark.parametrize(
    ("result", "words"), [("Draw", "Drawn at move 1."), ("?", "The game ended at move 1.")]
)
def test_the_preview_of_a_game_without_a_winner(ada, anonymous, result, words):
    text = f"(;GM[11]SZ[5]PB[{result}]RE[{result}];B[a1])"
    (known,) = ada.http.post("/api/library", content=text).json()["added"]
    shown = head(anonymous.get(f"/library/{known}").text)
    assert shown["description"] == f"Hex on a 5×5 board. {words}"


def test_the_preview_has_rows_before_columns_as_the_pages_do(ada, anonymous):
    (known,) = ada.http.post("/api/library", content="(;GM[11]SZ[7:11];B[a1])").json()["added"]
    shown = head(anonymous.get(f"/library/{known}").text)
    assert shown["description"].startswith("Hex on an 11×7 board.")


def test_the_preview_calls_engines_as_the_pages_do(ada, anonymous):
    game = ada.game("person", "ai=uct:visits=10")["id"]
    assert head(anonymous.get(f"/game/{game}").text)["title"].endswith(" – Tree search")


def test_a_page_does_not_wait_long_for_its_preview(anonymous, monkeypatch):
    monkeypatch.setattr("hexmate.web.previews.LONGEST_WAIT", 0)
    page = anonymous.get("/analyse", params={"study": study()})
    assert page.status_code == 200
    assert not head(page.text)


@pytest.mark.parametrize("path", ["/game/none", "/analyse", "/analyse?study=xx", "/library", "/"])
def test_pages_without_a_game_are_the_plain_shell(anonymous, path):
    page = anonymous.get(path)
    assert page.status_code == 200
    assert not head(page.text)


@pytest.mark.parametrize("path", ["/embed", "/embed/abc", "/embed?study=x"])
def test_other_sites_may_show_the_page_for_frames_and_no_other(anonymous, path):
    page = anonymous.get(path)
    assert page.status_code == 200
    assert page.headers["content-security-policy"].endswith("frame-ancestors *")
    for other in ("/", "/analyse", "/game/abc"):
        policy = anonymous.get(other).headers["content-security-policy"]
        assert policy.endswith("frame-ancestors 'none'")


def test_the_pictures_kept_are_bounded():
    cache = PictureCache(most_bytes=2 * (100 + OVERHEAD) + 50)
    for name in "abc":
        cache.keep(name, DrawnPicture(b"x" * 100, "image/png", name))
        assert cache.get("a" if name == "b" else name) is not None
    assert cache.get("b") is None
    assert cache.get("a") is not None
    assert cache.get("c") is not None


def test_long_keys_are_not_kept():
    cache = PictureCache()
    cache.keep(("x" * 16_000,), DrawnPicture(b"x", "image/png", "x"))
    assert cache.get(("x" * 16_000,)) is not None
    assert all(len(key) == 32 for key in cache._pictures)
