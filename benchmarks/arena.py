"""The referee's time per move, and the gain from a second worker."""

import sys
import time
from collections.abc import Callable

from benchmarks.measure import Result
from hexmate.arena.clock import TimeControl
from hexmate.arena.referee import play_game
from hexmate.arena.runner import Processes
from hexmate.arena.terms import Pairing, Terms
from hexmate.board import Board
from hexmate.htp.player import HtpPlayer
from hexmate.players.base import Limit, Player, PlayResult

TERMS = Terms(Board(11).to_string(), TimeControl.parse("300+1"))
ENGINE = [sys.executable, "-m", "hexmate", "htp", "--player", "random:seed=1"]
GAMES = 40


class Filler(Player):
    """Fills the board from its first cell, and counts the seconds that takes."""

    name = "filler"

    def __init__(self) -> None:
        self.spent = 0.0

    def play(self, board: Board, limit: Limit) -> PlayResult:
        began = time.perf_counter()
        result = PlayResult(next(iter(board.legal_moves)))
        self.spent += time.perf_counter() - began
        return result


class KeptEngine(HtpPlayer):
    """An engine that is kept from game to game, so that its start is not counted."""

    def close(self) -> None:
        pass


def seconds_a_move(seat: Callable[[], Player], games: int) -> float:
    """Seconds per move beyond the players' own, in the best of several games."""
    best = float("inf")
    for number in range(games):
        players = [seat(), seat()]
        report = play_game(
            TERMS,
            Pairing(number, "black", "white"),
            lambda spec, seed, terms, players=players: players[spec == "white"],
        )
        own = sum(getattr(player, "spent", 0.0) for player in players)
        best = min(best, (report.seconds - own) / len(report.moves))
    return best


def with_engines(games: int = 10) -> float:
    """Seconds per move between two HTP programs that play random moves."""
    engines = [KeptEngine(ENGINE), KeptEngine(ENGINE)]
    try:
        waiting = iter(engines * games)
        return seconds_a_move(lambda: next(waiting), games)
    finally:
        for engine in engines:
            engine.engine.close()


def games_a_second(workers: int) -> float:
    """Games per second of two searching players, after the workers have started."""
    terms = Terms(Board(9).to_string(), limit=Limit(nodes=4_000))
    spec = "negamax:table=4"
    pairings = [Pairing(number, spec, spec, ("a4",), number) for number in range(GAMES)]
    reports = Processes(workers).run(terms, pairings)
    for _ in range(workers):
        next(reports)
    began = time.perf_counter()
    rest = sum(1 for _ in reports)
    return rest / (time.perf_counter() - began)


def measure() -> list[Result]:
    here, there = seconds_a_move(Filler, 200), with_engines()
    rates = [(games_a_second(1), games_a_second(2)) for _ in range(3)]
    one, two = max(a for a, _ in rates), max(b for _, b in rates)
    return [
        Result("referee, us per move", f"{here * 1e6:.1f} us", "-", here * 1e6, 50, at_most=True),
        Result("referee over HTP, ms per move", f"{there * 1e3:.2f} ms", "-", there * 1e3, 2, True),
        Result("games, two workers and one", f"{two:.1f}/s", f"{one:.1f}/s", two / one, 1.7),
    ]
