"""Stopping: a token counts whenever it is stopped, and for its own search only."""

import threading
import time

import pytest

from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.conformance import check
from hexmate.players.hybrid import Hybrid
from hexmate.players.levels import LEVELS
from hexmate.players.random import RandomPlayer
from hexmate.players.registry import create
from hexmate.players.searching import updates
from hexmate.players.stopping import Stoppable, StopToken

SEARCHING = [
    *("negamax", "minimax", "resistance", "perfect", "montecarlo", "uct", "jeudehex"),
    *("mcts", "hexmate", "mcts:gumbel=on,visits=5000"),
    *(f"level:n={n}" for n in LEVELS),
]
LONG = 600.0
"""Seconds that no test waits for: a stop that is lost shows as a test that hangs."""
SOON = 20.0
"""Seconds for an answer that takes milliseconds on an idle machine, loading a network aside."""


def stopped() -> StopToken:
    token = StopToken()
    token.stop()
    return token


@pytest.mark.parametrize("spec", SEARCHING)
def test_a_stop_before_the_search_ends_it_at_once_and_not_the_next(spec):
    player, board = create(spec), Board(9)
    board.push_str("e5")
    for call in (
        lambda: player.play(board, Limit(time=LONG)).move,
        lambda: player.play(board, Limit(nodes=10**9)).move,
        lambda: list(player.analyse(board, Limit(time=LONG), 2))[-1].move,
        lambda: player.propose_opening(Board(9, swap="pieces")),
        lambda: player.accept_opening(board, board.peek()),
    ):
        if spec == "jeudehex" and "analyse" in call.__code__.co_names:
            continue  # it cannot analyse
        began = time.perf_counter()
        answer = stopped().run(call)
        assert time.perf_counter() - began < SOON
        assert isinstance(answer, bool) or Board(9).is_legal(answer)
    # The stopped searches have left nothing behind.
    assert player.play(Board(3), Limit(time=0.2)).move in Board(3).legal_moves


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["negamax", "uct", "montecarlo", "mcts"])
def test_a_stop_without_a_search_does_not_shorten_the_next(spec):
    player = create(spec)
    player.stop()
    player.play(Board(9), Limit(visits=400))
    player.stop()
    info = player.play(Board(9), Limit(visits=400)).info
    assert info.nodes >= 400


@pytest.mark.parametrize("spec", ["negamax", "uct", "montecarlo", "mcts", "perfect", "level:n=9"])
def test_stop_reaches_a_search_that_has_only_just_begun(spec):
    """At the first look at the player's running searches, long before its threads run."""
    player, board = create(spec), Board(11)
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(player.play(board, Limit(time=LONG)).move), daemon=True
    )
    thread.start()
    while not player._searches:
        time.sleep(0)
    player.stop()
    thread.join(SOON)
    assert answers
    assert board.is_legal(answers[0])


@pytest.mark.parametrize("spec", ["negamax", "uct", "montecarlo", "mcts", "level:n=9"])
def test_an_analysis_ends_with_its_token_or_its_iterator(spec):
    player, token = create(spec), StopToken()
    infos = token.over(player.analyse(Board(11), Limit(time=LONG)))
    next(infos)
    token.stop()
    assert len(list(infos)) < 100
    infos = player.analyse(Board(11), Limit(time=LONG))
    next(infos)
    infos.close()
    assert player._searches == []
    assert player.play(Board(3), Limit(time=0.1)).move in Board(3).legal_moves


def test_a_person_who_takes_back_stops_the_strategy_from_the_first_moment():
    strategy = create("uct")
    hybrid = Hybrid(RandomPlayer(), strategy)
    hybrid.hand_over()
    done = []
    thread = threading.Thread(
        target=lambda: done.append(hybrid.play(Board(11), Limit(time=LONG))), daemon=True
    )
    thread.start()
    while not strategy._searches:
        time.sleep(0)
    hybrid.take_back()
    thread.join(SOON)
    assert done


