"""The player that moves as people do: drawing, decisive moves, resigning, openings, swaps."""

from collections import Counter

import pytest

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.coords import SWAP
from hexmate.errors import PlayerError, Resigned, SizeError
from hexmate.nets.human_file import Prediction, human_inputs
from hexmate.players.base import Limit
from hexmate.players.human_like import HumanLikePlayer, Variety
from hexmate.players.registry import create


class Net:
    """Predicts the same everywhere, and remembers the ratings it was asked for."""

    def __init__(self, policy, win=0.5, resigns=0.0):
        self.answer = Prediction(policy, win, resigns)
        self.ratings = set()

    def predict(self, board, rating=0.0):
        self.ratings.add(rating)
        return self.answer

    def trained_on(self, rows, cols):
        return rows == cols == 11


def test_moves_are_drawn_by_probability_without_the_unlikely_ones():
    net = Net({0: 0.6, 1: 0.3, 2: 0.02, SWAP: 0.08})
    player = HumanLikePlayer(1600, net, seed=1)
    moves = Counter(player.play(Board(5), Limit()).move for _ in range(300))
    assert set(moves) == {0, 1}
    assert 0.55 < moves[0] / 300 < 0.78
    assert net.ratings == {1600}
    assert player.name == "human 1600"


def test_the_same_seed_plays_the_same_moves():
    net = Net(dict.fromkeys(range(25), 0.04))
    one, two = (
        [HumanLikePlayer(net=net, seed=5).play(Board(5), Limit()).move for _ in range(2)]
        for _ in range(2)
    )
    assert one == two


@pytest.mark.parametrize("line", ["3x3 hex - 1b1/1b1/w1w b", "3x3 hex - 1b1/1b1/w2 w"])
def test_a_win_in_one_move_is_never_missed_nor_allowed(line):
    player = HumanLikePlayer(net=Net({0: 1.0}, win=0.01, resigns=0.99))
    board = Board.from_string(line)
    move = player.play(board, Limit()).move
    board.push(move, BLACK)
    assert board.outcome() is not None


@pytest.mark.parametrize(
    ("win", "resigns", "resign", "does_resign"),
    [
        (0.02, 0.8, True, True),
        (0.02, 0.8, False, False),
        (0.4, 0.8, True, False),
        (0.02, 0.2, True, False),
    ],
)
def test_it_resigns_as_people_do(win, resigns, resign, does_resign):
    player = HumanLikePlayer(net=Net({0: 1.0}, win, resigns), resign=resign)
    if does_resign:
        with pytest.raises(Resigned):
            player.play(Board(5), Limit())
    else:
        assert player.play(Board(5), Limit()).move == 0


def test_openings_and_swaps_are_drawn():
    player = HumanLikePlayer(net=Net({3: 0.2, SWAP: 0.8}), seed=1)
    assert player.propose_opening(Board(5, swap="pieces")) == 3
    board = Board(5, swap="pieces")
    board.push(12)
    kept = sum(player.accept_opening(board, 12) for _ in range(300))
    assert 0.13 < kept / 300 < 0.28


def test_variety_makes_unlikely_moves_more_frequent_or_less():
    net = Net({0: 0.8, 1: 0.16, 2: 0.04})
    shares = []
    for temperature, least in ((0.5, 0.1), (1.0, 0.1), (4.0, 0.1), (4.0, 0.01)):
        player = HumanLikePlayer(net=net, seed=1, variety=Variety(temperature, least))
        moves = Counter(player.play(Board(5), Limit()).move for _ in range(400))
        shares.append((moves[0] / 400, moves[2] > 0))
    assert [rare for _, rare in shares] == [False, False, False, True]
    assert [share for share, _ in shares] == pytest.approx([0.96, 0.83, 0.6, 0.46], abs=0.07)


def test_a_short_reach_stays_near_the_last_stone_while_it_can():
    net = Net({0: 0.9, 12: 0.001, 24: 0.09})
    player = HumanLikePlayer(net=net, variety=Variety(reach=1))
    board = Board(5)
    assert player.play(board, Limit()).move == 0, "there is no stone yet"
    board.push(17)
    assert player.play(board, Limit()).move == 12
    board.push(4)
    assert player.play(board, Limit()).move == 0, "nothing that people play is near"


def test_with_more_variety_swaps_are_more_by_chance():
    board, kept = Board(5, swap="pieces"), []
    board.push(12)
    for temperature in (0.5, 1.0, 4.0):
        player = HumanLikePlayer(net=Net({3: 0.2, SWAP: 0.8}), seed=1, variety=Variety(temperature))
        kept.append(sum(player.accept_opening(board, 12) for _ in range(300)) / 300)
    assert kept == pytest.approx([0.06, 0.2, 0.41], abs=0.07)


def test_analysis_has_the_likely_moves_in_order():
    player = HumanLikePlayer(net=Net({0: 0.2, 1: 0.5, 2: 0.3, SWAP: 0.1}, win=0.7))
    infos = list(player.analyse(Board(5), Limit(), lines=2))
    assert [(info.rank, info.move, info.prior) for info in infos] == [(1, 1, 0.5), (2, 2, 0.3)]
    assert infos[0].win_probability == 0.7
    assert SWAP not in infos[0].policy
    assert player.trained_on(Board(11))
    assert not player.trained_on(Board(5))


def test_mistakes_are_errors():
    with pytest.raises(PlayerError, match="rating must be between 1000 and 3000"):
        create("human:rating=400")
    player = HumanLikePlayer(net=Net({0: 1.0}))
    with pytest.raises(SizeError):
        player.start(Board(4, shape="square"), BLACK)
    player.close()
    with pytest.raises(PlayerError, match="closed"):
        player.play(Board(5), Limit())


@pytest.mark.parametrize(("swap", "cell"), [("pieces", "b1"), ("sides", "a2")])
def test_a_swapped_stone_is_as_old_as_the_swap(swap, cell):
    board = Board(4, swap=swap)
    for word in ("a2", "swap"):
        board.push_str(word)
    assert board[cell] is not None
    views, ages, context = human_inputs(board)
    assert (views[0, 0, 1], ages[0, 0, 1], ages.sum()) == (2, 1, 1)
    assert context[0, 3] == 0
    board.push_str("d4")
    assert human_inputs(board)[1].sum() == 3


def test_the_shipped_network_predicts_an_answer_to_a_broken_bridge():
    board = Board(11)
    for word in ("f6", "i3", "e8", "d10", "g4", "e7"):
        board.push_str(word)
    player = create("human:rating=1900,seed=1")
    assert board.name(player.play(board, Limit()).move) == "f7"
