"""`hexmate export`: the network of a training run as a file for playing."""

from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.learning import ExportOption, NetworkArgument, learning

NAME = "export"
EXAMPLE = "hexmate export runs/5x5 --out net.onnx"


def run(
    source: NetworkArgument,
    out: Annotated[Path, typer.Option(metavar="FILE", help="ONNX file to write.")],
    export_ts: ExportOption = False,
    half: Annotated[
        bool, typer.Option("--half", help="Store the weights in 16 bits: half the file size.")
    ] = False,
) -> None:
    """Write a trained network to a file for playing.

    The ONNX file is read back and must answer as PyTorch does.
    """
    with learning():
        from hexmate.learn.model_export import export_targets
        from hexmate.learn.net.export import Weights, export_net, export_torchscript
        from hexmate.learn.net.run import best_net
    path = best_net(source) if source.is_dir() else source
    _, *script = export_targets(out, export_ts, path)
    weights = Weights.read(path)
    export_net(weights.net, out, boards=weights.boards, training=weights.facts, half=half)
    typer.echo(f"Play against it: hexmate play --white mcts:net={out}")
    for target in script:
        export_torchscript(weights.net, target)
        typer.echo(f"as TorchScript: {target}")
