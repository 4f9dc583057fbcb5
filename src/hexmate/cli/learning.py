"""Options that the training commands share."""

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
    """Devices as the command line names them."""

    auto = "auto"
    cpu = "cpu"
    cuda = "cuda"


ModelOption = Annotated[
    ModelName, typer.Option(help="Model: mlp (seven features) or gnn (graph network).")
]
DeviceOption = Annotated[DeviceName, typer.Option(help="Device to compute on.")]
ExportOption = Annotated[bool, typer.Option("--export-ts", help="Write a TorchScript file too.")]
WidthOption = Annotated[
    int | None, typer.Option(help="Layer width.", show_default="the model's own")
]
NetworkArgument = Annotated[
    Path,
    typer.Argument(
        metavar="RUN|FILE", help="Training run (its best network) or a network file in its nets/."
    ),
]
LayersOption = Annotated[
    int | None, typer.Option(help="Number of layers.", show_default="the model's own")
]


@contextmanager
def learning() -> Iterator[None]:
    """Import the learning modules, or explain which extra to install."""
    try:
        yield
    except ImportError as error:
        raise HexmateError(
            f"learning needs {error.name}; install it with pip install 'hexmate[learn]'"
        ) from None
