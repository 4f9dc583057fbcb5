"""`hexmate tournament`: games between several players, with ratings."""

import json
import math
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from hexmate.arena.report import facts, save_report
from hexmate.arena.seats import check_spec
from hexmate.arena.statistics import Z95
from hexmate.arena.terms import GameReport, Terms
from hexmate.arena.tournament import Format, Reports, Tournament, usual_rounds
from hexmate.cli.event import exit_stopped, play_shown
from hexmate.cli.event_options import (
    ClockOption,
    DepthOption,
    MemoryOption,
    NodesOption,
    OpeningsOption,
    OutOption,
    ParallelOption,
    RayOption,
    SeedOption,
    TimeOption,
    VisitsOption,
    make_openings,
    make_runner,
    make_terms,
)
from hexmate.cli.options import (
    ShapeName,
    ShapeOption,
    SizeOption,
    SwapName,
    SwapOption,
    make_board,
)

NAME = "tournament"
EXAMPLE = "hexmate tournament negamax uct bridge --games 10 --time 0.2 --parallel 2 --out cup"

SCHEMA = 1
"""The version of the JSON objects, increased when a field changes its name or meaning."""


def run(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER...", help="Players, as listed by hexmate players."),
    ],
    format: Annotated[
        Format,
        typer.Option(
            help="Pairings: all against all, the first against all others, or players with similar "
            "scores."
        ),
    ] = Format.ROUND_ROBIN,
    games: Annotated[int, typer.Option(min=1, help="Games per pairing, two per opening.")] = 2,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=1, help="Number of rounds.", show_default="1; swiss: enough to find a winner"
        ),
    ] = None,
    size: SizeOption = "11",
    shape: ShapeOption = ShapeName.hex,
    swap: SwapOption = SwapName.none,
    openings: OpeningsOption = None,
    time: TimeOption = None,
    clock: ClockOption = None,
    nodes: NodesOption = None,
    visits: VisitsOption = None,
    depth: DepthOption = None,
    memory: MemoryOption = None,
    parallel: ParallelOption = 1,
    ray: RayOption = None,
    seed: SeedOption = 0,
    out: OutOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per game and the table.")
    ] = False,
) -> None:
    """Play a tournament between several players and rate them."""
    board = make_board(size, shape, swap)
    for spec in players:
        check_spec(spec)
    terms = make_terms(board, time, clock, nodes, visits, depth, memory, players=players)
    tournament = Tournament(
        tuple(players),
        format,
        games,
        rounds or usual_rounds(format, len(players)),
        make_openings(openings, board),
        seed,
    )
    write = _TournamentJson() if as_json else _TournamentText()
    played: dict[int, GameReport] = {}

    def take(report: GameReport) -> None:
        played[report.number] = report
        write.game(report)

    runner = make_runner(parallel, ray)
    ended = play_shown(tournament, terms, runner, out, lambda: _table(tournament, played), take)
    write.table(tournament, terms, played)
    if out is not None:
        typer.echo(f"report: {save_report(out, tournament, terms, played)}", err=True)
    if not ended:
        exit_stopped(len(played), tournament, out)


class _TournamentText:
    """A table as plain text."""

    def game(self, report: GameReport) -> None:
        pass

    def table(self, tournament: Tournament, terms: Terms, played: Reports) -> None:
        for name, fact in facts(tournament, terms, len(played)).items():
            typer.echo(f"{name + ':':<9} {fact}")
        rows = _rows(tournament, played)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            place, player, *values = (
                f"{cell:<{width}}" if at == 1 else f"{cell:>{width}}"
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            typer.echo("  ".join((place, player, *values)))


class _TournamentJson:
    """One object per game and one at the end; `kind` says which."""

    def _write(self, kind: str, **fields: Any) -> None:
        typer.echo(json.dumps({"schema": SCHEMA, "kind": kind, **fields}))

    def game(self, report: GameReport) -> None:
        self._write("game", **report.as_dict())

    def table(self, tournament: Tournament, terms: Terms, played: Reports) -> None:
        cross = tournament.cross_table(played)
        lines = []
        for line in tournament.standings(played):
            values = asdict(line)
            values["error"] = line.error if math.isfinite(line.error) else None
            lines.append(values)
        self._write(
            "table",
            format=tournament.format.value,
            games=len(played),
            standings=lines,
            players=list(cross.players),
            points=cross.points.tolist(),
            met=cross.games.tolist(),
        )


def _rows(tournament: Tournament, played: Reports) -> list[list[str]]:
    """The rows of the table, the header first."""
    standings = tournament.standings(played)
    swiss = tournament.format is Format.SWISS
    faults = any(line.faults for line in standings)
    head = ["", "player", *(("score", "opponents") if swiss else ())]
    head += ["Elo", "95 %", "points", "games", "share", *(["faults"] if faults else [])]
    rows = [head]
    for place, line in enumerate(standings, 1):
        rated = math.isfinite(line.error)
        row = [f"{place}", line.player]
        row += [f"{line.score:g}", f"{line.buchholz:g}"] if swiss else []
        row += [f"{line.elo:+.0f}", f"± {Z95 * line.error:.0f}"] if rated else ["-", "-"]
        row += [f"{line.points:g}", f"{line.games}", f"{line.share:.1%}"]
        row += [f"{line.faults}"] if faults else []
        rows.append(row)
    return rows


def _table(tournament: Tournament, played: Reports) -> Table:
    # A copy, as this is drawn by another thread than the one that adds games.
    head, *rows = _rows(tournament, dict(played))
    table = Table(title=f"{tournament.format.value} of {len(tournament.players)} players")
    for name in head:
        table.add_column(name, justify="left" if name == "player" else "right")
    for row in rows:
        table.add_row(*map(escape, row))
    return table
