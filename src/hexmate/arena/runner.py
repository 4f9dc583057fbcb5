"""Runners play the games of an event, in this process or several; `ray_runner` uses Ray."""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Protocol

from hexmate.arena.referee import play_game
from hexmate.arena.terms import GameReport, Pairing, Terms
from hexmate.errors import ArenaError, HexmateError

__all__ = ["Games", "Processes", "Runner", "Serial"]


Games = Generator[GameReport, None, None]
"""Reports as games end, in any order. Closing it aborts the games in progress."""


class Runner(Protocol):
    """Plays games."""

    def run(self, terms: Terms, pairings: Iterable[Pairing]) -> Games:
        """Play each pairing under the same terms."""
        ...


class Serial:
    """Plays one game after the other in this process."""

    def run(self, terms: Terms, pairings: Iterable[Pairing]) -> Games:
        """Play the pairings in order."""
        for pairing in pairings:
            yield play_game(terms, pairing)


class Processes:
    """Plays `count` games at once, each in a worker process.

    Workers end with this process, however that ends. If one dies, its game is played again in
    another one: no player is at fault, since third-party players have processes of their own.
    """

    def __init__(self, count: int) -> None:
        if count < 1:
            raise ArenaError(f"at least 1 worker is needed (got {count})")
        self.count = count

    def run(self, terms: Terms, pairings: Iterable[Pairing]) -> Games:
        """Play the pairings in order, as workers become free."""
        waiting = iter(pairings)
        workers: list[_GameWorker] = []
        try:
            for _, pairing in zip(range(self.count), waiting, strict=False):
                workers.append(_GameWorker(terms))
                workers[-1].begin(pairing)
            busy = list(workers)
            while busy:
                ready = wait([worker.connection for worker in busy])
                for worker in [each for each in busy if each.connection in ready]:
                    report = worker.report()
                    if report is None:
                        continue
                    following = next(waiting, None)
                    if following is None:
                        busy.remove(worker)
                    else:
                        worker.begin(following)
                    yield report
        finally:
            for worker in workers:
                worker.end()


class _GameWorker:
    """A process that plays one game at a time."""

    connection: "Connection[Pairing, GameReport | Exception]"
    _process: multiprocessing.process.BaseProcess
    _pairing: Pairing
    _again: bool

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._terms), daemon=True)
        with _interrupts_ignored():
            self._process.start()
        theirs.close()

    def begin(self, pairing: Pairing) -> None:
        """Play this game next."""
        self._pairing, self._again = pairing, False
        self._send()

    def _send(self) -> None:
        with suppress(OSError):  # `report` notices that the worker has died
            self.connection.send(self._pairing)

    def report(self) -> GameReport | None:
        """The report of the game; None if the worker died and a new one plays it again."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.end()
            if self._again:
                raise ArenaError(
                    f"the worker process died twice in game {self._pairing.number}, "
                    f"{self._pairing.black} against {self._pairing.white} "
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
        """End the process, even in the middle of a game."""
        self.connection.close()
        self._process.terminate()
        self._process.join()


def _work(connection: "Connection[GameReport | Exception, Pairing]", terms: Terms) -> None:
    """Play games until the parent closes the connection or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the parent has closed the connection, or is gone
        while True:
            connection.send(_played(terms, connection.recv()))


def _played(terms: Terms, pairing: Pairing) -> GameReport | Exception:
    try:
        return play_game(terms, pairing)
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
