"""Stored games as boards and as game records."""

import re

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.game import Game, Node
from hexmate.outcome import Termination
from hexmate.store.values import GameRow, StoredClocks
from hexmate.swap import seat_of

__all__ = ["board_of", "record_of", "start_of"]

_CLOCK = re.compile(r"(?P<time>\d+(?:\.\d+)?)(?:\+(?P<more>[\dx.]+))?")


def board_of(row: GameRow) -> Board:
    """The board after the stored moves, without a resignation, forfeit or time-out."""
    board = start_of(row)
    for move in row.moves:
        board.push_str(move.move, move.color)
    return board


def start_of(row: GameRow) -> Board:
    """The board before the first move."""
    if row.start is not None:
        return Board.from_string(row.start)
    return Board((row.rows, row.cols), shape=row.shape, swap=row.swap)


def record_of(row: GameRow) -> Game:
    """The record of a game played here, with names, date, clocks and result."""
    game = Game.from_board(board_of(row), _headers(row))
    played: list[str] = []
    for node, move in zip(game.mainline(), row.moves, strict=False):
        played.append(move.move)
        if move.clocks is not None:
            _note_clocks(node, move.clocks, seat_of(BLACK, row.swap, played))
    _end(game, row)
    return game


def _headers(row: GameRow) -> dict[str, str]:
    headers = {
        str(color): name for color in (BLACK, WHITE) if (name := row.seat(color).name) is not None
    }
    moment = row.finished or row.started or row.created
    headers["date"] = moment.date().isoformat()
    if row.result is not None:
        headers["result"] = row.result.result
    headers.update(_time_headers(row.clock))
    return headers


def _time_headers(clock: str) -> dict[str, str]:
    match = _CLOCK.fullmatch(clock)
    if match is None:
        return {} if clock == "none" else {"overtime": clock.replace("/move", " per move")}
    headers = {"time": match["time"]}
    more = match["more"]
    if more is not None:
        headers["overtime"] = f"{more} byo-yomi" if "x" in more else f"fischer {more}"
    return headers


def _note_clocks(node: Node, clocks: StoredClocks, black_seat: Color) -> None:
    """In SGF clocks are by colour after the move; in the store they are by seat."""
    readings = {BLACK: clocks.black, WHITE: clocks.white}
    for color, seat in ((BLACK, black_seat), (WHITE, black_seat.other)):
        node.set_time_left(color, readings[seat].left_ms / 1000)


def _end(game: Game, row: GameRow) -> None:
    """Add a node for a resignation, forfeit or time-out."""
    if row.result is None or row.result.winner_seat is None:
        return
    how = Termination(row.result.termination)
    if how in (Termination.RESIGNATION, Termination.FORFEIT, Termination.TIMEOUT):
        winner = Color.parse(row.result.result[0])
        game.end().append(Node(color=winner.other, ending=how))
