"""A live game: rules, turns, clocks and rights. Nothing here waits.

Every change takes two steps, so that it can be stored in between: a `plan_` method returns the
change or raises a `Refusal`, and another method makes it.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from hexmate.arena.clock import Stopwatch, TimeControl
from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS
from hexmate.errors import HexmateError
from hexmate.outcome import Outcome, Termination
from hexmate.store.positions import PositionKeys
from hexmate.store.rating_rules import both_moved
from hexmate.store.values import ClockReading, GameRow, ResultRow, SeriesRow, Status, StoredClocks
from hexmate.swap import seat_of
from hexmate.web.errors import Refusal
from hexmate.web.live.clock import GameClock
from hexmate.web.live.seat import Seat
from hexmate.web.models.base import StatusName

__all__ = ["LiveGame", "PlannedMove", "Played"]

ABSENCE = 300.0
"""Seconds after which a win can be claimed against an opponent who left, unless it is set."""

CANCEL_BEFORE = 2
"""A game can be cancelled while it has fewer moves than this."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was played, and both clocks after it."""

    color: Color
    move: str
    at: datetime
    clock: GameClock


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A legal move that is not played yet, with everything the store needs."""

    number: int
    move: int
    played: Played
    keys: PositionKeys
    result: ResultRow | None

    @property
    def clocks(self) -> StoredClocks | None:
        """The clocks in the form of the store."""
        clock = self.played.clock
        if clock.control.main is None:
            return None
        return StoredClocks(
            *(
                ClockReading(round(watch.left * 1000), watch.periods)
                for watch in (clock.black, clock.white)
            )
        )


class LiveGame:
    """One game between two seats."""

    def __init__(self, row: GameRow, now: float) -> None:
        """Restore a stored game; a running clock continues at `now`."""
        self.row_id = row.id
        self.id = row.public_id
        self.rows, self.cols, self.shape, self.swap = row.rows, row.cols, row.shape, row.swap
        self.start = row.start
        self.opener = row.opener_id
        self.mode, self.training, self.rated = row.mode, row.training, row.rated
        self.control = TimeControl.parse(row.clock)
        self.status: Status = row.status
        self.paused = bool(row.state.get("paused")) and row.status == "live"
        self.seats = {
            color: replace(Seat.of(row.seat(color)), since=now) for color in (BLACK, WHITE)
        }
        self.absence = ABSENCE
        self.turn_began = now
        self.series: SeriesRow | None = None
        for color in row.state.get("handed_over", ()):
            self.seats[Color.parse(color)].handed_over = True
        self.created, self.finished = row.created, row.finished
        self.board = self._start_board()
        self.moves: list[Played] = []
        self.undone: list[str] = []
        self.undo_offer: tuple[Color, int] | None = None
        self.rematch: str | None = row.rematch
        self.result: ResultRow | None = None
        self._replay(row)
        self._restore_undone(row)
        if row.result is not None:
            self.finish(row.result)
        self.clock = self._clock_at(self.ply)
        self._run_clock(now, self._saved_spent(row))

    def _start_board(self) -> Board:
        if self.start is not None:
            return Board.from_string(self.start)
        return Board((self.rows, self.cols), shape=self.shape, swap=self.swap)

    def _replay(self, row: GameRow) -> None:
        full = GameClock.new(self.control)
        for move in row.moves:
            self.board.push_str(move.move, move.color)
            clock = full
            if move.clocks is not None:
                clock = GameClock(
                    _with_reading(full.black, move.clocks.black),
                    _with_reading(full.white, move.clocks.white),
                )
            self.moves.append(Played(move.color, move.move, move.played, clock))

    def _restore_undone(self, row: GameRow) -> None:
        """Moves taken back when the state was last saved, minus those replayed since."""
        self.undone = list(row.state.get("undone", ()))
        for played in self.moves[row.state.get("plies", 0) :]:
            self._follow_undone(played.move)

    def _follow_undone(self, move: str) -> None:
        """Replaying a taken-back move keeps the rest; any other move clears them."""
        if self.undone and self.undone[-1] == move:
            self.undone.pop()
        else:
            self.undone.clear()

    def _saved_spent(self, row: GameRow) -> float:
        """Seconds that the current turn had taken when the state was last saved."""
        state = row.state
        return float(state.get("spent", 0.0)) if state.get("plies") == self.ply else 0.0

    def _clock_at(self, ply: int) -> GameClock:
        return self.moves[ply - 1].clock if ply else GameClock.new(self.control)

    def _run_clock(self, now: float, spent: float = 0.0) -> None:
        """Start the clock of the seat to move, unless the game waits, is paused or has ended."""
        if self.status != "live" or self.mover is None or not self.ply:
            return
        clock = replace(self.clock.begin(self.mover, now), spent=spent)
        self.clock = clock.paused(now) if self.paused else clock

    @property
    def ply(self) -> int:
        """Number of moves played."""
        return len(self.moves)

    @property
    def is_live(self) -> bool:
        """Whether the game is in progress, paused or not."""
        return self.status == "live"

    @property
    def shown_status(self) -> StatusName:
        """The status shown to clients."""
        return "paused" if self.paused else self.status

    def seat_of(self, color: Color) -> Color:
        """The seat that has a colour now. The colour of a seat is found the same way."""
        return seat_of(color, self.swap, self.board.moves)

    @property
    def turn(self) -> Color | None:
        """The colour to move."""
        return self.board.turn if self.is_live and self.result is None else None

    @property
    def mover(self) -> Color | None:
        """The seat to move."""
        turn = self.turn
        return None if turn is None else self.seat_of(turn)

    @property
    def engine_to_move(self) -> bool:
        """Whether an engine is to move and the game is not paused."""
        mover = self.mover
        return mover is not None and not self.paused and self.seats[mover].is_engine

    def held_by(self, person: int | None) -> tuple[Color, ...]:
        """The seats of a person."""
        if person is None:
            return ()
        return tuple(color for color, seat in self.seats.items() if seat.person == person)

    @property
    def is_casual(self) -> bool:
        """Whether moves can be taken back without consent."""
        return self.training or self.mode == "local"

    def saved_state(self, now: float) -> dict[str, Any]:
        """The state that is stored beside the moves."""
        return {
            "paused": self.paused,
            "handed_over": [str(color) for color, seat in self.seats.items() if seat.handed_over],
            "plies": self.ply,
            "spent": round(self.clock.elapsed(now), 3),
            "undone": list(self.undone),
        }

    def saved_after_undo(self, plies: int, now: float) -> dict[str, Any]:
        """The state to store after a takeback that keeps `plies` moves."""
        kept = self.saved_state(now)
        return {**kept, "plies": plies, "spent": 0.0, "undone": self._undone_at(plies)}

    def _undone_at(self, plies: int) -> list[str]:
        """The moves that can be replayed when `plies` moves are kept, the next one last."""
        return [*self.undone, *(played.move for played in reversed(self.moves[plies:]))]

    def check_live(self) -> None:
        """Raise a `Refusal` if no move can be played."""
        if self.status == "waiting":
            raise Refusal(409, "waiting", "The game is waiting for a second player.")
        if not self.is_live or self.result is not None:
            raise Refusal(409, "over", "The game is over.")
        if self.paused:
            raise Refusal(409, "paused", "The game is paused. Resume it first.")

    def plan_move(
        self, seats: Collection[Color], number: int, text: str, now: float
    ) -> PlannedMove | None:
        """Plan a move of one of the seats; None if it was already played."""
        if 1 <= number <= self.ply:
            if self._is_repeat(seats, number, text):
                return None
            raise self._stale(number)
        self.check_live()
        if number != self.ply + 1:
            raise self._stale(number)
        if self.mover not in seats:
            raise Refusal(403, "not_your_turn", "It is not your turn.")
        return self._planned(text, now)

    def _is_repeat(self, seats: Collection[Color], number: int, text: str) -> bool:
        made = self.moves[number - 1]
        return self._mover_before(number - 1) in seats and self._name(text) == made.move

    def _name(self, text: str) -> str | None:
        try:
            return self.board.name(self.board.parse(text))
        except HexmateError:
            return None

    def _stale(self, number: int) -> Refusal:
        expected = self.ply + 1
        text = f"The next move is number {expected}, not {number}."
        return Refusal(409, "stale", text, expected=expected)

    def _planned(self, text: str, now: float) -> PlannedMove:
        clock = self.clock.moved(now)
        if clock is None:
            raise Refusal(409, "time", "Too late: the time had run out.")
        board, color = self.board, self.board.turn
        try:
            move = board.parse(text)
            if move == PASS and self._too_many_passes():
                raise Refusal(422, "illegal", "Too many passes in this game.")
            board.push(move)
        except HexmateError as error:
            raise Refusal(422, "illegal", str(error)) from None
        try:
            outcome = board.outcome()
            return PlannedMove(
                self.ply + 1,
                move,
                Played(color, board.name(move), datetime.now(UTC), clock),
                PositionKeys.of(board),
                None if outcome is None else ResultRow.of(outcome, self.seat_of),
            )
        finally:
            board.pop()

    def _too_many_passes(self) -> bool:
        """Whether there are as many passes as cells; more could make a game endless."""
        return sum(each.move == "pass" for each in self.moves) >= self.board.num_cells

    def play(self, plan: PlannedMove, now: float) -> None:
        """Play a planned move."""
        self.board.push(plan.move)
        self.moves.append(plan.played)
        self._follow_undone(plan.played.move)
        self.undo_offer = None
        self.clock = plan.played.clock
        self.turn_began = now
        if plan.result is None:
            self._run_clock(now)
        else:
            self.finish(plan.result)

    def finish(self, result: ResultRow) -> None:
        """End the game with a result."""
        self.result = result
        self.status = "finished"
        self.paused = False
        self.undo_offer = None

    def stop_clock(self, now: float) -> None:
        """Stop the clocks."""
        self.clock = self.clock.paused(now)

    def resume_clock(self, now: float) -> bool:
        """Let the clock of the seat to move run, if it stands still; return whether it did."""
        stands = self.clock.turn is not None and self.clock.since is None
        if not stands or self.paused or self.mover is None:
            return False
        self.clock = self.clock.resumed(now)
        return True

    def plan_end(self, seat: Color, how: Termination) -> ResultRow:
        """The result when a seat loses by resignation, forfeit or time."""
        winner = self.seat_of(seat).other
        return ResultRow.of(Outcome(how, winner), self.seat_of)

    def is_out_of_time(self, now: float) -> bool:
        """Whether the seat to move has no time left."""
        deadline = self.clock.deadline()
        return self.is_live and deadline is not None and now >= deadline

    def plan_undo(self, seat: Color | None, to: int | None) -> int:
        """How many moves a takeback keeps: `to`, or all before the last move of the seat."""
        if self.status == "finished" and self.rated:
            raise Refusal(409, "over", "A finished rated game cannot be changed.")
        if self.status not in ("live", "finished"):
            raise Refusal(409, "nothing", "There is nothing to take back.")
        target = self._before_last_move_of(seat) if to is None else to
        if target is None or not 0 <= target < self.ply:
            raise Refusal(409, "nothing", "There is no such move to take back.")
        return target

    def _before_last_move_of(self, seat: Color | None) -> int | None:
        for ply in range(self.ply - 1, -1, -1):
            mover = self._mover_before(ply)
            if mover == seat or (seat is None and not self.seats[mover].is_engine):
                return ply
        return None

    def _mover_before(self, ply: int) -> Color:
        """The seat that made the move after the first `ply` moves."""
        before = (each.move for each in self.moves[:ply])
        return seat_of(self.moves[ply].color, self.swap, before)

    def take_back(self, plies: int, now: float) -> None:
        """Keep `plies` moves; the clocks return to what they showed then."""
        self.undone = self._undone_at(plies)
        self.board.reopen()
        for _ in self.moves[plies:]:
            self.board.pop()
        del self.moves[plies:]
        self.undo_offer = None
        if self.result is not None:
            self.result, self.status, self.finished = None, "live", None
        self.turn_began = now
        self.clock = self._clock_at(plies)
        self._run_clock(now)

    def both_moved(self, least: int) -> bool:
        """Whether both players have made at least this many moves."""
        return both_moved(((each.color, each.move) for each in self.moves), self.swap, least)

    def cancel(self) -> None:
        """Cancel the game."""
        self.status, self.paused, self.undo_offer = "cancelled", False, None

    def plan_cancel(self) -> None:
        """Raise a `Refusal` if it is too late to cancel the game."""
        if self.status not in ("waiting", "live"):
            raise Refusal(409, "over", "The game is over.")
        if self.ply >= CANCEL_BEFORE:
            raise Refusal(409, "too_late", "A game can only be cancelled before its second move.")

    @property
    def claim(self) -> tuple[Color, float] | None:
        """The seat that can claim the win because its opponent left, and from when on.

        Only without a clock, while the opponent is to move; before that the game can be cancelled.
        The time counts while the claimant is there to wait.
        """
        mover = self.mover
        if mover is None or self.mode != "online" or self.control != TimeControl():
            return None
        gone, waits = self.seats[mover], self.seats[mover.other]
        if self.paused or self.ply < CANCEL_BEFORE or gone.is_engine or waits.person is None:
            return None
        if gone.is_online or not waits.is_online:
            return None
        return mover.other, max(gone.since, waits.since, self.turn_began) + self.absence

    def plan_claim(self, seats: Collection[Color], now: float) -> ResultRow:
        """The result when a seat claims the win; a `Refusal` if it cannot."""
        if not self.is_live:
            raise Refusal(409, "over", "The game is over.")
        claim = self.claim
        if claim is None or claim[0] not in seats or now < claim[1]:
            text = f"You can claim the win {self.absence:g} seconds after your opponent left."
            raise Refusal(409, "no_claim", text)
        return self.plan_end(claim[0].other, Termination.FORFEIT)

    def set_paused(self, paused: bool, now: float) -> None:
        """Pause or resume the game."""
        self.paused = paused
        self.clock = self.clock.paused(now) if paused else self.clock.resumed(now)

    def take_seat(self, row: GameRow, now: float) -> None:
        """Update seats and status after a player has joined."""
        for color in (BLACK, WHITE):
            seat = self.seats[color]
            if seat.kind == "open" and row.seat(color).kind != "open":
                taken = Seat.of(row.seat(color))
                self.seats[color] = replace(taken, sockets=seat.sockets, since=now)
        self.status, self.turn_began = row.status, now
        self._run_clock(now)


def _with_reading(watch: Stopwatch, reading: ClockReading) -> Stopwatch:
    """A stopwatch set to a stored reading."""
    return replace(watch, left=reading.left_ms / 1000, periods=reading.periods or 0)
