"""Positions with labels: the scores or results that a model should learn."""

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.errors import HexmateError, MalformedError
from hexmate.evaluate import heuristic

__all__ = ["TARGETS", "LabeledPositions", "from_file", "from_random_play"]

TARGETS = ("heuristic", "result")
"""What is learnt: the score of the `hexproject` evaluation, or who won the game."""


@dataclass(frozen=True, slots=True, eq=False)
class LabeledPositions:
    """Positions of one kind of board, with their labels.

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

    def part(self, at: NDArray[np.intp] | slice) -> "LabeledPositions":
        """Some of the positions, chosen by index."""
        return LabeledPositions(
            self.board, self.target, self.stones[at], self.turns[at], self.targets[at]
        )


def from_random_play(board: Board, count: int, seed: int) -> LabeledPositions:
    """Random positions with their heuristic scores; every number of stones is equally likely."""
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
    return LabeledPositions(board, "heuristic", stones, turns, targets)


def from_file(path: Path, target: str) -> LabeledPositions:
    """The positions of a file of `hexmate collect`, which must all be of one kind of board."""
    samples, boards = _read(path)
    if len(boards) != 1:
        raise HexmateError(
            f"{path} must have positions of one kind of board (got {len(boards)} kinds)"
        )
    (board,) = boards
    stones = np.array([sample["board"] for sample in samples], np.int8)
    turns = np.array([sample["to_move"] - 1 for sample in samples], np.int8)
    if target == "result":
        targets = np.array([(sample["result"] + 1) / 2 for sample in samples], np.float32)
    else:
        targets = np.array([_score(board, sample) for sample in samples], np.float32)
    return LabeledPositions(
        board, target, stones.reshape(-1, board.rows, board.cols), turns, targets
    )


def _read(path: Path) -> tuple[list[dict[str, Any]], list[Board]]:
    """The samples of a file, and an empty board of each kind; HexmateError names the bad line."""
    samples: list[dict[str, Any]] = []
    boards: dict[tuple[int, str], Board] = {}
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    samples.append(_read_line(line, f"{path}, line {number}", boards))
    except OSError as error:
        raise HexmateError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return samples, [*boards.values()]


def _read_line(line: bytes, place: str, boards: dict[tuple[int, str], Board]) -> dict[str, Any]:
    try:
        return _sample(line, boards)
    except HexmateError as error:
        raise HexmateError(f"{place}: {error}") from None
    except (ValueError, TypeError, KeyError):
        raise HexmateError(f"{place} is not a sample as hexmate collect writes them") from None


def _sample(line: bytes, boards: dict[tuple[int, str], Board]) -> dict[str, Any]:
    """The sample of a line, whose board is added to `boards`; raises if it is not a sample."""
    sample: dict[str, Any] = json.loads(line)
    size, shape = sample["N"], sample.get("shape", "hex")
    if (type(size), type(shape)) != (int, str):
        raise MalformedError("N must be an integer and shape a string")
    if (size, shape) not in boards:
        boards[size, shape] = Board(size, shape=shape)
    board = boards[size, shape]
    cells, result = sample["board"], sample["result"]
    if type(cells) is not list or len(cells) != board.rows * board.cols:
        raise MalformedError(f"board must have {board.rows * board.cols} cells where N is {size}")
    if not {*cells} <= {0, 1, 2}:
        raise MalformedError("the cells of board must be 0, 1 or 2")
    if sample["to_move"] not in (1, 2):
        raise MalformedError("to_move must be 1 or 2")
    if not isinstance(result, int | float) or not -1 <= result <= 1:
        raise MalformedError("result must be a number from -1 to 1")
    return sample


def _score(board: Board, sample: dict[str, Any]) -> float:
    black, white = (
        [cell for cell, stone in enumerate(sample["board"]) if stone == color] for color in (1, 2)
    )
    turn = BLACK if sample["to_move"] == 1 else WHITE
    position = Board.setup(black, white, turn, size=(board.rows, board.cols), shape=board.shape)
    return float(heuristic(position))
