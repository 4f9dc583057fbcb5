"""What an engine does on its turn: open, swap or play."""

import pytest

from hexmate.board import Board
from hexmate.coords import SWAP
from hexmate.players.base import Limit
from hexmate.players.random import RandomPlayer
from hexmate.web.engines.cache import choose


@pytest.mark.parametrize("accepts", [True, False])
def test_an_opening_that_was_set_up_is_answered(accepts):
    class Answerer(RandomPlayer):
        def accept_opening(self, board, move):
            assert board.name(move) == "b2"
            return accepts

    board = Board.from_string("3x3 hex sides 3/1b1/3 w")
    chosen = choose(Answerer(seed=1), board, Limit(nodes=1)).move
    assert (chosen == SWAP) is not accepts
    if chosen == SWAP:
        board.push(SWAP)
        assert choose(Answerer(seed=1), board, Limit(nodes=1)).move != SWAP
