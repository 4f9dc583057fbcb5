"""What players with a network share."""

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.errors import PlayerError, SizeError
from hexmate.nets.core_net import IN_CORE, search_device
from hexmate.nets.evaluator import Answers, Evaluator, NetEvaluator
from hexmate.nets.shipped import find_model

__all__ = ["ClosedEvaluator", "open_net", "open_threaded", "require_hex", "trained_on"]

_MOST_THREADS = 256


def open_net(net: str | Evaluator, *, device: str, threads: int, symmetry: bool) -> Evaluator:
    """The evaluator of a shipped network or a model file; an evaluator is returned as it is."""
    if not isinstance(net, str):
        return net
    return NetEvaluator(find_model(net), device=device, threads=threads, symmetry=symmetry)


def open_threaded(
    net: str | Evaluator, *, device: str, threads: int, symmetry: bool
) -> tuple[Evaluator, int]:
    """An evaluator for a search on some threads, and from how many of them to ask it.

    The core's runner answers each thread by itself; another library uses its own threads for a
    batch. An evaluator that is given is asked from all threads. A search gains more from many
    evaluations than from exact ones: ``auto`` computes in 8 bits where that is faster.
    """
    if not isinstance(net, str):
        return net, threads
    if device == "auto":
        device = search_device(find_model(net))
    if 1 < threads <= _MOST_THREADS and device in ("auto", *IN_CORE):
        found = NetEvaluator(find_model(net), device=device, symmetry=symmetry)
        if found.device in IN_CORE:
            return found, threads
    return open_net(net, device=device, threads=threads, symmetry=symmetry), 1


class ClosedEvaluator:
    """Stands in for the network of a player that was closed."""

    def evaluate(self, views: NDArray[np.uint8]) -> Answers:
        """PlayerError: there is no network any more."""
        raise PlayerError("this player has been closed")


def require_hex(name: str, board: Board) -> None:
    """SizeError if no network can play on this board."""
    if board.shape != "hex":
        raise SizeError(f"{name} only plays on boards of the hex shape, not on {board.shape}")


def trained_on(net: Evaluator, board: Board) -> bool:
    """Whether the network was trained on boards of this size; True for other evaluators."""
    return not isinstance(net, NetEvaluator) or net.trained_on(board.rows, board.cols)
