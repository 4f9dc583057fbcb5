"""Players that search: wins and blocks, limits, swaps, analysis, levels."""

import json
import threading
import time
from pathlib import Path

import pytest
from support.patience import kept, within

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.errors import PlayerError
from hexmate.players.base import Clock, Limit
from hexmate.players.classical_levels import ClassicalLevelPlayer
from hexmate.players.human import Human
from hexmate.players.hybrid import Hybrid
from hexmate.players.levels import LEVELS, LevelPlayer
from hexmate.players.negamax import NegamaxPlayer
from hexmate.players.perfect import PerfectPlayer, WinningMove
from hexmate.players.registry import create
from hexmate.players.stopping import StopToken

ORACLES = Path(__file__).parents[2] / "data" / "oracles"
OPENINGS = json.loads((ORACLES / "openings.json").read_text("utf-8"))["boards"]
SEARCHING = ["minimax", "negamax", "resistance", "perfect", "montecarlo", "uct", "jeudehex"]

WIN_IN_ONE = "4x4 hex - 1b2/1b2/wbww/4 b"
MUST_BLOCK = "4x4 hex - b2b/www1/1b2/4 b"


@pytest.mark.parametrize("spec", [*SEARCHING, *(f"level:n={n}" for n in LEVELS)])
def test_takes_a_win_at_once(spec):
    board = Board.from_string(WIN_IN_ONE)
    board.push(create(spec).play(board, Limit(time=0.3)).move)
    assert board.outcome().winner is BLACK


@pytest.mark.parametrize("spec", ["minimax", "negamax", "resistance", "perfect", "uct"])
def test_stops_a_win(spec):
    board = Board.from_string(MUST_BLOCK)
    white_wins = []
    for reply in board.legal_moves:
        trial = board.copy()
        trial.push(reply, board.turn.other)
        if trial.outcome() is not None:
            white_wins.append(reply)
    assert len(white_wins) == 1
    assert create(spec).play(board, Limit(time=0.3)).move == white_wins[0]


@pytest.mark.slow
@pytest.mark.parametrize("spec", SEARCHING)
def test_beats_random(spec):
    for seed in range(2):
        board, opponent, player = Board(7), create(f"random:seed={seed}"), create(spec)
        sides = [player, opponent] if seed == 0 else [opponent, player]
        while board.outcome() is None:
            move = sides[board.turn].play(board.copy(), Limit(time=0.05)).move
            board.push(move)
        assert board.outcome().winner == seed


def test_negamax_keeps_clocks():
    board = Board(9)
    player = NegamaxPlayer(table=4)
    started = time.perf_counter()
    player.play(board, Limit(clock=Clock(black=2.0, white=100.0)))
    assert within(1.0, started)


def test_negamax_reports_its_analysis():
    board = Board(5)
    info = NegamaxPlayer(depth=3, table=4).play(board, Limit()).info
    assert info.depth == 3
    assert info.nodes > 0
    assert info.pv[0] == info.move
    assert 0 < info.win_probability < 1


def test_analysis_deepens_and_gives_several_lines():
    board = Board(7)
    player = NegamaxPlayer(table=4)
    infos = list(player.analyse(board, Limit(time=0.6), lines=2))
    moves = {info.move for info in infos}
    assert len(moves) >= 2
    assert infos[-1].depth >= 1
    assert list(player.analyse(board, Limit(depth=2)))[-1].depth == 2


def test_analysis_can_be_closed():
    player = NegamaxPlayer(table=4)
    stream = player.analyse(Board(11), Limit())
    next(stream)
    started = time.perf_counter()
    stream.close()
    assert within(1.0, started)
    assert player.play(Board(5), Limit(depth=1)).move in Board(5).legal_moves


@pytest.mark.parametrize("size", ["2", "3", "4"])
@pytest.mark.parametrize("spec", ["negamax", "perfect"])
def test_swap_decisions_are_right_on_small_boards(spec, size):
    player, board = create(spec), Board(int(size), swap="pieces")
    for cell in range(board.num_cells):
        board.push(cell)
        wins = board.name(cell) in OPENINGS[size]["winning"]
        assert player.accept_opening(board, cell) is not wins
        board.pop()


def test_proposed_openings_are_not_the_strongest():
    board = Board(5, swap="pieces")
    opening = NegamaxPlayer(table=4).propose_opening(board)
    assert board.name(opening) not in ("c3", "b3", "d3", "c2", "c4")


@pytest.mark.parametrize("line", ["5x5 hex - 5/5/2b2/5/5 w", "3x3 square - 3/3/3 b"])
def test_perfect_defends_and_knows_the_value(line):
    board = Board.from_string(line)
    result = PerfectPlayer().play(board, Limit(time=3))
    assert result.move in board.legal_moves


