"""`hexmate train value`: train a value model for negamax by self-play."""

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

if TYPE_CHECKING:
    from hexmate.learn.value.training import Progress, ValueTraining

NAME = "value"
EXAMPLE = "hexmate train value --model mlp --train-games 200 --out value"

MoveTimeOption = Annotated[
    float | None,
    typer.Option(help="Seconds per move. Without a limit, the same seed gives the same weights."),
]
GamesAtOnceOption = Annotated[
    int, typer.Option(help="Games played at the same time; the model learns after each batch.")
]


def run(
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for settings, log, checkpoint and model.")
    ] = Path("value"),
    model: ModelOption = ModelName.mlp,
    size: Annotated[int, typer.Option("--size", "-s", help="Board size (rows and columns).")] = 7,
    shape: ShapeOption = ShapeName.hex,
    train_games: Annotated[int, typer.Option(help="Number of games to play.")] = 200,
    min_depth: Annotated[int, typer.Option(help="Minimum search depth in plies.")] = 10,
    max_depth: Annotated[int, typer.Option(help="Maximum search depth in plies.")] = 20,
    nodes: Annotated[int, typer.Option(help="Maximum number of nodes per move.")] = 2_000,
    move_time: MoveTimeOption = None,
    selfplay_threads: GamesAtOnceOption = 8,
    alpha: Annotated[
        float, typer.Option(help="Weight of the model in the evaluation, 0 to 1.")
    ] = 0.2,
    prob_frozen: Annotated[
        float, typer.Option(help="Share of games against older snapshots.")
    ] = 0.3,
    prob_heuristic: Annotated[
        float, typer.Option(help="Share of games against the plain heuristic.")
    ] = 0.0,
    random_moves: Annotated[int, typer.Option(help="Maximum number of random opening moves.")] = 1,
    explore: Annotated[float, typer.Option(help="Share of random moves after the opening.")] = 0.0,
    batch_size: Annotated[int, typer.Option(help="Positions per update.")] = 256,
    updates_per_game: Annotated[int, typer.Option(help="Updates per game.")] = 1,
    buffer: Annotated[int, typer.Option(help="Size of the replay buffer in positions.")] = 50_000,
    rate: Annotated[float, typer.Option(help="Learning rate.")] = 1e-3,
    weight_decay: Annotated[float, typer.Option(help="Weight decay.")] = 1e-4,
    clip: Annotated[float, typer.Option(help="Maximum gradient norm.")] = 1.0,
    snapshot_every: Annotated[int, typer.Option(help="Games between snapshots.")] = 20,
    snapshots: Annotated[int, typer.Option(help="Number of snapshots to keep.")] = 5,
    checkpoint_every: Annotated[int, typer.Option(help="Games between checkpoints.")] = 20,
    width: WidthOption = None,
    layers: LayersOption = None,
    seed: Annotated[
        int, typer.Option(help="Random seed; the same seed gives the same weights.")
    ] = 0,
    device: DeviceOption = DeviceName.auto,
    threads: Annotated[int, typer.Option(min=1, help="Number of PyTorch threads.")] = 1,
    export_ts: ExportOption = False,
    resume: Annotated[bool, typer.Option("--resume", help="Resume from the checkpoint.")] = False,
) -> None:
    """Train a value model for negamax by self-play."""
    with learning():
        from hexmate.learn.device import choose_device, use_threads
        from hexmate.learn.value.config import TrainConfig
        from hexmate.learn.value.training import ValueTraining
    config = TrainConfig(
        model=model.value,
        size=size,
        shape=shape.value,
        train_games=train_games,
        min_depth=min_depth,
        max_depth=max_depth,
        nodes=nodes,
        seconds=move_time,
        selfplay_threads=selfplay_threads,
        alpha=alpha,
        prob_frozen=prob_frozen,
        prob_heuristic=prob_heuristic,
        random_moves=random_moves,
        explore=explore,
        batch_size=batch_size,
        updates_per_game=updates_per_game,
        buffer=buffer,
        rate=rate,
        weight_decay=weight_decay,
        clip=clip,
        snapshot_every=snapshot_every,
        snapshots=snapshots,
        checkpoint_every=checkpoint_every,
        width=width,
        layers=layers,
        seed=seed,
    )
    use_threads(threads)
    training = ValueTraining(config, out, choose_device(device.value), resume=resume)
    _train(training)
    _export(training, export_ts)


def _train(training: "ValueTraining") -> None:
    total = training.config.train_games
    pace = Pace(training.games, total, "games")
    with live(total, lambda: training.games):
        try:
            for progress in training.rounds():
                typer.echo(_line(progress, pace))
        except KeyboardInterrupt:
            training.save()
            typer.echo("stopped; run the same command with --resume to continue", err=True)
            raise typer.Exit(INTERRUPTED) from None


def _line(progress: "Progress", pace: Pace) -> str:
    loss = "" if progress.loss is None else f", loss {progress.loss:.3f}"
    scores = "".join(
        f", {wins} of {games} against {name}"
        for name, (wins, games) in progress.scores.items()
        if games
    )
    return f"{pace.tell(progress.games)} · {progress.positions:,} positions{loss}{scores}"


def _export(training: "ValueTraining", export_ts: bool) -> None:
    from hexmate.learn.value.export import export_onnx, export_torchscript

    board, folder = training.config.board(), training.folder
    facts = {
        "games": training.games,
        "positions": training.positions,
        "updates": training.updates,
        "settings": training.config.as_dict(),
    }
    export_onnx(training.model, folder / "model.onnx", board, facts)
    typer.echo(f"Play against it: hexmate play --white negamax:model={folder / 'model.onnx'}")
    if export_ts:
        export_torchscript(training.model, folder / "model.ts", board)
