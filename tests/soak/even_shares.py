"""`hexmate` as it would be with an even share of the clock for every move: a peer in matches."""

from dataclasses import replace

from hexmate.board import Board
from hexmate.players import Limit, MctsPlayer, PlayResult
from hexmate.players.searching import seconds_for


class EvenShares(MctsPlayer):
    def __init__(self) -> None:
        super().__init__(name="even shares")

    def play(self, board: Board, limit: Limit) -> PlayResult:
        even = Limit(time=seconds_for(board, limit))
        return super().play(board, replace(even, visits=limit.visits))
