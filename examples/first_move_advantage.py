"""Measure what the first move is worth in random games, by board size."""

from hexmate import Board, random_playouts

GAMES = 20_000

for size in (3, 5, 7, 9, 11):
    black, white, _ = random_playouts(Board(size), GAMES, seed=size)
    print(f"{size:>2}x{size:<2}  Black wins {black / GAMES:.1%}")
