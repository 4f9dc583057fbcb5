"""Answers of the core for the tests of its WebAssembly module.

`python tests/web/engine_oracle.py FILE` writes one JSON object: a small network with its answers to
some positions, and what rules, evaluations and searches say about others.
"""

import base64
import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

from hexmate import Board, _core
from hexmate.board import perft
from hexmate.evaluate import heuristic
from hexmate.nets.hexnet_file import Encoding, Range, hexnet_bytes
from hexmate.nets.model_file import ModelFacts
from hexmate.players import Limit, create
from hexmate.search.negamax import Negamax
from hexmate.solve import Solver

BLOCKS, CHANNELS = 2, 32
GAMES = ((5, ("c2", "b4")), (7, ("c3", "d2", "e5")))


def random_network() -> dict[str, np.ndarray]:
    """Weights of a small network, with one block that pools."""
    draw = np.random.default_rng(1)
    shapes = {"stem": (CHANNELS, 3, 3, 3), f"blocks.{BLOCKS - 1}.tell": (CHANNELS, 3 * CHANNELS)}
    for at in range(BLOCKS):
        for part in ("conv1", "conv2"):
            shapes[f"blocks.{at}.{part}"] = (CHANNELS, CHANNELS, 3, 3)
    for head in ("policy", "value"):
        shapes[f"{head}_conv"] = (32, CHANNELS, 1, 1)
    shapes |= {"policy_tell": (32, 96), "policy_out": (2, 32, 1, 1)}
    shapes |= {"value_hidden": (64, 96), "value_out": (1, 64)}
    arrays = {}
    for name, shape in shapes.items():
        spread = 1 / math.sqrt(math.prod(shape[1:]))
        arrays[f"{name}.weight"] = draw.normal(0, spread, shape).astype(np.float32)
        arrays[f"{name}.bias"] = draw.normal(0, 0.1, shape[0]).astype(np.float32)
    return arrays


def network() -> dict[str, Any]:
    facts = ModelFacts("net", 1, {"blocks": BLOCKS, "channels": CHANNELS, "pool_every": BLOCKS})
    low, high = np.full(CHANNELS, -2, np.float32), np.full(CHANNELS, 6, np.float32)
    names = [f"blocks.{at}.{part}" for at in range(BLOCKS) for part in ("conv1", "conv2")]
    ranges = dict.fromkeys(names, Range(low, high))
    file = hexnet_bytes(random_network(), facts, Encoding.int8, ranges)
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
