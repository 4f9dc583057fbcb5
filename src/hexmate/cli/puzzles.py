"""`hexmate puzzles`: make, verify and export puzzles."""

import time
from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.interrupts import INTERRUPTED, noticing_interrupts
from hexmate.cli.live import live
from hexmate.errors import PuzzleError
from hexmate.puzzles.making import PuzzleFile, read_puzzles
from hexmate.puzzles.puzzle import Puzzle
from hexmate.puzzles.sgf import puzzle_game
from hexmate.puzzles.shipped import shipped_puzzles
from hexmate.puzzles.verify import problems
from hexmate.records import save

NAME = "puzzles"

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Make and check puzzles.")

SourceArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="File of puzzles; without one, the puzzles that come with Hexmate."
    ),
]


@app.callback()
def _group() -> None:
    """Make and check puzzles: positions in which only one plan wins."""


@app.command("make", epilog="Example: hexmate puzzles make puzzles.jsonl --count 100")
def make(
    out: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="JSON Lines file to write; an existing one is continued."
        ),
    ],
    count: Annotated[int, typer.Option(min=1, help="Total number of puzzles in the file.")] = 100,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0, help="Time after which no new batch is begun.", show_default="no limit"
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="Random seed; the same seed makes the same puzzles.")
    ] = 0,
) -> None:
    """Make puzzles from games of a network against itself, each one proven by the solver."""
    from hexmate.puzzles.maker import Maker  # loads the networks' libraries

    file, maker = PuzzleFile(out, seed), Maker.shipped()
    end = float("inf") if seconds is None else time.monotonic() + seconds
    with live(count, lambda: len(file.puzzles), unit="puzzles"), noticing_interrupts() as stopped:
        while len(file.puzzles) < count and time.monotonic() < end and not stopped.is_set():
            file.make_batch(maker, stopped.is_set)
    typer.echo(f"{out} has {len(file.puzzles):,} puzzles")
    if stopped.is_set():
        typer.echo("stopped; run the same command to continue", err=True)
        raise typer.Exit(INTERRUPTED)


@app.command("verify", epilog="Example: hexmate puzzles verify puzzles.jsonl")
def verify(source: SourceArgument = None) -> None:
    """Prove every puzzle again: the winning moves, and the refutation of every other move."""
    puzzles, done, wrong = _read(source), 0, 0
    with live(len(puzzles), lambda: done, unit="puzzles"):
        for puzzle in puzzles:
            found = problems(puzzle)
            for problem in found:
                typer.echo(f"{puzzle.id}: {problem}")
            wrong += bool(found)
            done += 1
    if wrong:
        raise PuzzleError(f"{wrong:,} of {len(puzzles):,} puzzles are not proven")
    typer.echo(f"All {len(puzzles):,} puzzles are proven.")


@app.command("export", epilog="Example: hexmate puzzles export puzzles.sgf")
def export(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="SGF file to write.")],
    source: SourceArgument = None,
) -> None:
    """Write puzzles as an SGF collection, with their solutions as the main lines."""
    puzzles = _read(source)
    save((puzzle_game(puzzle) for puzzle in puzzles), target, "sgf")
    typer.echo(f"{target} has {len(puzzles):,} puzzles")


def _read(source: Path | None) -> list[Puzzle]:
    puzzles = list(shipped_puzzles()) if source is None else read_puzzles(source)
    if not puzzles:
        raise PuzzleError(f"{source} has no puzzles")
    return puzzles
