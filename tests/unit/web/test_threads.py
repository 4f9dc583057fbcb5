"""Pools whose threads run already, and threads that give way to all others."""

import os
import sys
import threading
from queue import SimpleQueue

import pytest

from hexmate.web.engines.launcher import launch
from hexmate.web.threads import started_pool


def test_no_thread_starts_when_work_comes(monkeypatch):
    with started_pool(3, "tested") as pool:
        names = {thread.name for thread in threading.enumerate()}
        assert {f"tested_{number}" for number in range(3)} <= names
        monkeypatch.setattr(threading.Thread, "start", None)
        together = threading.Barrier(3)
        work = [pool.submit(together.wait) for _ in range(3)]
        assert sorted(each.result(30) for each in work) == [0, 1, 2]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
def test_searches_and_their_own_threads_give_way():
    priorities = SimpleQueue()

    def note():
        priorities.put(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    def search():
        note()
        threading.Thread(target=note).start()

    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    launch(search, "tested")
    lowered = max(own, 10)
    assert [priorities.get(timeout=30) for _ in range(2)] == [lowered, lowered]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own
