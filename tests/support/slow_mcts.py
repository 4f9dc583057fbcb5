"""PUCT written down as plainly as possible: what the core's tree search must agree with."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.color import BLACK

Network = Callable[[NDArray[np.uint8]], tuple[NDArray[np.float32], float]]

EXPLORATION, GROWTH, BASE, FIRST_PLAY_LOSS = 0.6, 0.22, 500.0, 0.12


def canvas(board: Board, numbers: NDArray[np.int64], around: int) -> NDArray[np.int64]:
    """Numbers of the cells as the side to move sees them, for White reflected; flat."""
    side = max(board.rows, board.cols)
    square = np.full((side, side), around)
    square[: board.rows, : board.cols] = numbers.reshape(board.rows, board.cols)
    return (square if board.turn is BLACK else square.T).ravel()


def view_of(board: Board) -> NDArray[np.uint8]:
    """0 empty, 1 own, 2 enemy, 3 off the board."""
    colors = [board.color_at(cell) for cell in range(board.num_cells)]
    stones = [0 if color is None else 1 if color == board.turn else 2 for color in colors]
    return canvas(board, np.array(stones), 3).astype(np.uint8)


@dataclass
class Node:
    """A position: its result for the side to move if certain, its chance, its moves."""

    won: bool | None = None
    chance: float = 0.5
    priors: dict[int, float] = field(default_factory=dict)
    children: dict[int, "Node"] = field(default_factory=dict)
    visits: dict[int, int] = field(default_factory=dict)
    values: dict[int, float] = field(default_factory=dict)
    results: dict[int, bool] = field(default_factory=dict)


def expand(board: Board, network: Network) -> Node:
    """A new node; wins at once are seen without the network."""
    if board.outcome() is not None:
        return Node(won=False)
    empty = [cell for cell in range(board.num_cells) if board.color_at(cell) is None]
    for cell in empty:
        board.push(cell)
        over = board.outcome() is not None
        board.pop()
        if over:
            return Node(won=True)
    logits, chance = network(view_of(board))
    places = canvas(board, np.arange(board.num_cells), -1)
    weights = {int(cell): math.exp(logits[at]) for at, cell in enumerate(places) if cell in empty}
    total = sum(weights.values())
    return Node(chance=chance, priors={cell: weights[cell] / total for cell in empty})


def choose(node: Node) -> int:
    """The move with the highest sum of value and exploration, certain losses left out."""
    total = sum(node.visits.values())
    mean = (node.chance + sum(node.values.values())) / (1 + total)
    tried = sum(node.priors[move] for move in node.visits)
    untried = mean - FIRST_PLAY_LOSS * math.sqrt(tried)
    weight = (EXPLORATION + GROWTH * math.log((total + BASE) / BASE)) * math.sqrt(total + 1)

    def score(move: int) -> float:
        visits = node.visits.get(move, 0)
        value = node.values[move] / visits if visits else untried
        return value + weight * node.priors[move] / (1 + visits)

    return max((move for move in node.priors if node.results.get(move) is not False), key=score)


def visit(board: Board, node: Node, network: Network) -> float:
    """One visit below a node; the chance for its side to move that goes up to its parent."""
    move = choose(node)
    board.push(move)
    child = node.children.get(move)
    if child is None:
        child = node.children[move] = expand(board, network)
        value = child.chance
    elif child.won is None:
        value = visit(board, child, network)
    if child.won is not None:
        value = float(child.won)
        node.results[move] = not child.won
    board.pop()
    value = 1 - value
    node.visits[move] = node.visits.get(move, 0) + 1
    node.values[move] = node.values.get(move, 0.0) + value
    if node.results.get(move):
        node.won = True
    elif len(node.results) == len(node.priors) and not any(node.results.values()):
        node.won = False
    return value


def search(board: Board, visits: int, network: Network) -> Node:
    """A root with so many visits below it, fewer when its result is certain."""
    root, position = expand(board, network), board.copy()
    while root.won is None and sum(root.visits.values()) < visits:
        visit(position, root, network)
    return root
