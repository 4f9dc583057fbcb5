"""A person and a machine in one seat."""

from collections.abc import Iterator

from hexmate.board import Board
from hexmate.color import Color
from hexmate.outcome import Outcome
from hexmate.players.base import Info, Limit, Player, PlayResult

__all__ = ["Hybrid"]


class Hybrid(Player):
    """A person who can hand over to a strategy and take back at any time.

    The strategy stays the same object throughout, so that whatever it has learnt about the
    game (tables, trees) is kept.
    """

    def __init__(self, person: Player, strategy: Player) -> None:
        self.person = person
        self.strategy = strategy
        self.handed_over = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """Both names, the one at the board first."""
        at_board, other = self._at_board, self.person if self.handed_over else self.strategy
        return f"{at_board.name} with {other.name}"

    @property
    def _at_board(self) -> Player:
        return self.strategy if self.handed_over else self.person

    def hand_over(self) -> None:
        """Let the strategy play from now on."""
        self.handed_over = True

    def take_back(self) -> None:
        """Let the person play from now on; a thinking strategy is stopped."""
        self.handed_over = False
        self.strategy.stop()

    def propose_opening(self, board: Board) -> int:
        """Whoever is at the board proposes."""
        return self._at_board.propose_opening(board)

    def accept_opening(self, board: Board, move: int) -> bool:
        """Whoever is at the board answers."""
        return self._at_board.accept_opening(board, move)

    def start(self, board: Board, color: Color) -> None:
        """Both are told, so that a hand-over needs no preparation."""
        self.person.start(board, color)
        self.strategy.start(board, color)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move of whoever is at the board."""
        return self._at_board.play(board, limit)

    def stop(self) -> None:
        """Stop whoever is thinking."""
        self._at_board.stop()

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The strategy's thoughts."""
        return self.strategy.analyse(board, limit, lines)

    def trained_on(self, board: Board) -> bool:
        """Whether the strategy's network has seen boards of this size."""
        return self.strategy.trained_on(board)

    def finish(self, outcome: Outcome | None) -> None:
        """Both are told."""
        self.person.finish(outcome)
        self.strategy.finish(outcome)

    def close(self) -> None:
        """Both are told."""
        self.person.close()
        self.strategy.close()
