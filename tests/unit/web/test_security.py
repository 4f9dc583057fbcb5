"""Host names, origins, limits, secrets and engines of the settings."""

import re
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest
from support.processes import alive, eventually, mock
from support.web_served import Visitor, served
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hexmate.web.security import gate
from hexmate.web.security.rates import Bucket, Buckets

NEW_GAME = {"seats": {"black": {"kind": "person"}, "white": {"kind": "person"}}}


@pytest.mark.parametrize("path", ["/", "/api/about", "/api/nothing", "/nothing", "/static/x"])
def test_every_answer_carries_the_policy(anonymous, path):
    headers = anonymous.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    # WebAssembly may be compiled, and nothing else that a text could bring.
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": "HERE"}, 201),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "FTP"}, 403),
        ({"Origin": "HERE/"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
    ],
)
def test_other_sites_cannot_act(ada, headers, status):
    places = {"HERE": ada.url, "FTP": ada.url.replace("http", "ftp")}
    given = {
        name: re.sub("HERE|FTP", lambda found: places[found[0]], value)
        for name, value in headers.items()
    }
    assert ada.http.post("/api/games", json=NEW_GAME, headers=given).status_code == status


def test_other_sites_cannot_open_sockets(ada):
    game = ada.game()
    path = f"/api/games/{game['id']}/live"
    with ada.socket(path, Origin=ada.url) as socket:
        socket.wait("state")
    for origin in ("http://evil.example", "null"):
        with (
            pytest.raises((InvalidStatus, ConnectionClosed)),
            ada.socket(path, Origin=origin) as socket,
        ):
            socket.next()


def test_sites_that_are_allowed_can(new_database):
    with (
        served(new_database("sqlite"), origins=["https://friend.example"]) as url,
        Visitor(url) as ada,
    ):
        headers = {"Origin": "https://friend.example"}
        assert ada.http.post("/api/games", json=NEW_GAME, headers=headers).status_code == 201


@pytest.mark.parametrize("place", ["/api/games/a%00", "/api/library?player=a%00b"])
def test_a_character_that_no_database_takes_is_refused(anonymous, place):
    refused = anonymous.get(place)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")


