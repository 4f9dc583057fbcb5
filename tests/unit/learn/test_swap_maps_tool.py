"""tools/swap_maps.py: searches all first stones in batches, resumes, and keeps what it has."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hexmate.board import Board
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.shipped import find_model
from hexmate.players import Limit, MctsPlayer

TOOL = Path(__file__).parents[3] / "tools" / "swap_maps.py"


def run(out, *options):
    command = [sys.executable, TOOL, out, "--workers", "1", "--device", "cpu", "--quantum", "8"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def test_the_tool_searches_what_is_missing(tmp_path):
    out = tmp_path / "maps.json"
    small = ("--net", "small", "--sizes", "4,6", "--canvases", "6")
    assert run(out, *small, "--visits", "12")[0] == 0
    first = json.loads(out.read_text("utf-8"))
    found = {(each["size"], each["cell"]): each for each in first["stones"]}
    assert len(found) == 8 + 18
    assert first["net"] == "small"
    assert all(each["visits"] >= 12 or each["proven"] is not None for each in found.values())
    assert all(each["black"] > 0.5 for key, each in found.items() if key in [(4, "b3"), (6, "c4")])
    assert all(each["black"] < 0.5 for (_, cell), each in found.items() if cell in ("a1", "b1"))

    code, said = run(out, *small, "--visits", "12")
    assert code == 0
    assert said.startswith("0 first stones")
    assert json.loads(out.read_text("utf-8"))["stones"] == first["stones"]

    code, said = run(out, *small, "--visits", "30", "--seconds", "0.01")
    assert code == 0
    assert json.loads(out.read_text("utf-8"))["stones"] == first["stones"]

    code, said = run(out, "--net", "medium", "--sizes", "4", "--visits", "12")
    assert code == 1
    assert "another network" in said


def test_its_network_on_a_canvas_answers_as_the_player_s(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOL.parent))
    import numpy as np
    import swap_maps

    board = Board(5)
    board.push_str("b4")
    views = np.full((3, 7, 7), 3, np.uint8)
    views[:, :5, :5] = 0
    views[:, 1, 3] = 2  # as White sees it, connecting top and bottom
    logits, wins = swap_maps.device_evaluate("small", "cpu", False, 4)(views)
    expected, expected_wins = NetEvaluator(find_model("small")).evaluate(views[:1, :5, :5].copy())
    assert np.allclose(logits[0, :5, :5].ravel(), expected[0], atol=1e-3)
    assert wins.tolist() == pytest.approx([float(expected_wins[0])] * 3, abs=1e-4)
    told = MctsPlayer("small", visits=1).play(board, Limit()).info.policy
    assert max(told, key=told.__getitem__) == board.cell(
        *divmod(int(expected[0].argmax()), 5)[::-1]
    )
