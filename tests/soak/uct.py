"""The strength of tree search with playouts, 11x11, 0.2 s a move, one thread a side."""

import json
import math
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pyspiel

from hexmate.board import Board
from hexmate.color import BLACK, Color
from hexmate.players import Limit, MonteCarloPlayer, UctPlayer

from .job import Job, Totals

SIZE = 11
SECONDS = 0.2
OPENINGS = Path(__file__).parents[1] / "data" / "oracles" / "fair_openings_11.json"

Choose = Callable[[Board], int]


class OpenSpielMcts:
    """OpenSpiel's MCTSBot with random rollouts, given as many simulations as fit into the time.

    It counts simulations, not seconds: their number follows the speed of the moves before, and
    what one move takes less or more is given to or taken from the next.
    """

    def __init__(self, seed: int) -> None:
        self.game = pyspiel.load_game(f"hex(board_size={SIZE})")
        self.seed = seed
        self.rate = 5_000.0
        self.owed = 0.0
        self._move(Board(SIZE), 1_000)  # to know the speed; costs nothing of the first move
        self.owed = 0.0

    def __call__(self, board: Board) -> int:
        seconds = max(SECONDS / 2, SECONDS + self.owed)
        return self._move(board, max(1, int(self.rate * seconds)))

    def _move(self, board: Board, simulations: int) -> int:
        state = self.game.new_initial_state()
        for move in board.moves:
            state.apply_action(move)
        self.seed += 1
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, simulations, 1000, False, self.seed, False)
        started = time.perf_counter()
        move = bot.step(state)
        took = time.perf_counter() - started
        self.rate = simulations / took
        self.owed += SECONDS - took
        return int(move)


def openspiel(seed: int) -> Choose:
    return OpenSpielMcts(seed)


def montecarlo(seed: int) -> Choose:
    player = MonteCarloPlayer(seed=seed)
    return lambda board: player.play(board, Limit(time=SECONDS)).move


OPPONENTS = {"OpenSpiel's MCTSBot": openspiel, "montecarlo": montecarlo}


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> [round(end, 3) for end in wilson(95, 100)]
    [0.888, 0.978]
    """
    share, square = wins / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z * math.sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return middle - half, middle + half


def uct_wins(opponent: str, opening: str, color: Color, seed: int) -> bool:
    """One game in which uct has this colour."""
    board = Board(SIZE)
    board.push_str(opening)
    uct, other = UctPlayer(seed=seed), OPPONENTS[opponent](seed)
    while board.outcome() is None:
        if board.turn is color:
            board.push(uct.play(board, Limit(time=SECONDS)).move)
        else:
            board.push(other(board))
    return board.outcome().winner is color


class UctStrength(Job):
    """Pairs of games from fair openings, colours exchanged, both at once."""

    steps = 50

    def __init__(self, opponent: str) -> None:
        self.opponent = opponent
        self.name = f"uct against {opponent}"
        self.figure = (
            "wins 90 % of 100 games, 11x11, 0.2 s a move, fair openings, colours exchanged"
        )

    def step(self, number: int, totals: Totals) -> None:
        openings = json.loads(OPENINGS.read_text("utf-8"))["fair"]
        opening = openings[number % len(openings)]
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            games = [
                pool.submit(uct_wins, self.opponent, opening, color, 2 * number + color)
                for color in (BLACK, BLACK.other)
            ]
            totals["wins"] = totals.get("wins", 0) + sum(game.result() for game in games)
        totals["games"] = totals.get("games", 0) + len(games)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        wins, games = totals["wins"], totals["games"]
        low, high = wilson(wins, games)
        measured = f"{wins} of {games}, {wins / games:.0%} (95 %: {low:.0%} to {high:.0%})"
        return wins / games >= 0.9, measured
