"""Rules and playouts against OpenSpiel, on 11x11."""

import random

import pyspiel

from benchmarks.measure import Result, import_seconds, interleaved
from hexmate import Board, random_playouts

SIZE = 11
GAME = pyspiel.load_game(f"hex(board_size={SIZE})")


def openspiel_random_games() -> int:
    games = 20
    for _ in range(games):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return games


def openspiel_clone_apply() -> int:
    moves = 2000
    state = GAME.new_initial_state()
    for _ in range(moves):
        state.clone().apply_action(60)
    return moves


def push_pop() -> int:
    moves = 20_000
    board = Board(SIZE)
    push, pop = board.push, board.pop
    for _ in range(moves):
        push(60)
        pop()
    return moves


def playouts() -> int:
    return sum(random_playouts(Board(SIZE), 20_000, seed=1, threads=1))


def measure() -> list[Result]:
    ours, peer = interleaved(playouts, openspiel_random_games)
    move, clone = interleaved(push_pop, openspiel_clone_apply)
    imports = [(import_seconds("hexmate"), import_seconds("numpy")) for _ in range(10)]
    package, numpy = min(a for a, _ in imports), min(b for _, b in imports)
    return [
        Result("random games", rate(ours), rate(peer), peer / ours, 30),
        Result("random playouts per second", rate(ours), "-", 1 / ours, 250_000),
        Result("push+pop, clone+apply", micro(move), micro(clone), clone / move, 5),
        Result("push+pop in us", micro(move), "-", move * 1e6, 0.35, at_most=True),
        Result("import", milli(package), milli(numpy), package / numpy, 1.6, at_most=True),
    ]


def rate(seconds: float) -> str:
    return f"{1 / seconds:,.0f}/s"


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:.3f} us"


def milli(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms"
