"""`hexmate selfplay`: games of a network against itself, and how fast they go."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexmate.cli.interrupts import INTERRUPTED, noticing_interrupts
from hexmate.cli.learning import DeviceName, DeviceOption, NetworkArgument, learning
from hexmate.cli.live import live
from hexmate.errors import TrainingError

if TYPE_CHECKING:
    from hexmate.learn.net.self_play_pool import SelfPlayPool
    from hexmate.learn.net.shards import Shards

NAME = "selfplay"
EXAMPLE = "hexmate selfplay runs/5x5 --size 5 --seconds 10 --out positions"

_KEEP_EVERY = 5.0
"""Seconds of play that a kill may cost."""


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
        from hexmate.learn.net.run import best_net
        from hexmate.learn.net.self_play_pool import SelfPlayPool
        from hexmate.learn.net.settings import PlaySettings
        from hexmate.learn.net.shards import Shards
    weights = Weights.read(best_net(source) if source.is_dir() else source)
    shards = None
    if out is not None:
        _make_empty(out)
        shards = Shards(out)
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
    pool = SelfPlayPool(settings, seed, weights.net.to(chosen), chosen, compiled)
    pool.warm_up()
    positions, took, stopped = _play(pool, size, seconds, shards)
    _tell(pool, size, positions, took)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _play(
    pool: "SelfPlayPool", size: int, seconds: float, shards: "Shards | None"
) -> tuple[int, float, bool]:
    """Positions, seconds, and whether Ctrl-C ended it; what was played until then is kept."""
    from hexmate.learn.net.self_play_pool import Samples

    positions, took = 0, 0.0
    begun = kept = time.monotonic()

    def take(samples: Samples) -> None:
        nonlocal positions
        positions += len(samples.arrays["wins"])
        if shards is not None:
            shards.put(samples)

    with (
        live(int(seconds), lambda: int(time.monotonic() - begun), unit="seconds"),
        noticing_interrupts() as interrupted,
    ):
        while (took := time.monotonic() - begun) < seconds and not interrupted.is_set():
            samples = pool.step({size: 1.0})
            if samples is not None:
                take(samples)
            if shards is not None and time.monotonic() - kept >= _KEEP_EVERY:
                _keep(shards)
                kept = time.monotonic()
        for batch in pool.batches:
            take(Samples(batch.size, batch.games.drain()))
        if shards is not None:
            _keep(shards)
    if interrupted.is_set():
        kept_all = "" if shards is None else "; the positions of all finished games are kept"
        typer.echo(f"stopped{kept_all}", err=True)
    return positions, took, interrupted.is_set()


def _make_empty(folder: Path) -> None:
    """A folder to write to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        full = any(folder.iterdir())
    except OSError as error:
        raise TrainingError(f"{folder}: {(error.strerror or str(error)).lower()}") from None
    if full:
        raise TrainingError(f"{folder} is not empty")


def _keep(shards: "Shards") -> None:
    try:
        shards.flush()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise TrainingError(f"the positions cannot be written: {reason}") from None


def _tell(pool: "SelfPlayPool", size: int, positions: int, seconds: float) -> None:
    counts, rate = pool.counts()[size], pool.leaves / max(seconds, 1e-9)
    typer.echo(
        f"{pool.leaves:,} evaluations in {seconds:.1f} s: {rate:,.0f} a second; "
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
