"""The server process: what its signals do."""

import signal

import uvicorn

from hexmate.web.server import _Server


def test_the_server_quits_at_the_third_signal(monkeypatch):
    quits: list[int] = []
    monkeypatch.setattr("os._exit", quits.append)
    server = _Server(uvicorn.Config("unused"))
    for presses, expected in ((1, []), (2, []), (3, [130])):
        server.handle_exit(signal.SIGINT, None)
        assert (server.should_exit, quits) == (True, expected), presses
