"""`hexmate match`: many games between two players, with statistics."""

import json
import math
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from hexmate.arena.match import Match, Score, Tally
from hexmate.arena.seats import check_spec
from hexmate.arena.statistics import Sprt
from hexmate.arena.terms import GameReport
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
from hexmate.errors import MalformedError

NAME = "match"
EXAMPLE = "hexmate match negamax uct --games 100 --time 0.5 --parallel 2 --out match"

SCHEMA = 1
"""The version of the JSON objects, increased when a field changes its name or meaning."""


def run(
    first: Annotated[
        str, typer.Argument(metavar="A", help="First player, as listed by hexmate players.")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Second player.")],
    games: Annotated[int, typer.Option(min=1, help="Number of games, two per opening.")] = 100,
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
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="Stop early: test a difference of ELO0 against ELO1 (SPRT)."
        ),
    ] = None,
    parallel: ParallelOption = 1,
    ray: RayOption = None,
    seed: SeedOption = 0,
    out: OutOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per game and a summary.")
    ] = False,
) -> None:
    """Find out which of two players is stronger.

    Every opening is played twice, with colours exchanged.
    """
    board = make_board(size, shape, swap)
    match = Match(first, second, games, make_openings(openings, board), seed, _sprt(sprt))
    for spec in match.players:
        check_spec(spec)
    terms = make_terms(board, time, clock, nodes, visits, depth, memory, players=match.players)
    write = _MatchJson() if as_json else _MatchText()
    tally = Tally()

    def take(report: GameReport) -> None:
        nonlocal tally
        tally = tally.plus(report)
        write.game(report)

    runner = make_runner(parallel, ray)
    ended = play_shown(match, terms, runner, out, lambda: _table(match, tally), take)
    write.summary(match, tally)
    if not ended:
        exit_stopped(tally.total.games, match, out)


class _MatchText:
    """A summary in words."""

    def game(self, report: GameReport) -> None:
        pass

    def summary(self, match: Match, tally: Tally) -> None:
        total = tally.total
        low, high = total.interval
        below, above = total.elo_interval
        draws = f", {total.draws} drawn" if total.draws else ""
        typer.echo(
            f"{match.first} - {match.second}: {total.wins} - {total.losses}"
            f" in {total.games} games{draws}"
        )
        typer.echo(
            f"as Black {tally.black.wins} - {tally.black.losses}, "
            f"as White {tally.white.wins} - {tally.white.losses}"
        )
        typer.echo(f"win rate {total.share:.1%} (95 %: {low:.1%} to {high:.1%})")
        typer.echo(
            f"Elo difference {total.elo:+.0f} (95 %: {below:+.0f} to {above:+.0f}), "
            f"likelihood of superiority {total.superiority:.1%}"
        )
        if any(tally.faults):
            typer.echo(
                f"lost by forfeit or on time: {match.first} {tally.faults[0]}, "
                f"{match.second} {tally.faults[1]}"
            )
        if match.sprt is not None:
            typer.echo(_sprt_text(match, tally))


class _MatchJson:
    """One object per game and one at the end; `kind` says which."""

    def _write(self, kind: str, **fields: Any) -> None:
        typer.echo(json.dumps({"schema": SCHEMA, "kind": kind, **fields}))

    def game(self, report: GameReport) -> None:
        self._write("game", **report.as_dict())

    def summary(self, match: Match, tally: Tally) -> None:
        total = tally.total
        fields: dict[str, Any] = {
            "players": [match.first, match.second],
            "games": total.games,
            "wins": total.wins,
            "losses": total.losses,
            "draws": total.draws,
            "wins_as_black": tally.black.wins,
            "wins_as_white": tally.white.wins,
            "faults": list(tally.faults),
            "share": total.share,
            "interval": list(total.interval),
            "elo": _finite(total.elo),
            "elo_interval": [_finite(end) for end in total.elo_interval],
            "likelihood_of_superiority": total.superiority,
        }
        if match.sprt is not None:
            fields["sprt"] = {
                "elo0": match.sprt.elo0,
                "elo1": match.sprt.elo1,
                "llr": match.sprt.llr(total.wins, total.losses, total.draws),
                "bounds": list(match.sprt.bounds),
                "accepted": match.verdict(tally),
            }
        self._write("summary", **fields)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _sprt(text: str | None) -> Sprt | None:
    """The test of ``elo0,elo1``.

    >>> _sprt("0,20").elo1
    20.0
    """
    if text is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise MalformedError(
            f"'{text}' is not a test; write two Elo differences, as in --sprt 0,20"
        ) from None
    return Sprt(elo0, elo1)


def _sprt_text(match: Match, tally: Tally) -> str:
    test, total = match.sprt, tally.total
    assert test is not None
    lower, upper = test.bounds
    ratio = test.llr(total.wins, total.losses, total.draws)
    accepted = {"H0": f"{test.elo0:+g} accepted", "H1": f"{test.elo1:+g} accepted"}
    verdict = accepted.get(match.verdict(tally) or "", "undecided")
    return (
        f"SPRT {test.elo0:+g} against {test.elo1:+g}: log-likelihood ratio {ratio:+.2f} "
        f"between {lower:.2f} and {upper:.2f}, {verdict}"
    )


def _table(match: Match, tally: Tally) -> Table:
    first, second = escape(match.first), escape(match.second)
    table = Table(title=f"{first} against {second}")
    table.add_column(first)
    for column in ("won", "lost", "drawn", "win rate", "95 %", "Elo"):
        table.add_column(column, justify="right")
    for name, score in (
        ("as Black", tally.black),
        ("as White", tally.white),
        ("together", tally.total),
    ):
        table.add_row(name, *_row(score), end_section=name == "as White")
    if match.sprt is not None:
        table.caption = _sprt_text(match, tally)
    return table


def _row(score: Score) -> tuple[str, ...]:
    low, high = score.interval
    return (
        str(score.wins),
        str(score.losses),
        str(score.draws),
        f"{score.share:.1%}",
        f"{low:.0%} to {high:.0%}",
        f"{score.elo:+.0f}",
    )
