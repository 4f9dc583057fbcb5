"""How hard a puzzle is: what networks and search make of it, as a rating."""

from math import log2

from hexmate.board import Board
from hexmate.color import Color
from hexmate.nets.evaluator import Evaluator
from hexmate.nets.human_file import HumanFile
from hexmate.players.base import Limit
from hexmate.players.mcts import MctsPlayer
from hexmate.puzzles.networks import Glance
from hexmate.puzzles.puzzle import Difficulty

__all__ = ["estimate", "measure"]

_PEOPLE = 1500
"""The rating of the people whose moves are predicted."""
_TEMPTS = 0.05
_MOST_VISITS = 256


def measure(
    board: Board,
    wins: tuple[int, ...],
    steps: int,
    glance: Glance,
    net: Evaluator,
    human: HumanFile,
) -> Difficulty:
    """The difficulty of finding one of these moves; `steps` is the length of the line."""
    policy = human.predict(board, _PEOPLE).policy
    share = float(sum(glance[0][move] for move in wins))
    people = sum(policy[move] for move in wins)
    tempting = sum(each >= _TEMPTS for move, each in policy.items() if move not in wins)
    visits = _visits(board, wins, net)
    rating = estimate(share, people, visits, tempting, steps, board.rows)
    return Difficulty(round(share, 3), round(people, 3), visits, tempting, rating)


def estimate(share: float, people: float, visits: int, tempting: int, steps: int, size: int) -> int:
    """The rating of a puzzle from what was measured, before anyone has tried it.

    >>> estimate(0.9, 0.9, 1, 0, 1, 5), estimate(0.01, 0.01, 0, 6, 5, 11)
    (736, 3520)
    """
    doubt = min(6.0, -log2(max(1e-9, (share + people) / 2)))
    searched = log2(visits) if visits else log2(2 * _MOST_VISITS)
    extra = 60 * min(tempting, 5) + 60 * min(steps - 1, 6) + 20 * (size - 5)
    return round(700 + 240 * doubt + 80 * searched + extra)


def _visits(board: Board, wins: tuple[int, ...], net: Evaluator) -> int:
    """Visits after which the search chooses a winning move, twice in a row; 0 if it never does."""
    search = MctsPlayer(net, memory=64)
    search.start(board, Color(board.turn))
    total, right = 0, 0
    while total < _MOST_VISITS:
        more = max(1, total)
        result = search.play(board, Limit(nodes=more))
        total += more
        if result.move in wins:
            if right or result.info.win_probability == 1.0:
                return right or total
            right = total
        else:
            right = 0
    return right
