"""The shipped network on positions and openings whose winner is known."""

import json
from pathlib import Path

from hexmate.arena.statistics import Sprt
from hexmate.benchmark_positions import evaluate_player
from hexmate.board import Board
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.shipped import BEST, find_model
from hexmate.players import Limit, MctsPlayer, PolicyPlayer
from tests.soak.job import Job, Totals
from tests.soak.match import Match, SequentialMatch, Terms, any_pairs, even_pairs

ORACLES = Path(__file__).parents[1] / "data" / "oracles"
VISITS = 400


def _evaluate(player: MctsPlayer, board: Board) -> tuple[int, bool]:
    """The chosen move, and whether the network expects the side to move to win."""
    player.start(board, board.turn)
    info = player.play(board, Limit()).info
    assert info.move is not None
    assert info.win_probability is not None
    return info.move, info.win_probability > 0.5


HALF_SECOND = Terms(seconds=0.5, at_once=1)
ONE_SECOND = Terms(seconds=1, openings=even_pairs)
STRONGEST = ("uct:threads=2", "negamax:threads=2", "perfect")
OTHERS = (
    *("minimax", "resistance:threads=2", "montecarlo:threads=2", "jeudehex", "bridge", "random"),
    "level:n=10",
)
PLAYER = "hexmate:threads=2"
VALUE_TERMS = Terms(7, None, any_pairs)
SEARCH = "mcts:net=small,visits=800"
"""The faster network, since this compares searches."""

NETWORK_MATCHES = (
    *(Match(PLAYER, other, 0.99, terms=HALF_SECOND) for other in STRONGEST),
    *(Match(PLAYER, other, 1.0, games=20, terms=HALF_SECOND) for other in OTHERS),
    Match(PLAYER, "openspiel with 3 s", 1.0, games=20, terms=HALF_SECOND),
    Match("policy", "negamax", 0.8, terms=Terms(seconds=0.5)),
    *(
        Match(PLAYER, STRONGEST[0], 39 / 40, games=40, terms=Terms(size, 0.5, at_once=1))
        for size in (9, 13)
    ),
    SequentialMatch("hexmate:connect=4", "hexmate", Sprt(0, 15), 1000, ONE_SECOND),
    Match(f"{SEARCH},batch=8", f"{SEARCH},batch=1", 0.45, 200, Terms(9, None, even_pairs)),
    *(
        Match(f"negamax:model={model},depth=3", "minimax:depth=3", share, 400, VALUE_TERMS)
        for model, share in (("gnn-7x7,alpha=1", 0.6), ("mlp-7x7,alpha=0.5", 0.55))
    ),
    *(
        Match(f"negamax:model={model}", "negamax:eval=hexproject", 0, 100, Terms(7, 0.2, any_pairs))
        for model in ("gnn-7x7,alpha=1", "mlp-7x7,alpha=0.5")
    ),
)
"""Networks and value models against players without them."""


class NetworkPositions(Job):
    """Solved positions, by the network without and with search."""

    name = f"network {BEST} on solved positions"
    figure = (
        f"of 88 won positions 86 right at {VISITS} visits, 80 without search; value right on 95 %"
    )

    def step(self, number: int, totals: Totals) -> None:
        net = NetEvaluator(find_model(BEST))
        alone = evaluate_player(PolicyPlayer(net), Limit())
        searched = evaluate_player(MctsPlayer(net, visits=VISITS), Limit())
        totals |= {"alone": alone.moves_right, "searched": searched.moves_right}
        totals |= {"won": alone.moves, "value": alone.winners_right, "all": alone.winners}

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["searched"] >= 86 and totals["alone"] >= 80
        met = met and totals["value"] >= 0.95 * totals["all"]
        return met, (
            f"{totals['searched']} of {totals['won']} at {VISITS} visits, {totals['alone']} "
            f"without search; value right on {totals['value']} of {totals['all']}"
        )


class NetworkOpenings(Job):
    """Every opening of 7x7: who wins after it."""

    name = f"network {BEST} on the openings of 7x7"
    figure = f"47 of 49 right at {VISITS} visits"
    steps = 7

    def step(self, number: int, totals: Totals) -> None:
        boards = json.loads((ORACLES / "openings.json").read_text("utf-8"))["boards"]
        player = MctsPlayer(visits=VISITS, device="core")
        for cell in range(7 * number, 7 * number + 7):
            board = Board(7)
            board.push(cell)
            _, answerer_wins = _evaluate(player, board)
            right = answerer_wins != (board.name(cell) in boards["7"]["winning"])
            totals["right"] = totals.get("right", 0) + right

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["right"] >= 47, f"{totals['right']} of 49"
