"""`hexmate export`: the network of a training run as a file for playing."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.learning import ExportOption, NetworkArgument, learning
from hexmate.errors import ModelError
from hexmate.nets.model_file import HUMAN_KIND
from hexmate.nets.onnx_weights import onnx_kind
from hexmate.nets.shipped import find_model, shipped_models

NAME = "export"
EXAMPLE = "hexmate export runs/5x5 --out net.onnx"


class FileFormat(StrEnum):
    """Formats of network files as the command line names them."""

    onnx = "onnx"
    hexnet = "hexnet"


class Bits(StrEnum):
    """Bits per weight of a `.hexnet` file."""

    eight = "8"
    sixteen = "16"
    thirty_two = "32"


def run(
    source: NetworkArgument,
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write.")],
    file_format: Annotated[
        FileFormat,
        typer.Option("--format", help="onnx, or hexnet for Hexmate's own runner and the browser."),
    ] = FileFormat.onnx,
    bits: Annotated[
        Bits, typer.Option(help="Bits per weight of a .hexnet file; 8 also plays with device=int8.")
    ] = Bits.eight,
    export_ts: ExportOption = False,
    half: Annotated[
        bool, typer.Option("--half", help="Store ONNX weights in 16 bits: half the file size.")
    ] = False,
) -> None:
    """Write a trained network to a file for playing.

    The file is read back and must answer as PyTorch does.
    """
    with learning():
        from hexmate.learn.model_export import export_targets
        from hexmate.learn.net.export import export_net, export_torchscript
        from hexmate.learn.net.run import best_net
        from hexmate.learn.net.unfold import read_weights
    path = best_net(source) if source.is_dir() else source
    if half and file_format is FileFormat.hexnet:
        raise ModelError("--half is for ONNX files; use --bits 16")
    _, *script = export_targets(out, export_ts, path)
    if _predicts_people(path):
        if file_format is FileFormat.onnx or script:
            raise ModelError(f"{path} predicts people's moves; use --format hexnet alone")
        _export_human(path, out, bits)
        return
    weights = read_weights(str(path))
    if file_format is FileFormat.hexnet:
        from hexmate.learn.net.hexnet_export import ENCODINGS, export_hexnet

        export_hexnet(weights, out, ENCODINGS[int(bits)])
    else:
        export_net(weights.net, out, boards=weights.boards, training=weights.facts, half=half)
    typer.echo(f"Play against it: hexmate play --white mcts:net={out}")
    for target in script:
        export_torchscript(weights.net, target)
        typer.echo(f"as TorchScript: {target}")


def _predicts_people(path: Path) -> bool:
    """Whether this is an ONNX file, or the name of a shipped one, that predicts people's moves."""
    if str(path) not in shipped_models() and path.suffix != ".onnx":
        return False
    return onnx_kind(find_model(str(path))) == HUMAN_KIND


def _export_human(path: Path, out: Path, bits: Bits) -> None:
    from hexmate.learn.human.hexnet_export import export_human_hexnet
    from hexmate.learn.net.hexnet_export import ENCODINGS

    export_human_hexnet(find_model(str(path)), out, ENCODINGS[int(bits)])
    typer.echo(f"Play against it: hexmate play --white human:net={out}")
