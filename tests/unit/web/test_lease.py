"""Leases: two servers do not run the games of one database at the same time."""

import asyncio
import os
import subprocess
import sys
import threading
from dataclasses import replace

import pytest
from support.web_room import Room, given, room

from hexmate.store.servers import StoredLease
from hexmate.web.live import lease as module
from hexmate.web.live.lease import LeaseError, ServerLease

FUTURE = 1 << 45
"""A version that the clock of the machine reaches in a thousand years."""


@pytest.fixture(autouse=True)
def brisk(monkeypatch):
    monkeypatch.setattr(module, "_LOOK", 0.01)
    monkeypatch.setattr(module, "_RENEWAL", 0.02)


def of_another(store, name="", alone=True, **changes) -> StoredLease:
    """A lease that another machine holds."""
    lease = StoredLease(name, f"token {name}", "elsewhere", "7:7", alone)
    made = replace(lease, **changes)
    assert store.servers.claim(made) == []
    return made


@pytest.mark.parametrize(
    ("theirs", "ours", "refused"),
    [
        (None, None, "stop it, or start both with --broadcast"),
        (None, "a", "stop it, or start both with --broadcast"),
        ("a", None, "stop it, or start both with --broadcast"),
        ("a", "a", "another server with the name 'a'.*own --name"),
        ("", "", "another server with no name.*own --name"),
        ("a", "b", None),
        ("", "b", None),
    ],
)
def test_who_may_run_beside_whom(store, theirs, ours, refused):
    first = ServerLease.claim(store, theirs)
    if refused is None:
        ServerLease.claim(store, ours)
    else:
        with pytest.raises(LeaseError, match=refused):
            ServerLease.claim(store, ours)
    module._held_here.clear()  # both have ended without a word
    assert ServerLease.claim(store, ours).reached > first.reached


def test_a_lease_of_a_process_that_was_killed_is_taken_at_once(store):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        theirs = module._process(process.pid)
        assert theirs is not None
        of_another(store, host=module._host(), process=theirs)
        with pytest.raises(LeaseError, match=f"process {process.pid}"):
            ServerLease.claim(store, None, 60)
        process.kill()
    ServerLease.claim(store, None, 60)


def test_the_number_of_a_process_is_used_again(store):
    of_another(store, host=module._host(), process=f"{os.getppid()}:1")
    ServerLease.claim(store, None, 60)


def test_the_number_of_a_process_alone_proves_nothing(store, monkeypatch):
    """Without /proc it may be that of another program by now: its lease is observed."""
    monkeypatch.setattr(module, "_process", module._by_signal)
    of_another(store, host=module._host(), process=str(os.getppid()))
    ServerLease.claim(store, None, 0.1)
    with pytest.raises(LeaseError, match=f"process {os.getpid()}"):
        ServerLease.claim(store, None, 0.1)


def test_a_lease_of_another_machine_is_observed(store):
    other = of_another(store)
    renewing = threading.Timer(0.1, lambda: store.servers.renew(other.token, 5))
    renewing.start()
    with pytest.raises(LeaseError, match="process 7 on elsewhere"):
        ServerLease.claim(store, None, 60)
    renewing.join()
    store.servers.renew(other.token, FUTURE)
    assert ServerLease.claim(store, None, 0.2).reached == FUTURE
    assert not store.servers.renew(other.token, 6)


def test_a_lease_that_is_released_while_it_is_observed(store):
    other = of_another(store)
    threading.Timer(0.1, lambda: store.servers.release(other.token, 9)).start()
    assert ServerLease.claim(store, None, 60).reached > 9


@given(room)
async def test_a_lease_is_kept_and_released(here: Room):
    lease = ServerLease.claim(here.store, None)
    keeping = asyncio.create_task(lease.keep(here.access, lambda: FUTURE))
    async with asyncio.timeout(30):
        while not (held := here.store.servers.held()) or held[0].beat < 3:
            await asyncio.sleep(0.01)
    assert here.store.servers.reached() == FUTURE + module._RESERVE
    keeping.cancel()
    await lease.release(here.access, FUTURE + 1)
    assert (here.store.servers.held(), here.store.servers.reached()) == ([], FUTURE + 1)
    assert ServerLease.claim(here.store, None).reached == FUTURE + 1


def test_a_lease_is_kept_after_any_error(caplog):
    @given(room)
    async def test(here: Room):
        lease = ServerLease.claim(here.store, None)
        here.access.broken = True
        keeping = asyncio.create_task(lease.keep(here.access, lambda: 0))
        async with asyncio.timeout(30):
            while "cannot renew the lease" not in caplog.text:
                await asyncio.sleep(0.01)
            here.access.broken = False
            while here.access.writes < 2:
                await asyncio.sleep(0.01)
        keeping.cancel()

    test()


def test_a_server_whose_lease_was_taken_says_so_once(caplog):
    @given(room)
    async def test(here: Room):
        lease = ServerLease.claim(here.store, None)
        module._held_here.clear()
        ServerLease.claim(here.store, None)
        keeping = asyncio.create_task(lease.keep(here.access, lambda: 0))
        async with asyncio.timeout(30):
            while here.access.writes < 3:
                await asyncio.sleep(0.01)
        keeping.cancel()

    test()
    assert caplog.text.count("another server has taken over") == 1
