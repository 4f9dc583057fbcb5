"""Openings for the games of an event: every single stone, balanced stones, or those of a file."""

import os
from importlib.resources import files
from pathlib import Path

from hexmate.board import Board
from hexmate.coords import SWAP
from hexmate.errors import ArenaError, HexmateError, RecordError
from hexmate.game import Game
from hexmate.records import iter_games

__all__ = ["Opening", "all_openings", "balanced_openings", "file_openings", "openings"]

Opening = tuple[str, ...]
"""Moves by name."""


def openings(which: str, start: Board) -> list[Opening]:
    """Openings for a start board: `none` (one without moves), `all`, `balanced`, or a file name.

    >>> openings("none", Board(3))
    [()]
    """
    if which == "none":
        return [()]
    if which == "all":
        return all_openings(start)
    if which == "balanced":
        return balanced_openings(start)
    return file_openings(which, start)


def all_openings(start: Board) -> list[Opening]:
    """Every single stone that does not end the game.

    >>> all_openings(Board(2))
    [('a1',), ('b1',), ('a2',), ('b2',)]
    """
    return _playable([(start.name(cell),) for cell in start.legal_moves if cell >= 0], start)


def balanced_openings(start: Board) -> list[Opening]:
    """Single stones after which the game is nearly even, the most balanced first.

    On 11x11 they are a list of stones that a network finds nearly even. On other boards they are
    stones along White's edges, where a black stone is weak, without the corners, where it is nearly
    worthless, together with their images under a half turn.
    """
    if not _is_empty(start):
        raise ArenaError("balanced openings need an empty board; use a file of openings")
    if (start.shape, start.rows, start.cols) == ("hex", 11, 11):
        listed = files("hexmate.arena").joinpath("balanced_11x11.txt").read_text("utf-8")
        return [(name,) for name in listed.split()]
    left = [start.cell(row, 0) for row in range(start.rows // 3, start.rows - 1)]
    cells = dict.fromkeys(left + [start.num_cells - 1 - cell for cell in left])
    return _playable([(start.name(cell),) for cell in cells], start) or all_openings(start)


def file_openings(path: str | os.PathLike[str], start: Board) -> list[Opening]:
    """The openings of a file: one list of moves per line, or the main lines of game records."""
    try:
        text = Path(path).read_text("utf-8-sig", errors="surrogateescape")
    except OSError as error:
        raise ArenaError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    found = _move_lists(text, start)
    if found is None:
        found = [_mainline(game, number, start, path) for number, game in _games(path)]
    for number, opening in enumerate(found, 1):
        problem = _problem(opening, start)
        if problem is not None:
            raise ArenaError(f"{path}, opening {number}: {problem}")
    if not found:
        raise ArenaError(f"{path} contains no openings")
    return found


def _move_lists(text: str, start: Board) -> list[Opening] | None:
    """The lines as lists of moves; None if the first word is not a move on this board."""
    lines = [line.replace(",", " ").split() for line in text.splitlines()]
    lists = [tuple(words) for words in lines if words]
    try:
        if lists:
            start.parse(lists[0][0])
    except HexmateError:
        return None
    return lists


def _games(path: str | os.PathLike[str]) -> list[tuple[int, Game]]:
    try:
        return list(enumerate(iter_games(Path(path)), 1))
    except RecordError as error:
        raise ArenaError(f"the openings cannot be read: {error}") from None


def _mainline(game: Game, number: int, start: Board, path: str | os.PathLike[str]) -> Opening:
    board = (game.shape, game.rows, game.cols)
    if board != (start.shape, start.rows, start.cols) or game.root.setup:
        raise ArenaError(
            f"{path}, opening {number}: it must start from an empty "
            f"{start.rows}x{start.cols} {start.shape} board"
        )
    moves = [(node.move, node.color) for node in game.mainline() if node.move is not None]
    if game.swap != start.swap and any(move == SWAP for move, _ in moves):
        raise ArenaError(f"{path}, opening {number}: it was played with another swap rule")
    replayed = start.copy()
    for move, color in moves:
        if color is not None and color is not replayed.turn:
            raise ArenaError(f"{path}, opening {number}: a colour moves out of turn")
        if not replayed.is_legal(move):
            break  # file_openings reports it
        replayed.push(move)
    return tuple(start.name(move) for move, _ in moves)


def _problem(opening: Opening, start: Board) -> str | None:
    """Why a game cannot start with this opening, or None."""
    board = start.copy()
    try:
        for move in opening:
            board.push_str(move)
    except HexmateError as error:
        return str(error)
    return None if board.outcome() is None else "the game is already over after it"


def _playable(found: list[Opening], start: Board) -> list[Opening]:
    return [opening for opening in found if _problem(opening, start) is None]


def _is_empty(board: Board) -> bool:
    return board.num_empty == board.num_cells
