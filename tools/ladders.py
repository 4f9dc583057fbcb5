"""Find and prove positions in which a ladder decides: python tools/ladders.py [COUNT] > FILE

Each has a chain of the attacker that comes down to the second row of its edge, a wall of the
defender above the ladder's way, and stones further along that may help either side. The solver
proves who wins and which moves do. Positions are kept only if the ladder is played: a push never
gives a win away, and a defender who wins has no other reply to it.
"""

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.solve import Solver, Verdict
from hexmate.symmetry import cell_map, symmetries

SIZES = (7, 8, 9, 10, 11)
PUSHES = 3
"""Of each ladder, before it meets another stone."""
MOST_WINNING = 6
"""Moves that may win: with more, the position says little about the ladder."""
SECONDS = 5.0


@dataclass(frozen=True)
class Ladder:
    """A position with the ladder that comes next: pushes and replies in turn."""

    board: Board
    moves: tuple[int, ...]


def random_ladder(rng: random.Random) -> Ladder:
    """Black comes down on the left below a wall of White, and is to move or has just pushed."""
    size = rng.choice(SIZES)
    last, wall = size - 1, size - rng.choice((3, 3, 4))

    def cells(rows: range, cols: range) -> list[int]:
        return [row * size + col for row in rows for col in cols]

    black = cells(range(last), range(1, 2))
    white = cells(range(last, size), range(2))
    beyond = range(2 + PUSHES, size)
    gaps = rng.sample(beyond, rng.randrange(3))
    white += cells(range(wall, wall + 1), range(2, size))
    white = [cell for cell in white if cell - wall * size not in gaps]
    drawn = rng.sample(cells(range(wall + 1, size), beyond), rng.randrange(1, 5))
    more = rng.randrange(len(drawn) + 1)
    black += drawn[:more]
    white += drawn[more:]
    free = cells(range(wall), range(3, size))
    while len(black) != len(white):
        side = white if len(white) < len(black) else black
        side.append(free.pop(rng.randrange(len(free))))
    pushes = [((last - 1) * size + 2 + n, last * size + 2 + n) for n in range(PUSHES)]
    board = Board.setup(black, white, BLACK, size=size)
    moves = [move for pair in pushes for move in pair]
    if rng.random() < 0.5 and board.outcome() is None:
        board.push(moves.pop(0))
    return Ladder(board, tuple(moves))


def is_played(ladder: Ladder, solver: Solver, winner: Color) -> bool:
    """Whether every reply is forced, and every push keeps what is won."""
    board = ladder.board.copy()
    for move in ladder.moves:
        if board.outcome() is not None:
            return False
        verdicts = solver.moves(board, seconds=SECONDS)
        winning = {each for each, verdict in verdicts.items() if verdict is Verdict.WIN}
        unknown = Verdict.UNKNOWN in verdicts.values()
        if unknown or (board.turn is winner and move not in winning):
            return False
        if board.turn is winner is WHITE and winning != {move}:
            return False
        board.push(move)
    return True


def proven(ladder: Ladder) -> dict[str, Any] | None:
    """The position with its answer; None if it is unclear or not decided by a ladder."""
    board, solver = ladder.board, Solver(64)
    if board.outcome() is not None:
        return None
    verdicts = solver.moves(board, seconds=SECONDS)
    winning = [move for move, verdict in verdicts.items() if verdict is Verdict.WIN]
    won = bool(winning)
    winner = board.turn if won else board.turn.other
    if len(winning) > MOST_WINNING or not is_played(ladder, solver, winner):
        return None
    return {"winner": winner, "winning": winning}


def seen_otherwise(ladder: Ladder, answer: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same with the board turned, and half of them with colours exchanged."""
    board = ladder.board
    swaps = rng.random() < 0.5
    kinds = [each for each in symmetries(board) if each.exchanges_colors is swaps]
    mapped = cell_map(board, rng.choice(kinds))

    def color(each: Color) -> Color:
        return each.other if swaps else each

    def names(moves: Any) -> list[str]:
        return [board.name(int(mapped[move])) for move in moves]

    stones = {str(color(each)): sorted(names(board.stones(each))) for each in (BLACK, WHITE)}
    return {
        "size": board.rows,
        "black": stones["black"],
        "white": stones["white"],
        "to_move": str(color(board.turn)),
        "winner": str(color(answer["winner"])),
        "winning_moves": sorted(names(answer["winning"])),
        "ladder": names(ladder.moves),
    }


def ladders(count: int) -> Iterator[dict[str, Any]]:
    """Positions, as many won for the attacker as for the defender, and for either to move."""
    found: dict[tuple[Color, Color], int] = {}
    number = 0
    most = -(-count // 4)
    while sum(found.values()) < count:
        number += 1
        rng = random.Random(number)
        ladder = random_ladder(rng)
        turn = ladder.board.turn
        if all(found.get((turn, winner), 0) >= most for winner in (BLACK, WHITE)):
            continue
        answer = proven(ladder)
        if answer is None or found.get((turn, answer["winner"]), 0) >= most:
            continue
        found[turn, answer["winner"]] = found.get((turn, answer["winner"]), 0) + 1
        print(number, turn, "to move,", answer["winner"], "wins", file=sys.stderr)
        yield seen_otherwise(ladder, answer, rng)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    positions = list(ladders(count))
    meaning = (
        "Positions decided by a ladder, made and proven by tools/ladders.py. Fields as in the "
        "solved positions; ladder has its pushes and replies, the next move first."
    )
    lines = ",\n".join(json.dumps(each) for each in positions)
    print(f'{{"meaning": {json.dumps(meaning)}, "positions": [\n{lines}\n]}}')


if __name__ == "__main__":
    main()
