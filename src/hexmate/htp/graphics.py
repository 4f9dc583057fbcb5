"""What HexGui draws on its board: numbers on cells, a status, and live blocks of both.

>>> print(influence(Board(3), {4: 0.5}, "Black: distance 3"))
INFLUENCE b2 .500
TEXT Black: distance 3
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from hexmate.board import Board
from hexmate.htp.analysis_lines import move_names
from hexmate.players.base import Info

__all__ = [
    "EDGE_NAMES",
    "GFX",
    "best_line",
    "end_name",
    "gfx_block",
    "influence",
    "status",
    "win_probabilities",
]

EDGE_NAMES = {"top": "north", "bottom": "south", "left": "west", "right": "east"}
"""HexGui's names of the edges."""

GFX = "gogui-gfx:"
"""The line that begins a live block; an empty line ends it."""


def end_name(board: Board, end: int | str) -> str:
    """The name of a cell or edge.

    >>> end_name(Board(3), 4), end_name(Board(3), "top")
    ('b2', 'north')
    """
    return EDGE_NAMES[end] if isinstance(end, str) else board.name(end)


def influence(board: Board, values: Mapping[int, float], text: str) -> str:
    """Cells with numbers from 0 to 1, and a status line."""
    return f"{_pairs('INFLUENCE', board, values, _share)}\nTEXT {text}"


def gfx_block(board: Board, infos: Sequence[Info], title: str) -> str:
    """A live block: the best line, win probabilities and visits of cells, and a status line.

    HexGui needs the four parts in this order, and at least one move in the first. Without a move
    there is no block.

    >>> print(gfx_block(Board(3), [Info(move=4, win_probability=0.5, visits=9)], "uct"), end="")
    gogui-gfx:
    uct
    VAR B b2
    INFLUENCE b2 .500
    LABEL b2 9
    TEXT uct: 50.0 % b2
    <BLANKLINE>
    """
    line = best_line(board, infos)
    if not line:
        return ""
    mover = board.turn
    stones = [
        f"{(mover, mover.other)[at % 2].letter.upper()} {name}" for at, name in enumerate(line)
    ]
    visits = {info.move: info.visits for info in infos if info.move is not None and info.visits}
    visits = {**infos[0].cell_visits, **visits}
    parts = [
        GFX,
        "uct",
        " ".join(["VAR", *stones]),
        _pairs("INFLUENCE", board, win_probabilities(infos), _share),
        _pairs("LABEL", board, visits, str),
        f"TEXT {status(board, infos, title)}",
    ]
    return "\n".join(parts) + "\n\n"


def best_line(board: Board, infos: Sequence[Info]) -> list[str]:
    """The names of the moves that a player expects; empty without a move."""
    best = infos[0] if infos else Info()
    if best.move is None:
        return []
    return move_names(board, best.pv) or move_names(board, (best.move,))


def status(board: Board, infos: Sequence[Info], title: str) -> str:
    """The title, the win probability of the side to move, and the best line."""
    win_probability = infos[0].win_probability
    percent = [] if win_probability is None else [f"{100 * win_probability:.1f} %"]
    return " ".join([f"{title}:", *percent, *best_line(board, infos)])


def win_probabilities(infos: Iterable[Info]) -> dict[int, float]:
    """The win probability after each move that was searched, from 0 to 1."""
    known: dict[int, float] = {}
    for info in infos:
        for cell, value in info.cells.items():
            known.setdefault(cell, value)
        if info.move is not None and info.win_probability is not None:
            known[info.move] = info.win_probability
    return {cell: min(max(win_probability, 0.0), 1.0) for cell, win_probability in known.items()}


def _share(value: float) -> str:
    """A number from 0 to 1 in four characters, which fit into a cell.

    >>> _share(0.8364), _share(0.99996)
    ('.836', '1.00')
    """
    return f"{value:.2f}" if value >= 0.9995 else f"{value:.3f}".removeprefix("0")


def _pairs(
    word: str, board: Board, values: Mapping[int, float], form: Callable[[float], str]
) -> str:
    pairs = [
        f"{board.name(cell)} {form(value)}"
        for cell, value in values.items()
        if 0 <= cell < board.num_cells
    ]
    return " ".join([word, *pairs])
