"""Connections: how many, how long, and how large the head of a request may be."""

import asyncio
import time
from contextlib import ExitStack, contextmanager

import pytest
from support.raw_http import HALF, RawClient, get
from support.web_served import Visitor, served
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from hexmate.web.security import descriptors, http_protocol
from hexmate.web.security.connections import OpenConnections

pytestmark = pytest.mark.slow

ATTACKER, HONEST = "127.0.0.2", "127.0.0.1"
GENEROUS = {"requests": 1e4, "people": 1e4, "files": 1e4}


@contextmanager
def limited(new_database, static=None, **limits):
    with served(new_database("sqlite"), static, limits={**GENEROUS, **limits}) as url:
        yield url


def ask(url, address=HONEST):
    with RawClient(url, address) as client:
        client.send(get())
        return client.status()


def half_sent(stack, url, count, address=ATTACKER):
    clients = [stack.enter_context(RawClient(url, address)) for _ in range(count)]
    for client in clients:
        client.send(HALF)
    return clients


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_requests_that_never_end_lock_no_client_out(new_database):
    with limited(new_database, connections=10) as url, ExitStack() as stack:
        clients = half_sent(stack, url, 30)
        assert ask(url) == 200
        assert ask(url, ATTACKER) == 200, "not even others at the same address"
        until(lambda: sum(client.is_open() for client in clients) <= 10)


def test_connections_are_limited_in_all(new_database):
    with limited(new_database, all_connections=10) as url, ExitStack() as stack:
        clients = [
            client for at in range(2, 32) for client in half_sent(stack, url, 1, f"127.0.0.{at}")
        ]
        assert ask(url) == 200
        until(lambda: sum(client.is_open() for client in clients) < 10)


def test_a_trusted_proxy_may_have_more_connections(new_database):
    limits = {**GENEROUS, "connections": 2}
    with (
        served(new_database("sqlite"), trusted_proxies=[ATTACKER], limits=limits) as url,
        ExitStack() as stack,
    ):
        clients = half_sent(stack, url, 6)
        assert ask(url) == 200
        assert all(client.is_open() for client in clients)


def test_headers_must_arrive_in_time(new_database):
    with limited(new_database, header_seconds=0.5) as url:
        with RawClient(url) as half, RawClient(url) as idle:
            half.send(HALF)
            assert half.status() == 408
            assert half.rest() == b""
            assert idle.rest() == b""
        with RawClient(url) as drips:
            drips.send(HALF)
            end = time.monotonic() + 30
            sent = 0
            while drips.send(b"X-A: b\r\n"):  # each byte would renew a time-out between bytes
                sent += 1
                time.sleep(0.05)
                assert time.monotonic() < end
        assert sent > 0


POSTED = ["/api/records/read", "/api/games", "/api/library"]


def started(path, size=1000, cookie=""):
    """The begin of a request with a body."""
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    lines.append(f"Cookie: hexmate={cookie}")
    return "\r\n".join([*lines, f"Content-Length: {size}", "", "{"]).encode()


@pytest.mark.parametrize("path", POSTED)
def test_a_body_must_arrive_in_time(new_database, path, caplog):
    with (
        limited(new_database, body_seconds=0.5) as url,
        Visitor(url) as ada,
        RawClient(url) as client,
    ):
        client.send(started(path, cookie=ada.http.cookies["hexmate"]))
        assert client.status() == 408
        assert client.rest() == b""
    assert caplog.records == []


@pytest.mark.parametrize("path", POSTED)
def test_a_client_that_leaves_in_mid_body_leaves_no_trace(new_database, path, caplog):
    with limited(new_database) as url, Visitor(url) as ada:
        begin = started(path, cookie=ada.http.cookies["hexmate"])
        with RawClient(url) as client:
            client.send(begin)
            assert ask(url) == 200, "the other request has begun by now"
        with RawClient(url) as client:
            client.send(begin + b"x" * 10)
            client.socket.shutdown(1)
            assert client.rest() == b""
    assert caplog.records == []


def test_a_connection_without_requests_is_closed(new_database):
    with limited(new_database, idle_seconds=0.5) as url, RawClient(url) as client:
        client.send(get())
        assert b"200 OK" in client.rest()


def test_a_refused_body_is_not_read_for_ever(new_database, monkeypatch):
    monkeypatch.setattr(http_protocol, "_LINGER_SECONDS", 0.5)
    with limited(new_database) as url, RawClient(url) as client:
        client.send(started("/api/records/read", 10**12))
        assert client.status() == 413
        end = time.monotonic() + 30
        while client.send(b"x" * 1000):
            time.sleep(0.05)
            assert time.monotonic() < end


