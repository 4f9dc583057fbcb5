"""Options that several commands share."""

import re
import sys
from enum import StrEnum
from typing import Annotated

import typer

from hexmate.board import Board, Size, SwapRule
from hexmate.errors import MalformedError
from hexmate.players.base import Player
from hexmate.players.registry import create
from hexmate.players.strongest import create_strongest

__all__ = [
    "PlayerOption",
    "ShapeName",
    "ShapeOption",
    "SizeOption",
    "SwapName",
    "SwapOption",
    "chosen_player",
    "make_board",
    "parse_size",
    "read_source",
    "usual_swap",
]


class ShapeName(StrEnum):
    """Shapes as the command line names them."""

    hex = "hex"
    offset = "offset"
    square = "square"
    triangle = "triangle"


class SwapName(StrEnum):
    """Swap rules as the command line names them."""

    none = "none"
    pieces = "pieces"
    sides = "sides"

    @property
    def rule(self) -> SwapRule | None:
        """The rule as boards take it."""
        return {"pieces": "pieces", "sides": "sides"}.get(self.value)  # type: ignore[return-value]


SizeOption = Annotated[
    str, typer.Option("--size", "-s", help="Board size: 11, or 8x10 (rows x columns).")
]
ShapeOption = Annotated[ShapeName, typer.Option("--shape", help="Board shape.")]
SwapOption = Annotated[SwapName, typer.Option("--swap", help="Swap rule.")]
PlayerOption = Annotated[
    str | None,
    typer.Option(
        help="Player, as listed by hexmate players.",
        show_default="hexmate, or uct where its network cannot run",
    ),
]


def chosen_player(spec: str | None, board: Board | None = None, seed: int | None = None) -> Player:
    """The player of a spec; without one the strongest, named on standard error."""
    if spec is not None:
        return create(spec, seed=seed)
    player, note = create_strongest(board, seed=seed)
    typer.echo(f"Player: {note}", err=True)
    return player


def parse_size(text: str) -> Size:
    """A size from the command line."""
    match = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?", text.strip().lower())
    if match is None:
        raise MalformedError(f"'{text}' is not a size; write 11, or 8x10 for rows x columns")
    return (int(match[1]), int(match[2])) if match[2] else int(match[1])


def make_board(size: str, shape: ShapeName, swap: SwapName) -> Board:
    """An empty board with these options."""
    return Board(parse_size(size), shape=shape.value, swap=swap.rule)


def usual_swap(size: str, shape: ShapeName) -> SwapName:
    """The default swap rule: `pieces` if the board can be mirrored, else `sides`."""
    board = make_board(size, shape, SwapName.none)
    return SwapName.pieces if board.transposable else SwapName.sides


def read_source(source: str) -> str:
    """The source as given, or the text of standard input for `-`."""
    if source != "-":
        return source
    return sys.stdin.buffer.read().decode("utf-8", errors="replace")
