"""The referee: plays one game between two players, who only see copies of the board.

A player that breaks the rules, raises, dies, or takes too long loses the game and nothing else.

>>> from hexmate.arena.clock import TimeControl
>>> terms = Terms("3x3 hex - 3/3/3 b", TimeControl.parse("1/move"))
>>> report = play_game(terms, Pairing(0, "negamax:depth=4", "random", ("b2",), seed=1))
>>> report.result, report.winner, report.reason
('B+', 'black', 'connection')
"""

import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import isfinite
from operator import index
from typing import NoReturn, TypeVar

from hexmate.arena.clock import move_limit
from hexmate.arena.seats import OPENING_SECONDS, last_words, seated
from hexmate.arena.terms import SEATS, GameReport, Pairing, Seat, Terms
from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import (
    ArenaError,
    EngineDiedError,
    EngineError,
    EngineGarbledError,
    EngineIllegalError,
    EngineRefusedError,
    EngineTimeoutError,
    HexmateError,
    Resigned,
)
from hexmate.outcome import Termination
from hexmate.players.base import Info, Player, PlayResult
from hexmate.players.openings import may_be_swapped
from hexmate.swap import seat_of

__all__ = ["Seating", "play_game", "set_up"]

Answer = TypeVar("Answer")


Seating = Callable[[str, int, Terms], Player]
"""From a spec, a seed and the terms to a fresh player."""


def play_game(
    terms: Terms,
    pairing: Pairing,
    seating: Seating = seated,
    now: Callable[[], float] = time.perf_counter,
) -> GameReport:
    """Play one game to its end and report it, whatever the players do.

    `now` is the clock in seconds that players are timed by. ArenaError if the terms or the opening
    themselves are at fault.
    """
    return _Table(terms, pairing, now).play(seating)


def set_up(terms: Terms, opening: tuple[str, ...]) -> Board:
    """The board after the moves of an opening; ArenaError if no game can continue from there."""
    try:
        board = terms.board()
        for move in opening:
            board.push_str(move)
    except HexmateError as error:
        raise ArenaError(f"the opening {' '.join(opening)!r} cannot be played: {error}") from None
    if board.outcome() is not None:
        raise ArenaError(f"after the opening {' '.join(opening)!r} the game is over")
    return board


class _Lost(Exception):
    """A colour has lost without a move: by resignation, forfeit or on time."""

    def __init__(
        self, color: Color, how: Termination, reason: str, stderr: str | None = None
    ) -> None:
        super().__init__(reason)
        self.color, self.how, self.reason, self.stderr = color, how, reason, stderr


_FORFEIT = Termination.FORFEIT

_FAULTS = {
    EngineDiedError: "died",
    EngineTimeoutError: "late",
    EngineGarbledError: "garbage",
    EngineRefusedError: "refused",
    EngineIllegalError: "illegal move",
}
"""What a player in its own process did, in a word or two."""

_ENDS = {
    Termination.RESIGNATION: Board.resign,
    _FORFEIT: Board.forfeit,
    Termination.TIMEOUT: Board.time_out,
}


