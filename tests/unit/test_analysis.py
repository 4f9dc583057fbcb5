"""The analysis of games: exhaustively solved values, and losses by a scripted player."""

import json
from unittest.mock import ANY

import pytest

from hexmate.analysis import (
    BLUNDER_LOSS,
    INACCURACY_LOSS,
    MISTAKE_LOSS,
    Classification,
    MoveReview,
    PlayerSummary,
    analyse_game,
    analyse_position,
    summary,
)
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import SWAP
from hexmate.errors import PlayerError
from hexmate.game import Game, Setup
from hexmate.outcome import Termination
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.registry import create
from hexmate.solve import Solution, Solver, Verdict
from hexmate.solve.game_proofs import GameProofs

PIECES, SIDES = {"swap": "pieces"}, {"swap": "sides"}
# After b2 White stands better, so that a swap is wrong; or worse, so that it is right.
STRONG = {"b2": 0.8, "b2 a1": 0.2, "b2 swap-pieces": 0.8, "b2 swap-sides": 0.8}
WEAK = {"b2": 0.2, "b2 c3": 0.8, "b2 swap-sides": 0.2}


class Oracle(Player):
    """Gives the side to move the win_rates of a table, by the moves so far; prefers the first cell.

    `choices` names another preferred move, by the moves so far.
    """

    name = "oracle"

    def __init__(self, win_rates, choices=None):
        self.win_rates, self.choices = win_rates, choices or {}
        self.asked = []

    def play(self, board, limit):
        return PlayResult(next(iter(board.legal_moves)))

    def analyse(self, board, limit, lines=1):
        path = " ".join(board.name(move) for move in board.moves)
        self.asked.append(path)
        move = next(iter(board.legal_moves))
        if path in self.choices:
            move = board.parse(self.choices[path])
        yield Info(move, 0.0, 0.5)
        yield Info(move, 10.0, self.win_rates.get(path, 0.5), pv=(move,))


def game_of(moves, size=3, **options):
    game = Game(size, **options)
    node = game.root
    for move in moves.split():
        node = node.add_variation(move)
    return game


def reviews_of(game, spec="negamax:depth=9", limit=None, **options):
    return list(analyse_game(game, create(spec), limit or Limit(), **options))


def names(reviews):
    return [review.classification and review.classification.value for review in reviews]


@pytest.mark.parametrize("spec", ["negamax:depth=9", "perfect", "uct:visits=20000,seed=1"])
@pytest.mark.parametrize(
    ("moves", "classifications"),
    [
        # The centre wins, whatever follows; so does no other move for long.
        ("b2 a1 b1 c1 a3", ["good"] * 5),
        # a1 loses, b2 wins; a3 gives it back, b1 too late.
        ("a1 b2", ["blunder", "good", None]),
        ("a1 a3", ["blunder", "blunder", None]),
        ("b2 a1 a2 b1", ["good", "good", "good", "good", None]),
        ("", [None]),
    ],
)
def test_solved_games(moves, classifications, spec):
    assert names(reviews_of(game_of(moves), spec)) == classifications


@pytest.mark.parametrize(
    ("size", "shape"), [(3, "hex"), ((2, 3), "offset"), (3, "square"), (2, "triangle")]
)
def test_every_shape_to_the_end(size, shape):
    game = Game(size, shape=shape)
    board, node = game.grid.copy(), game.root
    while board.outcome() is None:
        move = next(iter(board.legal_moves))
        board.push(move)
        node = node.add_variation(move)
    reviews = reviews_of(game)
    assert [review.move for review in reviews] == list(board.moves)
    assert [review.number for review in reviews] == list(range(1, len(board.moves) + 1))
    for review in reviews:
        assert review.best in review.board.legal_moves
        assert review.pv[0] == review.best
        assert review.win_probability in (0.0, 0.5, 1.0), "depth 9 reaches every end"
        assert 0 <= review.loss <= 1


