"""Time control: how late players answer, and how soon they answer after a stop."""

import random
import threading
import time

from hexmate.board import Board
from hexmate.players.base import Limit, Player
from hexmate.players.registry import create

from .job import Job, Totals

SEARCHING = ("minimax", "negamax", "resistance", "perfect", "montecarlo", "uct", "jeudehex", "mcts")


def midgame(rng: random.Random) -> Board:
    board = Board(11)
    for cell in rng.sample(range(board.num_cells), rng.randrange(40)):
        if board.outcome() is None:
            board.push(cell)
    return board


class TimeControl(Job):
    """Every searching player on one thread, under limits of 20 ms to half a second."""

    name = "time control"
    figure = "11x11, idle core: no move over 20 ms late, an answer within 50 ms of a stop"
    steps = 20

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        for name in SEARCHING:
            player = create(name)
            for seconds in (0.02, 0.1, 0.5):
                board = midgame(rng)
                if board.outcome() is None:
                    _keep(totals, f"{name} late", _spent(player, board, seconds) - seconds)
            _keep(totals, f"{name} stop", _stopped(player, Board(11)))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        late, stop = (
            {key.split()[0]: worst for key, worst in totals.items() if key.endswith(kind)}
            for kind in ("late", "stop")
        )
        met = max(late.values()) <= 0.020 and max(stop.values()) <= 0.050
        return met, f"late at most: {_milliseconds(late)}; stopped in: {_milliseconds(stop)}"


def _keep(totals: Totals, key: str, seconds: float) -> None:
    totals[key] = max(totals.get(key, 0.0), seconds)


def _spent(player: Player, board: Board, seconds: float) -> float:
    started = time.perf_counter()
    player.play(board, Limit(time=seconds))
    return time.perf_counter() - started


def _stopped(player: Player, board: Board) -> float:
    """Seconds from `stop()` to the answer; 0 if the player had answered before."""
    answered: list[float] = []

    def think() -> None:
        player.play(board, Limit(time=5))
        answered.append(time.perf_counter())

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.3)
    asked = time.perf_counter()
    player.stop()
    thread.join()
    return max(0.0, answered[0] - asked)


def _milliseconds(worst: dict[str, float]) -> str:
    return ", ".join(f"{name} {1000 * seconds:.1f} ms" for name, seconds in worst.items())