def test_callbacks_are_called_once_and_not_after_their_time():
    token, calls = StopToken(), []
    with token.calling(lambda: calls.append("past")):
        pass
    with token.calling(lambda: calls.append("during")):
        token.stop()
        token.stop()
    with token.calling(lambda: calls.append("late")):
        pass
    assert calls == ["during", "late"]
    assert token.stopped


def test_a_callback_that_raises_does_not_keep_the_others_from_being_called():
    token, calls = StopToken(), []

    def fail():
        calls.append("first")
        raise OSError("gone")

    with (
        token.calling(fail),
        token.calling(lambda: calls.append("second")),
        pytest.raises(OSError, match="gone"),
    ):
        token.stop()
    assert token.stopped
    assert calls == ["first", "second"]


def test_a_stopped_analysis_has_no_lines_that_were_not_searched():
    board = Board(7)
    infos = list(stopped().over(create("negamax").analyse(board, Limit(time=LONG), 3)))
    assert {info.rank for info in infos} == {1}


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["uct", "montecarlo", "negamax", "perfect"])
@pytest.mark.parametrize("seconds", [float("inf"), 1e12, 1e300])
def test_a_time_longer_than_the_clock_can_count_is_no_limit(spec, seconds):
    player, nodes = create(spec), 3000
    report = player.play(Board(9), Limit(time=seconds, nodes=nodes)).info
    assert (report.nodes or report.visits) >= nodes


def test_a_time_that_is_not_a_number_is_refused():
    with pytest.raises(PlayerError, match="must be a number"):
        create("uct").play(Board(5), Limit(time=float("nan")))


def test_a_scope_covers_its_thread_only_and_ends():
    class Asked(Stoppable):
        def now(self):
            with self.searching() as token:
                return token.stopped

    asked, seen = Asked(), []
    with stopped().scope():
        assert asked.now()
        with StopToken().scope():
            assert not asked.now()
        thread = threading.Thread(target=lambda: seen.append(asked.now()))
        thread.start()
        thread.join()
    assert seen == [False]
    assert not asked.now()


def test_the_stop_of_one_call_leaves_the_token_of_the_caller_alone():
    player, token = create("uct"), StopToken()

    def search():
        with token.scope():
            player.play(Board(11), Limit(time=LONG))
            return player.play(Board(11), Limit(visits=300)).info.nodes

    found = []
    thread = threading.Thread(target=lambda: found.append(search()), daemon=True)
    thread.start()
    while not player._searches:
        time.sleep(0)
    player.stop()
    thread.join(SOON)
    assert found == [300]
    assert not token.stopped


def test_updates_run_the_search_in_the_scope_of_their_token():
    class Inner(Stoppable):
        def search(self):
            with self.searching() as token:
                while not token.stopped:
                    time.sleep(0.001)
            return "ended"

    token = StopToken()
    found = updates(Inner().search, lambda: "running", token, interval=0.01)
    assert next(found) == "running"
    token.stop()
    assert list(found)[-1] == "ended"


class Forgetful(Player):
    """Stops in its own way, and forgets a stop that comes before `play`."""

    name = "forgetful"

    def __init__(self):
        self.stopped = threading.Event()

    def play(self, board, limit):
        time.sleep(0.05)
        self.stopped.clear()
        self.stopped.wait(limit.time or 0)
        move = next(move for move in board.legal_moves if move >= 0)
        return PlayResult(move, Info(move))

    def stop(self):
        self.stopped.set()


@pytest.mark.slow
def test_the_conformance_check_names_a_player_that_forgets_an_early_stop(monkeypatch):
    monkeypatch.setattr("hexmate.players.conformance._SLACK", 0.4)
    made = []

    def make():
        made.append(Forgetful())
        return made[-1]

    problems = check(make, boards=())
    for player in made:
        player.stop()  # its thread must not outlive the test
    # On a busy machine the player may also forget a stop that comes soon after the start.
    assert "stop before the search: it continued to search" in problems
