"""`hexmate collect`: positions and results of many games, as training data."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from hexmate.arena.collect import PLAYER, Collection, collect
from hexmate.arena.samples import SampleFile
from hexmate.cli.event_options import ParallelOption, RayOption, SeedOption, make_runner
from hexmate.cli.interrupts import INTERRUPTED
from hexmate.cli.live import live
from hexmate.cli.options import ShapeName, ShapeOption

NAME = "collect"
EXAMPLE = "hexmate collect --games 1000 --max-depth 4 --parallel 2 --out samples.jsonl"


def run(
    out: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="JSON Lines file to write; an existing one is continued."
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="Total number of games in the file.")] = 100,
    size: Annotated[int, typer.Option("--size", "-s", help="Board size (rows and columns).")] = 7,
    shape: ShapeOption = ShapeName.hex,
    min_depth: Annotated[int, typer.Option(help="Minimum search depth in plies.")] = 2,
    max_depth: Annotated[int, typer.Option(help="Maximum search depth in plies.")] = 4,
    min_pairs: Annotated[
        int, typer.Option(help="Minimum number of stones per colour at the start.")
    ] = 2,
    max_pairs: Annotated[
        int, typer.Option(help="Maximum number of stones per colour at the start.")
    ] = 6,
    time_limit_ms: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Milliseconds per move. Without a limit, the same seed plays the same games.",
        ),
    ] = None,
    player: Annotated[
        str, typer.Option(help="Player of both sides; it must have a depth option.")
    ] = PLAYER,
    parallel: ParallelOption = 1,
    ray: RayOption = None,
    seed: SeedOption = 0,
) -> None:
    """Play games to train on, and store their positions.

    Games start from random, balanced positions; every position is stored with the result.
    """
    collection = Collection(
        size=size,
        shape=shape.value,
        depths=(min_depth, max_depth),
        pairs=(min_pairs, max_pairs),
        seconds=None if time_limit_ms is None else time_limit_ms / 1000,
        player=player,
        seed=seed,
    )
    runner = make_runner(parallel, ray)
    added, stopped = 0, False
    with (
        SampleFile(out, collection.first_sample) as file,
        live(games, lambda: file.games),
        closing(collect(collection, games, runner, file)) as counts,
    ):
        try:
            for count in counts:
                added += count
        except KeyboardInterrupt:
            stopped = True
    typer.echo(f"{out} has {file.games:,} games; {added:,} samples were added")
    if stopped:
        typer.echo("stopped; run the same command to continue", err=True)
        raise typer.Exit(INTERRUPTED)
