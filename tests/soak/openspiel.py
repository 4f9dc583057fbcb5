"""OpenSpiel's tree search as a player."""

import time
from itertools import zip_longest

import pyspiel

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.players.base import Limit, Player, PlayResult


class OpenSpielMcts(Player):
    """OpenSpiel's MCTSBot with random rollouts, given as many simulations as fit into the time.

    It counts simulations, not seconds: their number follows the speed of the moves before, and
    what one move takes less or more is given to or taken from the next.
    """

    name = "OpenSpiel's MCTSBot"

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self.rate = 5_000.0
        self.owed = 0.0

    def start(self, board: Board, color: Color) -> None:
        self.game = pyspiel.load_game(f"hex(board_size={board.rows})")
        self._move(board, 1_000, 0.2)  # measures the speed before the first move
        self.owed = 0.0

    def play(self, board: Board, limit: Limit) -> PlayResult:
        assert limit.time is not None
        seconds = max(limit.time / 2, limit.time + self.owed)
        return PlayResult(self._move(board, max(1, int(self.rate * seconds)), limit.time))

    def _move(self, board: Board, simulations: int, seconds: float) -> int:
        state = self.game.new_initial_state()
        # A position may come without its history; in Hex the order of moves makes no difference.
        for pair in zip_longest(board.stones(BLACK), board.stones(WHITE)):
            for cell in pair:
                if cell is not None:
                    state.apply_action(cell)
        self.seed += 1
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, simulations, 1000, False, self.seed, False)
        started = time.perf_counter()
        move = bot.step(state)
        took = time.perf_counter() - started
        self.rate = simulations / took
        self.owed += seconds - took
        return int(move)


class OpenSpielMctsFor3Seconds(OpenSpielMcts):
    """OpenSpiel's MCTSBot with three seconds per move, whatever the limit of the match."""

    def play(self, board: Board, limit: Limit) -> PlayResult:
        return super().play(board, Limit(time=3.0))
