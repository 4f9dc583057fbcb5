"""Data to learn from: games between strategies of chance depths, from chance fair starts."""

import random
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from hexmate.arena.event import in_order
from hexmate.arena.runner import Runner
from hexmate.arena.samples import VERSION, SampleFile, samples
from hexmate.arena.terms import GameReport, Pairing, Terms
from hexmate.board import Board, Shape
from hexmate.color import BLACK, WHITE
from hexmate.connect import bridge_win
from hexmate.errors import ArenaError
from hexmate.players.registry import create

__all__ = ["PLAYER", "Collection", "collect"]

PLAYER = "negamax:table=8"
"""Who plays, if nobody is named; a large table would cost more than these short searches gain."""

_MOST_STARTS = 1000


@dataclass(frozen=True, slots=True)
class Collection:
    """Which games to play: everything about a game follows from these and its number.

    Both players are `player` with a depth between those of `depths`, each drawn by itself, and
    with `seconds` a move where that is not None. A game starts with as many stones of either
    colour as a number between those of `pairs` says, anywhere, but so that nobody has won yet, and
    nobody holds a chain of bridges from edge to edge.
    """

    size: int = 7
    shape: Shape = "hex"
    depths: tuple[int, int] = (2, 4)
    pairs: tuple[int, int] = (2, 6)
    seconds: float | None = None
    player: str = PLAYER
    seed: int = 0

    def __post_init__(self) -> None:
        for name, (low, high), least in (("depth", self.depths, 1), ("pairs", self.pairs, 0)):
            if not least <= low <= high:
                raise ArenaError(
                    f"the {name} of a collection goes from {least} or more up, not from {low} to "
                    f"{high}"
                )
        board = Board(self.size, shape=self.shape)
        if board.rows != board.cols:
            raise ArenaError(f"samples are of boards of N x N cells, which {self.shape} is not")
        if 2 * self.pairs[1] >= board.num_cells:
            raise ArenaError(
                f"{self.pairs[1]} pairs of stones leave no room on {self.size}x{self.size}"
            )
        for depth in self.depths:
            create(self._spec(depth))

    def terms(self) -> Terms:
        """What all games share. The time is the players' own affair, so that nobody loses by it."""
        return Terms(Board(self.size, shape=self.shape).to_string())

    def pairing(self, number: int) -> Pairing:
        """The game of a number."""
        # The settings take part, so that other settings are seen by other starts.
        rng = random.Random(f"{self} {number}")
        black, white = (self._spec(rng.randint(*self.depths)) for _ in range(2))
        opening = self._fair_start(rng)
        return Pairing(number, black, white, opening, rng.getrandbits(31))

    def game_id(self, number: int) -> str:
        """What the samples of a game are known by, in this collection and among others."""
        return f"{self.seed}-{number}"

    def first_sample(self, number: int) -> dict[str, Any]:
        """What is known of the first sample of a game before it is played."""
        pairing = self.pairing(number)
        board = Board(self.size, shape=self.shape)
        for move in pairing.opening:
            board.push_str(move)
        return {
            "N": self.size,
            "shape": self.shape,
            "game": self.game_id(number),
            "players": [pairing.black, pairing.white],
            "board": board.to_array().ravel().tolist(),
            "version": VERSION,
        }

    def samples(self, report: GameReport) -> list[dict[str, Any]]:
        """The samples of a game. ArenaError where a player failed, as its result means nothing."""
        if report.result.endswith(("Time", "Forfeit")):
            raise ArenaError(
                f"game {report.number}, {report.black} against {report.white}: {report.reason}"
            )
        return list(samples(report, self.game_id(report.number)))

    def _spec(self, depth: int) -> str:
        options = [f"depth={depth}"]
        if self.seconds is not None:
            options.append(f"time={self.seconds:g}")
        return self.player + ("," if ":" in self.player else ":") + ",".join(options)

    def _fair_start(self, rng: random.Random) -> tuple[str, ...]:
        stones = 2 * rng.randint(*self.pairs)
        for _ in range(_MOST_STARTS):
            board = Board(self.size, shape=self.shape)
            for cell in rng.sample(range(board.num_cells), stones):
                if board.outcome() is None:
                    board.push(cell)
            if board.outcome() is None and not any(bridge_win(board, c) for c in (BLACK, WHITE)):
                return tuple(board.name(move) for _, move in board.played)
        raise ArenaError(
            f"no fair start with {stones // 2} pairs of stones was found on "
            f"{self.size}x{self.size}; ask for fewer"
        )


def collect(
    collection: Collection, games: int, runner: Runner, file: SampleFile
) -> Generator[int, None, None]:
    """Play games until the file has so many; yields the samples of each as it is written."""
    pairings = (collection.pairing(number) for number in range(file.games, games))
    with closing(runner.run(collection.terms(), pairings)) as reports:
        for report in in_order(reports, file.games):
            found = collection.samples(report)
            file.add(found)
            yield len(found)
