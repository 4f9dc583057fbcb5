"""What players that ask a network share."""

from hexmate.board import Board
from hexmate.errors import SizeError
from hexmate.nets.evaluator import Evaluator, NetEvaluator
from hexmate.nets.shipped import find_model

__all__ = ["open_net", "require_hex", "trained_on"]


def open_net(net: str | Evaluator, *, device: str, threads: int, symmetry: bool) -> Evaluator:
    """A network that comes with the package, that of a file, or what is an evaluator already."""
    if not isinstance(net, str):
        return net
    return NetEvaluator(find_model(net), device=device, threads=threads, symmetry=symmetry)


def require_hex(name: str, board: Board) -> None:
    """SizeError on a board that no network knows."""
    if board.shape != "hex":
        raise SizeError(f"{name} plays on boards of the hex shape, not on {board.shape}")


def trained_on(net: Evaluator, board: Board) -> bool:
    """Whether the network has seen boards of this size; an evaluator that is none, any."""
    return not isinstance(net, NetEvaluator) or net.trained_on(board.rows, board.cols)
