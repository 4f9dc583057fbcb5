"""The player of Jeu de Hex: its order, and every formula of its default play."""

import pytest
from support.boards import IDS, SPECS, make

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.connect import bridge_win
from hexmate.coords import PASS, SWAP
from hexmate.players.base import Limit
from hexmate.players.bridge import BridgePlayer
from hexmate.players.jeudehex import JeuDeHex
from hexmate.players.jeudehex_formulas import BRIDGES, STEPS, bridge_sides, step_sides
from hexmate.players.random import RandomPlayer

UP, DOWN = True, False


def answers(board: Board, tries: int = 20) -> set[str]:
    return {board.name(JeuDeHex(seed).play(board, Limit()).move) for seed in range(tries)}


def played(size, moves: str, **options) -> Board:
    board = Board(size, **options)
    for move in moves.split():
        board.push_str(move)
    return board


# (x, y), direction and the sides on 11x11, nb/2 = 5: at each bound, and one beyond it.
BRIDGE_SIDES = [
    # up, x <= nb/2: right or ahead if y < x - 1
    ((4, 2), UP, ("right", "ahead")),
    ((4, 3), UP, ("ahead", "right", "left")),
    ((5, 0), UP, ("right", "ahead")),
    # up: left or ahead if y > nb - 2x
    ((4, 4), UP, ("left", "ahead")),
    ((4, 3), UP, ("ahead", "right", "left")),
    ((1, 9), UP, ("ahead", "left", "right")),
    ((1, 10), UP, ("left", "ahead")),
    # up: both hold
    ((5, 3), UP, ("ahead",)),
    # down, x >= nb/2: left or ahead if y > x + 1
    ((6, 8), DOWN, ("left", "ahead")),
    ((6, 7), DOWN, ("ahead", "left", "right")),
    # down: right or ahead if y <= 2((nb - 2) - x)
    ((6, 6), DOWN, ("right", "ahead")),
    ((9, 0), DOWN, ("right", "ahead")),
    ((9, 1), DOWN, ("ahead", "right", "left")),
    # down: both hold
    ((5, 7), DOWN, ("ahead",)),
    # moving out of the far half: ahead, then away from the nearer end of the line
    ((6, 2), UP, ("ahead", "right")),
    ((6, 5), UP, ("ahead", "left")),
    ((4, 4), DOWN, ("ahead", "right")),
    ((4, 8), DOWN, ("ahead", "left")),
]


@pytest.mark.parametrize(("at", "up", "sides"), BRIDGE_SIDES)
def test_which_bridge_by_the_formulas(at, up, sides):
    assert bridge_sides(*at, 11, 11, up) == sides


# up: right if y < nb - x, else left; down: left if y >= (nb - 1) - x, else right
STEP_SIDES = [
    ((4, 6), UP, "right"),
    ((4, 7), UP, "left"),
    ((10, 0), UP, "right"),
    ((10, 1), UP, "left"),
    ((4, 6), DOWN, "left"),
    ((4, 5), DOWN, "right"),
    ((0, 10), DOWN, "left"),
    ((0, 9), DOWN, "right"),
]


@pytest.mark.parametrize(("at", "up", "first"), STEP_SIDES)
def test_which_neighbour_by_the_formulas(at, up, first):
    sides = step_sides(*at, 11, 11, up)
    assert sides[0] == first
    assert set(sides) == {"left", "right"}


