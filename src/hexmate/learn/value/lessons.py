"""Positions with what a model should say of them."""

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.errors import HexmateError
from hexmate.evaluate import heuristic

__all__ = ["TARGETS", "Lessons", "from_file", "from_random_play"]

TARGETS = ("heuristic", "result")
"""What is taught: the score of the `seed` evaluation, or who won the game."""


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Positions on one kind of board.

    `stones` int8 [count, rows, cols], `turns` int8 [count]; `targets` float32 [count] are scores
    of the heuristic, or results from 0 (lost) to 1 (won) for the side to move.
    """

    board: Board
    target: str
    stones: NDArray[np.int8]
    turns: NDArray[np.int8]
    targets: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.turns)

    def part(self, at: NDArray[np.intp] | slice) -> "Lessons":
        """Some of the positions."""
        return Lessons(self.board, self.target, self.stones[at], self.turns[at], self.targets[at])


def from_random_play(board: Board, count: int, seed: int) -> Lessons:
    """Positions of random games, any number of stones alike, with their heuristic scores."""
    rng = random.Random(seed)
    stones = np.zeros((count, board.rows, board.cols), np.int8)
    turns = np.zeros(count, np.int8)
    targets = np.zeros(count, np.float32)
    at = 0
    while at < count:
        trial = board.copy()
        for cell in rng.sample(range(board.num_cells), rng.randrange(board.num_cells)):
            if trial.outcome() is not None:
                break
            trial.push(cell)
        if trial.outcome() is None:
            stones[at], turns[at], targets[at] = trial.to_array(), trial.turn, heuristic(trial)
            at += 1
    return Lessons(board, "heuristic", stones, turns, targets)


def from_file(path: Path, target: str) -> Lessons:
    """The positions of a file that `hexmate collect` wrote."""
    samples = _read(path)
    first = samples[0]
    board = Board(first["N"], shape=first.get("shape", "hex"))
    stones = np.array([sample["board"] for sample in samples], np.int8)
    turns = np.array([sample["to_move"] - 1 for sample in samples], np.int8)
    if target == "result":
        targets = np.array([(sample["result"] + 1) / 2 for sample in samples], np.float32)
    else:
        targets = np.array([_score(board, sample) for sample in samples], np.float32)
    return Lessons(board, target, stones.reshape(-1, board.rows, board.cols), turns, targets)


def _read(path: Path) -> list[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8") as stream:
            samples = [json.loads(line) for line in stream if line.strip()]
        kinds = {(each["N"], each.get("shape", "hex"), len(each["board"])) for each in samples}
        for each in samples:
            _ = each["to_move"], each["result"]
    except OSError as error:
        raise HexmateError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except (ValueError, TypeError, KeyError):
        raise HexmateError(f"{path} is no file of samples; hexmate collect makes one") from None
    if len(kinds) != 1:
        raise HexmateError(f"{path} must have positions of one kind of board, not {len(kinds)}")
    return samples


def _score(board: Board, sample: dict[str, Any]) -> float:
    black, white = (
        [cell for cell, stone in enumerate(sample["board"]) if stone == color] for color in (1, 2)
    )
    turn = BLACK if sample["to_move"] == 1 else WHITE
    position = Board.setup(black, white, turn, size=(board.rows, board.cols), shape=board.shape)
    return float(heuristic(position))
