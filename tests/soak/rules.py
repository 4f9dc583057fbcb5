"""The rules: the core against the slow referee, and playouts against games played to the win."""

import math
import random

from support.boards import SPECS, make
from support.slow_referee import SlowGame

from hexmate.board import random_playouts
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS

from .job import Job, Totals


class RefereeAgreement(Job):
    """Random games with swaps, passes and stones out of turn, compared at every node."""

    name = "rules against the slow referee"
    figure = "agree at every node of 15,000 random games, all shapes"
    steps = 100

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        for spec in SPECS:
            for _ in range(10):
                totals["games"] = totals.get("games", 0) + 1
                nodes, agreed = self._game(spec, rng)
                totals["nodes"] = totals.get("nodes", 0) + nodes
                totals["wrong"] = totals.get("wrong", 0) + (not agreed)

    def _game(self, spec, rng: random.Random) -> tuple[int, bool]:
        shape, (rows, cols), swap = spec
        board, slow = make(spec), SlowGame(rows, cols, shape, swap)
        odd = rng.choice((0.0, 0.2))
        nodes = 0
        while True:
            nodes += 1
            if not self._agree(board, slow):
                return nodes, False
            if slow.over() or nodes > 3 * board.num_cells:
                return nodes, True
            move, color = rng.choice(slow.legal_moves()), board.turn
            if rng.random() < odd:
                move, color = (
                    (PASS, color) if rng.random() < 0.3 or move < 0 else (move, color.other)
                )
            slow.moves.append((color, move))
            board.push(move, color)

    def _agree(self, board, slow: SlowGame) -> bool:
        outcome = board.outcome()
        groups = all(
            {(frozenset(g.cells), frozenset(g.edges)) for g in board.groups(color)}
            == slow.groups(color)
            for color in (BLACK, WHITE)
        )
        return (
            groups
            and list(board.legal_moves) == slow.legal_moves()
            and (outcome is not None) == slow.over()
            and (outcome.winner if outcome else None) == slow.winner()
        )

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        measured = (
            f"{totals['wrong']} of {totals['games']:,} games differ, {totals['nodes']:,} nodes"
        )
        return totals["wrong"] == 0, measured


class PlayoutDistribution(Job):
    """Winners of playouts against winners of games played move by move, 11x11."""

    name = "playout winners"
    figure = "within 4 sigma of 100,000 games played to the win, 11x11"
    steps = 100

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        for _ in range(1000):
            board = make(("hex", (11, 11), None))
            cells = list(range(121))
            rng.shuffle(cells)
            while board.outcome() is None:
                board.push(cells.pop())
            totals["black"] = totals.get("black", 0) + (board.outcome().winner is BLACK)
        totals["games"] = totals.get("games", 0) + 1000

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        many = 4_000_000
        share = random_playouts(make(("hex", (11, 11), None)), many, seed=1)[0] / many
        games = totals["games"]
        sigma = math.sqrt(share * (1 - share) * (1 / games + 1 / many))
        off = (totals["black"] / games - share) / sigma
        return abs(off) <= 4, f"{totals['black'] / games:.4f} against {share:.4f}, {off:+.1f} sigma"
