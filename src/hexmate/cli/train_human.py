"""`hexmate train human`: train a network that predicts people's moves."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexmate.cli.learning import DeviceName, DeviceOption, learning

if TYPE_CHECKING:
    from hexmate.learn.human.training import HumanReport

NAME = "human"
EXAMPLE = "hexmate train human games.jsonl.gz --begin-with medium --out human"


def run(
    games: Annotated[
        Path,
        typer.Argument(metavar="GAMES", help="File of people's games: .jsonl or .jsonl.gz."),
    ],
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for human.pt and human.onnx.")
    ] = Path("human"),
    net: Annotated[
        str, typer.Option(help="Network: small, medium, large, or blocks and channels as in 4x48.")
    ] = "medium",
    begin_with: Annotated[
        str | None,
        typer.Option(
            help="Network for tree search to take the trunk from: a name, .onnx or .pt file."
        ),
    ] = None,
    passes: Annotated[float, typer.Option(min=0.01, help="Passes over the positions.")] = 15.0,
    batch_size: Annotated[int, typer.Option(min=1, help="Positions per update.")] = 2048,
    rate: Annotated[float, typer.Option(min=1e-9, help="Maximum learning rate.")] = 2e-3,
    seed: Annotated[
        int, typer.Option(help="Random seed; the same seed gives the same weights.")
    ] = 0,
    device: DeviceOption = DeviceName.auto,
    threads: Annotated[int, typer.Option(min=1, help="Number of PyTorch threads.")] = 1,
) -> None:
    """Train a network that predicts people's moves.

    A tenth of the games is kept for testing; the scores on it are printed at the end.
    """
    with learning():
        from hexmate.learn.device import choose_device, use_threads
        from hexmate.learn.human.games import read_games
        from hexmate.learn.human.run import train_human
        from hexmate.learn.human.training import HumanSettings
        from hexmate.learn.net.run import net_size
    use_threads(threads)
    size, where = net_size(net), choose_device(device.value)
    settings = HumanSettings(passes=passes, batch=batch_size, rate=rate, seed=seed)
    found = train_human(
        read_games(games), out, size, settings, where, begin_with=begin_with, watch=_tell
    )
    for name, score in found.table() if found else ():
        if score.moves:
            typer.echo(f"{name:20} {score}")
    typer.echo(f"Play against it: hexmate play --white human:net={out / 'human.onnx'}")


def _tell(report: "HumanReport") -> None:
    typer.echo(
        f"{report.steps:,} updates, {report.done:.0%} done · {report.loss:.3f} nats per move"
    )
