"""What every drawing of a board shows besides the stones: the last move, numbers and labels."""

from collections.abc import Mapping
from operator import index

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.coords import SWAP, flat_index, parse_cell, row_col
from hexmate.errors import MalformedError

__all__ = ["cell_texts", "fitting", "last_cell", "locate", "move_numbers"]


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


def cell_texts(
    board: Board, labels: Mapping[int | str, object] | None, numbers: bool | int
) -> dict[int, tuple[str, str]]:
    """Return what is written on each cell: `number` or `label`, and the text.

    `numbers` True numbers the stones in order of play; an int numbers that many last moves.
    """
    first = _first_number(len(board.moves), numbers)
    played = move_numbers(board).items() if numbers else ()
    texts = {cell: ("number", str(n)) for cell, n in played if n >= first}
    for cell, label in (labels or {}).items():
        texts[locate(board, cell)] = ("label", str(label))
    return texts


def _first_number(moves: int, numbers: bool | int) -> int:
    if isinstance(numbers, bool):
        return 1
    if not isinstance(numbers, int) or numbers < 0:
        raise MalformedError(f"bad numbers {numbers!r}: use True, or how many of the last moves")
    return moves - numbers + 1


def fitting(note: str) -> float:
    """Return the font size at which a text fits into a cell, in cells."""
    return min(0.42, 1.25 / max(len(note), 1))
