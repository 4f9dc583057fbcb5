"""Memory for the bodies of requests, however slowly they arrive."""

import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from support.patience import PATIENCE
from support.raw_http import RawClient
from support.web_served import Visitor, served

from hexmate.web.errors import Refusal
from hexmate.web.security import gate
from hexmate.web.security.bodies import Bodies

KIB = 1024


def test_each_address_may_have_what_is_still_free():
    bodies = Bodies(64 * KIB)
    with ExitStack() as open_bodies:
        for number, share in enumerate([32, 16, 8, 4]):
            body = open_bodies.enter_context(bodies.receiving(f"a{number}"))
            body.add(4 * KIB)  # not counted
            for _ in range(share):
                body.add(KIB)
            with pytest.raises(Refusal) as refused:
                body.add(KIB)
            assert (refused.value.status, refused.value.code) == (503, "busy")
            with bodies.receiving(f"a{number}") as small:
                small.add(4 * KIB)
    with bodies.receiving("b") as body:
        body.add(36 * KIB)
    assert not bodies._held


@pytest.mark.slow
def test_slow_imports_hold_bounded_memory_and_others_continue(tmp_path, monkeypatch):
    bodies = Bodies(512 * KIB)
    monkeypatch.setattr(gate, "Bodies", lambda most: bodies if most == 8 * 64 * KIB else None)
    limits = {"upload": 64 * KIB, "uploads": 1e4, "people": 1e4, "requests": 1e4}
    with (
        served(f"sqlite:///{tmp_path / 'games.db'}", limits=limits) as url,
        Visitor(url) as ada,
        ExitStack() as slow,
    ):
        lines = ["POST /api/library HTTP/1.1", "Host: localhost", "Content-Length: 65536"]
        lines += [f"Cookie: hexmate={ada.http.cookies['hexmate']}", "", ""]
        begun = "\r\n".join(lines).encode() + b"5" * 60 * KIB
        clients = [slow.enter_context(RawClient(url, f"127.0.0.{n}")) for n in range(2, 14)]
        for number, client in enumerate(clients[:8], 1):
            client.send(begun)
            until(lambda number=number: bodies._held.total() == number * 56 * KIB)
        for client in clients[8:]:
            client.send(begun)
            assert client.status() == 503
        answer = ada.http.post("/api/library", content="5" * 60 * KIB)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert answer.headers["retry-after"] == "5"
        assert ada.http.post("/api/library", content="5: a2").status_code == 201
        for client in clients:
            client.socket.close()
        until(lambda: not bodies._held)
        assert ada.http.post("/api/library", content="5" * 60 * KIB).status_code != 503


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)
