"""The tree search: clocks, threads, ladders, and whether an analysis stays with what it said."""

import random
import statistics

from hexmate.arena.clock import TimeControl
from hexmate.benchmark_positions import evaluate_player, read_positions
from hexmate.board import Board
from hexmate.nets.shipped import BEST
from hexmate.players import Limit, MctsPlayer, create
from tests.soak.job import Job, Totals
from tests.soak.match import Match, Terms, even_pairs
from tests.soak.networks import ORACLES, VISITS

LADDERS = ORACLES / "ladders.json"
INT8 = "mcts:net=small,device=int8"
CLOCK = Terms(11, None, even_pairs, at_once=1, clock=TimeControl.parse("60+1"))


class ThreadSpeed(Job):
    """Visits per second of two threads and of one, in turns; the median of the ratios."""

    name = "two threads of a tree search"
    figure = "`small` in 8 bits on 11x11: 1.8 times the visits of one thread, in the same run"
    steps = 12

    def step(self, number: int, totals: Totals) -> None:
        board = even_pairs_board(number)
        one, two = (_visits(f"{INT8},threads={threads}", board) for threads in (1, 2))
        totals.setdefault("ratios", []).append(two / one)
        totals.setdefault("one", []).append(one)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        ratio, one = (statistics.median(totals[key]) for key in ("ratios", "one"))
        return ratio >= 1.8, f"{ratio:.2f} times {one:,.0f} visits per second"


def _visits(spec: str, board: Board, seconds: float = 2.0) -> float:
    player = create(spec)
    player.play(board, Limit(visits=50))
    player.start(board, board.turn)
    info = player.play(board, Limit(time=seconds)).info
    assert info.nodes is not None
    assert info.time is not None
    return info.nodes / info.time


def even_pairs_board(number: int) -> Board:
    """A position early in a game, different for each number."""
    board = Board(11)
    for name in even_pairs(board, number + 1)[number]:
        board.push_str(name)
    return board


class LadderPositions(Job):
    """Positions that a ladder decides."""

    figure = f"30 of 30 ladders right at {VISITS} visits, the winner and a winning move"

    def __init__(self, net: str) -> None:
        self.name = f"ladders, {net}"
        self._net = net

    def step(self, number: int, totals: Totals) -> None:
        positions = read_positions(LADDERS.read_text("utf-8"))
        score = evaluate_player(MctsPlayer(self._net, visits=VISITS), Limit(), positions)
        totals |= {"moves": [score.moves_right, score.moves]}
        totals |= {"winners": [score.winners_right, score.winners]}

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        moves, winners = totals["moves"], totals["winners"]
        measured = "winning move in {} of {}, winner of {} of {}".format(*moves, *winners)
        return moves[0] == moves[1] and winners[0] == winners[1] == 30, measured


class StableLines(Job):
    """How far the win rate of the best line moves once that line has 1,000 visits."""

    name = "stable analysis lines"
    figure = (
        "11x11, 40 positions to 10,000 visits: from its 1,000th visit on the win rate of the best "
        "line moves by less than 5 % in the median and by 15 % in 95 % of positions"
    )
    steps = 40

    def step(self, number: int, totals: Totals) -> None:
        board, rng = even_pairs_board(number), random.Random(number)
        policy = create("policy")
        for _ in range(rng.randrange(0, 16)):
            board.push(policy.play(board, Limit()).move)
        player, rates, best = MctsPlayer(BEST), [], None
        for _ in range(40):
            info = player.play(board, Limit(visits=250)).info
            if info.proven:
                break
            if (info.visits or 0) >= 1000:
                best = info.move if best is None else best
                rates.append(info.cells[best])
        moved = max(rates) - min(rates) if rates else 0.0
        totals.setdefault("moved", []).append(moved)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        moved = sorted(totals["moved"])
        middle, most = statistics.median(moved), moved[round(0.95 * (len(moved) - 1))]
        return middle < 0.05 and most < 0.15, f"{middle:.1%} in the median, {most:.1%} in 95 %"


SEARCH_JOBS: tuple[Job, ...] = (
    ThreadSpeed(),
    Match(
        f"{INT8},visits=200,threads=2",
        f"{INT8},visits=200",
        0.47,
        1200,
        Terms(11, None, even_pairs),
    ),
    Match("hexmate", "hexmate with even shares", 0.5, 60, CLOCK),
    Match(
        "hexmate that ponders", "hexmate over HTP", 0.5, 100, Terms(11, 1, even_pairs, at_once=1)
    ),
    LadderPositions("small"),
    LadderPositions(BEST),
    StableLines(),
)
