"""The games of an event: their common terms, the pairing of one game, and its report."""

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from hexmate.arena.clock import Stopwatch, TimeControl
from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import SWAP
from hexmate.errors import ArenaError
from hexmate.game import Game, Node
from hexmate.outcome import Termination
from hexmate.players.base import Limit
from hexmate.players.openings import may_be_swapped
from hexmate.swap import seat_of

__all__ = ["SEATS", "GameReport", "Pairing", "Seat", "Terms", "game_seed"]

Seat = Literal["black", "white"]
_BOUNDS = ("time", "nodes", "visits", "depth")
SEATS: tuple[Seat, Seat] = ("black", "white")
"""A seat is named by its colour at the start; after swap-sides it plays the other colour."""


def game_seed(event_seed: int, number: int) -> int:
    """The seed of one game of an event, the same wherever and whenever it is played.

    It has 30 bits, so that the seeds which the referee derives for the two seats fit into a signed
    32-bit integer: many libraries refuse larger seeds.

    >>> game_seed(1, 0) == game_seed(1, 0) != game_seed(1, 1)
    True
    """
    return random.Random(f"{event_seed} {number}").getrandbits(30)


@dataclass(frozen=True, slots=True)
class Terms:
    """The common terms of all games of an event.

    `start` is the position line of the start board, `time` the time control. `limit` bounds each
    move by nodes, visits or depth, or, without a time control, by seconds, which no player loses
    on. `memory` is the limit for a player in its own process, in MiB.
    """

    start: str
    time: TimeControl = field(default_factory=TimeControl)
    limit: Limit = field(default_factory=Limit)
    memory: int | None = None

    def board(self) -> Board:
        """A new start board."""
        return Board.from_string(self.start)

    def as_dict(self) -> dict[str, Any]:
        """The terms as values that JSON can hold."""
        limit = {name: getattr(self.limit, name) for name in _BOUNDS}
        return {
            "start": self.start,
            "time": str(self.time),
            "limit": {name: value for name, value in limit.items() if value is not None},
            "memory": self.memory,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Terms":
        """The inverse of `as_dict`."""
        time = TimeControl.parse(values["time"])
        return cls(values["start"], time, Limit(**values["limit"]), values["memory"])


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: its number from 0, the players' specs by seat, and the opening moves.

    Without an `opening` the players open the game themselves, by the pie rule if the board has a
    swap rule. Everything random about the game follows from `seed`.
    """

    number: int
    black: str
    white: str
    opening: tuple[str, ...] = ()
    seed: int = 0

    def spec(self, seat: Seat) -> str:
        """The player's spec in a seat."""
        return self.black if seat == "black" else self.white


@dataclass(frozen=True, slots=True)
class GameReport:
    """The report of one game: a line of results.jsonl.

    `result` is written as in SGF and names the winning colour; `winner` is the seat that won, also
    after a swap; `reason` says how, in words. `moves` is the whole game from `start`, opening
    included; `times` are the seconds of each move and `scores` the scores that the players gave,
    for the side to move (0 and None for opening moves). `stderr` is the error output of a player
    that failed.
    """

    number: int
    black: str
    white: str
    opening: tuple[str, ...]
    seed: int
    start: str
    time: str
    result: str
    winner: Seat | None
    reason: str
    moves: tuple[str, ...]
    times: tuple[float, ...]
    scores: tuple[float | None, ...]
    stderr: str | None = None
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """The report as values that JSON can hold."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "GameReport":
        """The inverse of `as_dict`; ArenaError if a field is missing or unknown."""
        try:
            read: dict[str, Any] = {
                name: tuple(value) if isinstance(value, list) else value
                for name, value in values.items()
            }
            return cls(**read)
        except (AttributeError, TypeError) as error:
            raise ArenaError(f"not the report of a game: {error}") from None

    def spec(self, seat: Seat) -> str:
        """The player's spec in a seat."""
        return self.black if seat == "black" else self.white

    def score(self, seat: Seat) -> float:
        """Points of a seat: 1 for a win, one half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == seat)

    def movers(self) -> list[Seat]:
        """The seat that made each move."""
        board = self._board()
        return [
            SEATS[seat_of(color, board.swap, board.moves[:at])]
            for at, (color, _) in enumerate(board.played)
        ]

    def time_of(self, seat: Seat) -> float:
        """The seconds that a seat took for all its moves."""
        moved = zip(self.times, self.movers(), strict=False)
        return sum(spent for spent, mover in moved if mover == seat)

    def _board(self) -> Board:
        board = Board.from_string(self.start)
        for move in self.moves:
            board.push_str(move)
        return board

    def game(self) -> Game:
        """The record of the game, with the time, score and clock of each move."""
        board = self._board()
        control = TimeControl.parse(self.time)
        headers = {"black": self.black, "white": self.white, "result": self.result}
        game = Game.from_board(board, headers | control.headers())
        self._annotate(game, control)
        ending = _ENDINGS.get(self.result[2:])
        if ending is not None:
            loser = WHITE if self.result.startswith("B") else BLACK
            said = "\n".join(filter(None, (self.reason, self.stderr)))
            game.end().append(Node(color=loser, ending=ending, comment=said))
        return game

    def _annotate(self, game: Game, control: TimeControl) -> None:
        watches: dict[Seat, Stopwatch | None] = {seat: control.stopwatch() for seat in SEATS}
        proposed = may_be_swapped(Board.from_string(self.start))
        moves: list[int] = []
        for at, (node, mover) in enumerate(zip(game.mainline(), self.movers(), strict=True)):
            assert node.move is not None
            moves.append(node.move)
            if at < len(self.opening):
                continue
            score = "" if self.scores[at] is None else f", score {self.scores[at]:g}"
            node.comment = f"{self.times[at]:.3f} s{score}"
            watch = watches[mover]
            agreed = node.move == SWAP or (at == 0 and proposed)
            if watch is not None and not agreed:
                watches[mover] = watch = watch.after(self.times[at])
            if watch is not None and control.main is not None:
                color = seat_of(Color.parse(mover), game.swap, moves)
                node.set_time_left(color, watch.left)


_ENDINGS = {
    "Resign": Termination.RESIGNATION,
    "Time": Termination.TIMEOUT,
    "Forfeit": Termination.FORFEIT,
}
