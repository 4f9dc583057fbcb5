"""Somebody sets the clock of the machine while people play."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from support.jumping_clock import JumpingClock
from support.web_served import Socket, Visitor
from support.web_server import ServerProcess

from soak.attack.outages import cell

HOUR, DAY = 3600, 86_400
JUMPS = (5, -5, HOUR, -HOUR, 2 * DAY, -2 * DAY, 400 * DAY, -400 * DAY)
"""Seconds by which the clock is wrong, one after the other."""
_CLOCK = 600
_SIZE = 19


@dataclass
class JumpFigures:
    """What jumps of the clock did to one game with a clock."""

    jumps: int = 0
    moves: list[float] = field(default_factory=list)
    """From each move to its acknowledgement, in seconds."""
    problems: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        slowest = round(max(self.moves, default=0.0), 2)
        return {
            "jumps": self.jumps,
            "moves": len(self.moves),
            "slowest": slowest,
            "problems": self.problems[:3],
        }


def clock_jumps(folder: Path, jumps: Sequence[int] = JUMPS, pace: float = 1.0) -> JumpFigures:
    """Play a game with a clock through the jumps, and through a restart with the clock set back."""
    clock, figures = JumpingClock(folder), JumpFigures()
    server = ServerProcess(folder, environment=clock.environment)
    with server, Visitor(server.url) as ada:
        game = ada.game(rows=_SIZE, cols=_SIZE, clock=str(_CLOCK))
        version = 0
        with ada.at(game) as socket:
            began = time.monotonic()
            for jump in jumps:
                clock.set(jump)
                figures.jumps += 1
                for _ in range(2):
                    version = _move(socket, figures, version)
                    time.sleep(pace / 2)
            _check_clocks(ada, game["id"], time.monotonic() - began, figures)
        _check_seen(ada, game["id"], jumps[-1], figures)
        server.kill()
        clock.set(-DAY)
        server.start()
        with ada.at(game) as socket:
            _move(socket, figures, version)
    figures.problems += server.faults()
    return figures


def _move(socket: Socket, figures: JumpFigures, version: int) -> int:
    """Make the next move; returns its version, which must be higher than the last."""
    number = len(figures.moves) + 1
    began = time.perf_counter()
    answer = socket.move(number, cell(number))
    figures.moves.append(time.perf_counter() - began)
    if answer["type"] != "ack":
        figures.problems.append(f"move {number}: {answer}")
    elif answer["version"] <= version:
        figures.problems.append(f"version {answer['version']} after {version}")
    return int(answer["version"])


def _check_clocks(ada: Visitor, game: str, passed: float, figures: JumpFigures) -> None:
    """The clocks of the players must have lost the time that passed, and nothing else."""
    state = ada.http.get(f"/api/games/{game}").raise_for_status().json()
    left = sum(state["clocks"][color]["left"] for color in ("black", "white")) / 1000
    lost = 2 * _CLOCK - left
    if state["status"] != "live" or not -0.1 <= lost <= passed + 5:
        figures.problems.append(f"{state['status']}, {lost:.1f} s lost in {passed:.1f} s")


def _check_seen(ada: Visitor, game: str, jump: int, figures: JumpFigures) -> None:
    """The program must have seen the clock that was set."""
    moves = ada.http.get(f"/api/games/{game}").raise_for_status().json()["moves"]
    played = datetime.fromisoformat(moves[-1]["at"])
    wrong = (played - datetime.now(UTC)).total_seconds()
    if abs(wrong - jump) > abs(jump) / 2:
        figures.problems.append(f"the clock was set by {jump} s, but the server saw {wrong:.0f} s")