def test_a_body_that_arrives_steadily_has_more_time(new_database):
    with limited(new_database, body_seconds=1) as url, RawClient(url) as client:
        client.send(started("/api/records/read", 160_001))
        for _ in range(5):
            client.send(b"x" * 32_000)
            time.sleep(0.5)
        assert client.status() == 422


def test_an_answer_must_be_read(new_database, tmp_path, monkeypatch):
    expired = []
    expire = http_protocol.GuardedHttp.expire
    monkeypatch.setattr(
        http_protocol.GuardedHttp, "expire", lambda self: expired.append(expire(self))
    )
    monkeypatch.setattr(http_protocol, "_UNREAD_SECONDS", 0.5)
    size = 30_000_000
    (tmp_path / "large.png").write_bytes(b"x" * size)
    with limited(new_database, tmp_path) as url, RawClient(url) as client:
        client.send(get("/static/large.png"))
        until(lambda: expired)
        assert 0 < len(client.rest()) < size


@pytest.mark.parametrize("closing", [False, True])
def test_a_client_that_reads_slowly_has_more_time(closing):
    class Transport:
        unread = 1000

        def is_closing(self):
            return closing

        def get_write_buffer_size(self):
            return self.unread

    http = http_protocol.GuardedHttp.__new__(http_protocol.GuardedHttp)
    http.transport = Transport()
    http._unread_since, http._unread_bytes = 0.0, 1000
    assert not http.overdue(29)
    http.transport.unread = 900
    assert not http.overdue(31)
    assert not http.overdue(60)
    assert http.overdue(62)


@pytest.mark.parametrize(
    "request_",
    [
        get("/api/about", "X-Large: " + "x" * 1_000_000),
        get("/api/about", *(f"X-{at}: y" for at in range(100_000))),
        get("/api/about", *(f"X-{at}: y" for at in range(101))),
        get("/api/about?" + "x" * 40_000),
        get("/api/about?" + "x" * 1_000_000),
        HALF + b"X-Large: " + b"x" * 1_000_000,
        b"\r\n" * 500_000,
        b"POST /api/records/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"1\r\nx\r\n0\r\nX-Trailer: " + b"x" * 1_000_000,
    ],
    ids=["large", "many", "101", "address", "long address", "endless", "lines", "trailer"],
)
def test_large_heads_are_refused(url, request_):
    with RawClient(url) as client:
        client.send(request_)
        assert client.status() == 431
        assert ask(url) == 200


