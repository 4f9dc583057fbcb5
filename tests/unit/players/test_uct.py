"""Tree search with playouts: what it must find, keep, prove and obey."""

import threading
import time

import pytest
from support.boards import IDS, SPECS, make
from support.patience import kept, within

from hexmate import _core
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.connect import VirtualConnections
from hexmate.coords import SWAP
from hexmate.errors import GameOverError, PlayerError
from hexmate.players import Clock, Limit, UctPlayer, create
from hexmate.players.searching import least, seconds_for, updates
from hexmate.players.stopping import StopToken

# Rows from the top; Black joins top and bottom. Who moves, and the moves that are right.
TACTICS = {
    "black wins at once": ("4x4 hex - 1b2/1b2/1bw1/w2w b", {"b4"}),
    "white wins at once": ("4x4 hex - 1b2/ww1w/1b2/b3 w", {"c2"}),
    "white must block": ("4x4 hex - 1b2/1b2/1bw1/w2b w", {"b4"}),
    "black must block": ("4x4 hex - 1b2/ww1w/1b2/b3 b", {"c2"}),
    "a bridge to the edge wins": ("4x4 hex - 2b1/2b1/w3/w2w b", {"b3", "c3"}),
    "square": ("3x3 square - 1b1/1b1/w1w b", {"b3"}),
    "offset": ("3x3 offset - 1b1/1b1/2w w", {"a3", "b3"}),
}


@pytest.mark.parametrize(("line", "right"), TACTICS.values(), ids=TACTICS)
def test_finds_what_must_be_found(line, right):
    board = Board.from_string(line)
    move = UctPlayer(visits=2000, seed=1).play(board, Limit()).move
    assert board.name(move) in right


@pytest.mark.parametrize("connect", [False, True])
def test_connections_leave_only_moves_that_can_win(connect):
    board = Board.from_string("5x5 hex - 5/5/2b2/5/5 w")  # Black has a winning connection
    assert UctPlayer(visits=20, seed=1, connect=connect).play(board, Limit()).move >= 0
    board = Board.setup(["d4"], [], size=6, turn=WHITE)
    must_play = {board.parse(cell) for cell in ("e1", "d3", "d5", "b6")}
    moves = {
        UctPlayer(visits=3, seed=seed, connect=connect).play(board, Limit()).move
        for seed in range(8)
    }
    assert (moves <= must_play) == connect


def test_a_winning_connection_is_completed_at_once():
    board = Board(5)
    player = create("uct:connect=on,seed=1,visits=1000")
    result = player.play(board, Limit())
    board.push(result.move)
    assert VirtualConnections(board).win(BLACK) is not None
    assert result.info.proven
    assert result.info.win_probability == 1
    for other in (Board(4, shape="square"), Board((2, 20))):
        assert create("uct:connect=on,visits=5").play(other, Limit()).move in other.legal_moves


def value(board: Board, known: dict[int, float]) -> float:
    """By looking at everything: 1 won, 0.5 drawn, 0 lost for the side to move."""
    if board.outcome() is not None:
        winner = board.outcome().winner
        return 0.5 if winner is None else float(winner is board.turn)
    key = board.position_key()
    if key not in known:
        best = 0.0
        for move in board.legal_moves:
            if move != SWAP and best < 1:
                board.push(move)
                best = max(best, 1 - value(board, known))
                board.pop()
        known[key] = best
    return known[key]