@pytest.mark.parametrize("nb", [4, 5, 8, 11])
def test_down_is_up_after_half_a_turn(nb):
    """Which also shows that the last bridge formula means "ahead" where the report says "left"."""
    turned = {"left": "right", "right": "left", "ahead": "ahead"}
    for x in range((nb + 1) // 2, nb):
        for y in range(nb):
            down = bridge_sides(x, y, nb, nb, DOWN)
            up = bridge_sides(nb - 1 - x, nb - 1 - y, nb, nb, UP)
            if len(down) != 3:
                assert down == tuple(turned[side] for side in up)
            steps = step_sides(x, y, nb, nb, DOWN), step_sides(nb - 1 - x, nb - 1 - y, nb, nb, UP)
            assert steps[0] == tuple(turned[side] for side in steps[1])


@pytest.mark.parametrize("size", [(7, 7), (5, 9), (9, 5)])
@pytest.mark.parametrize("up", [UP, DOWN])
def test_a_side_that_a_formula_leaves_out_runs_off_the_board(size, up):
    """Going on by that bridge, one leaves the board before the base, or within a cell of it."""
    height, width = size
    for x in range(height):
        for y in range(width):
            sides = bridge_sides(x, y, height, width, up)
            far = x > height // 2 if up else x < height // 2
            for side in ("left", "right"):
                if far or side in sides:
                    continue
                lines = x if up else height - 1 - x
                end = y + lines * BRIDGES[up][side][1]
                assert not 1 <= end < width - 1


def test_bridges_and_steps_are_those_of_the_rhombus():
    board = Board(9)
    center = board.cell(4, 4)
    for up in (UP, DOWN):
        for dx, dy in STEPS[up].values():
            assert board.cell(4 + dx, 4 + dy) in board.neighbors(center)
        for dx, dy in BRIDGES[up].values():
            common = set(board.neighbors(center)) & set(board.neighbors(board.cell(4 + dx, 4 + dy)))
            assert len(common) == 2
    assert {**BRIDGES[UP]}["ahead"] == (-2, 1)


# The moves before, and every answer of the side to move.
DEFAULT_PLAY = [
    # near the centre first, or as near as possible
    (5, "", {"c3"}),
    (4, "", {"b2", "b3", "c2", "c3"}),
    (5, "c3", {"b3", "b4", "c2", "c4", "d2", "d3"}),
    # Black at f6 (x = 5, y = 5), White above: up, and 5 > 11 - 10, so left, (x-1, y-1)
    (11, "f6 f3", {"e5"}),
    # White has a cell of that bridge: ahead, (x-2, y+1)
    (11, "f6 e6 pass a2", {"g4"}),
    # White below: down, and 5 <= 2(9 - 5), so right, (x+1, y+1)
    (11, "f6 f9", {"g7"}),
    # White has a cell of each bridge up: down
    (11, "f6 f5", {"g7"}),
    # for White up is left: Black left of f6, then right of it
    (11, "c6 f6 c7", {"e5"}),
    (11, "i6 f6 i7", {"g7"}),
    # no bridge fits either way: the neighbour towards the side of the last enemy stone,
    # down left as 2 >= 4 - 2, up right as 2 < 5 - 2, then whatever is free of the four
    (5, "c3 c2 pass c4", {"b4"}),
    (5, "c3 c4 pass c2", {"d2"}),
    (5, "c3 c2 pass c4 pass b4", {"d2"}),
    (5, "c3 c4 pass b3 pass d2", {"c2"}),
    # nothing of that: beside the last enemy stone
    (5, "c3 c2 pass d2 pass b4 pass c4", {"d3", "d4", "b5", "c5"}),
    # a base that is touched or bridged needs no more: up, although White is level or below
    (11, "f10 f11 e11 k11", {"e10"}),
    (11, "f10 j11", {"g8"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "moves", "expected"), DEFAULT_PLAY, ids=[row[1] for row in DEFAULT_PLAY]
)
def test_default_play(size, moves, expected):
    assert answers(played(size, moves)) == expected


# Other shapes: a bridge nearer to the base if there is one, else a neighbour nearer to it.
OTHER_SHAPES = [
    ("square", 7, "d4 d2", {"c3", "e3"}),
    ("square", 7, "d4 d3", {"c5", "e5"}),
    ("offset", 7, "d4 d2", {"c3", "f3"}),
    ("triangle", 5, "e3 e1", {"f2"}),
]


@pytest.mark.parametrize(("shape", "size", "moves", "expected"), OTHER_SHAPES)
def test_default_play_on_other_shapes(shape, size, moves, expected):
    assert answers(played(size, moves, shape=shape)) == expected


# What comes before default play, in the authors' order.
ORDER = [
    ("an own bridge is closed", 11, "f2 f1", {"g1"}),
    ("one beside the last enemy stone first", 11, "f2 f1 f10 e11", {"f11"}),
    ("an enemy bridge is cut", 11, "f6 b3 a3 k11", {"a4"}),
    ("the own bridge comes before the enemy's", 11, "f2 b3 a3 f1", {"g1"}),
    ("a chain comes before both", 5, "d2 b3 a3 c1 c4 c3", {"d3"}),
]


@pytest.mark.parametrize(("size", "moves", "expected"), [row[1:] for row in ORDER],
                         ids=[row[0] for row in ORDER])  # fmt: skip
def test_the_order_of_the_authors(size, moves, expected):
    assert answers(played(size, moves)) == expected


def test_what_decides_comes_first():
    asked = []

    class FirstMove:
        def decide(self, board, limit, stop):
            player.stop()
            asked.append((limit, stop.stopped))
            return 3 if board.ply == 0 else None

    player, board, limit = JeuDeHex(0, FirstMove()), Board(5), Limit(time=1)
    assert player.play(board, limit).move == 3
    board.push_str("c3")
    board.push_str("c2")
    assert board.name(player.play(board, limit).move) == "d4"
    assert asked == [(limit, True), (limit, True)]


def test_a_chain_is_played_out_to_the_win_without_a_detour():
    for seed in range(10):
        board = Board.setup(["d2", "c4"], ["a1"], turn=BLACK.other, size=5)
        opponent = (RandomPlayer, BridgePlayer)[seed % 2](seed)
        bridges = 3
        while board.outcome() is None:
            board.push(opponent.play(board, Limit()).move)
            result = JeuDeHex(seed).play(board, Limit())
            assert result.info.win_probability == 1
            board.push(result.move)
            left = len(bridge_win(board, BLACK).pairs)
            assert left < bridges
            bridges = left
        assert board.outcome().winner is BLACK


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_legal_moves_on_every_board_and_the_same_seed_the_same_game(spec):
    def game(seed):
        board, players = make(spec), (JeuDeHex(seed), BridgePlayer(seed))
        while board.outcome() is None:
            move = players[board.ply % 2].play(board, Limit()).move
            assert move in board.legal_moves
            assert move not in (SWAP, PASS)
            board.push(move)
        return board.moves

    assert game(1) == game(1)


def test_set_up_stones_are_built_on_from_the_centre():
    board = Board.setup(["a1", "f6"], ["k1", "k2"], size=11)
    assert answers(board) == {"e5"}


@pytest.mark.parametrize(
    ("cell", "accepted"), [("f6", False), ("f3", False), ("f2", True), ("a1", True)]
)
def test_it_takes_openings_near_the_centre(cell, accepted):
    board = played(11, cell, swap="pieces")
    assert JeuDeHex(0).accept_opening(board, board.parse(cell)) is accepted


def test_it_proposes_what_it_would_leave():
    for size in (1, 2, 3, 7, 11):
        board = Board(size, swap="pieces")
        for seed in range(5):
            player = JeuDeHex(seed)
            move = player.propose_opening(board)
            assert move in board.legal_moves
            opened = board.copy()
            opened.push(move)
            assert size <= 2 or player.accept_opening(opened, move)


def test_it_beats_the_weaker_players():
    for weaker, fewest in ((RandomPlayer, 20), (BridgePlayer, 15)):
        won = 0
        for seed in range(20):
            board, players = Board(8), [JeuDeHex(seed), weaker(seed)]
            if seed % 2:
                players.reverse()
            while board.outcome() is None:
                board.push(players[board.turn].play(board, Limit()).move)
            won += isinstance(players[board.outcome().winner], JeuDeHex)
        assert won >= fewest
