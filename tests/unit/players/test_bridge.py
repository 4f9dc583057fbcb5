"""The player that stands in the way."""

import pytest
from support.boards import IDS, SPECS, make

from hexmate.board import Board
from hexmate.coords import PASS, SWAP
from hexmate.players.base import Limit
from hexmate.players.bridge import BridgePlayer
from hexmate.players.random import RandomPlayer


def answers(board: Board, tries: int = 30) -> set[str]:
    """Everything the player may answer."""
    return {board.name(BridgePlayer(seed).play(board, Limit()).move) for seed in range(tries)}


# The stones before, in turn; then every answer of the player to move.
BLOCKS = [
    # Black's stone in the middle of 7x7: the far ends of its bridges up and down
    (7, "d4", {"e2", "c6"}),
    # nearer to the top: only that way
    (7, "d3", {"e1"}),
    (7, "d5", {"c7"}),
    # White goes left and right
    (7, "a1 d4", {"b5", "f3"}),
    (7, "a1 c4", {"a5"}),
    # the far end is taken: another cell two steps ahead, though only one cell lies between
    (7, "a1 e2 pass c6 d4", {"d2", "f2", "b6", "d6"}),
    # on the second line there is no cell two steps ahead on that side
    (7, "d2", {"c4"}),
    # the group touches the top, only the bottom is left
    (7, "d1", {"c3"}),
    # nothing two steps ahead: an adjacent block
    ((2, 5), "c1", {"b2", "c2"}),
    ((2, 5), "c1 c2 a1 a2 e1 e2 d1", {"d2"}),
]


@pytest.mark.parametrize(("size", "moves", "expected"), BLOCKS, ids=[m for _, m, _ in BLOCKS])
def test_blocks(size, moves, expected):
    board = Board(size)
    for cell in moves.split():
        board.push_str(cell)
    assert answers(board) == expected


def test_the_first_stone_is_anywhere():
    assert len(answers(Board(4), 100)) == 16


def test_a_stone_moved_by_the_swap_is_the_one_to_block():
    board = Board(7, swap="pieces")
    board.push_str("c4")
    board.push(SWAP)  # now White has d3
    assert answers(board) == {"b4", "f2"}


def test_all_neighbours_taken_is_any_free_cell():
    board = Board(3)
    for cell in ("b1", "a2", "pass", "a1"):
        board.push_str(cell)
    assert answers(board, 100) == {"c1", "b2", "c2", "a3", "b3", "c3"}


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_legal_moves_on_every_board_and_the_same_seed_the_same_game(spec):
    def game(seed):
        board, players = make(spec), (BridgePlayer(seed), RandomPlayer(seed))
        while board.outcome() is None:
            move = players[board.ply % 2].play(board, Limit()).move
            assert move in board.legal_moves
            assert move not in (SWAP, PASS)
            board.push(move)
        return board.moves

    assert game(1) == game(1)


def test_a_coin_decides_about_the_swap():
    player, board = BridgePlayer(0), Board(5, swap="pieces")
    board.push_str("c3")
    assert {player.accept_opening(board, 12) for _ in range(40)} == {True, False}


def test_it_beats_random_play():
    won = 0
    for seed in range(20):
        board, players = Board(7), [BridgePlayer(seed), RandomPlayer(seed)]
        if seed % 2:
            players.reverse()
        while board.outcome() is None:
            board.push(players[board.turn].play(board, Limit()).move)
        won += isinstance(players[board.outcome().winner], BridgePlayer)
    assert won >= 14
