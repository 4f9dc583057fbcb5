"""The moves of levels and of people, and the swap maps, for the tests of the engine in the page.

`python tests/web/levels_oracle.py FOLDER [COUNT]` writes `levels.json` with COUNT positions for
each level and three times as many for people, and the networks in 32 bits that played them.
"""

import json
import random
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hexmate import Board
from hexmate.book import SIZES as MAP_SIZES
from hexmate.book import swap_map
from hexmate.errors import Resigned
from hexmate.nets.hexnet_file import Encoding, hexnet_bytes
from hexmate.nets.model_file import HUMAN_KIND, NET_KIND
from hexmate.nets.onnx_weights import read_onnx
from hexmate.nets.shipped import find_model
from hexmate.players import Limit, create
from hexmate.players.levels import LEVELS, NetLevel, PeopleLevel

SIZES = (5, 7, 9, 11)
SMALL_SIZES = (5, 7)
"""Of the level that takes the longest, unless many positions are asked for."""
MANY = 10
OPENING_LEVELS = (1, 10, 11, 13)
"""Like people, with much variety and with little, and the network that learnt by itself."""
OPENING_SIZES = (6, 11)
NETS = {"small": NET_KIND, "medium": NET_KIND, "human": HUMAN_KIND}
RATINGS = (1200, 1450, 1700, 1950, 2300, 2700)
PEOPLE_SIZES = (5, 7, 9, 11)


def position(draw: random.Random, sizes: tuple[int, ...]) -> Board:
    """A position of random play."""
    board = Board(draw.choice(sizes))
    for _ in range(draw.randrange(1, board.num_cells // 3)):
        board.push(draw.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            board.pop()
            break
    return board


def game(level: int, number: int, count: int) -> dict[str, Any]:
    """Two moves of a level, with a random reply in between."""
    draw = random.Random(1000 * level + number)
    sizes = SMALL_SIZES if level == max(LEVELS) and count < MANY else SIZES
    board, seed = position(draw, sizes), draw.randrange(2**31)
    first = [board.name(move) for _, move in board.played]
    player = create(f"level:n={level},seed={seed}")
    player.start(board, board.turn)
    moves = []
    for _ in range(2):
        moves.append(board.name(player.play(board, Limit()).move))
        board.push_str(moves[-1])
        if board.outcome() is not None:
            break
        board.push(draw.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            break
        moves.append(board.name(board.peek()))
    player.close()
    return {"level": level, "seed": seed, "side": board.rows, "first": first, "moves": moves}


def opening(level: int, side: int) -> dict[str, Any]:
    """The first stone of a level under the swap rule, and which stones it swaps."""
    seed = 100 * level + side
    player, board = create(f"level:n={level},seed={seed}"), Board(side, swap="pieces")
    first, swaps = board.name(player.propose_opening(board)), {}
    for cell in range(level % 3, board.num_cells, 7):
        board.push(cell)
        kept = player.accept_opening(board, cell)
        if kept and isinstance(LEVELS[level], PeopleLevel):
            player.play(board, Limit())  # it draws from the same numbers
        swaps[board.name(cell)] = not kept
        board.pop()
    player.close()
    return {"level": level, "seed": seed, "side": side, "first": first, "swaps": swaps}


def people_game(number: int) -> dict[str, Any]:
    """Both sides' moves of people, from the first stone to the end."""
    draw = random.Random(number)
    side, rating, seed = draw.choice(PEOPLE_SIZES), draw.choice(RATINGS), draw.randrange(2**31)
    player = create(f"human:rating={rating},seed={seed}")
    board = Board(side, swap=draw.choice(("pieces", "sides", None)))
    moves = []
    while board.outcome() is None:
        if not board.moves and board.swap is not None:
            moves.append(board.name(player.propose_opening(board)))
        elif board.swap_available and not player.accept_opening(board, board.peek()):
            moves.append(f"swap-{board.swap}")
        else:
            try:
                moves.append(board.name(player.play(board, Limit()).move))
            except Resigned:
                moves.append("resign")
                break
        board.push_str("swap" if moves[-1].startswith("swap") else moves[-1])
    player.close()
    swap = board.swap
    return {"rating": rating, "seed": seed, "side": side, "swap": swap, "moves": moves}


def facts(level: PeopleLevel | NetLevel) -> dict[str, Any]:
    """A level in the words of the page."""
    if isinstance(level, PeopleLevel):
        variety = asdict(level.variety)
        return {"rating": level.rating, **{key: value for key, value in variety.items() if value}}
    found: dict[str, Any] = {"evaluations": level.evaluations}
    return found if level.net == "small" else {**found, "net": level.net}


def stored_map(size: int) -> dict[str, Any]:
    """A swap map as the package reads it."""
    found = swap_map(size)
    return {**asdict(found), "exact": found.exact, "fair": found.fair_stones()}


def main(folder: Path, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, kind in NETS.items():
        weights = read_onnx(find_model(name), kind)
        data = hexnet_bytes(weights.arrays, weights.facts, Encoding.f32)
        (folder / f"{name}-f32.hexnet").write_bytes(data)
    games = [game(level, number, count) for level in LEVELS for number in range(count)]
    levels = {n: facts(level) for n, level in LEVELS.items()}
    openings = [opening(level, side) for level in OPENING_LEVELS for side in OPENING_SIZES]
    found = {"games": games, "levels": levels, "openings": openings}
    found["people"] = [people_game(number) for number in range(3 * count)]
    found["maps"] = [stored_map(size) for size in MAP_SIZES]
    (folder / "levels.json").write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2)
