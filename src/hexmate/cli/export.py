"""`hexmate export`: a network of a training run as a file that plays."""

from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.learning import ExportOption, NetworkArgument, learning

NAME = "export"
EXAMPLE = "hexmate export runs/5x5 --out net.onnx"


def run(
    source: NetworkArgument,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The network, as ONNX.")],
    export_ts: ExportOption = False,
) -> None:
    """Write a network for play, and check that the file answers as PyTorch does."""
    with learning():
        from hexmate.learn.net.export import Weights, export_net, export_torchscript
        from hexmate.learn.net.run import best_net
    weights = Weights.read(best_net(source) if source.is_dir() else source)
    export_net(weights.net, out, boards=weights.boards, training=weights.facts)
    typer.echo(f"play with it: hexmate play --white mcts:net={out}")
    if export_ts:
        script = out.with_suffix(".pt")
        export_torchscript(weights.net, script)
        typer.echo(f"as TorchScript: {script}")
