"""Hexmate: the game of Hex.

>>> import hexmate
>>> board = hexmate.Board(11, swap="pieces")
>>> board.push_str("a2")
11

The modules `analysis`, `game`, `players`, `records`, `svg` and `text` are loaded when you first
use them: `hexmate.svg.board(board)` works after a plain `import hexmate`.
"""

from importlib import import_module as _import_module
from types import ModuleType as _ModuleType

from hexmate.board import Board, Group, LegalMoves, perft, random_playouts
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS, SWAP, Cube, cell_name, column_name, parse_cell
from hexmate.errors import (
    EngineDiedError,
    EngineError,
    EngineGarbledError,
    EngineIllegalError,
    EngineRefusedError,
    EngineTimeoutError,
    GameOverError,
    HexmateError,
    IllegalMoveError,
    MalformedError,
    NoMoveError,
    OccupiedError,
    OffBoardError,
    PlayerError,
    RecordError,
    RecordWarning,
    Resigned,
    SizeError,
    SwapError,
    TooLargeError,
)
from hexmate.graph import Graph
from hexmate.outcome import Outcome, Termination
from hexmate.symmetry import Symmetry
from hexmate.version import __version__

__all__ = [
    "BLACK",
    "PASS",
    "SWAP",
    "WHITE",
    "Board",
    "Color",
    "Cube",
    "EngineDiedError",
    "EngineError",
    "EngineGarbledError",
    "EngineIllegalError",
    "EngineRefusedError",
    "EngineTimeoutError",
    "GameOverError",
    "Graph",
    "Group",
    "HexmateError",
    "IllegalMoveError",
    "LegalMoves",
    "MalformedError",
    "NoMoveError",
    "OccupiedError",
    "OffBoardError",
    "Outcome",
    "PlayerError",
    "RecordError",
    "RecordWarning",
    "Resigned",
    "SizeError",
    "SwapError",
    "Symmetry",
    "Termination",
    "TooLargeError",
    "__version__",
    "cell_name",
    "column_name",
    "parse_cell",
    "perft",
    "random_playouts",
]

_LAZY = frozenset({"analysis", "game", "players", "records", "svg", "text"})


def __getattr__(name: str) -> _ModuleType:
    if name in _LAZY:
        return _import_module(f"hexmate.{name}")
    raise AttributeError(f"module 'hexmate' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
