"""The last positions of games, for small boards in lists."""

from collections.abc import Iterable

from sqlalchemy import Connection, select

from hexmate import records
from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.errors import HexmateError
from hexmate.store.tables import games, imports, moves

__all__ = ["final_positions"]

_COLORS = {"b": BLACK, "w": WHITE}
_SET_UP = "set-up"


def final_positions(connection: Connection, numbers: list[int]) -> dict[int, str | None]:
    """The position line at the end of each game."""
    frames = select(
        games.c.id, games.c.rows, games.c.cols, games.c.shape, games.c.swap, games.c.start
    ).where(games.c.id.in_(numbers))
    lines = _lines(connection, numbers)
    played = _played(connection, [at for at in numbers if at not in lines])
    found: dict[int, str | None] = {}
    for row in connection.execute(frames):
        words = lines.get(row.id, played.get(row.id, ()))
        if any(move == _SET_UP for _, move in words):
            found[row.id] = _from_record(connection, row.id)
            continue
        board = (
            Board((row.rows, row.cols), shape=row.shape, swap=row.swap)
            if row.start is None
            else Board.from_string(row.start)
        )
        found[row.id] = _played_out(board, words)
    return found


def _played_out(board: Board, words: Iterable[tuple[Color, str]]) -> str | None:
    try:
        for color, move in words:
            board.push_str(move, color)
    except HexmateError:
        return None
    return board.to_string()


def _lines(connection: Connection, numbers: list[int]) -> dict[int, list[tuple[Color, str]]]:
    query = select(imports.c.game_id, imports.c.line).where(
        imports.c.game_id.in_(numbers), imports.c.line.is_not(None)
    )
    return {
        row.game_id: [(_COLORS[word[0]], word[2:]) for word in row.line.split()]
        for row in connection.execute(query)
    }


def _played(connection: Connection, numbers: list[int]) -> dict[int, list[tuple[Color, str]]]:
    query = (
        select(moves.c.game_id, moves.c.color, moves.c.move)
        .where(moves.c.game_id.in_(numbers))
        .order_by(moves.c.game_id, moves.c.number)
    )
    found: dict[int, list[tuple[Color, str]]] = {}
    for number, color, move in connection.execute(query):
        found.setdefault(number, []).append((Color.parse(color), move))
    return found


def _from_record(connection: Connection, number: int) -> str | None:
    """Of a game with stones set up on the way: only the record says which."""
    text = connection.scalar(select(imports.c.record).where(imports.c.game_id == number))
    if text is None:
        return None
    game = next(records.iter_text(text, format="jsonl", report=lambda _: None))
    return game.end().board().to_string()
