"""Tree search with a network: what it must find, keep, prove, tell and obey."""

import sys
import threading
import time
from pathlib import Path

import pytest
from support.patience import within

from hexmate.benchmark_positions import evaluate_player, solved_positions
from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.errors import GameOverError, ModelError, PlayerError, SizeError
from hexmate.nets.evaluator import NetEvaluator, UniformEvaluator
from hexmate.nets.shipped import find_model
from hexmate.players import Clock, Human, Hybrid, Limit, MctsPlayer, PolicyPlayer, caution, create
from hexmate.players.stopping import StopToken

ORACLES = Path(__file__).parents[2] / "data" / "oracles"

TACTICS = {
    "black wins at once": ("4x4 hex - 1b2/1b2/1bw1/w2w b", {"b4"}),
    "white wins at once": ("4x4 hex - 1b2/ww1w/1b2/b3 w", {"c2"}),
    "white must block": ("4x4 hex - 1b2/1b2/1bw1/w2b w", {"b4"}),
    "black must block": ("4x4 hex - 1b2/ww1w/1b2/b3 b", {"c2"}),
    "a bridge to the edge wins": ("4x4 hex - 2b1/2b1/w3/w2w b", {"b3", "c3"}),
    "a wide board": ("3x5 hex - 2b2/2b2/ww1ww b", {"c3"}),
}


@pytest.fixture(scope="module")
def net():
    """One network for all; a session of ONNX Runtime may be asked from any thread."""
    return NetEvaluator(find_model("small"))


@pytest.mark.parametrize(("line", "right"), TACTICS.values(), ids=TACTICS)
@pytest.mark.parametrize("batch", [1, 8])
def test_finds_what_must_be_found(line, right, batch, net):
    board = Board.from_string(line)
    for evaluator in (net, UniformEvaluator()):
        move = MctsPlayer(evaluator, visits=400, batch=batch).play(board, Limit()).move
        assert board.name(move) in right


def test_plays_solved_positions_by_the_network_alone(net):
    """A dose of what the soak runs in full."""
    known = [each for each in solved_positions() if each.winning_moves][::4]
    result = evaluate_player(PolicyPlayer(net), Limit(), known)
    assert result.moves >= 20
    assert result.moves_right >= 0.9 * result.moves


def test_same_visits_same_game(net):
    def game():
        board, player = Board(5), MctsPlayer(net, visits=20)
        while board.outcome() is None:
            board.push(player.play(board, Limit()).move)
        return board.moves

    assert game() == game()


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 7), (6, 4), (9, 9)])
def test_plays_boards_of_any_size_to_their_end(size, net):
    board, player = Board(size, swap="sides"), MctsPlayer(net, visits=6)
    player.start(board, BLACK)
    while board.outcome() is None:
        board.push(player.play(board, Limit()).move)


@pytest.mark.parametrize(
    ("spec", "name"),
    [("mcts", "mcts"), ("policy", "policy"), ("hexmate", "hexmate"), ("level:n=11", "level 11")],
)
def test_says_on_which_boards_its_network_was_not_trained(spec, name):
    player = create(spec)
    assert player.trained_on(Board(11))
    assert caution(player, Board(11)) is None
    said = f"the network of {name} was not trained on 11x9, but it can still play"
    assert caution(player, Board((11, 9))) == said


def test_a_player_without_a_network_needs_no_training():
    board = Board((3, 30))
    players = [MctsPlayer(UniformEvaluator()), create("uct"), create("level:n=10")]
    assert [caution(player, board) for player in players] == [None] * 3


def test_a_hybrid_was_trained_as_its_strategy_was(net):
    hybrid = Hybrid(Human(lambda board, problem: "a1"), MctsPlayer(net))
    assert (hybrid.trained_on(Board(11)), hybrid.trained_on(Board((2, 3)))) == (True, False)


def test_limits_are_those_of_the_player_and_of_the_call(net):
    board = Board(7)

    def visits(limit, **options):
        return MctsPlayer(net, **options).play(board, limit).info.nodes

    assert visits(Limit(), visits=30) == 30
    assert visits(Limit(visits=20), visits=30) == 20
    assert visits(Limit(nodes=10, visits=20), visits=30) == 10
    assert visits(Limit(time=0.001)) <= 8
    assert visits(Limit(clock=Clock(0.0, 50.0))) <= 8


