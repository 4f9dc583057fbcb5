"""The server process: what its signals do."""

import signal

import uvicorn
from support.processes import eventually

from hexmate.web import server as module
from hexmate.web.server import _Server


def test_the_server_quits_at_the_third_signal(monkeypatch):
    quits: list[int] = []
    monkeypatch.setattr("os._exit", quits.append)
    server = _Server(uvicorn.Config("unused"))
    for presses, expected in ((1, []), (2, []), (3, [130])):
        server.handle_exit(signal.SIGINT, None)
        assert (server.should_exit, quits) == (True, expected), presses
    server.ended()


def test_the_server_quits_when_it_does_not_end_in_time(monkeypatch):
    quits: list[int] = []
    monkeypatch.setattr("os._exit", quits.append)
    stuck, sound = (_Server(uvicorn.Config("unused")) for _ in range(2))
    sound.handle_exit(signal.SIGTERM, None)
    sound.ended()
    assert sound._quit is not None
    sound._quit.join(module._LONGEST_STOP / 2)
    assert not sound._quit.is_alive()
    monkeypatch.setattr(module, "_LONGEST_STOP", 0.05)
    stuck.handle_exit(signal.SIGINT, None)
    assert eventually(lambda: quits)
    assert quits == [130]