@pytest.mark.parametrize(
    "text", [b"nonsense\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"\x16\x03\x01\x02"]
)
def test_what_is_not_http_is_refused_without_a_word_in_the_log(url, text, caplog):
    with RawClient(url) as client:
        client.send(text + b"\r\n" * 3)
        assert client.status() == 400
    assert caplog.records == []


def test_requests_sent_ahead_are_limited(url):
    with RawClient(url) as client:
        client.send(get() * 4 + get("/api/about", "Connection: close"))
        assert client.rest().count(b"200 OK") == 5
    with RawClient(url) as client:
        client.send(get() * 5000)
        assert client.rest().count(b"200 OK") < 20
    assert ask(url) == 200


def test_a_flood_is_slowed_down(new_database):
    with limited(new_database, requests=0.1) as url:
        with RawClient(url) as client:
            began = time.perf_counter()
            statuses = [client.send(get()) and client.status() for _ in range(4)]
            assert statuses == [200, 429, 429, 429]
            assert time.perf_counter() - began > 2 * http_protocol._PAUSE_SECONDS
        with RawClient(url) as client:
            client.send(get() * 8)
            assert client.rest().count(b"HTTP/1.1 429") == 1, "those sent ahead are not answered"


def test_another_protocol_is_not_spoken(url, caplog):
    with RawClient(url) as client:
        client.send(get("/api/about", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c"))
        assert client.rest().startswith(b"HTTP/1.1 200 OK")
    assert caplog.records == []


def test_a_handshake_that_cannot_be_parsed_is_refused(url, caplog):
    lines = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Cookie: a=" + "x" * 9000]
    with RawClient(url) as client:
        client.send(get("/api/games/AAAAAAAAAA/socket", *lines))
        assert client.status() == 400
        assert client.rest() == b""
    assert caplog.records == []


def test_sockets_outlive_the_time_for_headers(new_database):
    with (
        limited(new_database, header_seconds=0.2, idle_seconds=0.2) as url,
        Visitor(url) as ada,
        ada.at(ada.game()) as socket,
    ):
        time.sleep(1)
        assert socket.ask(type="ping")["type"] == "pong"


def test_sockets_count_as_connections(new_database):
    with limited(new_database, connections=3) as url, Visitor(url) as ada:
        game = ada.game()
        ada.http.close()
        with ada.at(game), ada.at(game):
            with (
                ada.at(game),
                pytest.raises((InvalidStatus, InvalidMessage, ConnectionClosed, EOFError)),
                ada.at(game),
            ):
                pass
            until(lambda: ask(url) == 200)


@pytest.mark.parametrize(
    "hosts", [["localhost"] * 2, ["localhost", "evil.example"], ["["], ["a/b"]]
)
def test_a_request_names_one_host(url, hosts):
    with RawClient(url) as client:
        lines = ["GET /api/about HTTP/1.1", *(f"Host: {host}" for host in hosts), "", ""]
        client.send("\r\n".join(lines).encode())
        assert client.status() == 400


class Fake:
    def __init__(self) -> None:
        self.dropped = False

    def overdue(self, now: float) -> bool:
        return False

    def expire(self) -> None:
        raise AssertionError

    def drop(self) -> None:
        self.dropped = True


@pytest.fixture
def connections(monkeypatch):
    monkeypatch.setattr(OpenConnections, "_start", lambda self: None)
    return OpenConnections(most=4, most_of_one=2)


def test_the_longest_waiting_makes_room(connections):
    first, second, third = Fake(), Fake(), Fake()
    assert connections.admit(first, "a")
    assert connections.admit(second, "a")
    connections.works(first)
    assert connections.admit(third, "a")
    assert [first.dropped, second.dropped] == [False, True]
    connections.works(third)
    assert not connections.admit(Fake(), "a"), "both are being served"
    connections.waits(first)
    assert connections.admit(Fake(), "a")
    assert first.dropped


def test_what_has_ended_does_not_count(connections):
    for _ in range(3):
        guests = [Fake() for _ in range(6)]
        assert all(connections.admit(guest, None) for guest in guests)
        assert [guest.dropped for guest in guests] == [True, True, False, False, False, False]
        assert len(connections) == 4
        for guest in guests:
            connections.release(guest)
            connections.waits(guest)
        assert len(connections) == 0
    assert not connections._waiting
    assert not connections._waiting_at
    assert not connections._counts


def test_very_many_late_connections_are_closed_by_and_by():
    async def attacked():
        connections = OpenConnections(most=2000, most_of_one=2000)
        expired = []

        class Late(Fake):
            def overdue(self, now):
                return True

            def expire(self):
                expired.append(self)
                connections.release(self)

        for _ in range(1200):
            connections.admit(Late(), None)
        connections._sweep()
        assert len(expired) == 500
        while len(connections):
            await asyncio.sleep(0.01)
        assert len(set(expired)) == 1200

    asyncio.run(asyncio.wait_for(attacked(), 30))


def test_a_connection_that_cannot_be_closed_does_not_spare_the_others():
    async def attacked():
        connections = OpenConnections(most=20, most_of_one=20)
        expired = asyncio.Event()

        class Broken(Fake):
            def overdue(self, now):
                return True

            def expire(self):
                connections.release(self)
                raise ZeroDivisionError

        class Late(Broken):
            def expire(self):
                expired.set()

        connections.admit(Broken(), None)
        connections.admit(Late(), None)
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        await expired.wait()

    asyncio.run(asyncio.wait_for(attacked(), 30))


@pytest.mark.parametrize(
    ("files", "most"), [(1024, 824), (256, 128), (20_000, 10_000), (-1, 10_000), (2, 1)]
)
def test_descriptors_are_left_for_the_rest(files, most, monkeypatch):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (files, files))
    assert descriptors.connections_within(10_000) == most


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1024, 4096), [(4096, 4096)]),
        ((1024, 1_000_000), [(65_536, 1_000_000)]),
        ((1024, -1), [(65_536, -1)]),
        ((4096, 4096), []),
        ((100_000, 1_000_000), []),
        ((-1, -1), []),
    ],
)
def test_the_server_raises_its_own_limit(before, after, monkeypatch):
    resource = pytest.importorskip("resource")
    given = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: before)
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: given.append(limits))
    descriptors.raise_limit()
    assert given == after


def test_every_request_of_a_connection_is_told_that_it_ended(new_database, tmp_path, caplog):
    (tmp_path / "large.png").write_bytes(b"x" * 20_000_000)
    with limited(new_database, tmp_path) as url:
        for _ in range(3):
            with RawClient(url) as client:
                client.send(get("/static/large.png") * 8)
                assert client.socket.recv(4) == b"HTTP"
        assert ask(url) == 200
    assert caplog.records == []
