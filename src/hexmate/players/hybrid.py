"""A human player with an engine that can take over."""

from collections.abc import Iterator

from hexmate.board import Board
from hexmate.color import Color
from hexmate.outcome import Outcome
from hexmate.players.base import Info, Limit, Player, PlayResult

__all__ = ["Hybrid"]


class Hybrid(Player):
    """A person who can hand over to an engine, the strategy, and resume control at any time.

    The strategy is the same object throughout the game, so it keeps its tables and trees.
    """

    def __init__(self, person: Player, strategy: Player) -> None:
        self.person = person
        self.strategy = strategy
        self.handed_over = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """Both names, the active one first."""
        at_board, other = self._at_board, self.person if self.handed_over else self.strategy
        return f"{at_board.name} with {other.name}"

    @property
    def _at_board(self) -> Player:
        return self.strategy if self.handed_over else self.person

    def hand_over(self) -> None:
        """Let the strategy play from now on."""
        self.handed_over = True

    def take_back(self) -> None:
        """Let the person play from now on; a running search is stopped."""
        self.handed_over = False
        self.strategy.stop()

    def propose_opening(self, board: Board) -> int:
        """The opening of the active player."""
        return self._at_board.propose_opening(board)

    def accept_opening(self, board: Board, move: int) -> bool:
        """The answer of the active player."""
        return self._at_board.accept_opening(board, move)

    def start(self, board: Board, color: Color) -> None:
        """Start both players, so that either can move at any time."""
        self.person.start(board, color)
        self.strategy.start(board, color)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move of the active player."""
        return self._at_board.play(board, limit)

    def ponder(self, board: Board) -> None:
        """The strategy searches if it is the active player."""
        if self.handed_over:
            self.strategy.ponder(board)

    def stop(self) -> None:
        """Stop the active player."""
        self._at_board.stop()

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The analysis of the strategy."""
        return self.strategy.analyse(board, limit, lines)

    def trained_on(self, board: Board) -> bool:
        """Whether the strategy's network was trained on boards of this size."""
        return self.strategy.trained_on(board)

    def finish(self, outcome: Outcome | None) -> None:
        """Tell both players."""
        self.person.finish(outcome)
        self.strategy.finish(outcome)

    def close(self) -> None:
        """Close both players."""
        self.person.close()
        self.strategy.close()
