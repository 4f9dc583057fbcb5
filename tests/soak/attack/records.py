"""Records that become far more than their text, or take far longer than their size suggests.

Attackers send them to every route that reads text, and keep asking for what they could import. A
newcomer and an honest reader measure how long they wait.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import httpx
from support.web_served import PATIENCE, Visitor
from support.web_server import ServerProcess

BODY = 250_000
_PACE = 0.05


def filled(head: str, unit: str, end: str = ")", size: int = BODY) -> str:
    """A text of a size, with a unit repeated as often as it fits."""
    return head + unit * ((size - len(head) - len(end)) // len(unit)) + end


def _stones(count: int) -> str:
    return "AB" + "".join(f"[{chr(97 + at % 26)}{1 + at // 26}]" for at in range(count))


def marks(size: int = BODY) -> str:
    """Nodes that mark every cell of the largest board twice."""
    return filled("(;GM[11]SZ[32]", ";TR[a1:af32]SQ[a1:af32]", size=size)


def set_ups(size: int = BODY) -> str:
    """500 set-up stones, and variations that take one away."""
    return filled(f"(;GM[11]SZ[32]{_stones(500)}", "(;AE[a1])", size=size)


def marked_games(size: int = BODY) -> str:
    """Many games with a few marks each."""
    return filled("", "(;GM[11]SZ[32];TR[a1:af32]SQ[a1:af32])", "", size)


def just_allowed() -> dict[str, str]:
    """Texts that stay just within the limits, each as expensive as possible."""
    return {
        "nodes": filled("(;GM[11]SZ[11]", "(;)", size=29_900),
        "games of nodes": filled("(;GM[11]SZ[11]", "(;)", size=29_900) * 3,
        "illegal moves": filled("(;GM[11]SZ[11]", ";B[a1]", size=59_900),
        "set-up": f"(;GM[11]SZ[32]{_stones(500)}" + "(;AE[a1])" * 590 + ")",
        "properties": filled("(;GM[11]", ";A[]B[x]", size=79_900),
        "values": filled("(;GM[11];A", "[]", size=99_000),
        "marks": "(;GM[11]SZ[32]" + ";TR[a1:af32]" * 9 + f"C[{'x' * 200_000}])",
        "games": "(;GM[11];B[a1])" * 16_000,
        "links": "#1\n" * 80_000,
        "broken links": "#\n" * 120_000,
        "words": "a1 " + "x" * (BODY - 10),
        "characters": f"(;GM[11]C[{chr(1) * (BODY - 20)}])",
        "jsonl": '{"schema": "hexmate-game/1", "rows": 3, "cols": 3, "nodes": ['
        + "{}, " * 9_990
        + "{}]}",
        "json": "[" * 100_000,
    }


@dataclass
class RecordFigures:
    """What the attack did, in seconds, bytes and MiB."""

    newcomers: list[float] = field(default_factory=list)
    """Time to the answer of a newcomer's `/api/me`."""
    readers: list[float] = field(default_factory=list)
    """Time to the answer of an honest reader's `/api/records/read`."""
    attacks: Counter[str] = field(default_factory=Counter)
    """Requests of the attackers by route and status."""
    slowest_attack: float = 0.0
    largest_answer: int = 0
    memory_before: float = 0.0
    memory_peak: float = 0.0
    memory_after: float = 0.0
    database_growth: int = 0
    problems: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        newcomers, readers = sorted(self.newcomers), sorted(self.readers)
        return {
            "newcomers": len(newcomers),
            "newcomer_p99": round(newcomers[int(0.99 * len(newcomers))], 3),
            "reader_p99": round(readers[int(0.99 * len(readers))], 3),
            "attacks": sum(self.attacks.values()),
            "slowest_attack": round(self.slowest_attack, 2),
            "largest_answer": self.largest_answer,
            "memory_before": round(self.memory_before),
            "memory_peak": round(self.memory_peak),
            "memory_after": round(self.memory_after),
            "database_growth": self.database_growth,
            "problems": self.problems[:3],
        }


