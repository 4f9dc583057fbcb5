"""`hexmate eval`: how strong networks are, on solved positions and in matches."""

from pathlib import Path
from typing import Annotated

import typer

from hexmate.arena.rating_curve import rating_curve
from hexmate.arena.report import save_report
from hexmate.arena.seats import check_spec
from hexmate.arena.standings import Standing
from hexmate.arena.statistics import Z95
from hexmate.arena.terms import GameReport
from hexmate.arena.tournament import Tournament
from hexmate.benchmark_positions import evaluate_player
from hexmate.cli.event import exit_stopped, play_shown
from hexmate.cli.event_options import (
    ParallelOption,
    RayOption,
    SeedOption,
    make_openings,
    make_runner,
    make_terms,
)
from hexmate.cli.learning import learning
from hexmate.cli.options import ShapeName, SwapName, make_board
from hexmate.errors import MalformedError, ModelError
from hexmate.players.base import Limit
from hexmate.players.registry import create

NAME = "eval"
EXAMPLE = "hexmate eval runs/5x5 --size 5 --visits 32 --opponent uct:visits=200 --out evaluation"


def run(
    networks: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN|FILE...",
            help="Training runs (networks of their checkpoints) or network files.",
        ),
    ],
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for games, report and rating curve.")
    ],
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent", metavar="PLAYER", help="Fixed opponent; can be given several times."
        ),
    ] = None,
    size: Annotated[str, typer.Option("--size", "-s", help="Board size.")] = "11",
    visits: Annotated[int, typer.Option(min=1, help="Visits per move of the networks.")] = 100,
    games: Annotated[int, typer.Option(min=0, help="Games per pair of players.")] = 4,
    most: Annotated[
        int, typer.Option(min=1, help="Maximum number of networks per run, evenly spread.")
    ] = 6,
    parallel: ParallelOption = 1,
    ray: RayOption = None,
    seed: SeedOption = 0,
) -> None:
    """Test networks on solved positions and in a tournament."""
    opponents = opponent or ["uct:visits=1000"]
    for spec in opponents:
        check_spec(spec)
    files = _playing(networks, out / "nets", most)
    specs = [f"mcts:net={path},visits={visits}" for path in files.values()]
    for name, spec in zip(files, specs, strict=True):
        _benchmark(name, spec)
    if games == 0:
        return
    board = make_board(size, ShapeName.hex, SwapName.none)
    terms = make_terms(board, clock="none")
    tournament = Tournament(
        (*specs, *opponents), games=games, openings=make_openings("balanced", board), seed=seed
    )
    played: dict[int, GameReport] = {}

    def take(report: GameReport) -> None:
        played[report.number] = report

    runner = make_runner(parallel, ray)
    ended = play_shown(tournament, terms, runner, out / "games", None, take)
    page = save_report(out / "games", tournament, terms, played)
    rated = {each.player: each for each in tournament.standings(played)}
    for name, spec in zip(files, specs, strict=True):
        typer.echo(f"{name}: {_elo(rated[spec])}")
    for spec in opponents:
        typer.echo(f"{spec}: {_elo(rated[spec])}")
    curve = _curve([*files], [rated[spec] for spec in specs], [rated[spec] for spec in opponents])
    (out / "curve.svg").write_text(curve, "utf-8")
    typer.echo(f"rating curve: {out / 'curve.svg'}, report: {page}", err=True)
    if not ended:
        exit_stopped(len(played), tournament, out)


def _playing(networks: list[Path], folder: Path, most: int) -> dict[str, Path]:
    """Network files by name, in the order of their training; those of runs are exported first."""
    found: list[tuple[Path, Path]] = []
    for path in networks:
        if path.is_dir():
            with learning():
                from hexmate.learn.net.run import kept_nets
            found += [(path, kept) for kept in kept_nets(path, most)]
        else:
            home = path.absolute().parent
            found.append((home.parent if home.name == "nets" else home, path))
    return {
        name: path if path.suffix == ".onnx" else _exported(path, folder / f"{name}.onnx")
        for name, (_, path) in zip(_names(found), found, strict=True)
    }


def _names(networks: list[tuple[Path, Path]]) -> list[str]:
    """The stems of files, preceded by the names of their folders if two are equal.

    >>> _names([(Path("/runs/a"), Path("net-1.pt")), (Path("/runs/b"), Path("net-1.pt"))])
    ['a-net-1', 'b-net-1']
    """
    folders = [folder.resolve().parts[1:] for folder, _ in networks]
    for depth in range(1 + max(map(len, folders))):
        names = [
            "-".join((*parts[max(0, len(parts) - depth) :], path.stem))
            for parts, (_, path) in zip(folders, networks, strict=True)
        ]
        if len({*names}) == len(names):
            return names
    raise MalformedError("the same network is given twice, or two in one folder share a name")


def _exported(source: Path, target: Path) -> Path:
    with learning():
        from hexmate.learn.net.export import Weights, export_net
    weights = Weights.read(source)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ModelError(f"{target.parent}: {(error.strerror or str(error)).lower()}") from None
    export_net(weights.net, target, boards=weights.boards, training=weights.facts)
    return target


def _benchmark(name: str, spec: str) -> None:
    player = create(spec)
    result = evaluate_player(player, Limit())
    typer.echo(
        f"{name}: {result.moves_right} of {result.moves} winning moves found, "
        f"{result.winners_right} of {result.winners} winners predicted, on solved positions"
    )


def _elo(standing: Standing) -> str:
    score = f"{standing.points:g} of {standing.games}"
    return f"Elo {standing.elo:+.0f} ± {Z95 * standing.error:.0f}, {score}"


def _curve(names: list[str], nets: list[Standing], others: list[Standing]) -> str:
    """The rating over the updates, which the names of a run's networks end with, or in order."""
    steps = [name.rpartition("-")[2] for name in names]
    known = all(each.isdigit() for each in steps)
    places = map(float, steps) if known else map(float, range(1, len(names) + 1))
    points = list(zip(places, nets, strict=True))
    return rating_curve(points, others, axis="updates" if known else "networks")
