"""Bridges and bridge_win against their definitions, and against minimax on small boards."""

import random

import pytest
from support.boards import IDS, SPECS, make
from support.connect_games import (
    compare_crowded,
    compare_game,
    compare_setup,
    confirm_win,
    random_position,
)

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.connect import Bridge, Bridges, BridgeState, bridge_win, bridge_win_move, bridges
from hexmate.coords import PASS
from hexmate.errors import GameOverError, NoMoveError, OccupiedError, PlayerError


def play(board: Board, *cells: str) -> Board:
    for cell in cells:
        board.push_str(cell)
    return board


def named(board: Board, found: list[Bridge]) -> dict[tuple[str, ...], tuple[str, str]]:
    """Bridges with cells by name: ends to carrier and state."""
    return {
        tuple(board.name(end) if isinstance(end, int) else end for end in bridge.ends): (
            " ".join(map(board.name, bridge.carrier)),
            bridge.state.value,
        )
        for bridge in found
    }


# Moves alternate from Black; the bridges of Black, then of White.
STORIES = [
    (5, "", {}, {}),
    (5, "c3", {}, {}),
    (5, "c2", {("c2", "top"): ("c1 d1", "whole")}, {}),
    (5, "c2 c1", {("c2", "top"): ("d1", "one left")}, {}),
    (5, "c2 c1 a5 d1", {("c2", "top"): ("", "broken")}, {}),
    (5, "c2 c1 d1", {}, {}),
    # a stone beside the group brings a third common cell
    (5, "c2 a5 d2", {("c2", "top"): ("c1 d1 e1", "whole")}, {}),
    # a cell in common that was never one of two makes no bridge
    (5, "d2 c3 c4", {("d2", "top"): ("d1 e1", "whole"), ("c4", "bottom"): ("b5 c5", "whole")}, {}),
    # a group that touches an edge is that edge
    (5, "c3 a1 b5", {("c3", "bottom"): ("b4 c4", "whole")}, {}),
    (5, "d2 a1 c4", {("d2", "c4"): ("c3 d3", "whole"), ("d2", "top"): ("d1 e1", "whole"),
                     ("c4", "bottom"): ("b5 c5", "whole")}, {}),
    (5, "d2 a1 c4 c3", {("d2", "c4"): ("d3", "one left"), ("d2", "top"): ("d1 e1", "whole"),
                        ("c4", "bottom"): ("b5 c5", "whole")}, {}),
    # joined another way, the cut bridge is gone
    (5, "d2 a1 c4 c3 d3", {("d2", "top"): ("d1 e1", "whole"),
                           ("d2", "bottom"): ("b5 c5", "whole")}, {}),
    (5, "a1 b3 e5 d2", {}, {("b3", "left"): ("a3 a4", "whole"),
                            ("d2", "b3"): ("c2 c3", "whole"),
                            ("d2", "right"): ("e1 e2", "whole")}),
]  # fmt: skip


@pytest.mark.parametrize(("size", "moves", "black", "white"), STORIES, ids=[s[1] for s in STORIES])
def test_bridges_of_a_game(size, moves, black, white):
    board = play(Board(size), *moves.split())
    assert named(board, bridges(board, BLACK)) == black
    assert named(board, bridges(board, WHITE)) == white


def test_a_set_up_position_has_no_past():
    played = play(Board(5), "c2", "c1")
    assert bridges(played, BLACK)[0].state is BridgeState.ONE_LEFT
    assert bridges(Board.from_string(played.to_string()), BLACK) == []


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_every_ply_of_random_games_equals_the_definition(spec, rng):
    for _ in range(4):
        assert compare_game(spec, rng) is None


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_set_up_positions_equal_the_definition(spec, rng):
    for _ in range(3):
        assert compare_setup(spec, rng) is None


@pytest.mark.parametrize("shape", ["hex", "offset", "square"])
def test_shortest_wins_where_many_bridges_share_cells(shape, rng):
    wins = 0
    for _ in range(60):
        difference, won = compare_crowded(shape, (6, 5), rng)
        assert difference is None
        wins += won
    assert wins >= 5


def test_tracker_checks_moves_as_the_board_does():
    board = play(Board(3), "b2")
    game = Bridges(board)
    with pytest.raises(OccupiedError):
        game.push(4)
    game.push(PASS)
    assert (game.pop(), game.pop()) == (PASS, 4)
    with pytest.raises(NoMoveError):
        game.pop()
    board.resign()
    with pytest.raises(GameOverError):
        Bridges(board).push(0)
    with pytest.raises(PlayerError, match="BLACK"):
        game.bridges(2)


