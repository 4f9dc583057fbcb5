"""Games on the workers of Ray: those of a cluster by its address, or processes of this machine."""

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
    """Several games at once, each a task of Ray; a game whose worker dies is played once more.

    `address` is that of a cluster, on whose machines the same version of Hexmate is installed, or
    `local`: then `count` workers are started here. They stay for the next games until `close`, or
    until the program ends.
    """

    def __init__(self, address: str, count: int) -> None:
        if count < 1:
            raise ArenaError(f"games need 1 worker or more, not {count}")
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
        """Let go of the workers."""
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
        raise ArenaError(f"a worker has Hexmate {__version__}, and here it is {version}")
    return play_game(terms, pairing)
