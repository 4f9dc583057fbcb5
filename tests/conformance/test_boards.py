"""Every board shape against the slow referee, at every node."""

from itertools import pairwise

import pytest
from support.boards import IDS, SPECS, make
from support.slow_referee import SlowGame, on_edges, touching

from hexmate.board import perft
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS
from hexmate.errors import GameOverError, OccupiedError
from hexmate.graph import EDGES

every_board = pytest.mark.parametrize("spec", SPECS, ids=IDS)


def slow(spec) -> SlowGame:
    shape, (rows, cols), swap = spec
    return SlowGame(rows, cols, shape, swap)


def assert_agree(board, game: SlowGame) -> None:
    stones, turn = game.position()
    assert {c: board.color_at(c) for c in range(board.num_cells) if board.color_at(c) is not None} \
        == {row * game.cols + col: color for (row, col), color in stones.items()}  # fmt: skip
    assert list(board.legal_moves) == game.legal_moves()
    assert len(board.legal_moves) == len(game.legal_moves())
    assert board.swap_available == game.swap_available()
    outcome = board.outcome()
    assert (outcome is not None) == game.over()
    assert (outcome.winner if outcome else None) == game.winner()
    if outcome is None:
        assert board.turn == turn
    for color in (BLACK, WHITE):
        groups = {(frozenset(g.cells), frozenset(g.edges)) for g in board.groups(color)}
        assert groups == game.groups(color)


@every_board
def test_every_node_of_random_games(spec, rng):
    for _ in range(12):
        board, game = make(spec), slow(spec)
        assert_agree(board, game)
        while not game.over():
            move = rng.choice(game.legal_moves())
            game.moves.append((board.turn, move))
            board.push(move)
            assert_agree(board, game)
        while game.moves:
            assert board.pop() == game.moves.pop()[1]
            assert_agree(board, game)


@every_board
def test_moves_out_of_turn_and_passes(spec, rng):
    for _ in range(8):
        board, game = make(spec), slow(spec)
        while not game.over() and board.ply < 30:
            moves = [m for m in game.legal_moves() if m >= 0]
            color = rng.choice((BLACK, WHITE))
            move = PASS if rng.random() < 0.2 else rng.choice(moves)
            game.moves.append((color, move))
            board.push(move, color)
            assert_agree(board, game)
            if rng.random() < 0.3:
                game.moves.pop()
                board.pop()
                assert_agree(board, game)


@every_board
def test_perft(spec):
    depth = 5 if make(spec).num_cells <= 9 else 3 if make(spec).num_cells <= 25 else 2
    for d in range(depth + 1):
        assert perft(make(spec), d) == slow(spec).perft(d)


@every_board
def test_the_winning_path_is_a_chain_from_edge_to_edge(spec, rng):
    shape, (rows, cols), _ = spec
    for _ in range(10):
        board = make(spec)
        while board.outcome() is None:
            assert board.winning_path() == []
            board.push(rng.choice(list(board.legal_moves)))
        winner = board.outcome().winner
        path = [board.row_col(cell) for cell in board.winning_path()]
        if winner is None:
            assert path == []
            continue
        assert all(board[cell] == winner for cell in path)
        assert all(b in touching(shape, rows, cols, *a) for a, b in pairwise(path))
        first, last = (EDGES[:2], EDGES[2:])[winner]
        assert first in on_edges(shape, rows, cols, *path[0])
        assert last in on_edges(shape, rows, cols, *path[-1])


@every_board
def test_the_graph_holds_the_neighbours_and_edges(spec):
    shape, (rows, cols), _ = spec
    board = make(spec)
    graph = board.graph()
    assert graph.num_nodes == rows * cols + 4
    for cell in range(board.num_cells):
        row, col = board.row_col(cell)
        cells = {r * cols + c for r, c in touching(shape, rows, cols, row, col)}
        edges = {board.num_cells + EDGES.index(e) for e in on_edges(shape, rows, cols, row, col)}
        assert set(graph.neighbors(cell).tolist()) == cells | edges
        assert set(board.neighbors(cell)) == cells
    adjacency = graph.adjacency()
    assert (adjacency != adjacency.T).nnz == 0
    assert adjacency.nnz == len(graph.indices)


@every_board
def test_refused_moves_change_nothing(spec, rng):
    board = make(spec)
    while board.outcome() is None:
        board.push(rng.choice(list(board.legal_moves)))
        line, outcome = board.to_string(), board.outcome()
        taken = rng.choice([c for c in range(board.num_cells) if board.color_at(c) is not None])
        with pytest.raises(OccupiedError if outcome is None else GameOverError):
            board.push(taken)
        assert (board.to_string(), board.outcome()) == (line, outcome)