@pytest.mark.parametrize(
    ("moves", "options", "win_rates", "classifications", "losses"),
    [
        # A drop of 0.25, then nothing, since the best move would have kept no more.
        ("c3 b2", {}, {"": 0.6, "a1": 0.4, "c3": 0.65}, ["mistake", "good", None], [0.25, 0, None]),
        ("c3", {}, {"": 0.9, "a1": 0.7, "c3": 0.7}, ["good", None], [0, None]),
        ("c3", {}, {"": 1.0, "c3": 1.0}, ["blunder", None], [1, None]),
        # The player's own first choice costs nothing.
        ("a1", {}, {"": 0.9, "a1": 0.9}, ["good", None], [0, None]),
        # A pass gives away the move.
        ("b2 pass", {}, {"b2 pass": 0.8}, ["good", "mistake", None], [0, 0.3, None]),
        # A swap takes the better side, or the worse one.
        ("b2 swap", PIECES, {"b2": 0.2}, ["mistake", "good", None], [0.3, 0, None]),
        ("b2 swap", SIDES, {"b2": 0.2}, ["mistake", "good", None], [0.3, 0, None]),
        ("b2 swap", PIECES, STRONG, ["mistake", "blunder", None], [0.3, 0.6, None]),
        ("b2 swap", SIDES, STRONG, ["mistake", "blunder", None], [0.3, 0.6, None]),
        # A swap not taken.
        ("b2 c3", SIDES, WEAK, ["mistake", "blunder", None], [0.3, 0.6, None]),
    ],
)
def test_losses_by_the_table(moves, options, win_rates, classifications, losses):
    reviews = list(analyse_game(game_of(moves, **options), Oracle(win_rates), Limit()))
    assert names(reviews) == classifications
    assert [review.loss for review in reviews] == pytest.approx(losses)


@pytest.mark.parametrize(
    ("moves", "options", "classifications"),
    [
        # The record may leave out the rule: whether the opening was fair is not known.
        ("b2 c3", {}, [None, "good", None]),
        ("b2 swap", PIECES, ["mistake", "good", None]),
        ("b2 c3", {"setup": Setup(white=(0,), turn=BLACK)}, ["mistake", "good", None]),
    ],
)
def test_openings_of_records_that_may_leave_out_the_swap_rule(moves, options, classifications):
    oracle = Oracle({"b2": 0.2 if options is PIECES else 0.8})
    reviews = list(analyse_game(game_of(moves, **options), oracle, Limit(), opening=False))
    assert names(reviews) == classifications
    assert [review.loss is None for review in reviews] == [name is None for name in classifications]


def test_each_position_is_evaluated_once():
    oracle = Oracle({})
    list(analyse_game(game_of("c3 b2 a1"), oracle, Limit()))
    assert oracle.asked == ["", "c3", "c3 b2", "c3 b2 a1"]


def test_a_review_comes_before_the_next_position_but_one():
    oracle = Oracle({})
    stream = analyse_game(game_of("c3 b2 a1"), oracle, Limit())
    assert next(stream).number == 1
    assert oracle.asked == ["", "c3"]


def test_after_the_end_nothing_is_analysed():
    game = game_of("b2 a1 b1 c1 a3")
    game.end().add_variation("c3", BLACK)
    assert len(reviews_of(game)) == 5
    resigned = game_of("b2 a1")
    resigned.end().add_variation(ending=Termination.RESIGNATION)
    assert [review.move for review in reviews_of(resigned)] == [4, 0, None]


def test_set_up_stones_comments_and_moves_out_of_turn():
    game = Game(3, setup=Setup(black=(4,), white=(0,), turn=WHITE))
    node = game.root.add_variation(comment="only words")
    node = node.add_variation("c1", WHITE).add_variation("c3", WHITE)
    node.add_variation(setup=Setup(empty=(2, 8), turn=BLACK))
    first, second, last = reviews_of(game)
    assert (first.number, first.color, first.board.to_string()) == (
        1,
        WHITE,
        "3x3 hex - w2/1b1/3 w",
    )
    assert (second.number, second.color, second.board.turn) == (2, WHITE, WHITE)
    assert (last.number, last.color, last.move) == (3, BLACK, None)
    assert last.board.to_string() == "3x3 hex - w2/1b1/3 b"
    assert last.win_probability == 1.0


