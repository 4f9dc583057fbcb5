"""Reference data from the package for the front end's tests.

`python tests/web/oracle.py FILE` writes one JSON object: 1,000 random games of each shape, the
layout of boards of each shape in every orientation, the winning moves of the tasks on the rules
page, records as SGF and as JSON, and the server's error codes.
"""

import json
import random
import re
import sys
from itertools import product
from pathlib import Path
from typing import Any, get_args

from hexmate import records
from hexmate.board import Board, Shape
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS
from hexmate.geometry import SIDES, layout
from hexmate.solve import Solver, Verdict
from hexmate.web.errors import Code

SHAPES: tuple[Shape, ...] = ("hex", "offset", "square", "triangle")
TASKS = Path(__file__).parents[2] / "src/hexmate/web/static/js/tasks/tasks.js"
GAMES = 1000
LARGEST = 13
PASSES = 0.02
RECORDS = (
    "(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bob];B[c3];W[b2]C[a [quiet\\] answer](;B[d4])(;B[a1]TR[a2][b1]))",
    "(;FF[4]GM[11]SZ[7]HXSWAP[pieces];B[c3];W[d4];B[resign])",
    "(;FF[4]GM[11]SZ[5];B[b2];W[swap-pieces];B[c4];W[d2];B[pass])",
    "(;FF[4]GM[11]SZ[5:3];B[b2];W[swap-sides];W[c1])",
    "(;FF[4]GM[11]SZ[6]AB[a1][b2]AW[c3]PL[W];W[d4]LB[a1:one][b2:t\\:wo]CR[d4])",
    "(;FF[4]GM[11]SZ[9]HXSHAPE[square]HXCURSOR[1];B[e5];HXTIMEOUT[W])",
)


def new_board(shape: Shape, rng: random.Random) -> Board:
    rows, cols = rng.randint(1, LARGEST), rng.randint(1, LARGEST)
    if shape == "triangle":
        rows, cols = (rows + 1) // 2, 2 * ((rows + 1) // 2)
    elif rng.random() < 0.5:
        cols = rows
    rules = [None, "sides"]
    if shape == "triangle" or (rows == cols and shape != "offset"):
        rules.append("pieces")
    return Board((rows, cols), shape=shape, swap=rng.choice(rules))


def game(shape: Shape, rng: random.Random) -> dict[str, Any]:
    """A random game: before each move whose turn it is, and at the end all there is to know."""
    board = new_board(shape, rng)
    moves, turns, swaps = [], [], []
    while board.outcome() is None:
        legal = list(board.legal_moves)
        move = PASS if rng.random() < PASSES else rng.choice(legal)
        if board.is_legal(-1) and rng.random() < 0.5:
            move = -1
        turns.append(str(board.turn))
        swaps.append(board.is_legal(-1))
        moves.append(board.name(move))
        board.push(move)
    winner = board.outcome().winner
    return {
        "rows": board.rows,
        "cols": board.cols,
        "shape": shape,
        "swap": board.swap,
        "moves": moves,
        "turns": turns,
        "swaps": swaps,
        "winner": None if winner is None else str(winner),
        "black": [board.name(cell) for cell in board.stones(BLACK)],
        "white": [board.name(cell) for cell in board.stones(WHITE)],
        "path": len(board.winning_path()),
    }


def layouts() -> list[dict[str, Any]]:
    sizes = {shape: [(1, 1), (3, 4), (5, 2)] for shape in SHAPES} | {"triangle": [(1, 2), (3, 6)]}
    found = []
    for shape, rotation, mirror in product(SHAPES, range(1, 13), (False, True)):
        for rows, cols in sizes[shape]:
            place = layout(rows, cols, shape, rotation=rotation, mirror=mirror)
            rims = place.rims(0.2)
            found.append(
                {
                    "grid": [rows, cols, shape, rotation, mirror],
                    "centers": place.centers,
                    "outlines": place.outlines,
                    "borders": {side: place.borders[side] for side in SIDES},
                    "rims": {side: rims[side] for side in SIDES},
                    "columns": [place.column_label(col, 0.5) for col in range(cols)],
                    "rows": [place.row_label(row, 0.5) for row in range(rows)],
                }
            )
    return found


def tasks() -> dict[str, list[str]]:
    """The winning moves of each task, by its position; a swap is not among them."""
    solver, found = Solver(), {}
    for line in re.findall(r'position: "([^"]+)"', TASKS.read_text("utf-8")):
        board = Board.from_string(line.replace(" pieces ", " - "))
        verdicts = solver.moves(board)
        found[line] = sorted(board.name(move) for move in verdicts if verdicts[move] is Verdict.WIN)
    return found


def texts() -> list[dict[str, Any]]:
    """Records as the package writes them, in both formats."""
    games = [next(records.iter_text(text, report=print)) for text in RECORDS]
    return [
        {"sgf": records.dumps(each, "sgf"), "record": json.loads(records.dumps(each, "jsonl"))}
        for each in games
    ]


def main(path: Path) -> None:
    rng = random.Random(5)
    games = [game(shape, rng) for shape in SHAPES for _ in range(GAMES)]
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {"games": games, "layouts": layouts(), "tasks": tasks(), "codes": get_args(Code)}
    data["records"] = texts()
    path.write_text(json.dumps(data), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
