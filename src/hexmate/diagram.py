"""What every drawing of a board shows besides the stones: the last move and move numbers."""

from operator import index

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.coords import SWAP, flat_index, parse_cell, row_col
from hexmate.errors import MalformedError

__all__ = ["last_cell", "locate", "move_numbers"]


def locate(board: Board, cell: int | str) -> int:
    """Return the index of a cell given as an index or by name; off the board is an error."""
    if isinstance(cell, str):
        return flat_index(*parse_cell(cell), board.rows, board.cols)
    try:
        number = index(cell)
    except TypeError:
        raise MalformedError(f"bad cell {cell!r}: use a number or a name such as 'c3'") from None
    return flat_index(*row_col(number, board.rows, board.cols), board.rows, board.cols)


def move_numbers(board: Board) -> dict[int, int]:
    """Return the number of the move that put each stone where it is, from 1, in order of play.

    Set-up stones have no number. A stone that swap-pieces moved has the number of the swap.
    """
    numbers: dict[int, int] = {}
    for number, move in enumerate(board.moves, start=1):
        if move >= 0:
            numbers[move] = number
        elif move == SWAP and board.swap == "pieces":
            opening = _opening_cell(board)
            numbers.pop(opening, None)
            numbers[board.mirror(opening)] = number
    return numbers


def last_cell(board: Board) -> int | None:
    """Return the cell of the last move; None before the first move and after a pass.

    After a swap it is the cell of the swapped stone.
    """
    if not board.moves:
        return None
    move = board.moves[-1]
    if move == SWAP:
        opening = _opening_cell(board)
        return board.mirror(opening) if board.swap == "pieces" else opening
    return move if move >= 0 else None


def _opening_cell(board: Board) -> int:
    """Return the cell of the stone that was swapped, whether it was set up or played."""
    set_up = board.root().stones(BLACK)
    return set_up[0] if set_up else next(move for move in board.moves if move >= 0)