def record_attack(
    server: ServerProcess,
    seconds: float,
    *,
    attackers: int = 8,
    texts: list[str] | None = None,
    rest: float = 0.0,
) -> RecordFigures:
    """Attack a server for some seconds, then wait for its memory to come down."""
    figures = RecordFigures(memory_before=memory(server.pid))
    figures.memory_peak = figures.memory_before
    before = _database_size(server)
    chosen = texts or [marks(), set_ups(), marked_games(), *just_allowed().values()]
    ends = time.monotonic() + seconds
    with Visitor(server.url) as reader, _watched(server, figures):
        threads = [
            threading.Thread(
                target=_attack, args=(server.url, chosen[at:] + chosen[:at], ends, figures)
            )
            for at in range(attackers)
        ]
        for thread in threads:
            thread.start()
        while time.monotonic() < ends:
            _measure(server.url, reader, figures)
            time.sleep(_PACE)
        for thread in threads:
            thread.join(2 * PATIENCE)
            if thread.is_alive():
                figures.problems.append("an attacker still waits for an answer")
    time.sleep(rest)
    figures.memory_after = memory(server.pid)
    figures.database_growth = _database_size(server) - before
    return figures


def _measure(url: str, reader: Visitor, figures: RecordFigures) -> None:
    with httpx.Client(base_url=url, timeout=PATIENCE) as newcomer:
        begun = time.monotonic()
        newcomer.get("/api/me").raise_for_status()
        figures.newcomers.append(time.monotonic() - begun)
    begun = time.monotonic()
    read = reader.http.post("/api/records/read", content="11: a2 b3 c4 d5")
    figures.readers.append(time.monotonic() - begun)
    if read.status_code != 200:
        figures.problems.append(f"an honest reader got {read.status_code}: {read.text[:200]}")


def _attack(url: str, texts: list[str], ends: float, figures: RecordFigures) -> None:
    imported: list[str] = []
    with Visitor(url) as mallory:
        for text in cycle(texts):
            for path in ("/api/records/read", "/api/library"):
                if time.monotonic() > ends:
                    return
                answer = _ask(figures, path, lambda: mallory.http.post(path, content=text))  # noqa: B023
                if answer is not None and answer.status_code == 201:
                    imported += answer.json()["added"][:1]
            for game in imported[-2:]:
                for path in (f"/api/library/{game}", f"/api/games/{game}/record"):
                    _ask(figures, "GET", lambda: mallory.http.get(path))  # noqa: B023


def _ask(
    figures: RecordFigures, route: str, ask: Callable[[], httpx.Response]
) -> httpx.Response | None:
    begun = time.monotonic()
    try:
        answer = ask()
    except httpx.HTTPError as error:
        figures.problems.append(f"{route}: {error!r}")
        return None
    figures.attacks[f"{route} {answer.status_code}"] += 1
    figures.slowest_attack = max(figures.slowest_attack, time.monotonic() - begun)
    figures.largest_answer = max(figures.largest_answer, len(answer.content))
    if answer.status_code not in (200, 201, 413, 422, 429, 503):
        figures.problems.append(f"{route}: {answer.status_code} {answer.text[:200]}")
    return answer


@contextmanager
def _watched(server: ServerProcess, figures: RecordFigures) -> Iterator[None]:
    """Watch the memory of the server."""
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(_PACE):
            figures.memory_peak = max(figures.memory_peak, memory(server.pid))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def memory(pid: int) -> float:
    """The memory of a process and all that it has started, in MiB.

    What several of them share is counted once: each has its part of it.
    """
    own = 0.0
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            own = int(line.split()[1]) / 1024
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            own += sum(map(memory, map(int, (task / "children").read_text().split())))
    return own


def _database_size(server: ServerProcess) -> int:
    path = Path(server.database.removeprefix("sqlite:///"))
    files = path.parent.glob(path.name + "*")
    return sum(file.stat().st_size for file in files)
