"""Bridges and bridge wins against their definitions, and bridge wins against minimax."""

import random

from support.boards import SPECS
from support.connect_games import (
    compare_crowded,
    compare_game,
    compare_setup,
    confirm_win,
    random_position,
)

from hexmate.color import BLACK, WHITE
from hexmate.connect import bridge_win

from .job import Job, Totals


class BridgeAgreement(Job):
    """Random games with swaps, passes, stones out of turn and set-up positions."""

    name = "bridges against the definition"
    figure = "bridges and bridge_win agree at every ply of 1,000 games, all shapes"
    steps = 50

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        for game in range(20):
            spec = SPECS[(20 * number + game) % len(SPECS)]
            compare = compare_game if game % 4 else compare_setup
            wrong = compare(spec, rng) is not None
            totals["games"] = totals.get("games", 0) + 1
            totals["wrong"] = totals.get("wrong", 0) + wrong
        for _ in range(20):
            wrong, won = compare_crowded(rng.choice(("hex", "offset", "square")), (6, 5), rng)
            totals["wins"] = totals.get("wins", 0) + won
            totals["wrong"] += wrong is not None

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        measured = (
            f"{totals['wrong']} of {totals['games']:,} games and "
            f"{20 * self.steps:,} crowded positions ({totals['wins']} won) differ"
        )
        return totals["wrong"] == 0, measured


class BridgeWinSoundness(Job):
    """Every bridge win of random positions, with the opponent to move, played by minimax."""

    name = "bridge wins against minimax"
    figure = "minimax inside the carrier confirms 1,000 bridge wins on boards up to 5x5"
    steps = 50
    boards = (("hex", (3, 3), 2), ("hex", (4, 4), 5), ("hex", (4, 5), 7), ("hex", (5, 5), 9),
              ("hex", (5, 5), 12), ("offset", (5, 4), 8))  # fmt: skip

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        wins = 0
        while wins < 20:
            board = random_position(*self.boards[wins % len(self.boards)], rng)
            color = rng.choice((BLACK, WHITE))
            if bridge_win(board, color) is None:
                continue
            wins += 1
            totals["wrong"] = totals.get("wrong", 0) + (not confirm_win(board, color))
        totals["wins"] = totals.get("wins", 0) + wins

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["wrong"] == 0, f"{totals['wrong']} of {totals['wins']:,} wins refuted"
