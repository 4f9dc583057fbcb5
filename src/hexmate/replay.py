"""A walk through the tree of a game, with a board that follows it."""

from enum import Enum
from typing import TYPE_CHECKING

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import SWAP
from hexmate.errors import HexmateError, SwapError
from hexmate.outcome import Termination

if TYPE_CHECKING:
    from hexmate.game import Game, Node, Setup

__all__ = ["Remark", "Replay"]


class Remark(Enum):
    """Something wrong about a move that is kept nevertheless."""

    OUT_OF_TURN = "out of turn"
    AFTER_END = "after the end of the game"


class Replay:
    """A board that follows you through the tree of a game, with one push or pop per step.

    Memory grows only with the depth. Each set-up node in mid-game keeps one more board.
    """

    def __init__(self, game: "Game") -> None:
        self._game = game
        self.moves: list[int] = []
        """The moves on the path to this node. Set-up stones in mid-game do not clear them."""
        self._swaps = 0
        self.placed = 0
        """The number of stones that set-up nodes have placed: the cost of what was replayed."""
        self.board = game.grid.copy()
        if game.root.setup:
            self.board = self._set_up(game.root.setup, game.root.setup.first_turn())
        self._path = [game.root]
        self._undo: list[tuple[str, Board | None]] = []
        self.kept_boards = 0
        """The number of boards kept for set-up nodes on the path to this one."""

    @property
    def node(self) -> "Node":
        """The node whose position the board shows."""
        return self._path[-1]

    def enter(self, node: "Node") -> Remark | None:
        """Step to a child. An illegal move raises an error and leaves the board as it was."""
        before = self.board
        if node.setup:
            self.board = self._set_up(node.setup, node.setup.turn)
            self.kept_boards += 1
        try:
            step, remark = self._play(node)
        except HexmateError:
            self.board = before
            self.kept_boards -= bool(node.setup)
            raise
        self._path.append(node)
        self._undo.append((step, before if node.setup else None))
        return remark

    def _play(self, node: "Node") -> tuple[str, Remark | None]:
        if node.move is None and node.ending is None:
            return "", None
        if node.move == SWAP and self._game.swap is None:
            raise SwapError("this game has no swap rule")
        if self.board.outcome() is not None:
            return "", Remark.AFTER_END
        if node.ending is not None:
            _ENDS[node.ending](self.board, node.color)
            return "reopen", None
        assert node.move is not None
        turn = self.board.turn
        self.board.push(node.move, node.color)
        self.moves.append(node.move)
        self._swaps += node.move == SWAP
        odd = node.color not in (turn, None) and not _turn_open(self._path[-1].setup)
        return "pop", Remark.OUT_OF_TURN if odd else None

    def back_to(self, node: "Node") -> None:
        """Step back to a node on the path from the root to this one."""
        while self._path[-1] is not node:
            self._path.pop()
            step, before = self._undo.pop()
            if step == "pop":
                self.board.pop()
                self._swaps -= self.moves.pop() == SWAP
            elif step == "reopen":
                self.board.reopen()
            if before is not None:
                self.board = before
                self.kept_boards -= 1

    def _set_up(self, setup: "Setup", turn: Color | None) -> Board:
        black, white = set(self.board.stones(BLACK)), set(self.board.stones(WHITE))
        for stones in (black, white):
            stones.difference_update(setup.black, setup.white, setup.empty)
        black.update(setup.black)
        white.update(setup.white)
        self.placed += len(black) + len(white)
        return Board.setup(
            sorted(black),
            sorted(white),
            self.board.turn if turn is None else turn,
            size=(self._game.rows, self._game.cols),
            shape=self._game.shape,
            swap=self._game.swap,
            swap_used=self._swaps > 0,
        )


_ENDS = {
    Termination.RESIGNATION: Board.resign,
    Termination.FORFEIT: Board.forfeit,
    Termination.TIMEOUT: Board.time_out,
}


def _turn_open(setup: "Setup | None") -> bool:
    """True if a set-up did not say who moves next, so that either colour may."""
    return bool(setup) and setup is not None and setup.turn is None