def test_people_keep_their_mistakes_after_swap_sides():
    game = game_of("b2 swap c3 a1", swap="sides")
    reviews = list(analyse_game(game, Oracle({"b2": 0.2}), Limit()))
    assert [(review.color, review.seat) for review in reviews] == [
        (BLACK, BLACK),
        (WHITE, WHITE),
        (WHITE, BLACK),
        (BLACK, WHITE),
        (WHITE, BLACK),
    ]
    counts = summary(reviews)
    assert counts[BLACK] == PlayerSummary(2, 0, 1, 0, pytest.approx(0.15), ANY)
    assert counts[WHITE].moves == 2


def test_summary():
    board = Board(3)
    losses = [0.0, 0.1, 0.2, 0.35, 0.25]
    reviews = [
        MoveReview(at, board, BLACK, BLACK, (), 0, loss, Classification.of_loss(loss))
        for at, loss in enumerate(losses)
    ]
    assert summary(reviews) == {
        BLACK: PlayerSummary(5, 1, 2, 1, pytest.approx(0.18), pytest.approx(0.5089, abs=1e-4)),
        WHITE: PlayerSummary(),
    }
    assert summary(reviews)[BLACK].as_dict() == {
        "moves": 5,
        "inaccuracies": 1,
        "mistakes": 2,
        "blunders": 1,
        "mean_loss": 0.18,
        "accuracy": 0.5089,
    }


@pytest.mark.parametrize(
    ("loss", "classification"),
    [
        (0.0, Classification.GOOD),
        (INACCURACY_LOSS - 1e-9, Classification.GOOD),
        (INACCURACY_LOSS, Classification.INACCURACY),
        (MISTAKE_LOSS, Classification.MISTAKE),
        (BLUNDER_LOSS, Classification.BLUNDER),
        (1.0, Classification.BLUNDER),
    ],
)
def test_thresholds(loss, classification):
    assert Classification.of_loss(loss) is classification


@pytest.mark.parametrize(
    ("spec", "lines"),
    [("negamax:depth=2", 3), ("uct:visits=500,seed=1", 3), ("montecarlo:playouts=50,seed=1", 2)],
)
def test_several_lines_are_different_moves_in_order(spec, lines):
    found = analyse_position(Board(4), create(spec), Limit(), lines=lines)
    assert len({line.move for line in found}) == lines
    (best,) = analyse_position(Board(4), create(spec), Limit())
    assert found[0] == best


def test_a_fair_opening_is_looked_for_where_it_may_be_swapped():
    board = Board(5, swap="pieces")
    plain, fair = (
        analyse_position(each, create("negamax"), Limit(nodes=7000), lines=2)
        for each in (Board(5), board)
    )
    assert plain[0].win_probability > 0.5
    assert fair[0].win_probability <= 0.5
    assert fair[0].win_probability >= fair[1].win_probability
    assert fair[0].score is None
    (only,) = analyse_position(Board(1, swap="pieces"), create("negamax"), Limit(depth=1))
    assert (only.move, only.win_probability) == (0, 1.0)


def test_the_swap_is_one_of_the_lines():
    board = Board(3, swap="sides")
    board.push_str("b2")
    lines = analyse_position(board, create("negamax"), Limit(depth=9), lines=2)
    assert (lines[0].move, lines[0].win_probability) == (SWAP, 1.0)
    assert lines[1].win_probability == 0.0


