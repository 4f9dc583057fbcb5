"""Every format of every released version can be read for ever.

`tools/keep_formats.py` has written the files: the same contents in each version.
"""

import json
import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from support.record_samples import quiet_load

from hexmate import BLACK, Board, records
from hexmate.arena.journal import Journal
from hexmate.arena.samples import VERSION as SAMPLES_VERSION
from hexmate.arena.terms import Terms
from hexmate.nets.evaluator import NetEvaluator
from hexmate.puzzles.shipped import shipped_puzzles
from hexmate.solve import Verdict, check_proof
from hexmate.solve.archive import SolvedPositions
from hexmate.store import Query, Store

FORMATS = Path(__file__).parents[1] / "data" / "formats"
MOVES = ["b1", "swap", "c3", "b3", "c2", "b4", "c1", "b5", "c4", "d3", "c5"]
NAMED = {"sgf", "hsgf", "jsonl"}
"""The formats that hold the players' names."""


@pytest.fixture(params=sorted(path.name for path in FORMATS.iterdir()))
def folder(request) -> Path:
    """The files of one version."""
    return FORMATS / request.param


def test_there_are_files_of_the_first_version():
    assert (FORMATS / "0.1" / "records").is_dir()


@pytest.mark.parametrize("codec", records.FORMATS)
def test_records(folder, codec):
    (file,) = (folder / "records").glob(f"game{records.FORMATS[codec].suffixes[0]}")
    game = quiet_load(file)
    board = game.end().board()
    assert (board.to_array() == reference().to_array()).all()
    assert board.outcome().winner == BLACK
    if codec in NAMED:
        assert (game.headers["black"], game.headers["white"]) == ("Ada", "Bob")


def reference() -> Board:
    board = Board(5, swap="pieces")
    for move in MOVES:
        board.push_str(move)
    return board


@pytest.mark.parametrize("name", ["sgf", "jsonl"])
def test_variations(folder, name):
    game = records.load(folder / "records" / f"variations.{name}", strict=True)
    assert game.root.comment == "a comment"
    (first,) = game.root.children
    main, side = first.children
    assert (side.labels, len(main.children)) == ({0: "A"}, 1)


@pytest.mark.parametrize("name", ["net.onnx", "net.hexnet"])
def test_networks(folder, name):
    with np.load(folder / "answers.npz") as wanted:
        net = NetEvaluator(folder / name, device="core")
        assert (net.facts.kind, net.facts.training["games"]) == ("net", 12)
        logits, wins = net.evaluate(wanted["views"])
        np.testing.assert_allclose(wins, wanted["wins"], atol=2e-2)
        np.testing.assert_allclose(logits, wanted["logits"], atol=5e-2)


def test_proofs(folder):
    checked = check_proof(folder / "proof.hexproof")
    assert (checked.position, checked.winner) == ("4x4 hex - 4/b3/4/4 w", "white")


def test_puzzles(folder):
    found = list(shipped_puzzles(folder / "puzzles"))
    assert [puzzle.grade for puzzle in found] == [1, 2, 3, 4, 5]
    for puzzle in found:
        assert puzzle.board().is_legal(puzzle.solution)


def test_databases(folder, tmp_path):
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((folder / "database.sql").read_text("utf-8"))
    connection.close()
    with Store.open(f"sqlite:///{path}") as store:
        assert store.players.by_name("ada").name == "Ada"
        found = store.library.search(Query())
        assert found.total == 2
        assert store.library.search(Query(player="ada", result="B+")).total == 1
        board = Board(4)
        board.push_str("a2")
        solution = SolvedPositions(store.solved).find(board)
        assert (solution.verdict, board.name(solution.move)) == (Verdict.WIN, "b3")
        assert store.players.create("Cleo").name == "Cleo"


def test_tournaments(folder, tmp_path):
    event = tmp_path / "event"
    shutil.copytree(folder / "tournament", event)
    said = json.loads((event / "event.json").read_text("utf-8"))
    terms = Terms.from_dict(said.pop("terms"))
    # An event is resumed by the version that began it; what it has played can be read by all.
    (event / "event.json").unlink()
    results = event / "results.jsonl"
    kept = results.read_bytes()
    results.unlink()
    options = {"format": said["format"], "games": said["games"], "openings": said["openings"]}
    Journal(event, terms, said["players"], said["seed"], **options).close()
    results.write_bytes(kept)
    with Journal(event, terms, said["players"], said["seed"], **options) as journal:
        assert [report.black for _, report in sorted(journal.reports.items())] == [
            "bridge",
            "random",
        ]
        for number, report in journal.reports.items():
            assert records.load(event / "games" / f"{number:05}.sgf") == report.game()


def test_samples(folder):
    lines = (folder / "samples.jsonl").read_text("utf-8").splitlines()
    samples = [json.loads(line) for line in lines]
    assert {sample["version"] for sample in samples} <= set(range(1, SAMPLES_VERSION + 1))
    for sample in samples:
        assert (sample["N"], len(sample["board"])) == (4, 16)
    assert [sample["moves_to_end"] for sample in samples] == [5, 4, 3, 2, 1]
