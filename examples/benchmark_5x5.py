"""Can a network hold a won 5x5 game? Thirteen winning openings against a perfect opponent.

    python examples/benchmark_5x5.py NET [VISITS]

Black starts with one of the thirteen winning stones, and the network must keep the win with 32
(or VISITS) visits per move. Without NET, the network that ships with Hexmate plays a few of them.
"""

import sys

from hexmate import BLACK, Board
from hexmate.players import Limit, Player, create

WINNING = "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5"


def wins(network: Player, perfect: Player, opening: str) -> bool:
    """True if the network wins as Black after this first stone."""
    board = Board(5)
    board.push(board.parse(opening))
    while (outcome := board.outcome()) is None:
        player = network if board.turn is BLACK else perfect
        board.push(player.play(board, Limit()).move)
    return outcome.winner is BLACK


if __name__ == "__main__":
    net = sys.argv[1] if len(sys.argv) > 1 else "small"
    visits = sys.argv[2] if len(sys.argv) > 2 else "32"
    openings = WINNING.split() if len(sys.argv) > 1 else WINNING.split()[::5]
    network, perfect = create(f"mcts:net={net},visits={visits}"), create("perfect")
    lost = [opening for opening in openings if not wins(network, perfect, opening)]
    print(f"{len(openings) - len(lost)} of {len(openings)} won", *lost and ("not", *lost))
