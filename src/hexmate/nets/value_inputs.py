"""What the value models read: seven numbers of a position, or its graph.

Positions come as the searches hand them out: stones int8 [batch, rows, cols] (0 empty, 1 Black,
2 White) and turns int8 [batch] (0 Black, 1 White).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hexmate import _core
from hexmate.board import Board, Shape

__all__ = [
    "FEATURES",
    "FEATURE_VERSION",
    "NODE_FEATURES",
    "GraphBatch",
    "feature_batch",
    "inputs_of",
]

FEATURE_VERSION = 1
"""A new number when a feature changes its meaning: models of another version are refused."""

FEATURES = ("dSelf", "dOpp", "libSelf", "libOpp", "bridgeSelf", "bridgeOpp", "centre")
"""The numbers of `hexmate.evaluate.features`, in their order."""

NODE_FEATURES = (
    "p1",
    "p2",
    "empty",
    "sideA",
    "sideB",
    "degree/6",
    "distanceA",
    "distanceB",
    "toMove1",
    "toMove2",
)
"""The numbers of a node.

A is Black's pair of edges, B White's. A distance is the length of the owner's shortest path from
edge to edge through the node, in stones still needed, divided by the longer side: at most 2, which
also means that there is no path. An edge counts as a stone of its owner.
"""

Stones = NDArray[np.int8]


def feature_batch(board: Board, stones: Stones, turns: Stones) -> NDArray[np.float32]:
    """float32 [batch, 7]; `board` gives the shape and size.

    >>> feature_batch(Board(3), np.zeros((1, 3, 3), np.int8), np.zeros(1, np.int8))
    array([[3., 3., 0., 0., 0., 0., 0.]], dtype=float32)
    """
    return _core.encode_features(board, np.ascontiguousarray(stones), np.ascontiguousarray(turns))


@dataclass(frozen=True, slots=True, eq=False)
class GraphBatch:
    """Graphs of any sizes in one flat list of nodes: the cells of each, then its four edges.

    The tables hold indices of nodes; unused places hold the number of nodes, one beyond the last
    index.

    >>> batch = GraphBatch.of(Board(3), np.zeros((2, 3, 3), np.int8), np.zeros(2, np.int8))
    >>> batch.nodes.shape, batch.neighbors.shape, batch.members.shape
    ((26, 10), (26, 6), (2, 13))
    """

    nodes: NDArray[np.float32]
    """float32 [nodes, 10]: `NODE_FEATURES`"""
    neighbors: NDArray[np.int64]
    """int64 [nodes, most links]: the nodes that touch each"""
    members: NDArray[np.int64]
    """int64 [graphs, most nodes]: the nodes of each graph"""

    @classmethod
    def of(cls, board: Board, stones: Stones, turns: Stones) -> "GraphBatch":
        """The graphs of positions on one kind of board."""
        values = _core.encode_nodes(
            board, np.ascontiguousarray(stones), np.ascontiguousarray(turns)
        )
        graphs, each = values.shape[:2]
        table = _neighbors(board.shape, board.rows, board.cols)
        starts = each * np.arange(graphs, dtype=np.int64)
        neighbors = np.where(table < 0, graphs * each, table + starts[:, None, None])
        return cls(
            values.reshape(graphs * each, len(NODE_FEATURES)),
            neighbors.reshape(graphs * each, -1),
            starts[:, None] + np.arange(each),
        )

    @classmethod
    def join(cls, batches: Sequence["GraphBatch"]) -> "GraphBatch":
        """Several batches as one; their boards may differ."""
        nodes = np.concatenate([batch.nodes for batch in batches])
        starts = np.cumsum([0, *(len(batch.nodes) for batch in batches)])
        moved = [
            [_moved(table, len(batch.nodes), start, len(nodes)) for table in batch.tables]
            for batch, start in zip(batches, starts, strict=False)
        ]
        neighbors, members = (_stack(tables, len(nodes)) for tables in zip(*moved, strict=True))
        return cls(nodes, neighbors, members)

    @property
    def tables(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Neighbours and members."""
        return self.neighbors, self.members


def inputs_of(
    kind: str, board: Board, stones: Stones, turns: Stones
) -> dict[str, NDArray[np.generic]]:
    """The inputs of a model of a kind, ``mlp`` or ``gnn``, by name.

    >>> list(inputs_of("gnn", Board(3), np.zeros((1, 3, 3), np.int8), np.zeros(1, np.int8)))
    ['nodes', 'neighbors', 'members']
    """
    if kind == "mlp":
        return {"features": feature_batch(board, stones, turns)}
    batch = GraphBatch.of(board, stones, turns)
    return {"nodes": batch.nodes, "neighbors": batch.neighbors, "members": batch.members}


@lru_cache(maxsize=64)
def _neighbors(shape: Shape, rows: int, cols: int) -> NDArray[np.int64]:
    """int64 [nodes, most links] of one board, -1 where a node has fewer."""
    graph = Board((rows, cols), shape=shape).graph()
    counts = np.diff(graph.indptr)
    table = np.full((graph.num_nodes, int(counts.max())), -1, np.int64)
    table[np.arange(table.shape[1]) < counts[:, None]] = graph.indices
    table.flags.writeable = False
    return table


def _moved(table: NDArray[np.int64], count: int, start: int, none: int) -> NDArray[np.int64]:
    return np.where(table == count, none, table + start)


def _stack(tables: Sequence[NDArray[np.int64]], none: int) -> NDArray[np.int64]:
    width = max(table.shape[1] for table in tables)
    return np.concatenate(
        [
            np.pad(table, ((0, 0), (0, width - table.shape[1])), constant_values=none)
            for table in tables
        ]
    )
