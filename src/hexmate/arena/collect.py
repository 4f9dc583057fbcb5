"""Collecting training data: games between players of random depths from random fair starts."""

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
"""The default player; a larger table would cost these short searches more than it gains."""

_MOST_STARTS = 1000


@dataclass(frozen=True, slots=True)
class Collection:
    """The games to play; everything about a game follows from these settings and its number.

    Both players are `player`, each with its own random depth within `depths`, and with `seconds`
    per move unless that is None. A game starts with a random number of stones of each colour,
    within `pairs`, on random cells, such that neither side has won or has a bridge connection.
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
                    f"{name}: the range must start at {least} or more and not be empty "
                    f"(got {low} to {high})"
                )
        board = Board(self.size, shape=self.shape)
        if board.rows != board.cols:
            raise ArenaError(
                f"samples need boards of N x N cells; {self.shape} has {board.rows} x {board.cols}"
            )
        if 2 * self.pairs[1] >= board.num_cells:
            raise ArenaError(
                f"{self.pairs[1]} pairs of stones do not leave an empty cell on "
                f"{self.size}x{self.size}"
            )
        for depth in self.depths:
            create(self._spec(depth))

    def terms(self) -> Terms:
        """The terms of all games, without a clock: players limit their own time."""
        return Terms(Board(self.size, shape=self.shape).to_string())

    def pairing(self, number: int) -> Pairing:
        """The game with this number."""
        # Other settings give other starts.
        rng = random.Random(f"{self} {number}")
        black, white = (self._spec(rng.randint(*self.depths)) for _ in range(2))
        opening = self._fair_start(rng)
        return Pairing(number, black, white, opening, rng.getrandbits(31))

    def game_id(self, number: int) -> str:
        """The id of a game in its samples."""
        return f"{self.seed}-{number}"

    def first_sample(self, number: int) -> dict[str, Any]:
        """The fields of a game's first sample that are known before it is played."""
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
        """The samples of a game; ArenaError if a player failed, since its result means nothing."""
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
            f"{self.size}x{self.size}; use fewer"
        )


def collect(
    collection: Collection, games: int, runner: Runner, file: SampleFile
) -> Generator[int, None, None]:
    """Play until the file has `games` games; yields the number of samples of each new one."""
    pairings = (collection.pairing(number) for number in range(file.games, games))
    with closing(runner.run(collection.terms(), pairings)) as reports:
        for report in in_order(reports, file.games):
            found = collection.samples(report)
            file.add(found)
            yield len(found)
