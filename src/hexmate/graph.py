"""The board as a graph with the four edges as super-nodes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexmate.errors import HexmateError

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["EDGES", "Graph"]

EDGES = ("top", "bottom", "left", "right")
"""The super-nodes, in the order in which they follow the cells. The first two are Black's."""


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Adjacency in compressed rows, and the owner of each node.

    Nodes are the cells (row * cols + col), then `EDGES`. The neighbours of node i are
    ``indices[indptr[i]:indptr[i + 1]]``.
    """

    indptr: NDArray[np.int32]
    """int32 [nodes + 1]"""
    indices: NDArray[np.int32]
    """int32 [links]"""
    owner: NDArray[np.int8]
    """int8 [nodes]: 0 empty, 1 Black, 2 White; each edge belongs to its colour."""

    @property
    def num_nodes(self) -> int:
        """Cells plus four."""
        return len(self.owner)

    def neighbors(self, node: int) -> NDArray[np.int32]:
        """The nodes that touch this one, in order."""
        return self.indices[self.indptr[node] : self.indptr[node + 1]].copy()

    def adjacency(self) -> "csr_array[Any, Any]":
        """Sparse [nodes, nodes], 1 where two nodes touch (needs scipy)."""
        ones = np.ones(len(self.indices), dtype=np.int8)
        shape = (self.num_nodes, self.num_nodes)
        return _sparse().csr_array((ones, self.indices, self.indptr), shape=shape)

    def ownership(self) -> "csr_array[Any, Any]":
        """Sparse [2, nodes], 1 where Black (row 0) or White (row 1) owns a node (needs scipy)."""
        owned = np.stack([self.owner == 1, self.owner == 2]).astype(np.int8)
        return _sparse().csr_array(owned)


def _sparse() -> Any:
    try:
        from scipy import sparse
    except ImportError:
        raise HexmateError(
            "sparse matrices need scipy; install it with pip install 'hexmate[graphs]'"
        ) from None
    return sparse
