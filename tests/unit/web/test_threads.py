"""Pools whose threads run already."""

import threading

from hexmate.web.threads import started_pool


def test_no_thread_starts_when_work_comes(monkeypatch):
    with started_pool(3, "tested") as pool:
        names = {thread.name for thread in threading.enumerate()}
        assert {f"tested_{number}" for number in range(3)} <= names
        monkeypatch.setattr(threading.Thread, "start", None)
        together = threading.Barrier(3)
        work = [pool.submit(together.wait) for _ in range(3)]
        assert sorted(each.result(30) for each in work) == [0, 1, 2]