def test_as_dict_is_ready_for_json():
    reviews = reviews_of(game_of("a1 swap", swap="pieces"), lines=2)
    first, second, last = (json.loads(json.dumps(review.as_dict())) for review in reviews)
    assert (first["number"], first["color"], first["move"]) == (1, "black", "a1")
    assert second["move"] == "swap-pieces"
    assert second["classification"] == "blunder", "White wins after a1"
    assert (last["move"], last["loss"], last["classification"]) == (None, None, None)
    assert last["best"] == last["lines"][0]["move"] == last["lines"][0]["pv"][0]
    assert last["position"] == reviews[-1].board.to_string()


def test_the_same_nodes_give_the_same_reviews():
    game = game_of("c2 d4 b4 c3", size=5)
    player = create("negamax")
    first, second = (list(analyse_game(game, player, Limit(nodes=3000))) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("board", "player", "lines", "says"),
    [
        (Board(3), "random", 1, "random cannot analyse a position"),
        (Board(3), "negamax", 0, "lines must be at least 1"),
        (Board.from_string("1x1 hex - b w"), "negamax", 1, "the game is over"),
    ],
)
def test_errors(board, player, lines, says):
    with pytest.raises(PlayerError, match=says):
        analyse_position(board, create(player), Limit(depth=1), lines=lines)


def test_a_player_without_chances_cannot_analyse():
    with pytest.raises(PlayerError, match="does not report win probabilities"):
        analyse_position(Board(3), Oracle({"": None}), Limit())


PROVEN = {"win": Verdict.WIN, "loss": Verdict.LOSS, "draw": Verdict.DRAW, "-": None}


@pytest.mark.parametrize(
    ("moves", "options", "proven", "classifications", "threw"),
    [
        ("b2 a1 a2 b1", {}, "win loss win loss win", ["good"] * 4 + [None], []),
        # a1 loses, and a3 gives the win back.
        ("a1 a3", {}, "win win win", ["blunder", "blunder", None], [1, 2]),
        # Where a swap is possible nothing is proven: the engine's half stays.
        ("a1 c3 b2", {"swap": "sides"}, "- - win loss", ["good", "good", "good", None], []),
        ("a1 b2 c3", {"shape": "square"}, "draw draw draw draw", ["good"] * 3 + [None], []),
    ],
)
def test_proven_positions_have_their_exact_value(moves, options, proven, classifications, threw):
    game = game_of(moves, **options)
    reviews = list(analyse_game(game, Oracle({}), Limit(), solve=Solver(4).solve))
    assert [review.proven for review in reviews] == [PROVEN[word] for word in proven.split()]
    assert names(reviews) == classifications
    assert [review.number for review in reviews if review.threw_win] == threw
    for review in reviews:
        if review.proven is Verdict.WIN:
            after = review.board.copy()
            after.push(review.best)
            assert after.outcome() or Solver(4).solve(after).verdict is Verdict.LOSS
            assert review.win_probability == 1


def test_positions_that_are_too_hard_cost_little():
    asked = []

    def solve(board, *, seconds):
        asked.append((board.num_empty, seconds))
        hard = board.num_empty > 6
        return Solution(Verdict.UNKNOWN if hard else Verdict.WIN, None, 1, seconds if hard else 0.0)

    game = game_of("a1 b1 c1 a2 b2")
    reviews = list(analyse_game(game, Oracle({}), Limit(), solve=solve))
    assert [empty for empty, _ in asked] == [4, 5, 6, 7, 8]
    assert all(seconds == 0.5 for _, seconds in asked)
    assert [review.proven for review in reviews] == [None] * 3 + [Verdict.WIN] * 3


def test_all_proofs_of_a_game_share_their_time():
    left = []

    def solve(board, *, seconds):
        left.append(seconds)
        return Solution(Verdict.WIN, None, 1, seconds)

    boards = [Board(4) for _ in range(20)]
    GameProofs(boards, solve, each=0.5, in_all=1.2)
    assert left == pytest.approx([0.5, 0.5, 0.2])
