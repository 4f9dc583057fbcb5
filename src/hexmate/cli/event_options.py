"""Options that the commands of the arena share: terms, openings, and who plays the games."""

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
STRANGERS_TIME = 60.0

TimeOption = Annotated[
    float | None,
    typer.Option("--time", min=0.001, help="Seconds a move; 1 where no option says otherwise."),
]
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TEXT",
        help="Time control instead: 300 (seconds for the game), 300+5 (5 more after each move), "
        "60+3x10 (then 3 byo-yomi periods of 10 seconds), 1/move, or none.",
    ),
]
NodesOption = Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes a move.")]
VisitsOption = Annotated[int | None, typer.Option("--visits", min=1, help="Visits a move.")]
DepthOption = Annotated[int | None, typer.Option("--depth", min=1, help="Plies to look ahead.")]
MemoryOption = Annotated[
    int | None,
    typer.Option("--memory", min=16, help="MiB for a player that has its own process."),
]
OpeningsOption = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="all|balanced|none|FILE",
        help="Every first stone, fair first stones, none (the players open by themselves), or a "
        "file with a list of moves on each line or records. By default balanced, or with a swap "
        "rule none.",
    ),
]
ParallelOption = Annotated[int, typer.Option("--parallel", min=1, help="Games at once.")]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS|local", help="Play on the workers of a Ray cluster, or here."
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", help="Same seed, same games.")]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="DIR", help="Keep every game in this folder, and go on where it stopped."
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
    """What all games of an event share, as the options say.

    A stranger's player may hang: where nothing bounds its time, a minute a move does.
    """
    if time is not None and clock is not None:
        raise MalformedError("give either --time or --clock, not both")
    limit = Limit(nodes=nodes, visits=visits, depth=depth)
    if clock is not None:
        control = TimeControl.parse(clock)
    elif time is None and limit != Limit():
        trusted = all(map(is_built_in, players))
        control = TimeControl() if trusted else TimeControl(move=STRANGERS_TIME)
    else:
        control = TimeControl(move=DEFAULT_TIME if time is None else time)
    return Terms(board.to_string(), control, limit, memory)


def make_openings(which: str | None, board: Board) -> tuple[Opening, ...]:
    """The openings of an event, as the option says."""
    return tuple(openings(which or ("none" if board.swap else "balanced"), board))


def make_runner(parallel: int, ray: str | None) -> Runner:
    """Who plays the games, as the options say."""
    if ray is None:
        return Processes(parallel)
    from hexmate.arena.ray_runner import Ray

    return Ray(ray, parallel)
