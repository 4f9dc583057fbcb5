"""Search on the client's time: when it runs, that every line ends it, and what is kept."""

import threading

import pytest

from hexmate.board import Board
from hexmate.errors import PlayerError
from hexmate.htp.codec import Assembler
from hexmate.htp.server import Server
from hexmate.htp.session import Session
from hexmate.nets.evaluator import UniformEvaluator
from hexmate.players import Limit, MctsPlayer, create
from hexmate.players.base import Player, PlayResult
from hexmate.players.pondering import Pondering, can_ponder
from hexmate.players.random import RandomPlayer
from hexmate.players.stopping import StopToken

PATIENCE = 60


class Ponderer(Player):
    """Plays the first free cell, and writes down on which boards it ponders."""

    name = "ponderer"
    ponders = True

    def __init__(self, failure=None):
        self.failure = failure
        self.began, self.ended = threading.Semaphore(0), threading.Semaphore(0)
        self.boards, self.pondering = [], False

    def play(self, board, limit):
        assert not self.pondering
        return PlayResult(next(iter(board.legal_moves)))

    def finish(self, outcome):
        assert not self.pondering

    def ponder(self, board):
        self.boards.append(board.to_string())
        stopped, self.pondering = threading.Event(), True
        with self.searching() as token, token.calling(stopped.set):
            self.began.release()
            if self.failure is not None:
                self.pondering = False
                raise self.failure
            assert stopped.wait(PATIENCE)
        self.pondering = False
        self.ended.release()


def serve(player, lines):
    """The answers to lines, which come one by one."""
    parts = []
    Server(Session(player)).serve(lines, parts.append)
    stream = Assembler()
    return [each for line in "".join(parts).split("\n")[:-1] if (each := stream.feed(line))]


def after_pondering(player, *lines):
    """Lines, each sent when the player ponders about what came before it."""
    for line in lines:
        assert player.began.acquire(timeout=PATIENCE)
        yield line


def test_it_searches_the_position_after_its_move_until_a_line_comes():
    player = Ponderer()

    def lines():
        yield "boardsize 3"
        yield "genmove black"
        yield from after_pondering(player, "play white b2")
        yield "genmove black"
        yield from after_pondering(player, "quit")

    answers = serve(player, lines())
    assert [answer.text for answer in answers] == ["", "a1", "", "b1", ""]
    assert player.boards == ["3x3 hex - b2/3/3 w", "3x3 hex - bb1/1w1/3 w"]
    assert player.ended.acquire(timeout=0)
    assert player.ended.acquire(timeout=0)


@pytest.mark.parametrize(
    ("line", "again"),
    [("showboard", True), ("", True), ("# interrupt", True), ("time_left black 9 0", True)]
    + [(line, False) for line in ("undo", "clear_board", "boardsize 4", "play white resign")]
    + [("param_game ponder 0", False), ("set_position black c3", False)],
)
def test_it_goes_on_only_while_the_position_stays(line, again):
    player = Ponderer()

    def lines():
        yield "boardsize 3"
        yield "genmove black"
        yield from after_pondering(player, line)
        if again:
            yield from after_pondering(player, "quit")

    assert all(answer.ok for answer in serve(player, lines()))
    assert len(player.boards) == 1 + again
    assert not player.pondering


def test_it_is_off_unless_asked_for():
    player = Ponderer()
    player.ponders = False
    serve(player, ["boardsize 3", "genmove black", "play white b2", "genmove black"])
    assert player.boards == []

    def lines():
        yield "param_game ponder 1"
        yield "genmove black"
        yield from after_pondering(player, "quit")

    assert all(answer.ok for answer in serve(player, lines()))


def test_it_ends_with_the_input_and_outlives_errors():
    player = Ponderer(failure=RuntimeError("no"))

    def lines():
        yield "genmove black"
        yield from after_pondering(player, "play white k11")
        yield "genmove black"
        assert player.began.acquire(timeout=PATIENCE)

    assert all(answer.ok for answer in serve(player, lines()))


def test_a_player_that_cannot_says_so():
    session = Session(RandomPlayer(seed=1))
    with pytest.raises(PlayerError, match="random cannot search on the opponent's time"):
        session.set_ponder(True)
    session.set_ponder(False)
    assert not can_ponder(RandomPlayer())
    assert can_ponder(MctsPlayer(UniformEvaluator()))


def test_the_option_of_the_player():
    assert [create(f"mcts:ponder={state}").ponders for state in ("on", "off")] == [True, False]
    assert Session(create("mcts:ponder=on")).ponder


class Counting(UniformEvaluator):
    """Sets an event once it has been asked a number of times."""

    def __init__(self, batches):
        self.batches, self.enough = batches, threading.Event()

    def evaluate(self, views):
        self.batches -= 1
        if self.batches <= 0:
            self.enough.set()
        return super().evaluate(views)


def test_the_tree_below_the_reply_is_kept():
    net = Counting(60)
    board, player = Board(5), MctsPlayer(net)
    board.push(player.play(board, Limit(visits=10)).move)
    with Pondering(player, board.copy()):
        assert net.enough.wait(PATIENCE)
    line = next(player.analyse(board, Limit(visits=1))).pv
    board.push(line[0])
    info = player.play(board, Limit(visits=5)).info
    assert info.nodes <= 5
    assert sum(info.cell_visits.values()) > 10


def test_a_tree_survives_undo_and_other_boards():
    net = Counting(10)
    board, player = Board(5), MctsPlayer(net)
    board.push(player.play(board, Limit(visits=10)).move)
    with Pondering(player, board.copy()):
        assert net.enough.wait(PATIENCE)
    board.pop()
    for other in (board, Board(4), Board((3, 6))):
        assert other.is_legal(player.play(other, Limit(visits=5)).move)


def test_a_stop_before_it_begins_counts():
    stop = StopToken()
    stop.stop()
    with stop.scope():
        MctsPlayer(UniformEvaluator()).ponder(Board(5))
