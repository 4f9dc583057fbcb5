"""Play two players against each other: python tools/duel.py A B GAMES SIZE SECONDS

Openings are single fair stones, each played twice with colours exchanged; two games at once.
"""

import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.players.base import Limit
from hexmate.players.registry import create


def play(black: str, white: str, size: int, opening: int, limit: Limit) -> bool:
    """Whether Black won."""
    board = Board(size)
    board.push(opening)
    players = {BLACK: create(black), WHITE: create(white)}
    for color, player in players.items():
        player.start(board, color)
    while (outcome := board.outcome()) is None:
        board.push(players[board.turn].play(board.copy(), limit).move)
    return outcome.winner is BLACK


def fair_openings(size: int) -> list[int]:
    """Stones beside White's edges: neither so strong nor so weak that they decide a game."""
    left = [(row, 0) for row in range(size // 3, size - 1)]
    return [row * size + col for row, col in left] + [
        (size - 1 - row) * size + size - 1 for row, _ in left
    ]


def pair(a: str, b: str, size: int, number: int, limit: Limit) -> int:
    """Wins of `a` in two games from one opening."""
    opening = random.Random(number).choice(fair_openings(size))
    return play(a, b, size, opening, limit) + (not play(b, a, size, opening, limit))


def duel(a: str, b: str, games: int, size: int, limit: Limit) -> tuple[int, int]:
    """Wins of `a` and games played."""
    with ProcessPoolExecutor(2) as pool:
        jobs = [pool.submit(pair, a, b, size, n, limit) for n in range(games // 2)]
        return sum(job.result() for job in jobs), 2 * (games // 2)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - spread / (1 + z * z / games), middle + spread / (1 + z * z / games)


if __name__ == "__main__":
    a, b, games, size, seconds = sys.argv[1:6]
    limit = Limit(time=float(seconds) or None)
    wins, played = duel(a, b, int(games), int(size), limit)
    low, high = wilson(wins, played)
    print(f"{a} against {b}: {wins}/{played} = {wins / played:.0%} ({low:.0%} to {high:.0%})")
