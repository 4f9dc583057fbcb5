"""`hexmate train net`: train a network for tree search by self-play."""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexmate.cli.interrupts import INTERRUPTED, noticing_interrupts
from hexmate.cli.learning import DeviceName, learning
from hexmate.cli.live import live
from hexmate.cli.pace import Pace
from hexmate.errors import TrainingError
from hexmate.files import held

if TYPE_CHECKING:
    from hexmate.learn.net.run import Run, RunReport

NAME = "net"
EXAMPLE = "hexmate train net examples/train-5x5.toml --out runs/5x5"


def run(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="TOML file with the settings.")],
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the run; resumes if it exists.")
    ],
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Stop after this many seconds, with a checkpoint.")
    ] = None,
    device: Annotated[
        DeviceName | None,
        typer.Option(help="Device to train on.", show_default="the device in CONFIG"),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, help="Number of PyTorch threads.")] = 1,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS|local", help="Ray cluster for self-play; local starts one here."
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Number of Ray workers.")] = 2,
    tensorboard: Annotated[
        bool, typer.Option("--tensorboard", help="Write TensorBoard curves to DIR/curves.")
    ] = False,
    report: Annotated[
        float, typer.Option(min=0.1, help="Seconds between two progress lines.")
    ] = 10.0,
) -> None:
    """Train a network for tree search by self-play."""
    with learning():
        from hexmate.cli.net_config import read_settings
        from hexmate.learn.device import use_threads
        from hexmate.learn.net.curves import Curves
        from hexmate.learn.net.model import HexNet
        from hexmate.learn.net.run import Run
        from hexmate.learn.net.self_play_pool import SampleSource
        from hexmate.learn.net.settings import RunSettings
        from hexmate.learn.net.stored_settings import differences, read_stored
    changes: dict[str, object] = {} if device is None else {"device": device.value}
    stored = read_stored(out)
    settings = read_settings(config, changes, stored)
    use_threads(threads)

    def on_ray(settings: RunSettings, net: HexNet) -> SampleSource:
        from hexmate.learn.net.ray_pool import RaySelfPlayPool

        return RaySelfPlayPool(settings, net, ray or "local", workers)

    with ExitStack() as stack:
        out.mkdir(parents=True, exist_ok=True)
        if stack.enter_context(held(out / "lock")) is None:
            raise TrainingError(f"another process is training in {out}")
        training = Run(settings, out, None if ray is None else on_ray)
        stack.callback(training.pool.close)
        if stored is not None:
            for each in differences(stored, read_settings(config, changes)):
                typer.echo(f"{config} leaves this out: {each}; the run keeps it", err=True)
        curves = stack.enter_context(closing(Curves(out / "curves"))) if tensorboard else None

        pace = Pace(training.steps, settings.learn.steps, "updates", seconds=seconds)

        def watch(each: "RunReport") -> None:
            typer.echo(_line(each, pace))
            if curves is not None:
                curves.add(each)

        _train(training, watch, seconds, report)


def _train(
    training: "Run", watch: "Callable[[RunReport], None]", seconds: float | None, every: float
) -> None:
    if training.steps:
        typer.echo(f"resuming after {training.steps:,} updates", err=True)
    begun = time.monotonic()
    with (
        live(training.settings.learn.steps, lambda: training.steps, unit="updates"),
        noticing_interrupts() as interrupted,
    ):

        def enough() -> bool:
            late = seconds is not None and time.monotonic() - begun >= seconds
            return late or interrupted.is_set()

        training.go(watch, stop=enough, every=every)
        if not training.over:
            training.save()
    if interrupted.is_set() and not training.over:
        typer.echo("stopped; run the same command to continue", err=True)
        raise typer.Exit(INTERRUPTED)
    typer.echo(f"Make it a player: hexmate export {training.folder} --out net.onnx")


def _line(report: "RunReport", pace: Pace) -> str:
    """One line of a report: what was done, how fast, and how well."""
    played = sum(each.get("games", 0) for each in report.games.values())
    parts = [
        pace.tell(report.steps),
        f"{played:,} games",
        f"{report.samples:,} positions",
        f"{report.leaves_per_second:,.0f} evaluations/s",
    ]
    for name, losses in report.losses.items():
        parts.append(f"{name}: policy {losses['policy']:.3f}, value {losses['value']:.3f}")
    if report.gate is not None:
        parts.append(f"won {report.gate['score']:.0%} of the gate, best {report.gate['best']:,.0f}")
    return " · ".join(parts)
