"""Options that the commands for learning share."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hexmate.errors import HexmateError

__all__ = [
    "DeviceName",
    "DeviceOption",
    "ExportOption",
    "LayersOption",
    "ModelName",
    "ModelOption",
    "NetworkArgument",
    "WidthOption",
    "learning",
]


class ModelName(StrEnum):
    """Value models as the command line names them."""

    mlp = "mlp"
    gnn = "gnn"


class DeviceName(StrEnum):
    """Where a model learns."""

    auto = "auto"
    cpu = "cpu"
    cuda = "cuda"


ModelOption = Annotated[
    ModelName, typer.Option(help="A perceptron on seven features, or a graph network.")
]
DeviceOption = Annotated[DeviceName, typer.Option(help="Where the model learns.")]
ExportOption = Annotated[bool, typer.Option("--export-ts", help="Write TorchScript too.")]
WidthOption = Annotated[
    int | None, typer.Option(help="Numbers in each layer of the model, instead of its own.")
]
NetworkArgument = Annotated[
    Path,
    typer.Argument(metavar="RUN|FILE", help="A run, for its best network, or a file of its nets/."),
]
LayersOption = Annotated[int | None, typer.Option(help="Layers, instead of the model's own.")]


@contextmanager
def learning() -> Iterator[None]:
    """Imports of what learns: where a library lacks, say how to get it."""
    try:
        yield
    except ImportError as error:
        raise HexmateError(
            f"learning needs {error.name}; install it with pip install 'hexmate[learn]'"
        ) from None
