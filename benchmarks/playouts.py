"""Tree search with playouts against OpenSpiel's, and against itself on two threads, on 11x11."""

import pyspiel

from benchmarks.measure import Result, interleaved
from benchmarks.rules import GAME, SIZE, rate
from hexmate import Board, _core

SIMULATIONS = 40_000
PEER_SIMULATIONS = 1_000


def uct(threads: int) -> int:
    search = _core.Uct(threads=threads, seed=1)
    return search.search(Board(SIZE), None, SIMULATIONS).simulations


def uct_one() -> int:
    return uct(1)


def uct_two() -> int:
    return uct(2)


def openspiel_mcts() -> int:
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(GAME, evaluator, 2.0, PEER_SIMULATIONS, 1000, False, 1, False)
    bot.step(GAME.new_initial_state())
    return PEER_SIMULATIONS


def measure() -> list[Result]:
    ours, peer = interleaved(uct_one, openspiel_mcts)
    # The second line needs both cores: more rounds, to find them free.
    one, two = interleaved(uct_one, uct_two, rounds=8)
    return [
        Result("uct simulations", rate(ours), rate(peer), peer / ours, 5),
        Result("uct, two threads and one", rate(two), rate(one), one / two, 1.7),
    ]
