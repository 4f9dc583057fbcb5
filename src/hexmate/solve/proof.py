"""Proofs as values and as files: docs/proofs.md describes the format."""

import gzip
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import ProofError
from hexmate.files import drafted
from hexmate.position import Position
from hexmate.solve.region import Ends, Pair, Region, cells_of

__all__ = ["VERSION", "Chain", "Linked", "Node", "Proof", "Threats"]

VERSION = 1
"""The version of the format, increased when files change."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Two ends are connected by stones, bridges and links."""

    ends: Ends
    stones: int
    pairs: tuple[Pair, ...]
    links: tuple[Ends, ...]
    """Ends that are taken to be connected; a `Linked` above says how."""


@dataclass(frozen=True, slots=True)
class Threats:
    """Replies, each with the node that it leads to; no cell is needed by all of them."""

    replies: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """A node that uses links, and nodes that prove some of them with other cells."""

    base: int
    links: tuple[int, ...]


Node = Chain | Threats | Linked


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that a colour wins a position.

    Nodes refer to earlier nodes by their number; the last one is the proof itself.
    """

    position: Position
    winner: Color
    first: int | None
    """The winning move, if the winner is to move."""
    nodes: tuple[Node, ...]

    def lines(self) -> Iterator[str]:
        """The lines of the file."""
        region = Region(self.position.rows, self.position.cols, self.winner)
        board = Board((region.rows, region.cols))
        names = [board.name(cell) for cell in range(region.cells)]
        names += [region.edge_name(0), region.edge_name(1)]
        yield f"hexproof {VERSION}"
        yield str(self.position)
        yield f"{self.winner} wins" + ("" if self.first is None else f" with {names[self.first]}")
        for number, node in enumerate(self.nodes):
            yield _line(node, number, names)
        yield f"end {len(self.nodes)}"

    def save(self, path: str | os.PathLike[str]) -> int:
        """Write the file, compressed, and return its size in bytes.

        The file appears under its name only when it is complete.
        """
        packed = io.BytesIO()
        # Without a name and a time in its header, equal proofs are equal files.
        with gzip.GzipFile("", "wb", 9, packed, mtime=0) as stream:
            for line in self.lines():
                stream.write(line.encode("ascii") + b"\n")
        try:
            with drafted(path) as draft:
                draft.write_bytes(packed.getvalue())
        except OSError as error:
            raise ProofError(f"cannot write {os.fspath(path)}: {error.strerror}") from None
        return len(packed.getvalue())


def _line(node: Node, number: int, names: list[str]) -> str:
    if isinstance(node, Threats):
        replies = (f"{names[reply]}:{number - child}" for reply, child in node.replies)
        return f"threats {' '.join(replies)}"
    if isinstance(node, Linked):
        return f"join {number - node.base} {' '.join(str(number - link) for link in node.links)}"
    fields = (
        f"{names[node.ends[0]]}~{names[node.ends[1]]}",
        ",".join(names[cell] for cell in cells_of(node.stones)),
        ",".join(f"{names[one]}+{names[two]}" for one, two in node.pairs),
        ",".join(f"{names[one]}~{names[two]}" for one, two in node.links),
    )
    return "chain " + " ".join(field or "-" for field in fields)
