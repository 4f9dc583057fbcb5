"""Write a file of each format into tests/data/formats/VERSION: python tools/keep_formats.py VERSION

Run it once for each release, before you tag it, and never change what an earlier version wrote:
tests/unit/test_formats.py reads every version, tests/web/formats.test.js what browsers remember.
The contents are always the same, so they need no change. Training runs are made by hand:
tests/data/runs.
"""

import itertools
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch

from hexmate import Board, records
from hexmate.game import Game
from hexmate.learn.net.export import Weights, export_net
from hexmate.learn.net.hexnet_export import export_hexnet
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.hexnet_file import Encoding
from hexmate.puzzles.shipped import shipped_puzzles, write_shipped
from hexmate.solve import Prover, Solver
from hexmate.solve.archive import SolvedPositions
from hexmate.store import NewGame, NewSeat, PositionKeys, ResultRow, Store

TESTS = Path(__file__).parents[1] / "tests"
FORMATS = TESTS / "data" / "formats"
PAGE = TESTS / "web" / "kept_page.js"
MOVES = ("b1", "swap", "c3", "b3", "c2", "b4", "c1", "b5", "c4", "d3", "c5")
VIEWS = np.random.default_rng(1).integers(0, 3, (2, 5, 5), dtype=np.uint8)


def write(folder: Path) -> None:
    """Everything into a folder."""
    folder.mkdir(parents=True)
    keep_records(folder / "records")
    keep_networks(folder)
    solver = Solver()
    Prover(solver.solve).prove(opened()).save(folder / "proof.hexproof")
    graded = itertools.groupby(shipped_puzzles(), key=lambda puzzle: puzzle.grade)
    write_shipped((next(puzzles) for _, puzzles in graded), folder / "puzzles")
    with tempfile.TemporaryDirectory() as place:
        keep_database(Path(place) / "games.db", folder / "database.sql", solver)
    run = ("--size", "4", "--seed", "1")
    hexmate("tournament", "bridge", "random", *run, "--out", str(folder / "tournament"))
    for made in ("lock", "ratings.svg", "report.html"):
        (folder / "tournament" / made).unlink()
    hexmate("collect", "--games", "1", *run, "--out", str(folder / "samples.jsonl"))
    page = subprocess.run(["node", PAGE], check=True, capture_output=True, text=True)
    (folder / "page.json").write_text(page.stdout, "utf-8")


def opened() -> Board:
    """A position with one stone on 4x4."""
    board = Board(4)
    board.push_str("a2")
    return board


def keep_records(folder: Path) -> None:
    """One game in every format, and one that uses more in those that hold it."""
    folder.mkdir()
    game = Game(5, swap="pieces")
    game.headers = {"black": "Ada", "white": "Bob", "date": "2026-11-18"}
    node = game.root
    for move in MOVES:
        node = node.add_variation(move)
    for name, codec in records.FORMATS.items():
        records.save(game, folder / f"game{codec.suffixes[0]}", format=name, lossy=True)
    game.root.comment = "a comment"
    game.root.children[0].add_variation("d4").labels = {0: "A"}
    for name in ("sgf", "jsonl"):
        records.save(game, folder / f"variations.{name}", lossy=True)


def keep_networks(folder: Path) -> None:
    """A small network of random weights in both forms, and its answers."""
    torch.manual_seed(1)
    net = HexNet(NetSize(1, 8)).eval()
    for tensor in net.state_dict().values():
        # Like trained ones: the exporter would store equal tensors once.
        torch.nn.init.uniform_(tensor, 0.1, 0.3)
    export_net(net, folder / "net.onnx", boards=[5], training={"games": 12})
    weights = Weights(net, (5,), {"games": 12})
    export_hexnet(weights, folder / "net.hexnet", Encoding.f16, games=1)
    logits, wins = NetEvaluator(folder / "net.onnx", device="cpu").evaluate(VIEWS)
    np.savez_compressed(folder / "answers.npz", views=VIEWS, logits=logits, wins=wins)


def keep_database(path: Path, dump: Path, solver: Solver) -> None:
    """A database with people, a finished game, an imported one and a solved position, as SQL."""
    with Store.open(f"sqlite:///{path}") as store:
        ada, bob = (store.players.create(name).id for name in ("Ada", "Bob"))
        seats = NewSeat("person", ada), NewSeat("person", bob)
        game = store.games.create(NewGame(3, 3, *seats, mode="online"))
        board = Board(3)
        for number, move in enumerate(("a1", "b1", "a2", "b2", "a3"), 1):
            color = board.turn
            board.push_str(move)
            store.games.append_move(game.id, number, color, move, PositionKeys.of(board))
        outcome = board.outcome()
        assert outcome is not None
        store.games.finish(game.id, ResultRow.of(outcome, lambda color: color))
        store.library.add_text("(;GM[11]SZ[3]PB[Eve]PW[Kim];B[a1];W[c3];B[b2];W[a3])", "kept.sgf")
        SolvedPositions(store.solved).add(opened(), solver.solve(opened()))
    with sqlite3.connect(path) as connection:
        dump.write_text("\n".join(connection.iterdump()) + "\n", "utf-8")


def hexmate(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "hexmate", *words], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(FORMATS / sys.argv[1])
