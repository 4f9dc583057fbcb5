"""Games on Ray: a cluster by its address, or processes on this machine."""

from collections.abc import Iterable
from typing import Any

from hexmate.arena.ray_cluster import connect, library
from hexmate.arena.referee import play_game
from hexmate.arena.runner import Games
from hexmate.arena.terms import GameReport, Pairing, Terms
from hexmate.errors import ArenaError, HexmateError
from hexmate.version import __version__

__all__ = ["Ray"]


class Ray:
    """Plays `count` games at once, each as a Ray task; if its worker dies, a game is played again.

    `address` is that of a cluster with the same version of Hexmate, or `local` for workers on this
    machine, which stay until `close` or the end of the program.
    """

    def __init__(self, address: str, count: int) -> None:
        if count < 1:
            raise ArenaError(f"at least 1 worker is needed (got {count})")
        self.address, self.count = address, count
        self._ray = library()

    def run(self, terms: Terms, pairings: Iterable[Pairing]) -> Games:
        """Play the pairings in order, as workers become free."""
        connect(self.address, self.count)
        play = self._ray.remote(num_cpus=1, max_retries=1)(_play)
        waiting = iter(pairings)
        busy: list[Any] = []
        try:
            for _, pairing in zip(range(self.count), waiting, strict=False):
                busy.append(play.remote(__version__, terms, pairing))
            while busy:
                [ended], busy = self._ray.wait(busy)
                following = next(waiting, None)
                if following is not None:
                    busy.append(play.remote(__version__, terms, following))
                yield self._report(ended)
        finally:
            for game in busy:
                self._ray.cancel(game, force=True)

    def close(self) -> None:
        """Disconnect from Ray and end local workers."""
        self._ray.shutdown()

    def _report(self, game: Any) -> GameReport:
        failures = self._ray.exceptions
        try:
            report: GameReport = self._ray.get(game)
        except failures.RayTaskError as error:
            if isinstance(error.cause, HexmateError):
                raise error.cause from None
            raise
        except failures.RayError as error:
            raise ArenaError(f"a game's worker died twice: {error}") from None
        return report


def _play(version: str, terms: Terms, pairing: Pairing) -> GameReport:
    if version != __version__:
        raise ArenaError(f"a worker has Hexmate {__version__}, this machine {version}")
    return play_game(terms, pairing)
