"""The report of a tournament: a page of HTML with ratings, chart, cross table and games."""

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from hexmate.arena.chart import signed
from hexmate.arena.journal import record_name
from hexmate.arena.rating_chart import rating_chart
from hexmate.arena.standings import CrossTable, Standing
from hexmate.arena.statistics import Z95, wilson
from hexmate.arena.terms import GameReport, Terms
from hexmate.arena.tournament import Reports, Tournament
from hexmate.files import replacing
from hexmate.svg_markup import tag, text
from hexmate.version import __version__

__all__ = ["facts", "html_report", "save_report"]

_STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1d2126; --soft: #5b6470;
  --rule: #d9dde3; --head: #f2f4f7; --link: #1f5f9f; --good: 47 158 74; --bad: 217 72 15; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e8ecf1; --soft: #a3adb9;
  --rule: #343b45; --head: #21262d; --link: #8ac4ff; --good: 88 200 120; --bad: 255 122 61; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 64rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial,
  sans-serif; }
h1 { margin: 0 0 .5rem; line-height: 1.2; } h2 { margin: 2.5rem 0 .75rem; }
a { color: var(--link); } a:focus-visible, .wide:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } .wide svg { display: block; max-width: none; }
.wide + .wide { margin-top: 1.25rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { padding: .3rem .65rem; border-bottom: 1px solid var(--rule); text-align: left;
  vertical-align: top; }
thead th { background: var(--head); } tbody th { font-weight: 500; }
.number { text-align: right; white-space: nowrap; } .name { overflow-wrap: anywhere;
  min-width: 9rem; }
.cross td, .cross thead th { text-align: center; white-space: nowrap; }
.cross thead th:first-child { text-align: left; }
.met { background-image:
  linear-gradient(rgb(var(--good) / calc((var(--share) - .5) * .8)) 0 0),
  linear-gradient(rgb(var(--bad) / calc((.5 - var(--share)) * .8)) 0 0); }
.won { font-weight: 700; } footer { margin-top: 3rem; color: var(--soft); }
"""


def html_report(
    title: str,
    facts: Mapping[str, str],
    standings: Sequence[Standing],
    table: CrossTable,
    reports: Iterable[GameReport],
) -> str:
    """The page. It links to the records in the event's folder, beside it."""
    games = sorted(reports, key=lambda report: report.number)
    order = [line.player for line in standings]
    body = [
        tag("h1", text(title)),
        tag("dl", *(tag("dt", text(name)) + tag("dd", text(fact)) for name, fact in facts.items())),
        _section("Ratings", _ratings(standings), rating_chart(standings, f"Ratings: {title}")),
        _section("Cross table", _cross_table(order, table)),
        _games(games),
        tag("footer", tag("p", f"Made by Hexmate {__version__}.")),
    ]
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        tag("title", text(title)),
        tag("style", _STYLE),
    ]
    page = tag("html", tag("head", *head), tag("body", tag("main", *body)), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def save_report(
    folder: str | os.PathLike[str], tournament: Tournament, terms: Terms, reports: Reports
) -> Path:
    """Write ``report.html`` and ``ratings.svg`` to the event's folder; returns the page's path."""
    standings = tournament.standings(reports)
    title = f"{tournament.format.value.capitalize()} tournament, {len(tournament.players)} players"
    page = html_report(
        title,
        facts(tournament, terms, len(reports)),
        standings,
        tournament.cross_table(reports),
        reports.values(),
    )
    path = Path(folder) / "report.html"
    for file, content in ((path, page), (Path(folder) / "ratings.svg", rating_chart(standings))):
        with replacing(file) as stream:
            stream.write(content)
    return path


def facts(tournament: Tournament, terms: Terms, played: int) -> dict[str, str]:
    """The settings of a tournament, as text by heading."""
    board = terms.board()
    swap = f", swap-{board.swap}" if board.swap else ""
    limit = terms.limit
    bounds = [
        form.format(value)
        for form, value in (
            ("{:g} seconds per move", limit.time),
            ("{} nodes per move", limit.nodes),
            ("{} visits per move", limit.visits),
            ("depth {}", limit.depth),
        )
        if value is not None
    ]
    openings = len(tournament.openings)
    found = {
        "Format": f"{tournament.format.value}, {_counted(tournament.rounds, 'round')}, "
        f"{_counted(tournament.games, 'game')} per pairing",
        "Board": f"{board.rows}x{board.cols} {board.shape}{swap}",
        "Time": str(terms.time),
        "Limits": ", ".join(bounds),
        "Openings": "" if tournament.openings == ((),) else f"{openings}, each with both colours",
        "Games": f"{played:,} of {tournament.num_games:,}",
        "Seed": str(tournament.seed),
    }
    return {name: fact for name, fact in found.items() if fact}


def _section(heading: str, *parts: str) -> str:
    """A section of the page; parts that are too wide for the screen scroll, by keyboard too."""
    scrolling = [
        tag("div", part, class_="wide", tabindex="0", role="region", aria_label=text(heading))
        for part in parts
    ]
    return tag("section", tag("h2", text(heading)), *scrolling)


def _table(caption: str, heads: Sequence[str], rows: Iterable[str], **attributes: str) -> str:
    return tag(
        "table",
        tag("caption", text(caption)),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *rows),
        **attributes,
    )


