"""People's games from a file: one JSON object per line, read into arrays.

A line is ``{"size": 13, "moves": "a3 swap c4", "winner": "black", "rated": "white", "rating":
1562}``. `rating` belongs to the colour in `rated`; both are null in games between strong players
whose ratings are not known.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import SWAP
from hexmate.errors import HexmateError, TrainingError

__all__ = ["TEST", "TRAINING", "VALIDATION", "PeopleGames", "part_of", "read_games"]

TRAINING, VALIDATION, TEST = 0, 1, 2
"""The parts of the games: to learn from, to compare settings with, and to measure with at last."""

_TEST_SHARE, _VALIDATION_SHARE = 10, 3
_COLORS = {"black": BLACK, "white": WHITE}


@dataclass(frozen=True, slots=True)
class PeopleGames:
    """Games as arrays, Black first; `rows` and `cols` are uint8 [games, most moves].

    A swap at move 1 is the stone that it makes: White's, at the mirrored cell; `swapped` bool
    [games] marks these games, in which the stone of move 0 is gone from move 2 on. `ratings`
    float32 [games, 2] are Black's and White's, 0 if unknown. `strong` marks games between strong
    players without ratings. `resigned` marks games that ended with the loser to move and without a
    chain. `winners` is 0 for Black; `parts` is one of TRAINING, VALIDATION and TEST.
    """

    rows: NDArray[np.uint8]
    cols: NDArray[np.uint8]
    lengths: NDArray[np.int16]
    sizes: NDArray[np.uint8]
    swapped: NDArray[np.bool_]
    ratings: NDArray[np.float32]
    strong: NDArray[np.bool_]
    resigned: NDArray[np.bool_]
    winners: NDArray[np.uint8]
    parts: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.sizes)


def part_of(size: int, moves: str) -> int:
    """The part that a game belongs to; it depends on the game alone.

    >>> [part_of(11, moves) for moves in ("a3", "c2 swap", "a4 b3")]
    [2, 0, 0]
    """
    digest = hashlib.sha256(f"{size} {moves}".encode()).digest()
    bucket = int.from_bytes(digest[:8], "big") % 100
    if bucket < _TEST_SHARE:
        return TEST
    return VALIDATION if bucket < _TEST_SHARE + _VALIDATION_SHARE else TRAINING


def read_games(path: Path) -> PeopleGames:
    """Read a `.jsonl` or `.jsonl.gz` file; TrainingError names the first line that is wrong."""
    games = list(_games(path))
    if not games:
        raise TrainingError(f"{path} has no games")
    most = max(len(game["cells"]) for game in games)
    places = np.zeros((2, len(games), most), np.uint8)
    for number, game in enumerate(games):
        places[:, number, : len(game["cells"])] = np.array(game["cells"]).T
    column = {
        name: np.array([game[name] for game in games]) for name in games[0] if name != "cells"
    }
    return PeopleGames(
        rows=places[0],
        cols=places[1],
        lengths=np.array([len(game["cells"]) for game in games], np.int16),
        sizes=column["size"].astype(np.uint8),
        swapped=column["swapped"],
        ratings=column["ratings"].astype(np.float32),
        strong=column["strong"],
        resigned=column["resigned"],
        winners=column["winner"].astype(np.uint8),
        parts=column["part"].astype(np.uint8),
    )


def _games(path: Path) -> Iterator[dict[str, Any]]:
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    yield _game(json.loads(line))
                except (ValueError, KeyError, TypeError, HexmateError) as error:
                    raise TrainingError(f"{path}, line {number}: {error}") from None
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise TrainingError(f"cannot read {path}: {error}") from None


def _game(line: dict[str, Any]) -> dict[str, Any]:
    size, text = int(line["size"]), str(line["moves"])
    winner = _COLORS[line["winner"]]
    board, cells = Board(size, swap="pieces"), []
    moves = [board.parse(word) for word in text.split()]
    if not moves:
        raise ValueError("a game needs at least one move")
    for move in moves:
        board.push(move)
        row, col = divmod(moves[0] if move == SWAP else move, size)
        cells.append((col, row) if move == SWAP else (row, col))
    ratings = [0.0, 0.0]
    if line.get("rated") is not None:
        ratings[_COLORS[line["rated"]]] = float(line["rating"])
    return {
        "cells": cells,
        "size": size,
        "swapped": SWAP in moves,
        "ratings": ratings,
        "strong": line.get("rated") is None,
        "resigned": board.outcome() is None and board.turn != winner,
        "winner": int(winner),
        "part": part_of(size, text),
    }
