"""What the shipped network knows of positions and openings whose winner is certain."""

import json
from pathlib import Path

from hexmate.board import Board
from hexmate.exam import examine
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.shipped import BEST, find_model
from hexmate.players import Limit, MctsPlayer
from tests.soak.job import Job, Totals

ORACLES = Path(__file__).parents[1] / "data" / "oracles"
VISITS = 400


def _judge(player: MctsPlayer, board: Board) -> tuple[int, bool]:
    """The move chosen, and whether the side to move is thought to win."""
    player.start(board, board.turn)
    info = player.play(board, Limit()).info
    assert info.move is not None
    assert info.win_probability is not None
    return info.move, info.win_probability > 0.5


class NetworkPositions(Job):
    """Solved positions, by the network alone and with search."""

    name = f"network {BEST} on solved positions"
    figure = f"of 88 won positions 86 right at {VISITS} visits, 80 alone; value right on 95 %"

    def step(self, number: int, totals: Totals) -> None:
        net = NetEvaluator(find_model(BEST))
        alone = examine(MctsPlayer(net, visits=1), Limit())
        searched = examine(MctsPlayer(net, visits=VISITS), Limit())
        totals |= {"alone": alone.moves_right, "searched": searched.moves_right}
        totals |= {"won": alone.moves, "value": alone.winners_right, "all": alone.winners}

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["searched"] >= 86 and totals["alone"] >= 80
        met = met and totals["value"] >= 0.95 * totals["all"]
        return met, (
            f"{totals['searched']} of {totals['won']} at {VISITS} visits, {totals['alone']} alone; "
            f"value right on {totals['value']} of {totals['all']}"
        )


class NetworkOpenings(Job):
    """Every opening of 7x7: who wins after it."""

    name = f"network {BEST} on the openings of 7x7"
    figure = f"47 of 49 called right at {VISITS} visits"
    steps = 7

    def step(self, number: int, totals: Totals) -> None:
        boards = json.loads((ORACLES / "openings.json").read_text("utf-8"))["boards"]
        player = MctsPlayer(visits=VISITS)
        for cell in range(7 * number, 7 * number + 7):
            board = Board(7)
            board.push(cell)
            _, answerer_wins = _judge(player, board)
            right = answerer_wins != (board.name(cell) in boards["7"]["winning"])
            totals["right"] = totals.get("right", 0) + right

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["right"] >= 47, f"{totals['right']} of 49"
