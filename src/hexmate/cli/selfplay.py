"""`hexmate selfplay`: games of a network against itself, and their speed."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexmate import _core
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
"""Seconds of play that are lost at most if the process is killed."""


def run(
    source: NetworkArgument,
    size: Annotated[int, typer.Option("--size", "-s", help="Board size.")] = 11,
    seconds: Annotated[float, typer.Option(min=0.1, help="Duration in seconds.")] = 10.0,
    games: Annotated[int, typer.Option(min=1, help="Games per batch.")] = 256,
    batches: Annotated[int, typer.Option(min=1, help="Number of batches in flight.")] = 2,
    threads: Annotated[int, typer.Option(min=1, help="Number of threads for the games.")] = 1,
    torch_threads: Annotated[int, typer.Option(min=1, help="Number of PyTorch threads.")] = 1,
    visits: Annotated[
        int, typer.Option(min=1, help="Visits per move that is used for training.")
    ] = 32,
    quick_visits: Annotated[int, typer.Option(min=1, help="Visits per other move.")] = 8,
    puct: Annotated[
        bool, typer.Option("--puct", help="Use PUCT with noise instead of Gumbel search.")
    ] = False,
    resign: Annotated[
        float,
        typer.Option(min=0, max=0.5, help="Resign below this win probability; 0 never resigns."),
    ] = 0.0,
    more: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="Another self-play setting; can be repeated."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed; the same seed gives the same games.")] = 0,
    device: DeviceOption = DeviceName.auto,
    compiled: Annotated[
        bool, typer.Option("--compile", help="Compile the network with PyTorch.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the positions.")
    ] = None,
) -> None:
    """Let a network play against itself and report the speed."""
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
        batches=batches,
        threads=threads,
        visits=visits,
        quick_visits=quick_visits,
        puct=puct,
        resign=resign,
        **_more_settings(more or []),
    )
    pool = SelfPlayPool(settings, seed, weights.net.to(chosen), chosen, compiled)
    pool.warm_up()
    positions, took, stopped = _play(pool, size, seconds, shards)
    _tell(pool, size, positions, took)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _more_settings(pairs: list[str]) -> dict[str, Any]:
    """Options of the core that have no option of their own here."""
    defaults = {name: default for name, default, *_ in _core.selfplay_options()}
    taken = ("size", "games", "seed", "threads", "visits", "quick_visits", "puct", "resign")
    free = sorted(set(defaults) - set(taken))
    settings: dict[str, Any] = {}
    for pair in pairs:
        name, _, text = pair.partition("=")
        if name not in free:
            raise typer.BadParameter(
                f"'{name}' is not one of {', '.join(free)}", param_hint="--set"
            )
        kind = type(defaults[name])
        try:
            settings[name] = kind(text)
        except ValueError:
            wanted = "a whole number" if kind is int else "a number"
            raise typer.BadParameter(
                f"{name} is {wanted}, not '{text}'", param_hint="--set"
            ) from None
    return settings


def _play(
    pool: "SelfPlayPool", size: int, seconds: float, shards: "Shards | None"
) -> tuple[int, float, bool]:
    """Positions, seconds, and whether Ctrl-C ended it; what was played until then is stored."""
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
        kept_all = "" if shards is None else "; the positions of all finished games are saved"
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
        f"{pool.leaves:,} evaluations in {seconds:.1f} s: {rate:,.0f} per second; "
        f"{counts['games']:,} games, {counts['moves']:,} moves, {positions:,} positions"
    )
    if counts["games"]:
        typer.echo(
            f"Black won {counts['black_wins'] / counts['games']:.1%}, "
            f"{counts['moves'] / counts['games']:.1f} moves per game"
        )
    if counts["checked"]:
        share = counts["false_resigns"] / counts["checked"]
        typer.echo(
            f"resigned: {counts['resigned']:,}; "
            f"{share:.1%} of {counts['checked']:,} checked were wrong"
        )
