"""`hexmate eval`: how good networks are, by positions with known answers and by matches."""

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
from hexmate.errors import MalformedError
from hexmate.exam import examine
from hexmate.players.base import Limit
from hexmate.players.registry import create

NAME = "eval"
EXAMPLE = "hexmate eval runs/5x5 --size 5 --visits 32 --opponent uct:visits=200 --out judged"


def run(
    networks: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN|FILE...", help="Runs, with the networks of their checkpoints, or files."
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Games, report and rating curve.")],
    opponent: Annotated[
        list[str] | None,
        typer.Option("--opponent", metavar="PLAYER", help="A fixed opponent; may be repeated."),
    ] = None,
    size: Annotated[str, typer.Option("--size", "-s", help="Board size.")] = "11",
    visits: Annotated[int, typer.Option(min=1, help="Visits a move of the networks.")] = 100,
    games: Annotated[int, typer.Option(min=0, help="Games of each two players.")] = 4,
    most: Annotated[int, typer.Option(min=1, help="Networks of a run, evenly spread.")] = 6,
    parallel: ParallelOption = 1,
    ray: RayOption = None,
    seed: SeedOption = 0,
) -> None:
    """Examine networks on solved positions, and let them meet each other and fixed opponents."""
    opponents = opponent or ["uct:visits=1000"]
    for spec in opponents:
        check_spec(spec)
    files = _playing(networks, out / "nets", most)
    specs = [f"mcts:net={path},visits={visits}" for path in files]
    for path, spec in zip(files, specs, strict=True):
        _examine(path.stem, spec)
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
    for path, spec in zip(files, specs, strict=True):
        typer.echo(f"{path.stem}: {_elo(rated[spec])}")
    for spec in opponents:
        typer.echo(f"{spec}: {_elo(rated[spec])}")
    curve = _curve(files, [rated[spec] for spec in specs], [rated[spec] for spec in opponents])
    (out / "curve.svg").write_text(curve, "utf-8")
    typer.echo(f"the curve is {out / 'curve.svg'}, the report {page}", err=True)
    if not ended:
        exit_stopped(len(played), tournament, out)


def _playing(networks: list[Path], folder: Path, most: int) -> list[Path]:
    """Files that play, in the order of their training; those of runs are exported first."""
    found: list[Path] = []
    for path in networks:
        if path.suffix == ".onnx":
            found.append(path)
            continue
        with learning():
            from hexmate.learn.net.export import Weights, export_net
            from hexmate.learn.net.run import kept_nets
        for kept in kept_nets(path, most) if path.is_dir() else [path]:
            target = folder / f"{kept.stem}.onnx"
            folder.mkdir(parents=True, exist_ok=True)
            weights = Weights.read(kept)
            export_net(weights.net, target, boards=weights.boards, training=weights.facts)
            found.append(target)
    if len({path.stem for path in found}) < len(found):
        raise MalformedError("two of the networks have one name; evaluate them one by one")
    return found


def _examine(name: str, spec: str) -> None:
    player = create(spec)
    result = examine(player, Limit())
    typer.echo(
        f"{name}: {result.moves_right} of {result.moves} moves of solved positions right, "
        f"{result.winners_right} of {result.winners} winners"
    )


def _elo(standing: Standing) -> str:
    score = f"{standing.points:g} of {standing.games}"
    return f"Elo {standing.elo:+.0f} ± {Z95 * standing.error:.0f}, {score}"


def _curve(files: list[Path], nets: list[Standing], others: list[Standing]) -> str:
    """Over the updates that the names of a run's networks tell, or one after the other."""
    steps = [path.stem.rpartition("-")[2] for path in files]
    known = all(each.isdigit() for each in steps)
    places = map(float, steps) if known else map(float, range(1, len(files) + 1))
    points = list(zip(places, nets, strict=True))
    return rating_curve(points, others, axis="updates" if known else "networks")
