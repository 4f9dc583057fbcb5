"""Draw which first stones win most random games, as a heat map in opening.svg."""

import tempfile
from pathlib import Path

from hexmate import Board, random_playouts, svg

GAMES = 10_000

board = Board(9)
heat = {}
for cell in board.legal_moves:
    board.push(cell)
    black, _, _ = random_playouts(board, GAMES, seed=cell)
    heat[cell] = black / GAMES
    board.pop()

best = max(heat, key=heat.__getitem__)
target = Path(tempfile.mkdtemp()) / "opening.svg"
target.write_text(svg.board(board, heat=heat, marks={best: "circle"}), encoding="utf-8")
print(f"{board.name(best)} wins {heat[best]:.1%} of {GAMES} random games; see {target}")