def test_tracker_is_independent_of_its_board():
    board = Board(3)
    game = Bridges(board)
    board.push(4)
    assert game.bridges(BLACK) == []
    game.push(1)
    assert board.ply == 1


# Stones of Black and White, and the chain Black has if any.
WINS = [
    ((3, 3), "b2", "", ("top", "b2", "bottom")),
    ((3, 3), "b2", "b1", None),
    ((3, 3), "", "", None),
    ((1, 2), "", "", ("top", "bottom")),
    ((1, 1), "", "", None),
    ((5, 5), "d2 c4", "a1 a2", ("top", "d2", "c4", "bottom")),
    ((5, 5), "d2 c4", "c3", None),
    ((5, 5), "d2 d3 c4", "c3 a1", ("top", "d2", "bottom")),
    # three bridges meet in c3: any one of them may use it, and without b3 two would have to
    ((5, 5), "c2 d3 b4", "", ("top", "c2", "b4", "bottom")),
    ((5, 5), "c2 d3 b4", "b3", None),
    ((2, 2), "b1 a2", "", ("top",)),
]


@pytest.mark.parametrize(("size", "black", "white", "chain"), WINS)
def test_bridge_win(size, black, white, chain):
    board = Board.setup(black.split(), white.split(), size=size)
    win = bridge_win(board, BLACK)
    found = win and tuple(end if isinstance(end, str) else board.name(end) for end in win.chain)
    assert found == chain
    assert (win is None) or len(win.pairs) == len(win.chain) - 1


@pytest.mark.parametrize(
    ("shape", "size", "stones"),
    [("hex", (3, 3), 1), ("hex", (3, 3), 3), ("hex", (4, 3), 2), ("hex", (4, 4), 5),
     ("hex", (5, 5), 9), ("offset", (3, 3), 2), ("offset", (4, 3), 3), ("square", (3, 3), 2),
     ("square", (4, 3), 4), ("triangle", (2, 4), 2)],
)  # fmt: skip
def test_minimax_confirms_every_bridge_win(shape, size, stones, rng):
    seen = 0
    for _ in range(400 if shape != "triangle" else 50):
        board = random_position(shape, size, stones, rng)
        for color in (BLACK, WHITE):
            if bridge_win(board, color) is not None:
                assert confirm_win(board, color), board.to_string()
                seen += 1
        if seen >= 12:
            break
    assert seen >= 12 or shape in ("square", "triangle")


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (7, 6), (11, 11)])
def test_a_win_by_bridges_is_played_out_against_any_intrusion(size, rng):
    """The owner answers by bridge_win_move; the opponent prefers cells of the carrier."""
    games = 0
    while games < 5:
        board = random_position("hex", size, rng.randrange(4, size[0] * size[1] // 2), rng)
        color = rng.choice((BLACK, WHITE))
        win = bridge_win(board, color)
        if win is None or board.outcome():
            continue
        games += 1
        while board.outcome() is None:
            carrier = win.carrier if rng.random() < 0.7 else list(board.legal_moves)
            board.push(rng.choice(list(carrier)), color.other)
            move, win = bridge_win_move(board, color)
            board.push(move, color)
            assert bridge_win(board, color).chain == win.chain
        assert board.outcome().winner is color


def test_the_move_that_leaves_fewest_bridges_is_found():
    board = Board.setup(["d2", "c4"], ["a1"], size=5)
    move, win = bridge_win_move(board, BLACK)
    assert len(win.pairs) == 2
    assert board.name(move) in "d1 e1 c3 d3 b5 c5"
    assert bridge_win_move(Board(3), BLACK) is not None
    assert bridge_win_move(Board(4), BLACK) is None
    won = Board.setup(["b1", "a2"], [], size=2)
    assert bridge_win_move(won, BLACK) is None


def test_wide_boards_and_many_groups_are_quick_and_sound():
    rng = random.Random(5)
    board = make(("hex", (32, 32), None))
    for cell in rng.sample(range(1024), 300):
        board.push(cell)
    for color in (BLACK, WHITE):
        assert len(bridges(board, color)) > 20
        assert bridge_win(board, color) is None
