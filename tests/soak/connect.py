"""Bridges, winning and virtual connections against their definitions and the slow truth."""

import random
from time import process_time

from support.boards import SPECS
from support.connect_games import (
    compare_crowded,
    compare_game,
    compare_setup,
    confirm_win,
    random_position,
)
from support.slow_connections import Carrier

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.connect import VirtualConnections, bridge_win
from hexmate.graph import EDGES
from hexmate.solve import Solver, Verdict

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


class ConnectionSoundness(Job):
    """Connections of random positions, played out against every intrusion, in plain Python."""

    name = "virtual connections against every intrusion"
    figure = "10,000 full and semi connections with up to 9 cells hold, boards up to 7x7"
    steps = 100
    largest = 9

    def step(self, number: int, totals: Totals) -> None:
        rng = random.Random(number)
        tried = 0
        while tried < 100:
            size = rng.choice((4, 5, 6, 7))
            board = random_position("hex", (size, size), rng.randrange(size * size // 2), rng)
            found = VirtualConnections(board)
            color = rng.choice((BLACK, WHITE))
            edges = EDGES[:2] if color == BLACK else EDGES[2:]
            ends = [*range(board.num_cells), *edges]
            for _ in range(200):
                one, two, semi = rng.choice(ends), rng.choice(ends), rng.random() < 0.5
                if one == two or tried == 100:
                    continue
                listed = (found.semi if semi else found.full)(color, one, two)
                for each in listed[-1:]:
                    if 2 <= len(each.carrier) <= self.largest:
                        tried += 1
                        holds = Carrier(board, color, one, two, each.carrier).holds(semi=semi)
                        totals["wrong"] = totals.get("wrong", 0) + (not holds)
        totals["tried"] = totals.get("tried", 0) + tried

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["wrong"] == 0, f"{totals['wrong']} of {totals['tried']:,} refuted"


class MustPlayAgreement(Job):
    """Every move outside the must-play of random positions, by the exact solver."""

    name = "must-play against the solver"
    figure = "every move outside the must-play loses: 5,000 positions to 5x5, 1,000 of 6x6"
    steps = 100

    def step(self, number: int, totals: Totals) -> None:
        rng, solver = random.Random(number), Solver(16)
        for at in range(60):
            size = 6 if at % 6 == 0 else rng.choice((3, 4, 5, 5))
            board = random_position("hex", (size, size), rng.randrange(2, size * size // 2), rng)
            if board.outcome() is not None:
                continue
            must_play = set(VirtualConnections(board).must_play(board.turn))
            left_out = [move for move in board.legal_moves if move not in must_play]
            key = "larger" if size == 6 else "positions"
            totals[key] = totals.get(key, 0) + 1
            totals["moves"] = totals.get("moves", 0) + len(left_out)
            verdicts = solver.moves(board) if left_out else {}
            wrong = any(verdicts[move] is not Verdict.LOSS for move in left_out)
            totals["wrong"] = totals.get("wrong", 0) + wrong

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        measured = (
            f"{totals['wrong']} of {totals['positions']:,} positions to 5x5 and "
            f"{totals['larger']:,} of 6x6 wrong, {totals['moves']:,} moves left out"
        )
        return totals["wrong"] == 0, measured


class ConnectionUpdates(Job):
    """Processor time of push and pop against that of a build, along random games."""

    name = "cost of connection updates"
    figure = "push and pop take less than half the time of a build, 7x7 to 13x13"
    sizes = (7, 9, 11, 13)
    steps = len(sizes)

    def step(self, number: int, totals: Totals) -> None:
        rng, size = random.Random(number), self.sizes[number]
        built = updated = 0.0
        for _ in range(3):
            board = Board(size)
            found = VirtualConnections(board)
            while board.outcome() is None and board.ply < board.num_cells // 2:
                move = rng.choice(list(board.legal_moves))
                board.push(move)
                begun = process_time()
                found.push(move)
                found.pop()
                updated += process_time() - begun
                found.push(move)
                begun = process_time()
                VirtualConnections(board)
                built += process_time() - begun
        totals[str(size)] = updated / built

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        shares = ", ".join(f"{size}x{size} {share:.0%}" for size, share in totals.items())
        return max(totals.values()) < 0.5, f"of a build: {shares}"
