"""Answers of the core for the tests of its WebAssembly module.

`python tests/web/engine_oracle.py FILE` writes one JSON object: a small network with its answers to
some positions, and what rules, evaluations and searches say about others.
"""

import base64
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from hexmate import Board, _core
from hexmate.board import perft
from hexmate.evaluate import heuristic
from hexmate.players import Limit, create
from hexmate.search.negamax import Negamax
from hexmate.solve import Solver

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.random_network import random_hexnet

GAMES = ((5, ("c2", "b4")), (7, ("c3", "d2", "e5")))


def network() -> dict[str, Any]:
    file = random_hexnet(blocks=2, channels=32)
    views = np.random.default_rng(2).integers(0, 3, (5, 7, 7), dtype=np.uint8)
    answers = {}
    for name, int8 in (("f32", False), ("int8", True)):
        logits, wins = _core.Network(file, int8=int8).evaluate(views)
        answers[name] = {"logits": logits.ravel().tolist(), "wins": wins.tolist()}
    return {
        "file": base64.b64encode(file).decode(),
        "views": views.ravel().tolist(),
        "answers": answers,
    }


def position(side: int, moves: tuple[str, ...]) -> dict[str, Any]:
    board = Board(side)
    for move in moves:
        board.push_str(move)
    negamax = Negamax("hexmate").search(board, depth=3)
    return {
        "side": side,
        "moves": [move for _, move in board.played],
        "perft": [perft(board, depth) for depth in (1, 2, 3)],
        "heuristic": heuristic(board, "hexmate"),
        "uct": create("uct:seed=1,visits=2000").play(board, Limit()).move,
        "negamax": {"move": negamax.move, "score": negamax.score},
        "solved": Solver().solve(board).verdict.name.lower(),
    }


def main(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {"network": network(), "positions": [position(*game) for game in GAMES]}
    path.write_text(json.dumps(data), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
