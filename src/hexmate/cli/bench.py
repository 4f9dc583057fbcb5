"""`hexmate bench`: how fast this build is, and whether it behaves as another one does."""

import time
from collections.abc import Callable
from typing import Annotated

import typer

from hexmate.board import Board, perft, random_playouts
from hexmate.version import __version__

NAME = "bench"
EXAMPLE = "hexmate bench --seconds 2"


def run(
    seconds: Annotated[
        float, typer.Option(min=0.05, max=60, help="Seconds per measurement.")
    ] = 1.0,
) -> None:
    """Measure the speed of this build.

    The last line is a signature: it only changes when the behaviour does.
    """
    board = Board(11)
    typer.echo(f"hexmate {__version__}, 11x11, one core")
    for name, unit, work in (
        ("random playouts", "games/s", lambda: sum(random_playouts(board, 20_000))),
        ("perft", "nodes/s", lambda: perft(board, 3)),
        ("push and pop", "pairs/s", lambda: _push_pop(board, 20_000)),
    ):
        typer.echo(f"{name:<16} {_rate(work, seconds):>14,.0f} {unit}")
    typer.echo(f"signature        {signature():016x}")


def signature() -> int:
    """A number that depends on the rules, the keys and the random games, but not on the machine."""
    total = 0
    for shape, size in (
        ("hex", (7, 9)),
        ("offset", (6, 6)),
        ("square", (5, 5)),
        ("triangle", (4, 8)),
    ):
        board = Board(size, shape=shape, swap="sides")  # type: ignore[arg-type]
        while board.outcome() is None:
            moves = list(board.legal_moves)
            tally = random_playouts(board, 64, seed=board.position_key())
            board.push(moves[(tally[0] * 31 + tally[2]) % len(moves)])
            total = (total * 0x9E3779B97F4A7C15 + board.position_key()) % 2**64
        total ^= perft(board.root(), 3)
    return total


def _push_pop(board: Board, pairs: int) -> int:
    push, pop = board.push, board.pop
    for _ in range(pairs):
        push(60)
        pop()
    return pairs


def _rate(work: Callable[[], int], seconds: float) -> float:
    started = time.perf_counter()
    done = work()
    while time.perf_counter() - started < seconds:
        done += work()
    return done / (time.perf_counter() - started)
