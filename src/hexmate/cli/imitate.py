"""`hexmate imitate`: a value model learns from a heuristic or from recorded games."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexmate.cli.interrupts import INTERRUPTED
from hexmate.cli.learning import (
    DeviceName,
    DeviceOption,
    ExportOption,
    LayersOption,
    ModelName,
    ModelOption,
    WidthOption,
    learning,
)
from hexmate.cli.live import live
from hexmate.cli.options import ShapeName, ShapeOption
from hexmate.cli.pace import Pace
from hexmate.errors import HexmateError

if TYPE_CHECKING:
    from hexmate.learn.value.imitation import Imitation

NAME = "imitate"
EXAMPLE = "hexmate imitate --model gnn --samples samples.jsonl --target result --out value.onnx"


class TargetName(StrEnum):
    """What the model learns to predict."""

    heuristic = "heuristic"
    result = "result"


def run(
    out: Annotated[Path, typer.Option(metavar="FILE", help="ONNX file to write.")],
    model: ModelOption = ModelName.mlp,
    samples: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Positions from hexmate collect.", show_default="random play"
        ),
    ] = None,
    target: Annotated[
        TargetName,
        typer.Option(help="Predict the score of the heuristic or the result of the game."),
    ] = TargetName.heuristic,
    size: Annotated[int, typer.Option("--size", "-s", help="Board size for random play.")] = 7,
    shape: ShapeOption = ShapeName.hex,
    positions: Annotated[
        int, typer.Option(min=10, help="Number of positions from random play.")
    ] = 20_000,
    epochs: Annotated[int, typer.Option(min=1, help="Number of passes over the data.")] = 10,
    batch_size: Annotated[int, typer.Option(min=1, help="Positions per update.")] = 256,
    rate: Annotated[float, typer.Option(min=1e-9, help="Maximum learning rate.")] = 2e-3,
    width: WidthOption = None,
    layers: LayersOption = None,
    seed: Annotated[
        int, typer.Option(help="Random seed; the same seed gives the same weights.")
    ] = 0,
    device: DeviceOption = DeviceName.auto,
    threads: Annotated[int, typer.Option(min=1, help="Number of PyTorch threads.")] = 1,
    export_ts: ExportOption = False,
) -> None:
    """Train a value model on labelled positions.

    The last tenth of the positions is held out to test the model.
    """
    with learning():
        from hexmate.learn.device import choose_device, use_threads
        from hexmate.learn.model_export import export_targets
        from hexmate.learn.value.config import TrainConfig
        from hexmate.learn.value.export import export_onnx, export_torchscript
        from hexmate.learn.value.imitation import Imitation
        from hexmate.learn.value.labeled_positions import from_file, from_random_play
        from hexmate.learn.value.models import seeded_model
    config = TrainConfig(
        model=model.value, size=size, shape=shape.value, width=width, layers=layers
    )
    use_threads(threads)
    _, *script = export_targets(out, export_ts, *([] if samples is None else [samples]))
    if samples is not None:
        lessons = from_file(samples, target.value)
    elif target is TargetName.result:
        raise HexmateError("--target result needs games: give a file of them with --samples")
    else:
        lessons = from_random_play(config.board(), positions, seed)
    learner = seeded_model(model.value, config.sizes, seed).to(choose_device(device.value))
    course = Imitation(learner, lessons, epochs=epochs, batch_size=batch_size, rate=rate, seed=seed)
    passes, stopped = _learn(course, epochs)
    facts = {"lessons": len(lessons), "target": lessons.target, "epochs": passes, "seed": seed}
    export_onnx(learner, out, lessons.board, facts)
    for path in script:
        export_torchscript(learner, path, lessons.board)
    typer.echo(f"Play against it: hexmate play --white negamax:model={out}")
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _learn(course: "Imitation", epochs: int) -> tuple[int, bool]:
    """The number of complete epochs, and whether Ctrl-C ended them; Exit if nothing changed."""
    before = [each.detach().clone() for each in course.model.parameters()]
    passes = 0
    pace = Pace(0, course.total, "updates")
    try:
        with live(course.total, lambda: course.done, unit="updates"):
            for epoch in course.epochs():
                passes = epoch.number
                typer.echo(
                    f"epoch {passes} of {epochs}, {pace.tell(course.done)} · "
                    f"loss {epoch.loss:.3f}, held out {epoch.held_out_loss:.3f}, "
                    f"same side {epoch.agreement:.1%}"
                )
    except KeyboardInterrupt:
        after = course.model.parameters()
        if all(old.equal(new) for old, new in zip(before, after, strict=True)):
            typer.echo("stopped before anything was learnt; no file was written", err=True)
            raise typer.Exit(INTERRUPTED) from None
        typer.echo(f"stopped after {passes} complete epochs; the model was saved", err=True)
        return passes, True
    return passes, False