TINY = [
    ("hex", (1, 1)), ("hex", (2, 2)), ("hex", (3, 3)), ("hex", (2, 4)), ("offset", (3, 3)),
    ("offset", (3, 2)), ("square", (2, 2)), ("square", (2, 3)), ("square", (3, 3)),
    ("triangle", (1, 2)), ("triangle", (2, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "size"), TINY, ids=str)
def test_proven_results_are_those_of_brute_force(shape, size, rng):
    for threads in (1, 2):
        board, known = Board(size, shape=shape), {}
        while board.outcome() is None:
            uct, right = _core.Uct(seed=2, memory=16, threads=threads), value(board, known)
            report = uct.search(board, None, 20_000)
            assert report.proven in (right, None)
            if right != 0.5 or board.num_empty <= 6:
                # A thread that the machine holds up may lack what the other has visits for.
                for _ in range(20 * (threads - 1)):
                    report = (
                        report if report.proven is not None else uct.search(board, None, 20_000)
                    )
                assert report.proven == right == report.win_probability
            for move in report.moves:
                board.push(move.move)
                assert move.proven in (1 - value(board, known), None)
                board.pop()
            board.push(rng.choice([move for move in board.legal_moves if move >= 0]))


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_plays_every_board_to_its_end_without_a_swap(spec):
    board, player = make(spec), UctPlayer(visits=60, memory=16, seed=3)
    player.start(board, BLACK)
    while board.outcome() is None:
        move = player.play(board, Limit()).move
        assert move != SWAP
        board.push(move)


def test_same_seed_same_game():
    def game(seed, bridges=True):
        board, player = Board(5), UctPlayer(visits=300, memory=16, seed=seed, bridges=bridges)
        while board.outcome() is None:
            board.push(player.play(board, Limit()).move)
        return board.moves

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(4)}) > 1
    assert game(1, bridges=False) == game(1, bridges=False)


def test_bridges_can_be_left_to_chance():
    board = Board(7)
    board.push_str("d4")
    on, off = (
        _core.Uct(seed=1, memory=16, save_bridges=save).search(board, None, 500)
        for save in (True, False)
    )
    assert [m.visits for m in on.moves] != [m.visits for m in off.moves]


def test_threads_share_one_tree():
    search = _core.Uct(threads=3, memory=16)
    report = search.search(Board(6), None, 3000)
    assert 3000 <= report.simulations < 3003
    assert sum(move.visits for move in report.moves) == report.simulations


def test_the_tree_is_kept_between_moves():
    board, search = Board(6), _core.Uct(memory=16, seed=1)
    report = search.search(board, None, 20_000)
    for move in report.moves[0].line[:2]:
        board.push(move)
    later = search.search(board, None, 1)
    assert 100 < later.kept_visits < report.moves[0].visits
    assert sum(move.visits for move in later.moves) >= later.kept_visits / 2
    board.pop()
    assert search.search(board, None, 1).kept_visits == 0


def test_memory_is_bounded_and_a_full_tree_is_searched_on():
    search = _core.Uct(memory=1, expand_after=0)
    report = search.search(Board(11), None, 3000)
    assert report.simulations == 3000
    assert report.tree_capacity - 121 <= report.tree_size <= report.tree_capacity
    assert report.tree_capacity <= 2**20 / 24


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads):
    player = UctPlayer(threads=threads, memory=64)
    board, stopped = Board(14), []

    def stop():
        stopped.append(time.perf_counter())
        player.stop()

    threading.Timer(0.1, stop).start()
    result = player.play(board, Limit(time=20))
    assert within(0.25, stopped[0])
    assert board.is_legal(result.move)


def test_time_is_kept():
    player, over = UctPlayer(memory=64), []
    for _ in range(5):
        started = time.perf_counter()
        info = player.play(Board(11), Limit(time=0.05)).info
        over.append(time.perf_counter() - started - 0.05)
        assert info.time >= 0.05
    assert min(over) >= 0
    assert kept(0.02, min(over))


def test_limits_are_those_of_the_player_and_of_the_call():
    board = Board(8)

    def visits(player, limit):
        player.start(board, BLACK)
        return player.play(board, limit).info.nodes

    assert visits(UctPlayer(visits=100), Limit()) == 100
    assert visits(UctPlayer(visits=100), Limit(visits=50)) == 50
    assert visits(UctPlayer(visits=100), Limit(nodes=70, visits=90)) == 70
    assert visits(UctPlayer(time=5), Limit(visits=30, depth=2)) == 30
    assert visits(UctPlayer(), Limit(clock=Clock(0.0, 50.0))) <= 1000


