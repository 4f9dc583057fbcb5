"""The line of a puzzle: the defender's hardest replies, and every winning answer to them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.connect import VirtualConnections, bridge_win
from hexmate.nets.evaluator import Evaluator
from hexmate.puzzles.networks import glances, ordered
from hexmate.puzzles.puzzle import Step
from hexmate.puzzles.winning import Verdicts, winning_moves
from hexmate.solve import Solver, Verdict

__all__ = ["LineMaker"]

_MOST_STEPS = 12
_MOST_REPLIES = 5
"""Replies of the defender that are compared: those with the highest policy."""
_MANY = 4
"""A reply that leaves so many winning answers is not hard; they need not be counted further."""


@dataclass(frozen=True, slots=True)
class LineMaker:
    """Makes lines with one solver and one network, which orders moves."""

    solver: Solver
    net: Evaluator
    nodes: int

    def make(self, board: Board, verdicts: Verdicts) -> tuple[Step, ...] | None:
        """The line of a puzzle; None if it gets too long or too hard to solve.

        It ends when the winner has a winning connection of bridges, or when every reply leaves
        many winning moves.
        """
        board = board.copy()
        steps: list[Step] = []
        found: Verdicts | None = verdicts
        move = verdicts.wins[0]
        while len(steps) < _MOST_STEPS and found is not None:
            also = tuple(sorted(set(found.wins) - {move}))
            winner = board.turn
            board.push(move)
            done = board.outcome() is not None or bridge_win(board, winner) is not None
            answer = None if done else self._hardest(board)
            steps.append(Step(move, also, found.replies, answer))
            if answer is None:
                return tuple(steps)
            board.push(answer)
            found = self._verdicts(board, self._shares(board))
            if found is None or not found.wins:
                return None
            move = _plainest(board, found.wins)
        return None

    def _hardest(self, board: Board) -> int | None:
        """The reply with the fewest and least expected answers; None if all have many."""
        shares = self._shares(board)
        candidates = sorted(self._defences(board), key=lambda move: (-shares[move], move))
        best, hardest = None, (-_MANY, 0, 0.0)
        for move in candidates[:_MOST_REPLIES]:
            board.push(move)
            answers = self._shares(board)
            found = self._verdicts(board, answers, most=_MANY)
            if found is not None and found.wins:
                lasts = not any(_ends(board, each) for each in found.wins)
                expected = float(sum(answers[each] for each in found.wins))
                hardness = (-len(found.wins), int(lasts), -expected)
                if len(found.wins) < _MANY and (best is None or hardness > hardest):
                    best, hardest = move, hardness
            board.pop()
        return best

    def _shares(self, board: Board) -> NDArray[np.float64]:
        return glances([board], self.net)[0][0]

    def _verdicts(
        self, board: Board, shares: NDArray[np.float64], most: int | None = None
    ) -> Verdicts | None:
        """The winning moves of a position, the likeliest first; None if too hard to solve."""
        order = ordered(board, shares)
        return winning_moves(board, self.solver, order, nodes=self.nodes, most=most)

    def _defences(self, board: Board) -> list[int]:
        """The replies that need an answer."""
        play = VirtualConnections(board).must_play(board.turn)
        if play:
            return list(play)
        solution = self.solver.solve(board, nodes=self.nodes)
        if solution.verdict is Verdict.LOSS and solution.carrier:
            return list(solution.carrier)
        return list(board.legal_moves)


def _ends(board: Board, move: int) -> bool:
    """Whether a move of the winner completes the chain or a winning connection of bridges."""
    winner = board.turn
    board.push(move)
    done = board.outcome() is not None or bridge_win(board, winner) is not None
    board.pop()
    return done


def _plainest(board: Board, wins: tuple[int, ...]) -> int:
    """The winning move that ends the line, or else the likeliest one."""
    return next((move for move in wins if _ends(board, move)), wins[0])