def test_kept_visits_come_on_top(net):
    board, player = Board(7), MctsPlayer(net, visits=100)
    player.start(board, BLACK)
    line = player.play(board, Limit()).info.pv
    assert len(line) > 2
    board.push(line[0])
    board.push(line[1])
    info = player.play(board, Limit()).info
    assert info.nodes == 100
    player.start(board, BLACK)
    assert player.play(board, Limit()).info.visits < info.visits + 100


def test_a_clear_case_saves_the_clock():
    class Sure(UniformEvaluator):
        def evaluate(self, views):
            logits, win_rates = super().evaluate(views)
            logits[:, 12] = 20
            return logits, win_rates

    started = time.perf_counter()
    MctsPlayer(Sure()).play(Board(9), Limit(clock=Clock(80, 80)))
    assert within(3.5, started)  # an even share would be 4 s


def test_stop_from_another_thread(net):
    player, stopped = MctsPlayer(net), []

    def stop():
        stopped.append(time.perf_counter())
        player.stop()

    threading.Timer(0.3, stop).start()
    board = Board(11)
    result = player.play(board, Limit(time=60))
    assert within(0.5, stopped[0])  # a batch or two
    assert board.is_legal(result.move)


def test_analysis_reports_visits_win_rates_priors_and_lines(net):
    board = Board(7)
    board.push_str("c3")
    player = MctsPlayer(net)
    infos = list(player.analyse(board, Limit(visits=60), lines=3))
    assert len(infos) % 3 == 0
    first, second, third = infos[-3:]
    assert [first.rank, second.rank, third.rank] == [1, 2, 3]
    assert first.visits >= second.visits >= third.visits
    assert first.nodes == 60
    for info in (first, second, third):
        assert info.pv[0] == info.move
        assert 0 <= info.win_probability <= 1
        assert info.prior == info.policy[info.move]
        assert info.win_probability == info.cells[info.move]
        assert info.visits == info.cell_visits[info.move]
    assert len(first.policy) == 48
    assert sum(first.policy.values()) == pytest.approx(1, abs=1e-3)
    assert sum(first.cell_visits.values()) == first.nodes
    assert set(first.cells) == set(first.cell_visits)
    assert board.ply == 1


def test_a_proven_position_still_has_a_policy(net):
    board = Board.from_string("4x4 hex - 1b2/1b2/1bw1/w2w b")
    (info,) = list(MctsPlayer(net).analyse(board, Limit()))
    assert info.win_probability == 1
    assert sum(info.policy.values()) == pytest.approx(1, abs=1e-3)


def test_closing_an_analysis_stops_it_and_two_at_once_are_refused(net):
    player = MctsPlayer(net)
    stream = player.analyse(Board(9), Limit())
    next(stream)
    with pytest.raises(PlayerError, match="running already"):
        player.play(Board(9), Limit(visits=10))
    stream.close()
    assert player.play(Board(9), Limit(visits=10)).info.nodes == 10


@pytest.mark.parametrize("swap", ["pieces", "sides"])
@pytest.mark.parametrize(
    ("size", "opening", "leaves"),
    [(3, "a1", True), (3, "b2", False), (4, "b2", True), (5, "c3", False), (11, "f6", False)],
)
def test_swaps_a_strong_opening_and_leaves_a_weak_one(size, opening, leaves, swap, net):
    board = Board(size, swap=swap)
    move = board.push_str(opening)
    player = MctsPlayer(net)
    assert (player._evaluate(board, StopToken()) >= 0.5) is leaves
    assert player.accept_opening(board, move) is leaves


@pytest.mark.slow
def test_proposes_a_fair_opening(net):
    # On small boards the network knows who wins after each stone, and none is fair.
    board, player = Board(11, swap="pieces"), MctsPlayer(net, visits=16)
    board.push(player.propose_opening(board))
    chance = player.play(board, Limit(visits=50)).info.win_probability
    assert 0.15 < chance < 0.85


@pytest.mark.slow
def test_gumbel_and_symmetry_are_options():
    board = Board(6)
    player = create("mcts:visits=16,gumbel=on,batch=2")
    assert player.play(board, Limit()).info.nodes == 16
    plain, both = (
        create(f"hexmate:visits=1,symmetry={state}").play(board, Limit()).info.policy
        for state in ("off", "on")
    )
    assert plain != both
    # Turned by half a circle the empty board is the same.
    assert all(both[cell] == pytest.approx(both[35 - cell], abs=1e-4) for cell in range(36))