def test_a_share_of_the_clock():
    board = Board(11)
    assert seconds_for(board, Limit()) is None
    assert 1 < seconds_for(board, Limit(clock=Clock(60, 1))) < 5
    assert seconds_for(board, Limit(time=0.5, clock=Clock(60, 1))) == 0.5
    assert seconds_for(board, Limit(clock=Clock(0.01, 60))) == 0
    board.push_str("a1")
    assert seconds_for(board, Limit(clock=Clock(60, 1))) < 0.2
    assert seconds_for(board, Limit(clock=Clock(1, 10, increment=5))) <= 5
    assert least(2.0, None, 1.0) == 1.0


def test_analysis_streams_the_best_lines_first():
    board = Board(9)
    board.push_str("c3")
    begun = time.perf_counter()
    infos = list(UctPlayer(memory=64).analyse(board, Limit(time=0.45), lines=3))
    assert len(infos) % 3 == 0
    assert 1 <= len(infos) // 3 <= 10 * (time.perf_counter() - begun) + 2, "ten times per second"
    for first, second, third in zip(infos[::3], infos[1::3], infos[2::3], strict=True):
        assert first.visits >= second.visits >= third.visits
        for info in (first, second, third):
            assert info.pv[0] == info.move
            assert 0 <= info.win_probability <= 1
            assert info.cells[info.move] == info.win_probability
            assert info.cell_visits[info.move] == info.visits
    assert infos[-1].nodes >= infos[0].nodes > 0
    assert board.ply == 1


def test_closing_an_analysis_stops_it():
    player = UctPlayer(memory=64)
    stream = player.analyse(Board(9), Limit())
    next(stream)
    stream.close()
    assert player.play(Board(9), Limit(visits=10)).info.nodes == 10


def test_an_error_in_the_search_reaches_the_caller():
    def fail() -> int:
        raise PlayerError("no")

    with pytest.raises(PlayerError, match="no"):
        list(updates(fail, lambda: 1, StopToken()))


def test_a_search_is_refused_while_one_runs():
    player = UctPlayer(memory=64)
    stream = player.analyse(Board(9), Limit())
    next(stream)
    with pytest.raises(PlayerError, match="running already"):
        player.play(Board(9), Limit(visits=10))
    stream.close()


def test_a_finished_game_has_no_move():
    board = Board(1)
    board.push(0)
    with pytest.raises(GameOverError):
        UctPlayer().play(board, Limit())


# True where the opening loses, as everything has been looked at on these boards.
@pytest.mark.parametrize("swap", ["pieces", "sides"])
@pytest.mark.parametrize(
    ("size", "opening", "leaves"),
    [(3, "a1", True), (3, "b2", False), (4, "b2", True), (4, "b3", False), (5, "c3", False)],
)
def test_swaps_a_strong_opening_and_leaves_a_weak_one(size, opening, leaves, swap):
    board = Board(size, swap=swap)
    move = board.push_str(opening)
    player = UctPlayer(visits=5000, memory=64, seed=1)
    assert (player._evaluate(board, StopToken()) >= 0.5) is leaves
    assert player.accept_opening(board, move) is leaves


def test_proposes_a_fair_opening():
    board = Board(7, swap="pieces")
    player = UctPlayer(visits=3000, memory=64, seed=1)
    move = player.propose_opening(board)
    assert board.ply == 0
    board.push(move)
    report = _core.Uct(memory=64, seed=9).search(board, None, 20_000)
    assert 0.3 < report.win_probability < 0.7
    assert board.turn is WHITE


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("uct:time=0", "more than 0 seconds"),
        ("uct:time=-1", "more than 0 seconds"),
        ("uct:visits=0", "visits must be at least 1"),
        ("uct:threads=0", "threads are 1 to 256"),
        ("uct:memory=0", r"between 1 and 65536 MiB \(got 0"),
        ("uct:memory=-5", r"between 1 and 65536 MiB \(got -5"),
        ("uct:bridges=maybe", "'maybe' is not a valid bridges for uct"),
        ("uct:depth=3", "'depth=3' is not an option of uct"),
    ],
)
def test_bad_options(spec, says):
    with pytest.raises(PlayerError, match=says):
        create(spec)


def test_options_by_name():
    player = create("uct:time=2,visits=40,threads=2,memory=8,seed=5,bridges=off")
    assert player.name == "uct"
    assert 40 <= player.play(Board(5), Limit()).info.nodes < 42
