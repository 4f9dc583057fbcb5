"""A human player, asked through a callable that the terminal or another interface supplies."""

from collections.abc import Callable

from hexmate.board import Board
from hexmate.errors import HexmateError, PlayerError
from hexmate.players.base import Limit, Player, PlayResult

__all__ = ["Ask", "Human"]

Ask = Callable[[Board, str | None], str]
"""Gets the board and the problem with the last answer (or None); returns a move as text."""


class Human(Player):
    """Asks until the answer is a legal move.

    >>> answers = iter(["z99", "b2"])
    >>> person = Human(lambda board, problem: next(answers))
    >>> person.play(Board(3), Limit()).move
    4
    """

    def __init__(self, ask: Ask, name: str = "human") -> None:
        self.name = name
        self._ask = ask

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The first legal answer; PlayerError if the input ends."""
        problem: str | None = None
        while True:
            try:
                text = self._ask(board, problem)
            except EOFError:
                raise PlayerError(
                    f"the input ended before {self.name} had made a move as {board.turn}"
                ) from None
            try:
                move = board.parse(text)
                board.copy().push(move)
            except HexmateError as error:
                problem = str(error)
            else:
                return PlayResult(move)