def test_without_onnx_runtime_networks_play_in_the_core(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setitem(sys.modules, "openvino", None)
    board = Board(4)
    for spec in ("mcts:net=small", "level:n=12"):
        assert board.is_legal(create(spec).play(board, Limit(visits=5)).move)
    with pytest.raises(ModelError, match=r"pip install 'hexmate\[nets\]'"):
        create("mcts:net=small,device=cpu")


@pytest.mark.slow
def test_names():
    assert create("hexmate").name == "hexmate"
    assert create("mcts:net=small,threads=2").name == "mcts"


def test_only_open_games_on_the_hex_shape(net):
    with pytest.raises(SizeError, match="hex shape"):
        MctsPlayer(net).play(Board(4, shape="square"), Limit())
    board = Board(1)
    board.push(0)
    with pytest.raises(GameOverError):
        MctsPlayer(net).play(board, Limit())


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("mcts:time=0", "time must be more than 0 seconds"),
        ("hexmate:visits=0", "visits must be at least 1"),
        ("mcts:batch=0", "batch must be between 1 and 1024"),
        ("mcts:connect=-1", "connect must be between 0 and"),
        ("mcts:threads=0", "threads must be between 1 and 256"),
        ("mcts:gumbel=on", "with gumbel=on needs visits"),
        ("mcts:net=nowhere.onnx", "no model file nowhere.onnx; models that come .* small"),
        ("hexmate:net=small", "'net=small' is not an option of hexmate"),
    ],
)
def test_bad_options(spec, says):
    with pytest.raises(PlayerError, match=says):
        create(spec)


def test_a_full_tree_ends_the_search():
    board = Board((13, 11))
    small = MctsPlayer(UniformEvaluator(), memory=1).play(board, Limit(visits=5000)).info
    large = MctsPlayer(UniformEvaluator(), memory=64).play(board, Limit(visits=5000)).info
    assert small.nodes < 1000
    assert large.nodes == 5000
    for wrong in (0, 65537):
        with pytest.raises(PlayerError, match="memory must be between 1 and 65536 MiB"):
            MctsPlayer(UniformEvaluator(), memory=wrong)


def test_a_closed_player_gives_its_network_back():
    player = MctsPlayer(evaluator := UniformEvaluator())
    assert player.play(Board(3), Limit(visits=5)).move in range(9)
    shared = sys.getrefcount(evaluator)
    player.close()
    assert sys.getrefcount(evaluator) < shared
    with pytest.raises(PlayerError, match="closed"):
        player.play(Board(3), Limit(visits=5))


class Threaded(UniformEvaluator):
    """Waits until as many threads ask at once as expected, and then lets everyone through."""

    def __init__(self, threads):
        self.threads, self.inside, self.batches = threads, [], []
        self.together = threading.Event()

    def evaluate(self, views):
        self.batches.append(len(views))
        if len(self.batches) > 1:  # the root comes alone
            self.inside.append(threading.current_thread())
            if len(set(self.inside)) == self.threads:
                self.together.set()
            assert self.together.wait(60)
        return super().evaluate(views)


def test_threads_search_one_tree_and_share_a_batch():
    net = Threaded(3)
    info = MctsPlayer(net, threads=3, batch=8).play(Board(9), Limit(visits=200)).info
    assert info.nodes == sum(info.cell_visits.values()) == 200
    assert net.together.is_set(), "three at once"
    assert max(net.batches) == 3


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_end_with_the_search_and_see_proofs(threads, net):
    player = MctsPlayer(net, threads=threads)
    for line, right in TACTICS.values():
        board = Board.from_string(line)
        assert board.name(player.play(board, Limit(visits=300)).move) in right
    assert player.play(Board(6), Limit(time=0.05)).info.nodes > 0
    infos = list(player.analyse(Board(5), Limit(visits=40)))
    assert infos[-1].nodes == 40
    assert not [each for each in threading.enumerate() if each.name == "hexmate-leaves"]


def test_an_error_on_any_thread_ends_the_search():
    class Failing(UniformEvaluator):
        def evaluate(self, views):
            if threading.current_thread().name == "hexmate-leaves":
                raise ModelError("broken")
            return super().evaluate(views)

    player = MctsPlayer(Failing(), threads=2)
    with pytest.raises(ModelError, match="broken"):
        player.play(Board(11), Limit(visits=10**6))