def test_perfect_falls_back_on_large_boards():
    board = Board(11)
    result = PerfectPlayer(time=0.2).play(board, Limit())
    assert result.move in board.legal_moves
    assert result.info.win_probability not in (0.0, 1.0)


def test_winning_move_is_proven_or_none():
    assert WinningMove().decide(Board(3), Limit(time=1), StopToken()) is not None
    assert WinningMove().decide(Board(11), Limit(time=0.05), StopToken()) is None


@pytest.mark.slow
def test_levels_mean_the_same_for_the_same_seed():
    board = Board(7)
    for n in LEVELS:
        first, second = (LevelPlayer(n, seed=3).play(board, Limit()).move for _ in range(2))
        assert first == second, n


def test_low_levels_vary_and_high_levels_need_no_seed():
    board = Board(7)
    assert len({LevelPlayer(1, seed=s).play(board, Limit()).move for s in range(8)}) > 2


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("level:n=0", "level must be between 1 and 15"),
        ("level:n=16", "level must be between 1 and 15"),
        ("negamax:depth=0", "depth must be at least 1"),
        ("negamax:time=0", "more than 0 seconds"),
        ("negamax:nodes=0", "nodes must be at least 1"),
        ("negamax:eval=magic", "the evaluations are"),
        ("resistance:depth=0", "depth must be at least 1"),
        ("perfect:time=-1", "more than 0 seconds"),
        ("minimax:depth=x", "not a valid depth for minimax"),
    ],
)
def test_bad_options(spec, says):
    with pytest.raises(PlayerError, match=says):
        create(spec)


def test_hybrid_keeps_its_strategy_through_ten_hand_overs():
    def first_legal(board, problem):
        return board.name(next(iter(board.legal_moves)))

    strategy = NegamaxPlayer(depth=2, table=4)
    search = strategy.search
    hybrid, board = Hybrid(Human(first_legal), strategy), Board(6)
    hybrid.start(board, BLACK)
    for turn in range(20):
        if board.outcome() is not None:
            break
        (hybrid.hand_over if turn % 2 else hybrid.take_back)()
        board.push(hybrid.play(board, Limit()).move)
        assert hybrid.strategy is strategy
        assert strategy.search is search
    assert board.ply >= 10
    again = strategy.play(board.root(), Limit(depth=2)).info
    fresh = NegamaxPlayer(depth=2, table=4).play(board.root(), Limit(depth=2)).info
    assert again.nodes < fresh.nodes, "the table remembers"


def test_stop_answers_soon():
    player = NegamaxPlayer(table=4)
    times = []

    def think():
        player.play(Board(11), Limit(time=20))
        times.append(time.perf_counter())

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.3)
    player.stop()
    stopped = time.perf_counter()
    thread.join(10)
    assert kept(0.3, times[0] - stopped)


@pytest.mark.slow
def test_the_first_level_of_the_network_plays_its_policy_and_misses_no_win():
    board = Board(11)
    board.push_str("a2")
    result = LevelPlayer(11).play(board, Limit())
    liked = result.info.policy
    assert liked[result.move] == max(liked.values())
    won = Board.from_string("3x3 hex - 1b1/1b1/w1w b")
    assert LevelPlayer(11).play(won, Limit()).info.win_probability == 1


def test_low_levels_look_around_your_last_stone():
    board = Board(11)
    board.push_str("j2")
    near = set(board.neighbors(board.peek()))
    near |= {two for one in near for two in board.neighbors(one)}
    for n, close in ((1, True), (3, True), (4, False)):
        moves = {LevelPlayer(n, seed).play(board, Limit()).move for seed in range(12)}
        assert (moves <= near) is close, n


def test_levels_that_play_like_people_play_on():
    lost = Board.from_string("5x5 hex - 2b2/2b2/2b2/5/w3w w")
    for n in (1, 10):
        assert lost.is_legal(LevelPlayer(n, 1).play(lost, Limit()).move)


@pytest.mark.parametrize("shape", ["square", "offset", "triangle"])
def test_on_other_shapes_low_levels_search_without_a_network(shape):
    board = Board((4, 8) if shape == "triangle" else 4, shape=shape)
    move = LevelPlayer(2, seed=3).play(board, Limit()).move
    assert move == ClassicalLevelPlayer(2, seed=3).play(board, Limit()).move


def test_an_analysis_of_a_level_like_people_is_that_of_a_search():
    board = Board(5)
    assert list(LevelPlayer(8, 1).analyse(board, Limit(nodes=50)))[-1].depth is not None
