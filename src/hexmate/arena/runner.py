"""Runners play the games of an event, in this process or several; `ray_runner` uses Ray."""

from collections.abc import Generator, Iterable
from functools import partial
from multiprocessing.connection import wait
from typing import Protocol

from hexmate.arena.referee import play_game
from hexmate.arena.terms import GameReport, Pairing, Terms
from hexmate.arena.worker import Worker
from hexmate.errors import ArenaError

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
        workers: list[Worker[Pairing, GameReport]] = []
        try:
            for _, pairing in zip(range(self.count), waiting, strict=False):
                workers.append(Worker(partial(play_game, terms), _described))
                workers[-1].begin(pairing)
            busy = list(workers)
            while busy:
                ready = wait([worker.connection for worker in busy])
                for worker in [each for each in busy if each.connection in ready]:
                    report = worker.answer()
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


def _described(pairing: Pairing) -> str:
    return f"game {pairing.number}, {pairing.black} against {pairing.white}"
