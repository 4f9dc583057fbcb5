"""A server that gets what no page would send, and whose clock and engines cannot be relied on."""

import asyncio
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from support.api_description import DESCRIPTION
from support.web_served import Visitor
from support.web_server import ServerProcess

from .attack.clock_jumps import clock_jumps
from .attack.engines import attack_bad_engines, many_analyses, many_games
from .attack.sockets import fuzz
from .job import Job, Totals


class ClockJumps(Job):
    """The clock of the machine is set again and again during a game, and before a restart."""

    name = "clock jumps"
    figure = (
        "clock set by 5 s, an hour, 2 and 400 days, forward and back, and back before a restart: "
        "every move acknowledged within 1 s, players lose no time, versions never go back"
    )

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder:
            totals.update(clock_jumps(Path(folder)).as_dict())

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        told = "{jumps} jumps, {moves} moves, the slowest {slowest} s, problems: {problems}"
        return not totals["problems"] and totals["slowest"] < 1, told.format(**totals)


class FuzzedMessages(Job):
    """Messages that are nearly right, on sockets of games and analyses."""

    name = "fuzzed messages"
    figure = "20,000 fuzzed messages: no traceback, no slow callback, and the server plays on"
    count = 20_000
    seconds = 1200.0

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder:
            server = ServerProcess(Path(folder)).start()
            try:
                totals.update(asyncio.run(fuzz(server.url, self.seconds, count=self.count)))
                with Visitor(server.url) as ada, ada.at(ada.game()) as socket:
                    totals["plays"] = socket.move(1, "a1")["type"] == "ack"
                log = server.log.read_text("utf-8", "replace")
                totals["tracebacks"], totals["faults"] = log.count("Traceback"), server.faults()
            finally:
                server.kill()

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["messages"] >= self.count and totals["plays"]
        told = (
            f"{totals['messages']} messages, sockets closed with {totals['codes']}, "
            f"{totals['tracebacks']} tracebacks, {len(totals['faults'])} slow callbacks"
        )
        return met and not totals["tracebacks"] and not totals["faults"], told


class DescribedRequests(Job):
    """Requests that Schemathesis makes up from the description of the API, to a running server."""

    examples = 1000
    name = "requests from the description"
    figure = (
        f"Schemathesis, {examples:,} requests for each operation: every answer is as described, "
        "none has a status of 500 or more"
    )

    def step(self, number: int, totals: Totals) -> None:
        totals["failures"] = []
        statuses: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as folder:
            server = ServerProcess(Path(folder)).start()
            try:
                with Visitor(server.url) as ada:
                    for operation in DESCRIPTION.get_all_operations():
                        self._try(operation.ok(), ada, statuses, totals["failures"])
                totals["faults"] = server.faults()
            finally:
                server.kill()
        totals["statuses"] = dict(statuses)

    def _try(self, operation, ada: Visitor, statuses: Counter[str], failures: list[str]) -> None:
        cookies = {"hexmate": ada.http.cookies["hexmate"]}

        @settings(
            max_examples=self.examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],  # none is made smaller: a failure is kept as it came
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case) -> None:
            answer = case.call(base_url=ada.url, cookies=cookies, timeout=60)
            statuses[f"{answer.status_code // 100}xx"] += 1
            case.validate_response(answer)

        try:
            ask()
        except Exception as error:
            failures.append(f"{operation.label}: {error}"[:300])

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        statuses, failures = totals["statuses"], totals["failures"]
        met = not failures and not totals["faults"] and "5xx" not in statuses
        shown = ", ".join(f"{number:,} {status}" for status, number in sorted(statuses.items()))
        told = f"{shown}; {len(failures)} not as described; {len(totals['faults'])} slow callbacks"
        return met, f"{told} {failures[:2] or ''}".strip()


class EngineAttacks(Job):
    """Many analyses, many games, and engines that misbehave, one after the other."""

    name = "engine attacks"
    figure = (
        "90 analyses of hexmate at once: all answered, memory < 1 GiB, back to what it was within "
        "10 s; 100 games of one person: the engine of another does not lose on time; 23 engines "
        "that misbehave: each loses its game, no process is left"
    )
    analyses, games, seconds = 90, 100, 60.0
    steps = 3

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder:
            if number == 2:
                totals["bad"] = attack_bad_engines(Path(folder)).as_dict()
                return
            with ServerProcess(Path(folder)) as server, Visitor(server.url) as visitor:
                visitor.http.get("/api/players").raise_for_status()  # loads the network once
                if number == 0:
                    found = asyncio.run(many_analyses(server, self.analyses))
                    totals["analyses"] = found.as_dict()
                else:
                    played = asyncio.run(many_games(server, self.games, self.seconds))
                    totals["games"] = played.as_dict()

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        analyses, games, bad = (totals[kind] for kind in ("analyses", "games", "bad"))
        used = [analyses["before"], analyses["most"], analyses["after"]]
        met = analyses["endings"].keys() <= {"final", "busy"} and used[1][0] < 1024
        met = met and used[2][0] < used[0][0] + 64 and used[2][1] <= used[0][1] + 12
        met = met and games["moves"] > 0 and "Time" not in (games["ended"] or "")
        met = met and bad["endings"].keys() == {"B+Forfeit"} and bad["left"] == 0
        told = (
            f"analyses: {analyses['endings']} in {analyses['seconds']} s, MiB and threads before, "
            f"at most, after: {used}; games: {games['moves']} moves, the slowest after "
            f"{games['slowest']} s, ended: {games['ended']}; bad engines: {bad['endings']}, the "
            f"slowest after {bad['slowest']} s, {bad['left']} processes left"
        )
        return met, told
