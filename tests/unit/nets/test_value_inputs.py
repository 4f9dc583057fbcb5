"""What the value models read, against definitions written again."""

import random

import numpy as np
import pytest
from support import slow_evaluate
from support.boards import IDS, SPECS, make, random_game

from hexmate.board import Board
from hexmate.evaluate import features
from hexmate.nets.value_inputs import FEATURES, NODE_FEATURES, GraphBatch, feature_batch


def positions(spec, seed=1):
    """Positions of a random game as boards, and as the searches hand them out."""
    game, board, found = random_game(spec, random.Random(seed)), make(spec), []
    for color, move in game.played:
        found.append(board.copy())
        board.push(move, color)
    stones = np.stack([each.to_array() for each in found])
    return found, stones, np.array([each.turn for each in found], np.int8)


def slow_way(board, color):
    """The shortest way of a colour through each cell, over the longer side."""
    cells = slow_evaluate.Cells(board)
    first, second = (slow_evaluate.costs(cells, color, e) for e in slow_evaluate.EDGES[color])
    ways = np.full(board.num_cells, 2.0)
    for cell in first.keys() & second.keys():
        stones = first[cell] + second[cell] - (cells.stone[cell] == 0)
        ways[cells.number(cell)] = min(2.0, stones / max(board.rows, board.cols))
    return ways


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_seven_features(spec):
    boards, stones, turns = positions(spec)
    found = feature_batch(boards[0], stones, turns)
    assert found.dtype == np.float32
    assert found.tolist() == [list(features(board)) for board in boards]
    assert found.shape[1] == len(FEATURES)


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_features_of_nodes(spec):
    boards, stones, turns = positions(spec)
    batch = GraphBatch.of(boards[0], stones, turns)
    nodes = batch.nodes.reshape(len(boards), -1, len(NODE_FEATURES))
    for board, found in zip(boards, nodes, strict=True):
        graph = board.graph()
        for stone, column in ((1, 0), (2, 1), (0, 2)):
            assert (found[:, column] == (graph.owner == stone)).all()
        np.testing.assert_allclose(found[:, 5], np.diff(graph.indptr) / 6, rtol=1e-6)
        for color in (0, 1):
            edges = range(board.num_cells + 2 * color, board.num_cells + 2 * color + 2)
            beside = {cell for edge in edges for cell in graph.neighbors(edge)} | set(edges)
            assert set(np.flatnonzero(found[:, 3 + color])) == beside
            ways = slow_way(board, color)
            np.testing.assert_allclose(found[: board.num_cells, 6 + color], ways, rtol=1e-6)
            assert found[list(edges), 6 + color] == pytest.approx(ways.min())
        assert (found[:, 8] == (board.turn == 0)).all()
        assert (found[:, 9] == (board.turn == 1)).all()


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_neighbors_are_the_graph(spec):
    boards, stones, turns = positions(spec)
    batch = GraphBatch.of(boards[0], stones, turns)
    graph, count = boards[0].graph(), len(batch.nodes)
    for number, members in enumerate(batch.members):
        start = number * graph.num_nodes
        assert members.tolist() == list(range(start, start + graph.num_nodes))
        for node in range(graph.num_nodes):
            found = batch.neighbors[start + node]
            assert (found[found < count] - start).tolist() == graph.neighbors(node).tolist()


def test_batches_of_several_sizes_join():
    parts = [positions(SPECS[at])[0][0] for at in (5, 3, 13)]
    batches = [GraphBatch.of(b, b.to_array()[None], np.array([b.turn], np.int8)) for b in parts]
    joined = GraphBatch.join(batches)
    count, start = len(joined.nodes), 0
    for number, (board, batch) in enumerate(zip(parts, batches, strict=True)):
        members = joined.members[number]
        members = members[members < count]
        assert (joined.nodes[members] == batch.nodes).all()
        for node in range(len(members)):
            found = joined.neighbors[start + node]
            near = found[found < count] - start
            assert near.tolist() == board.graph().neighbors(node).tolist()
        start += len(members)


@pytest.mark.parametrize(
    ("stones", "turns"), [(np.full((1, 3, 3), 3), [0]), (np.zeros((1, 3, 2)), [0]), (None, [2])]
)
def test_what_is_no_position_is_refused(stones, turns):
    stones = np.zeros((1, 3, 3)) if stones is None else stones
    with pytest.raises(ValueError, match="stones are 0, 1 or 2"):
        feature_batch(Board(3), stones.astype(np.int8), np.array(turns, np.int8))
