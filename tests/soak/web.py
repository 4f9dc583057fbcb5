"""The server under full load, and killed under load."""

import os

from support.web_load import Report, measure, percentile

from .job import Job, Totals

GAMES = 200


class ServerLoad(Job):
    """200 games at once on this machine, each with one move per second for a minute."""

    name = "server load"
    figure = (
        "200 games, 400 players, 400 spectators, one move per second for 60 s, SQLite, 2 cores: no "
        "error, ack p50 < 20 ms, p99 < 150 ms, spectator p99 < 200 ms"
    )

    def step(self, number: int, totals: Totals) -> None:
        report = measure(GAMES, 60)
        totals["figures"] = report.figures()
        totals["load"] = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        totals["met"] = not report.errors and all(
            1000 * percentile(values, share) < most
            for values, share, most in (
                (report.acknowledged, 50, 20),
                (report.acknowledged, 99, 150),
                (report.seen, 99, 200),
            )
        )

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["met"], f"{totals['figures']}; load average {totals['load']:.1f}"


class ServerKills(Job):
    """The server is killed under that load, and all clients reconnect."""

    name = "server kills"
    figure = "10 SIGKILLs under that load: no acknowledged move lost, no game inconsistent"
    steps = 10

    def step(self, number: int, totals: Totals) -> None:
        report: Report = measure(GAMES, 12, kills=1)
        for key, value in (
            ("moves", report.moves),
            ("errors", len(report.errors)),
            ("reconnects", report.reconnects),
        ):
            totals[key] = totals.get(key, 0) + value
        totals.setdefault("examples", []).extend(report.errors[:3])

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        told = (
            f"{totals['moves']} moves, {totals['errors']} lost or inconsistent, "
            f"{totals['reconnects']} reconnections"
        )
        return totals["errors"] == 0, f"{told} {totals['examples'][:3] or ''}".strip()