def _heads(*names: str, numbers: Iterable[str] = ()) -> list[str]:
    return [
        tag("th", text(name), scope="col", **({"class_": "number"} if name in numbers else {}))
        for name in names
    ]


def _ratings(standings: Sequence[Standing]) -> str:
    swiss = any(line.rest or line.buchholz for line in standings)
    numbers = ["Score", "Opponents"] if swiss else []
    numbers += ["Elo", "95 %", "Points", "Games", "Share", "95 %"]
    faults = any(line.faults for line in standings)
    numbers += ["Faults"] if faults else []
    heads = _heads("Place", "Player", *numbers, numbers=["Place", *numbers])
    rows = []
    for place, line in enumerate(standings, 1):
        rated = math.isfinite(line.error)
        low, high = wilson(line.points, line.games)
        cells = [f"{line.score:g}", f"{line.buchholz:g}"] if swiss else []
        cells += [
            signed(line.elo) if rated else "–",
            f"± {Z95 * line.error:.0f}" if rated else "–",
            f"{line.points:g}",
            f"{line.games}",
            f"{line.share:.1%}",
            f"{low:.1%} to {high:.1%}",
        ]
        cells += [f"{line.faults}"] if faults else []
        name = tag("th", text(line.player), scope="row", class_="name")
        values = [tag("td", cell, class_="number") for cell in cells]
        rows.append(tag("tr", tag("td", f"{place}", class_="number"), name, *values))
    caption = "Elo by the Bradley-Terry model, mean 0, with 95 % intervals. A draw is half a point."
    if swiss:
        caption += " Byes count as wins. Ties are broken by the opponents' points (Buchholz)."
    if faults:
        caption += " Faults are games lost by forfeit or on time."
    return _table(caption, heads, rows)


def _cross_table(order: Sequence[str], table: CrossTable) -> str:
    at = {player: number for number, player in enumerate(table.players)}
    heads = _heads("Player") + [
        tag("th", tag("abbr", f"{place}", title=player), scope="col")
        for place, player in enumerate(order, 1)
    ]
    rows = []
    for place, player in enumerate(order, 1):
        name = tag("th", text(f"{place}. {player}"), scope="row", class_="name")
        cells = [_met(table, at[player], at[other]) for other in order]
        rows.append(tag("tr", name, *cells))
    caption = "Points of the row player – points of the column player."
    return _table(caption, heads, rows, class_="cross")


def _met(table: CrossTable, player: int, other: int) -> str:
    games = table.games[player, other]
    if games == 0:
        return tag("td", "·")
    won, lost = table.points[player, other], table.points[other, player]
    style = f"--share: {won / games:.3f}"
    return tag("td", f"{won:g}–{lost:g}", class_="met", style=style)


def _games(games: Sequence[GameReport]) -> str:
    numbers = ("Game", "Moves", "Seconds")
    heads = _heads(
        "Game", "Black", "White", "Result", "How", "Moves", "Seconds", "Record", numbers=numbers
    )
    rows = []
    for report in games:
        cells = [tag("td", f"{report.number + 1}", class_="number")]
        for seat, player in (("black", report.black), ("white", report.white)):
            kind = "name won" if report.winner == seat else "name"
            cells.append(tag("td", text(player), class_=kind))
        cells += [tag("td", text(report.result)), tag("td", text(report.reason))]
        cells += [
            tag("td", value, class_="number")
            for value in (f"{len(report.moves)}", f"{report.seconds:.1f}")
        ]
        link = tag(
            "a", "SGF", href=record_name(report.number), aria_label=f"Game {report.number + 1}, SGF"
        )
        rows.append(tag("tr", *cells, tag("td", link)))
    caption = "In the order of the schedule. The winner is in bold."
    table = _table(caption, heads, rows) if rows else tag("p", "No games yet.")
    return _section("Games", table)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
