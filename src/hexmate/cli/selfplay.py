"""`hexmate selfplay`: games of a network against itself, and how fast they go."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexmate.cli.learning import DeviceName, DeviceOption, NetworkArgument, learning
from hexmate.cli.live import live
from hexmate.errors import TrainingError

if TYPE_CHECKING:
    from hexmate.learn.net.farm import Farm

NAME = "selfplay"
EXAMPLE = "hexmate selfplay runs/5x5 --size 5 --seconds 10 --out positions"


def run(
    source: NetworkArgument,
    size: Annotated[int, typer.Option("--size", "-s", help="Board size.")] = 11,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long.")] = 10.0,
    games: Annotated[int, typer.Option(min=1, help="Games in a batch.")] = 256,
    fields: Annotated[int, typer.Option(min=1, help="Batches on their way at once.")] = 2,
    threads: Annotated[int, typer.Option(min=1, help="Threads of the games.")] = 1,
    torch_threads: Annotated[int, typer.Option(min=1, help="Threads of PyTorch.")] = 1,
    visits: Annotated[int, typer.Option(min=1, help="Visits of moves to learn from.")] = 32,
    quick_visits: Annotated[int, typer.Option(min=1, help="Visits of the others.")] = 8,
    puct: Annotated[bool, typer.Option("--puct", help="Noise and PUCT, not Gumbel.")] = False,
    resign: Annotated[float, typer.Option(min=0, max=0.5, help="Give up below; 0: never.")] = 0.0,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    device: DeviceOption = DeviceName.auto,
    compiled: Annotated[bool, typer.Option("--compile", help="Compile the network.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep the positions in this folder.")
    ] = None,
) -> None:
    """Let a network play against itself, keep the positions, and say how fast it went."""
    with learning():
        from hexmate.learn.device import choose_device, use_threads
        from hexmate.learn.net.export import Weights
        from hexmate.learn.net.farm import Farm
        from hexmate.learn.net.run import best_net
        from hexmate.learn.net.settings import PlaySettings
        from hexmate.learn.net.shards import Shards
    if out is not None and out.exists() and any(out.iterdir()):
        raise TrainingError(f"{out} is not empty")
    weights = Weights.read(best_net(source) if source.is_dir() else source)
    chosen = choose_device(device.value)
    use_threads(torch_threads)
    settings = PlaySettings(
        shares={size: 1.0},
        games=games,
        fields=fields,
        threads=threads,
        visits=visits,
        quick_visits=quick_visits,
        puct=puct,
        resign=resign,
    )
    farm = Farm(settings, seed, weights.net.to(chosen), chosen, compiled)
    shards = None if out is None else Shards(out)
    positions, took = 0, 0.0
    farm.warm_up()
    begun = time.monotonic()
    with live(int(seconds), lambda: int(time.monotonic() - begun)):
        try:
            while (took := time.monotonic() - begun) < seconds:
                harvest = farm.step(settings.shares)
                if harvest is not None:
                    positions += len(harvest.samples["wins"])
                    if shards is not None:
                        shards.put(harvest)
        except KeyboardInterrupt:
            typer.echo("stopped", err=True)
    if shards is not None:
        shards.flush()
    _tell(farm, size, positions, took)


def _tell(farm: "Farm", size: int, positions: int, seconds: float) -> None:
    counts = farm.counts()[size]
    typer.echo(
        f"{farm.leaves:,} evaluations in {seconds:.1f} s: {farm.leaves / seconds:,.0f} a second; "
        f"{counts['games']:,} games, {counts['moves']:,} moves, {positions:,} positions"
    )
    if counts["games"]:
        typer.echo(
            f"Black won {counts['black_wins'] / counts['games']:.1%}, "
            f"{counts['moves'] / counts['games']:.1f} moves a game"
        )
    if counts["checked"]:
        share = counts["false_resigns"] / counts["checked"]
        typer.echo(
            f"given up: {counts['resigned']:,}, of {counts['checked']:,} checked {share:.1%} wrong"
        )
