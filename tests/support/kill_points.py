"""Kills a piece of work at each of its file operations in turn, to see what it leaves behind.

The work runs in a forked child that gets SIGKILL before its n-th operation (open, write, sync,
rename, remove, ...), or in the middle of it if that is a write. Only what Python itself does to
files is seen, so work under test must not hand file names to a library written in C.
"""

import builtins
import io
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

_CALLS = ("open", "mkdir", "rename", "replace", "unlink", "remove", "rmdir", "fsync", "truncate")


class _Countdown:
    """Counts operations down and kills this process when none is left."""

    def __init__(self, left: int) -> None:
        self.left = left

    def is_last(self) -> bool:
        self.left -= 1
        return self.left == 0

    def step(self) -> None:
        if self.is_last():
            os.kill(os.getpid(), signal.SIGKILL)


class _File(io.FileIO):
    """A file whose last write stops half way."""

    def __init__(self, path, mode: str, countdown: _Countdown) -> None:
        super().__init__(path, mode)
        self._countdown = countdown

    def write(self, data) -> int:
        if self._countdown.is_last():
            view = memoryview(data).cast("B")
            super().write(view[: len(view) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return super().write(data)


def _install(countdown: _Countdown) -> None:
    true_open = io.open

    def opened(path, mode="r", *args, **options):
        if not set(mode) & set("wax+"):
            return true_open(path, mode, *args, **options)
        countdown.step()
        buffered = io.BufferedWriter(_File(path, mode.replace("b", "").replace("t", ""), countdown))
        if "b" in mode:
            return buffered
        names = ("encoding", "errors", "newline")
        return io.TextIOWrapper(buffered, **{n: options[n] for n in names if n in options})

    def counted(call):
        def counting(*args, **options):
            countdown.step()
            return call(*args, **options)

        return counting

    io.open = builtins.open = opened
    for name in _CALLS:
        setattr(os, name, counted(getattr(os, name)))


def killed_everywhere(work: Callable[[], None], folder: Path, check: Callable[[], None]) -> int:
    """Kill `work` at each of its file operations, `folder` being as it is now each time.

    `check` looks at the folder after each kill, and after the work that nothing stopped. Returns
    the number of operations.
    """
    before = folder.with_name(folder.name + "-before")
    shutil.copytree(folder, before)
    number = 0
    while True:
        number += 1
        child = os.fork()
        if child == 0:
            _install(_Countdown(number))
            try:
                work()
            except BaseException:
                os._exit(3)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        assert killed or os.waitstatus_to_exitcode(status) == 0, f"it failed at operation {number}"
        try:
            check()
        except Exception as error:
            raise AssertionError(f"after a kill at operation {number}: {error!r}") from error
        if not killed:
            return number - 1
        shutil.rmtree(folder)
        shutil.copytree(before, folder)
