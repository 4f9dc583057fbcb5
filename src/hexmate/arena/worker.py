"""A process that does one task after the other and ends with the process that started it."""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from hexmate.errors import ArenaError, HexmateError

__all__ = ["Worker"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class Worker(Generic[Task, Answer]):
    """A process that calls `work`, which must be picklable, for one task at a time.

    If the process dies, a new one does the task again; if that dies too, the error names the task
    as `describe` does.
    """

    connection: "Connection[Task, Answer | Exception]"
    _process: multiprocessing.process.BaseProcess
    _task: Task
    _again: bool

    def __init__(
        self, work: Callable[[Task], Answer], describe: Callable[[Task], str] = str
    ) -> None:
        self._work, self._describe = work, describe
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
        with _interrupts_ignored():
            self._process.start()
        theirs.close()

    def begin(self, task: Task) -> None:
        """Do this task next."""
        self._task, self._again = task, False
        self._send()

    def _send(self) -> None:
        with suppress(OSError):  # `answer` notices that the worker has died
            self.connection.send(self._task)

    def answer(self) -> Answer | None:
        """The answer to the task; None if the worker died and a new one does it again."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.end()
            if self._again:
                raise ArenaError(
                    f"the worker process died twice in {self._describe(self._task)} "
                    f"(exit code {self._process.exitcode})"
                ) from None
            self._start()
            self._again = True
            self._send()
            return None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        """End the process, even in the middle of a task."""
        self.connection.close()
        self._process.terminate()
        self._process.join()


def _serve(
    connection: "Connection[Answer | Exception, Task]", work: Callable[[Task], Answer]
) -> None:
    """Do tasks until the parent closes the connection or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the parent has closed the connection, or is gone
        while True:
            connection.send(_done(work, connection.recv()))


def _done(work: Callable[[Task], Answer], task: Task) -> Answer | Exception:
    try:
        return work(task)
    except HexmateError as error:
        return error
    except Exception:  # a bug: not every exception can be pickled, its text can
        return RuntimeError(traceback.format_exc())


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ctrl-C is for the parent: processes started in the block ignore it from the start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
