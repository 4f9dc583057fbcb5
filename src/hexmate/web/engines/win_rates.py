"""The win rates of moves as a network sees them, without a search."""

from collections.abc import Iterator, Sequence

import numpy as np

from hexmate import _core
from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.errors import HexmateError
from hexmate.nets.evaluator import Evaluator
from hexmate.players.net import open_net
from hexmate.store.record import start_of
from hexmate.store.values import GameRow

__all__ = ["MOST_MOVES", "black_win_rates", "boards_after", "positions_of", "win_rates"]

MOST_MOVES = 16
"""Moves that are evaluated at once."""

_MOST_POSITIONS = 400
_NET = "small"
_DIGITS = 4


def win_rates(board: Board, moves: Sequence[str]) -> dict[str, float]:
    """The win rate of the side to move after each of its moves.

    Moves that cannot be played are left out, and so are all of them where no network can play.
    """
    if board.shape != "hex" or board.outcome() is not None:
        return {}
    rates: dict[str, float] = {}
    after: dict[str, Board] = {}
    for move, child in boards_after(board, moves).items():
        if child.outcome() is None:
            after[move] = child
        else:
            rates[move] = 1.0
    try:
        net = open_net(_NET, device="auto", threads=1, symmetry=True) if after else None
    except HexmateError:
        return {}
    return rates | (_evaluated(net, after) if net is not None else {})


def boards_after(board: Board, moves: Sequence[str]) -> dict[str, Board]:
    """The positions after moves; those that cannot be played are left out."""
    after: dict[str, Board] = {}
    for move in moves[:MOST_MOVES]:
        child = board.copy()
        try:
            child.push_str(move)
        except HexmateError:
            continue
        after[move] = child
    return after


def _evaluated(net: Evaluator, after: dict[str, Board]) -> dict[str, float]:
    """The evaluations of all positions after the moves, in one batch."""
    wins = _wins(net, list(after.values()))
    # The other player is to move now, also after a swap.
    return {move: round(1.0 - win, _DIGITS) for move, win in zip(after, wins, strict=True)}


def _wins(net: Evaluator, boards: Sequence[Board]) -> list[float]:
    """The win probabilities of the sides to move."""
    side = max(max(board.rows, board.cols) for board in boards)
    views = np.zeros((len(boards), side * side), np.uint8)
    for at, board in enumerate(boards):
        root = _core.Mcts(see_bridges=False)
        root.start(board)
        root.gather(views[at : at + 1])
    _, wins = net.evaluate(views.reshape(len(boards), side, side))
    return [float(win) for win in wins]


def positions_of(row: GameRow) -> list[Board]:
    """The positions of a game that can be evaluated, from its start; empty if none can be.

    A record may set up stones on the way: the positions before that are all.
    """
    if row.shape != "hex":
        return []
    board = start_of(row)
    boards = [board.copy()]
    for move in row.moves[: _MOST_POSITIONS - 1]:
        try:
            board.push_str(move.move, move.color)
        except HexmateError:
            break
        boards.append(board.copy())
    return boards


def black_win_rates(boards: Sequence[Board]) -> list[float]:
    """Black's win probability in each position, or none where no network can play."""
    open_boards = [board for board in boards if board.outcome() is None]
    try:
        net = open_net(_NET, device="auto", threads=1, symmetry=False)
        wins = iter(_wins(net, open_boards) if open_boards else ())
    except HexmateError:
        return []
    return [_black_rate(board, wins) for board in boards]


def _black_rate(board: Board, wins: Iterator[float]) -> float:
    outcome = board.outcome()
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner is BLACK)
    win = next(wins)
    return round(win if board.turn is BLACK else 1.0 - win, _DIGITS)
