"""Messages about a live game: the whole state, and the changes to it."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from hexmate.color import BLACK, WHITE, Color
from hexmate.web.live.game import LiveGame, Played
from hexmate.web.models.base import ResponseModel, Side, side
from hexmate.web.models.games import GameSummary
from hexmate.web.models.live import (
    ClaimState,
    ClockState,
    ClockStates,
    GameState,
    MoveMessage,
    MoveState,
    OfferStates,
    ResultState,
    SeatState,
    SeatStates,
    SeriesState,
    UndoMessage,
    UpdateMessage,
)

__all__ = [
    "MovesText",
    "Stamp",
    "encoded",
    "moved",
    "state",
    "state_text",
    "summary",
    "undone",
    "update",
]


class Stamp(NamedTuple):
    """The moment of a message: the version it makes or shows, and the time by both clocks."""

    version: int
    now: float
    epoch_ms: int


def encoded(message: ResponseModel) -> str:
    """The JSON text of a message; fields that were not given are left out."""
    return message.model_dump_json(exclude_unset=True)


class MovesText:
    """The moves of a game as JSON text, kept because it is long and rarely changes."""

    def __init__(self) -> None:
        self._last: Played | None = None
        self._count = 0
        self._text = "[]"

    def of(self, game: LiveGame) -> str:
        """The text of all moves. They only change at their end."""
        last = game.moves[-1] if game.moves else None
        if last is not self._last or game.ply != self._count:
            self._text = _MOVES.dump_json(_moves(game)).decode()
            self._last, self._count = last, game.ply
        return self._text


_MOVES = TypeAdapter(list[MoveState])


def _moves(game: LiveGame) -> list[MoveState]:
    return [
        MoveState(number=number, color=side(move.color), move=move.move, at=move.at.isoformat())
        for number, move in enumerate(game.moves, 1)
    ]


def state_text(state: GameState, moves: str) -> str:
    """The JSON text of a state that was made without its moves."""
    rest = state.model_dump_json(exclude_unset=True, exclude={"moves"})
    return f'{rest[:-1]},"moves":{moves}}}'


def state(
    game: LiveGame,
    stamp: Stamp,
    *,
    you: Iterable[Color] = (),
    audience: int = 0,
    with_moves: bool = True,
    **extra: Any,
) -> GameState:
    """The whole state of a game; `extra` may give its `missed` changes and its `ref`."""
    return GameState(
        type="state",
        id=game.id,
        version=stamp.version,
        status=game.shown_status,
        rows=game.rows,
        cols=game.cols,
        shape=game.shape,
        swap=game.swap,
        start=game.start,
        mode=game.mode,
        training=game.training,
        rated=game.rated,
        clock=str(game.control),
        created=game.created.isoformat(),
        you=[side(color) for color in you],
        audience=audience,
        seats=_seats(game),
        moves=_moves(game) if with_moves else [],
        **_turn(game, stamp),
        offers=_offers(game),
        rematch=game.rematch,
        series=_series(game),
        result=_result(game),
        **extra,
    )


def moved(game: LiveGame, stamp: Stamp) -> MoveMessage:
    """The last move, and what it changed."""
    last = game.moves[-1]
    ending: dict[str, Any] = {}
    if game.result is not None:
        ending = {"result": _result(game), "status": game.shown_status}
    return MoveMessage(
        type="move",
        version=stamp.version,
        number=game.ply,
        color=side(last.color),
        move=last.move,
        at=last.at.isoformat(),
        **_turn(game, stamp),
        **ending,
    )


def undone(game: LiveGame, stamp: Stamp) -> UndoMessage:
    """How many moves are left after a takeback, and what else changed."""
    return UndoMessage(
        type="undo",
        version=stamp.version,
        number=game.ply,
        **_turn(game, stamp),
        status=game.shown_status,
        result=None,
        offers=_offers(game),
    )


def update(game: LiveGame, stamp: Stamp, fields: Collection[str]) -> UpdateMessage:
    """The current values of some fields of the state."""
    values = {name: _FIELDS[name](game, stamp) for name in fields}
    return UpdateMessage(type="update", version=stamp.version, **values)


def _turn(game: LiveGame, stamp: Stamp) -> dict[str, Any]:
    names = ("turn", "mover", "swap_available", "searching", "clocks", "claim", "redo")
    return {name: _FIELDS[name](game, stamp) for name in names}


def _seats(game: LiveGame) -> SeatStates:
    black, white = (
        SeatState(
            kind=seat.kind,
            name=seat.name,
            ai=seat.ai,
            rating=seat.rating,
            handed_over=seat.handed_over,
            online=seat.is_online,
        )
        for seat in (game.seats[BLACK], game.seats[WHITE])
    )
    return SeatStates(black=black, white=white)


def _clocks(game: LiveGame, stamp: Stamp) -> ClockStates:
    black, white = (
        ClockState(left=reading.left, periods=reading.periods, overtime=reading.overtime)
        for reading in (game.clock.reading(seat, stamp.now) for seat in (BLACK, WHITE))
    )
    timed = game.is_live and game.clock.deadline() is not None
    running = game.clock.running if timed else None
    return ClockStates(black=black, white=white, running=_side_or_none(running), at=stamp.epoch_ms)


def _offers(game: LiveGame) -> OfferStates:
    offer = game.undo_offer
    return OfferStates(undo=None if offer is None else side(offer[0]))


def _claim(game: LiveGame, stamp: Stamp) -> ClaimState | None:
    claim = game.claim
    if claim is None:
        return None
    wait = round(1000 * max(0.0, claim[1] - stamp.now))
    return ClaimState(seat=side(claim[0]), wait=wait)


def _series(game: LiveGame) -> SeriesState | None:
    series = game.series
    if series is None:
        return None
    return SeriesState(number=series.games + 1, black=series.black, white=series.white)


def _result(game: LiveGame) -> ResultState | None:
    row = game.result
    if row is None:
        return None
    seat = row.winner_seat
    return ResultState(
        result=row.result,
        winner=None if seat is None else side(game.seat_of(seat)),
        winner_seat=_side_or_none(seat),
        termination=row.termination,
        chain=[game.board.name(cell) for cell in game.board.winning_path()],
    )


_FIELDS: dict[str, Callable[[LiveGame, Stamp], Any]] = {
    "status": lambda game, _: game.shown_status,
    "turn": lambda game, _: _side_or_none(game.turn),
    "mover": lambda game, _: _side_or_none(game.mover),
    "swap_available": lambda game, _: game.turn is not None and game.board.swap_available,
    "searching": lambda game, _: game.engine_to_move,
    "seats": lambda game, _: _seats(game),
    "clocks": _clocks,
    "claim": _claim,
    "offers": lambda game, _: _offers(game),
    "redo": lambda game, _: len(game.undone),
    "rematch": lambda game, _: game.rematch,
    "result": lambda game, _: _result(game),
}


def summary(game: LiveGame, audience: int = 0, *, board: bool = False) -> GameSummary:
    """A game in a list, with its position if the list shows boards."""
    return GameSummary(
        id=game.id,
        status=game.shown_status,
        rows=game.rows,
        cols=game.cols,
        shape=game.shape,
        mode=game.mode,
        rated=game.rated,
        clock=str(game.control),
        created=game.created.isoformat(),
        seats=_seats(game),
        moves=game.ply,
        turn=_side_or_none(game.turn),
        result=None if game.result is None else game.result.result,
        audience=audience,
        position=game.board.to_string() if board else None,
    )


def _side_or_none(color: Color | None) -> Side | None:
    return None if color is None else side(color)
