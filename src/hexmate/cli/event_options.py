"""Options that the arena commands share: terms, openings, and runners."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from hexmate.arena.clock import TimeControl
from hexmate.arena.openings import Opening, openings
from hexmate.arena.runner import Processes, Runner
from hexmate.arena.terms import Terms
from hexmate.board import Board
from hexmate.errors import MalformedError
from hexmate.players.base import Limit
from hexmate.players.registry import is_built_in

__all__ = [
    "ClockOption",
    "DepthOption",
    "MemoryOption",
    "NodesOption",
    "OpeningsOption",
    "OutOption",
    "ParallelOption",
    "RayOption",
    "SeedOption",
    "TimeOption",
    "VisitsOption",
    "make_openings",
    "make_runner",
    "make_terms",
]

DEFAULT_TIME = 1.0
THIRD_PARTY_TIME = 60.0

TimeOption = Annotated[
    float | None,
    typer.Option(
        "--time", min=0.001, help="Seconds per move.", show_default="1, unless another limit is set"
    ),
]
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TEXT",
        help="Time control instead of --time: 300 (seconds per game), 300+5 (5 seconds added per "
        "move), 60+3x10 (then 3 byo-yomi periods of 10 seconds), 1/move, or none.",
    ),
]
NodesOption = Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes per move.")]
VisitsOption = Annotated[int | None, typer.Option("--visits", min=1, help="Visits per move.")]
DepthOption = Annotated[int | None, typer.Option("--depth", min=1, help="Search depth in plies.")]
MemoryOption = Annotated[
    int | None,
    typer.Option(
        "--memory", min=16, help="Memory limit in MiB for third-party players and programs."
    ),
]
OpeningsOption = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="all|balanced|none|FILE",
        help="Openings: every first stone (all), fair first stones (balanced), none, or those of "
        "a file, with a list of moves per line or game records.",
        show_default="balanced; none with a swap rule",
    ),
]
ParallelOption = Annotated[
    int, typer.Option("--parallel", min=1, help="Number of games played at the same time.")
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS|local", help="Ray cluster to play on; local starts one here."
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", help="Random seed; the same seed gives the same games.")
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="DIR", help="Folder for all games; an unfinished event in it is resumed."
    ),
]


def make_terms(
    board: Board,
    time: float | None = None,
    clock: str | None = None,
    nodes: int | None = None,
    visits: int | None = None,
    depth: int | None = None,
    memory: int | None = None,
    *,
    players: Sequence[str] = (),
) -> Terms:
    """The terms that all games of an event share.

    A third-party player may hang: if nothing else limits its time, it gets a minute per move.
    """
    if time is not None and clock is not None:
        raise MalformedError("give either --time or --clock, not both")
    limit = Limit(nodes=nodes, visits=visits, depth=depth)
    if clock is not None:
        control = TimeControl.parse(clock)
    elif time is None and limit != Limit():
        trusted = all(map(is_built_in, players))
        control = TimeControl() if trusted else TimeControl(move=THIRD_PARTY_TIME)
    else:
        control = TimeControl(move=DEFAULT_TIME if time is None else time)
    return Terms(board.to_string(), control, limit, memory)


def make_openings(which: str | None, board: Board) -> tuple[Opening, ...]:
    """The openings that the option names."""
    return tuple(openings(which or ("none" if board.swap else "balanced"), board))


def make_runner(parallel: int, ray: str | None) -> Runner:
    """The runner chosen by the options."""
    if ray is None:
        return Processes(parallel)
    from hexmate.arena.ray_runner import Ray

    return Ray(ray, parallel)