def test_a_name_of_another_site_that_leads_here_is_refused(anonymous):
    refused = anonymous.get("/api/me", headers={"Host": "evil.example"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_host")
    assert "set-cookie" not in refused.headers


@pytest.mark.parametrize("path", ["/api/records/read", "/api/games"])
@pytest.mark.parametrize("parts", [1, 4])
def test_bodies_are_limited(ada, path, parts):
    body = b"x" * 300_000 if parts == 1 else iter([b"x" * 100_000] * parts)
    refused = ada.http.post(path, content=body, headers={"content-type": "application/json"})
    assert refused.status_code == 413
    assert "code" in refused.json()


@pytest.mark.slow
def test_a_collection_may_be_larger_but_not_endless(new_database):
    with (
        served(new_database("sqlite"), limits={"imported_games": 2, "uploads": 1000}) as url,
        Visitor(url) as ada,
    ):
        comment = "x" * 300_000
        whole = f"(;GM[11]SZ[5]C[{comment}];B[a2])"
        assert ada.http.post("/api/library", content=whole).status_code == 201
        refused = ada.http.post("/api/library", content="5: a2\n5: a3\n5: a4\n")
        assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


def test_rates_are_limited(new_database, static_folder):
    with served(new_database("sqlite"), static_folder, limits={"requests": 0.2}) as url:
        with httpx.Client(base_url=url) as client:
            codes = [client.get("/api/about").status_code for _ in range(3)]
            files = [client.get("/static/js/main.js").status_code for _ in range(8)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert files == [200] * 8


def test_imports_are_limited(new_database):
    with served(new_database("sqlite"), limits={"uploads": 0.01}) as url, Visitor(url) as ada:
        codes = [ada.http.post("/api/library", content="5: a2").status_code for _ in range(4)]
    assert codes == [201, 201, 429, 429]


def test_people_are_not_made_without_end(new_database):
    with served(new_database("sqlite"), limits={"people": 0.05}) as url:
        codes = [httpx.get(f"{url}/api/me").status_code for _ in range(6)]
    assert codes[:3] == [200, 200, 200]
    assert codes[-1] == 429


def codes_of(url, forwarded):
    """What new visitors get who name these addresses."""
    return [
        httpx.get(f"{url}/api/me", headers={"X-Forwarded-For": each}).status_code
        for each in forwarded
    ]


FORGED = [f"10.0.0.{number}" for number in range(6)]
APPENDED = [f"10.0.0.{number}, 203.0.113.5" for number in range(6)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("proxies", "forwarded", "refused"),
    [
        ([], FORGED, True),
        (["192.0.2.0/24"], FORGED, True),
        (["127.0.0.1"], FORGED, False),
        (["127.0.0.0/8"], FORGED, False),
        (["127.0.0.1"], APPENDED, True),
        (["127.0.0.1", "203.0.113.5"], APPENDED, False),
        (["127.0.0.1"], ["nonsense"] * 6, True),
    ],
)
def test_only_trusted_proxies_name_their_clients(new_database, proxies, forwarded, refused):
    limits = {"people": 0.05}
    with served(new_database("sqlite"), trusted_proxies=proxies, limits=limits) as url:
        assert (429 in codes_of(url, forwarded)) is refused


def test_a_proxy_that_is_not_trusted_is_reported_once(new_database, caplog):
    with served(new_database("sqlite")) as url:
        codes_of(url, FORGED)
    (record,) = caplog.records
    assert "from 127.0.0.1" in record.getMessage()
    assert "trusted_proxies" in record.getMessage()


def test_a_whole_ipv6_network_counts_as_one_client(new_database):
    limits = {"people": 0.05}
    with served(new_database("sqlite"), trusted_proxies=["127.0.0.1"], limits=limits) as url:
        assert 429 in codes_of(url, [f"2001:db8::{number}" for number in range(6)])
        assert 429 not in codes_of(url, [f"2001:db8:0:{number + 1}::1" for number in range(6)])


def test_many_visitors_of_one_address_get_all_files(new_database, static_folder):
    with (
        served(new_database("sqlite"), static_folder, limits={"files": 10}) as url,
        httpx.Client(base_url=url) as client,
    ):
        codes = [client.get("/static/js/main.js").status_code for _ in range(60)]
        assert codes == [200] * 60


def test_files_of_the_pages_have_a_rate_of_their_own(new_database, static_folder, monkeypatch):
    monkeypatch.setattr(gate, "_PATIENCE", 0.1)
    monkeypatch.setattr(gate, "_STEP", 0.1)
    with (
        served(new_database("sqlite"), static_folder, limits={"files": 0.2}) as url,
        httpx.Client(base_url=url) as client,
    ):
        codes = [client.get("/static/js/main.js").status_code for _ in range(3)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert client.get("/api/about").status_code == 200


@contextmanager
def at_once_free(visitor, game):
    """The socket of a game, opened when the server has seen that another one is closed."""
    found = []
    with ExitStack() as stack:

        def opened() -> bool:
            if not found:
                with suppress(InvalidStatus):
                    found.append(stack.enter_context(visitor.at(game)))
            return bool(found)

        assert eventually(opened)
        yield found[0]


def test_sockets_are_limited(new_database):
    limits = {"messages": 2, "sockets": 2, "message": 500}
    with (
        served(new_database("sqlite"), limits=limits) as url,
        Visitor(url) as ada,
        ada.at(ada.game()) as first,
    ):
        game = first.heard[0]["id"]
        with ada.at(game), pytest.raises((InvalidStatus, ConnectionClosed)), ada.at(game):
            pass
        with at_once_free(ada, game) as socket:
            socket.connection.send("x" * 600)
            assert socket.reason_of_end() == 1009
        for _ in range(10):
            first.send(type="ping")
        assert first.wait("error")["code"] == "too_many"
        with suppress(ConnectionClosed):  # the server may be quicker than these messages
            for _ in range(20):
                first.send(type="ping")
        assert first.reason_of_end() == 1008


def test_secrets_are_kept_as_hashes(new_database):
    import sqlite3

    database = new_database("sqlite")
    with served(database) as url, Visitor(url) as ada:
        token = ada.http.cookies["hexmate"]
        secret = ada.game(mode="online", white="open")["seats"]["white"]
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert len(token) >= 32
    assert len(secret) >= 24
    assert token not in dump
    assert secret not in dump


def test_a_bucket_fills_again():
    now = [0.0]
    buckets = Buckets(rate=2, burst=3, now=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now[0] = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    now[0] = 100.0
    bucket = Bucket(rate=2, burst=3, now=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_program_of_the_settings_plays_in_its_own_process(new_database, word):
    engines = [{"name": "Program", "spec": "htp:" + " ".join(mock("benzene", word))}]
    with served(new_database("sqlite"), engines=engines) as url, Visitor(url) as ada:
        game = ada.game(white="ai=engine:Program", swap="pieces")
        with ada.at(game) as socket:
            socket.move(1, "c3")
            assert socket.wait("move", number=2)["move"] == "swap-pieces"
            assert alive(word)
            socket.ask(type="resign")
        assert alive(word, wait=30) == []


@pytest.mark.slow
def test_engines_come_from_the_settings_alone(new_database):
    engines = [{"name": "Ours", "spec": "random:seed=3", "help": "our own"}]
    with served(new_database("sqlite"), engines=engines) as url, Visitor(url) as ada:
        offered = ada.http.get("/api/players").json()[-1]
        assert offered == {
            "spec": "engine:Ours",
            "name": "Ours",
            "help": "our own",
            "analyses": False,
            "levels": [],
            "options": [],
            "hex_levels": [],
            "shapes": ["hex", "offset", "square", "triangle"],
            "trained": None,
        }
        game = ada.game(white="ai=engine:Ours", rows=3, cols=3)
        with ada.at(game) as socket:
            socket.move(1, "b2")
            assert socket.wait("move", number=2)
        seats = {"black": {"kind": "ai", "ai": "engine:Other"}, "white": {"kind": "person"}}
        refused = ada.http.post("/api/games", json={"seats": seats})
        assert refused.json()["code"] == "player"