class _Table:
    """One game in progress: the board, the players and stopwatches by seat, the record."""

    def __init__(self, terms: Terms, pairing: Pairing, now: Callable[[], float]) -> None:
        self._terms, self._pairing, self._now = terms, pairing, now
        self._board = set_up(terms, pairing.opening)
        self._times = [0.0] * len(pairing.opening)
        self._scores: list[float | None] = [None] * len(pairing.opening)
        self._watches = {seat: terms.time.stopwatch() for seat in SEATS}
        self._players: dict[Seat, Player] = {}

    def play(self, seating: Seating) -> GameReport:
        """The whole game."""
        began = self._now()
        lost: _Lost | None = None
        try:
            self._take_seats(seating)
            self._agree_on_opening()
            for color in (BLACK, WHITE):
                self._start(color)
            while self._board.outcome() is None:
                self._move()
        except _Lost as loss:
            lost = loss
            _ENDS[lost.how](self._board, lost.color)
        finally:
            self._leave_seats()
        return self._report(lost, self._now() - began)

    def _take_seats(self, seating: Seating) -> None:
        for color in (BLACK, WHITE):
            seat = self._seat(color)
            spec = self._pairing.spec(seat)
            # Different seeds: a player must not mirror itself in self-play.
            seed = 2 * self._pairing.seed + SEATS.index(seat)
            player, _ = self._ask(color, partial(seating, spec, seed, self._terms))
            self._players[seat] = player

    def _agree_on_opening(self) -> None:
        """The pie rule: the first player proposes a stone, the second accepts it or swaps."""
        board = self._board
        if may_be_swapped(board):
            color = board.turn
            player = self._player(color)
            move, spent = self._ask(
                color, lambda: player.propose_opening(board.copy()), OPENING_SECONDS
            )
            self._push(color, move, spent)
        if board.swap_available:
            color = board.turn
            player, [stone] = self._player(color), board.stones(color.other)
            accepted, spent = self._ask(
                color, lambda: player.accept_opening(board.copy(), stone), OPENING_SECONDS
            )
            if not isinstance(accepted, bool):
                self._refuse(
                    color, f"accept_opening answered {_shown(accepted)}, not True or False"
                )
            if not accepted:
                board.push(SWAP)
                self._note(spent, None)

    def _start(self, color: Color) -> None:
        player = self._player(color)
        self._ask(color, lambda: player.start(self._board.copy(), color), OPENING_SECONDS)

    def _move(self) -> None:
        board, color = self._board, self._board.turn
        seat, other = self._seat(color), self._seat(color.other)
        watch, player = self._watches[seat], self._players[seat]
        limit = move_limit(self._terms.limit, watch, self._watches[other], color)
        shown = board.copy()
        result, spent = self._ask(color, lambda: player.play(shown, limit), watch.allowance)
        after = watch.after(spent)
        assert after is not None, "a late answer has been refused"
        self._watches[seat] = after
        if not isinstance(result, PlayResult):
            self._refuse(color, f"play answered {_shown(result)}, not a PlayResult")
        self._push(color, result.move, spent, _score(result.info))

    def _ask(
        self, color: Color, question: Callable[[], Answer], allowance: float | None = None
    ) -> tuple[Answer, float]:
        """A player's answer and the seconds it took; a player without an answer loses."""
        began = self._now()
        try:
            answer = question()
        except Resigned:
            raise _Lost(color, Termination.RESIGNATION, "resignation") from None
        except EngineError as error:
            how = Termination.TIMEOUT if isinstance(error, EngineTimeoutError) else _FORFEIT
            reason = f"{_FAULTS.get(type(error), 'failed')}: {error}"
            raise _Lost(color, how, reason, error.stderr) from error
        except (Exception, SystemExit) as error:
            reason = f"exception: {type(error).__name__}: {error}"
            raise _Lost(color, _FORFEIT, reason, traceback.format_exc()) from error
        spent = self._now() - began
        if allowance is not None and spent > allowance:
            reason = f"late: {spent:.2f} s where {allowance:.2f} s were left"
            raise _Lost(color, Termination.TIMEOUT, reason)
        return answer, spent

    def _push(self, color: Color, move: object, spent: float, score: float | None = None) -> None:
        """Play a player's stone; anything but an empty cell loses the game."""
        try:
            cell = index(move)  # type: ignore[arg-type]
        except TypeError:
            self._refuse(color, f"{_shown(move)} is not a move")
        if not 0 <= cell < self._board.num_cells:
            name = {SWAP: "a swap", PASS: "a pass"}.get(cell, f"number {_shown(cell)}")
            self._refuse(color, f"{name} is not a cell; play a stone on an empty cell")
        try:
            self._board.push(cell)
        except HexmateError as error:
            self._refuse(color, str(error))
        self._note(spent, score)

    def _refuse(self, color: Color, problem: str) -> NoReturn:
        raise _Lost(color, _FORFEIT, f"illegal move: {problem}")

    def _note(self, spent: float, score: float | None) -> None:
        self._times.append(spent)
        self._scores.append(score)

    def _seat(self, color: Color) -> Seat:
        return SEATS[seat_of(color, self._board.swap, self._board.moves)]

    def _player(self, color: Color) -> Player:
        return self._players[self._seat(color)]

    def _leave_seats(self) -> None:
        for player in self._players.values():
            with suppress(Exception):  # the game is over, even if the player fails now
                player.finish(self._board.outcome())
            with suppress(Exception):
                player.close()

    def _report(self, lost: _Lost | None, seconds: float) -> GameReport:
        board, pairing = self._board, self._pairing
        outcome = board.outcome()
        assert outcome is not None
        reason, stderr = outcome.termination.value, None
        if lost is not None:
            loser = self._players.get(self._seat(lost.color))
            reason, stderr = lost.reason, last_words(loser) or lost.stderr
        return GameReport(
            number=pairing.number,
            black=pairing.black,
            white=pairing.white,
            opening=pairing.opening,
            seed=pairing.seed,
            start=self._terms.start,
            time=str(self._terms.time),
            result=outcome.result(),
            winner=None if outcome.winner is None else self._seat(outcome.winner),
            reason=reason,
            moves=tuple(board.name(move) for _, move in board.played),
            times=tuple(round(spent, 6) for spent in self._times),
            scores=tuple(self._scores),
            stderr=stderr,
            seconds=round(seconds, 6),
        )


def _score(info: object) -> float | None:
    """The score that a player reports, if it is a finite number."""
    score = info.score if isinstance(info, Info) else None
    return float(score) if isinstance(score, int | float) and isfinite(score) else None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
