"""A network's policy as a player, without any search."""

from collections.abc import Iterator

import numpy as np

from hexmate import _core
from hexmate.board import Board
from hexmate.color import Color
from hexmate.nets.evaluator import Evaluator
from hexmate.nets.shipped import BEST
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.net import ClosedEvaluator, open_net, require_hex, trained_on
from hexmate.players.openings import fair_opening, worth_keeping

__all__ = ["PolicyPlayer"]


class PolicyPlayer(Player):
    """Plays the move with the highest policy; it does not search, not even for an immediate win.

    >>> PolicyPlayer().play(Board(5), Limit()).move == Board(5).parse("c3")
    True
    """

    def __init__(
        self,
        net: str | Evaluator = BEST,
        threads: int = 1,
        device: str = "auto",
        symmetry: bool = False,
        name: str = "policy",
    ) -> None:
        self.name = name
        self._evaluator = open_net(net, device=device, threads=threads, symmetry=symmetry)

    def propose_opening(self, board: Board) -> int:
        """A fair stone: of the swap map, else one that its network finds fair."""
        with self.searching() as stop:
            return fair_opening(
                board, lambda after: self._glance(after).raw_win_probability, 0, stop
            )

    def accept_opening(self, board: Board, move: int) -> bool:
        """Play on if White, to move, is more likely to win; otherwise swap."""
        return worth_keeping(board, lambda position: self._glance(position).raw_win_probability)

    def start(self, board: Board, color: Color) -> None:
        """SizeError if the network cannot play on this board."""
        require_hex(self.name, board)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move with the highest policy; limits are ignored."""
        info = next(self.analyse(board, limit))
        assert info.move is not None
        return PlayResult(info.move, info)

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The moves with the highest policy, once."""
        report = self._glance(board)
        moves = sorted(report.moves, key=lambda each: -each.prior)
        for rank, each in enumerate(moves[:lines]):
            yield Info(
                move=each.move,
                rank=rank + 1,
                score=report.raw_win_probability,
                win_probability=report.raw_win_probability,
                nodes=1,
                prior=each.prior,
                pv=(each.move,),
                policy={move.move: move.prior for move in moves},
            )

    def trained_on(self, board: Board) -> bool:
        """Whether the network was trained on boards of this size."""
        return trained_on(self._evaluator, board)

    def close(self) -> None:
        """Give back the network."""
        self._evaluator = ClosedEvaluator()

    def _glance(self, board: Board) -> _core.MctsReport:
        """A search without visits: the network's evaluation of the position itself."""
        require_hex(self.name, board)
        root = _core.Mcts(see_bridges=False)
        root.start(board)
        side = max(board.rows, board.cols)
        views = np.zeros((1, side * side), np.uint8)
        tickets = root.gather(views)
        logits, win_probabilities = self._evaluator.evaluate(views.reshape(1, side, side))
        root.scatter(tickets, np.ascontiguousarray(logits), win_probabilities)
        return root.report(0)
