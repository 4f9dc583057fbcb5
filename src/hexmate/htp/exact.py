"""What the exact commands of a session use: a solver, and what to look for on the board."""

from dataclasses import dataclass
from functools import cached_property

from hexmate.board import Board
from hexmate.color import Color
from hexmate.connect import VirtualConnections
from hexmate.inferior import FillIn, InferiorMove, Reason, fill_in, inferior_moves
from hexmate.solve import Solver

__all__ = ["ExactTools"]


@dataclass
class ExactTools:
    """The parameters of the exact commands, and a solver that remembers what it has solved."""

    timelimit: float = 60.0
    """Seconds for one command that solves; 0 means no limit."""
    table_mib: int = 64
    """Memory for solved positions."""
    fulls: int = 8
    semis: int = 16
    or_steps: int = 64
    """The limits of `VirtualConnections`."""
    fill_in: bool = True
    reversible: bool = True
    dominated: bool = True
    """Which inferior cells to show."""

    @cached_property
    def solver(self) -> Solver:
        """Made when it is first needed."""
        return Solver(self.table_mib)

    def set(self, name: str, value: float) -> None:
        """Set a parameter by its name."""
        setattr(self, name, value)
        if name == "table_mib":
            self.__dict__.pop("solver", None)

    def connections(self, board: Board) -> VirtualConnections:
        """The connections of a position, within the limits."""
        return VirtualConnections(board, fulls=self.fulls, semis=self.semis, or_steps=self.or_steps)

    def filled(self, board: Board) -> FillIn:
        """The dead and captured cells, if they are to be shown."""
        return fill_in(board) if self.fill_in else FillIn((), (), ())

    def inferior(self, board: Board, color: Color) -> list[InferiorMove]:
        """The inferior moves of the kinds that are to be shown."""
        shown = {Reason.REVERSIBLE: self.reversible, Reason.DOMINATED: self.dominated}
        return [move for move in inferior_moves(board, color) if shown[move.reason]]
