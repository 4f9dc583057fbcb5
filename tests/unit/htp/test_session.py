"""A game behind the protocol: rules, swaps in both dialects, undo, and what the player is told."""

import numpy as np
import pytest

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import (
    GameOverError,
    IllegalMoveError,
    NoMoveError,
    OccupiedError,
    PlayerError,
    SwapError,
)
from hexmate.htp.session import SearchWatcher, Session
from hexmate.htp.swaps import SwapDialect
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.levels import LevelPlayer
from hexmate.players.random import RandomPlayer


class Fake(Player):
    """Plays the first legal cell and writes down what it is told."""

    name = "fake"

    def __init__(self, *, accepts=True, answer=None, infos=None, trained=range(33)):
        self.told = []
        self.trained = trained
        self.accepts, self.answer, self.infos = accepts, answer, infos

    def propose_opening(self, board):
        self.told.append("propose")
        return 1

    def accept_opening(self, board, move):
        self.told.append(f"accept {board.name(move)}?")
        return self.accepts

    def start(self, board, color):
        self.told.append(f"start {color}")

    def trained_on(self, board):
        return board.rows in self.trained

    def play(self, board, limit):
        self.told.append(f"play {board.turn}")
        self.limit = limit
        return self.answer or PlayResult(next(iter(board.legal_moves)))

    def analyse(self, board, limit, lines=1):
        if self.infos is None:
            return super().analyse(board, limit, lines)
        self.asked = (limit, lines)
        return iter(self.infos)

    def finish(self, outcome):
        self.told.append(f"finish {outcome and outcome.result()}")


def session_of(size=3, **options):
    session = Session(options.pop("player", None) or Fake(), **options)
    session.resize(size, size)
    return session


def play(session, *moves):
    for move in moves:
        session.play(session.board.turn, move)


WON = ("b2", "a1", "b1", "c1", "a3")


def test_a_size_is_columns_then_rows():
    session = Session(Fake())
    session.resize(4, 3)
    assert (session.board.rows, session.board.cols) == (3, 4)


def test_stones_out_of_turn_are_removed_one_by_one():
    session = session_of()
    for word in ("a1", "b2", "c3"):
        session.play(WHITE, word)
    assert session.board.stones(WHITE) == [0, 4, 8]
    assert session.board.turn is BLACK
    for left in ([0, 4], [0], []):
        session.undo()
        assert session.board.stones(WHITE) == left
    with pytest.raises(NoMoveError):
        session.undo()


def test_a_resignation_is_one_move_to_take_back():
    session = session_of()
    play(session, "b2", "resign")
    assert session.board.outcome().winner is BLACK
    session.undo()
    assert session.board.outcome() is None
    assert session.board["b2"] is BLACK
    session.play(BLACK, "forfeit")
    assert session.board.outcome().winner is WHITE


def test_moves_after_the_end_are_taken_back_first():
    session = session_of()
    play(session, *WON)
    for word in ("c3", "pass", "resign", "swap"):
        session.play(WHITE, word)
    with pytest.raises(OccupiedError):
        session.play(WHITE, "b2")
    with pytest.raises(ValueError, match="z9"):
        session.play(WHITE, "z9")
    for _ in range(4):
        session.undo()
        assert session.board.outcome().winner is BLACK
    session.undo()
    assert session.board.outcome() is None
    assert session.board.ply == 4


def test_the_loser_of_a_finished_game_resigns():
    session = session_of()
    play(session, *WON)
    assert session.generate(WHITE) == "resign"
    with pytest.raises(GameOverError, match=r"B\+"):
        session.generate(BLACK)
    assert session.player.told == []


@pytest.mark.parametrize(
    ("dialect", "word", "stones", "turn"),
    [
        (SwapDialect.HEXMATE, "swap-pieces", ([], [3]), BLACK),
        (SwapDialect.HEXMATE, "swap", ([], [3]), BLACK),
        (SwapDialect.HEXMATE, "swap-sides", ([1], []), WHITE),
        (SwapDialect.BENZENE, "swap-pieces", ([1], []), WHITE),
        (SwapDialect.BENZENE, "swap", ([1], []), WHITE),
        (SwapDialect.BENZENE, "swap-sides", ([1], []), WHITE),
    ],
)
@pytest.mark.parametrize("allow_swap", [False, True])
def test_a_swap_of_the_client(dialect, word, stones, turn, allow_swap):
    session = session_of(dialect=dialect, allow_swap=allow_swap)
    play(session, "b1", word)
    board = session.board
    assert (board.stones(BLACK), board.stones(WHITE)) == stones
    assert board.turn is turn
    session.undo()
    assert session.board.stones(BLACK) == [1]
    assert session.board.swap_available is allow_swap


@pytest.mark.parametrize("dialect", SwapDialect)
def test_a_board_that_is_not_square_is_swapped_by_sides(dialect):
    session = session_of(dialect=dialect)
    session.resize(4, 3)
    play(session, "b1", "swap")
    assert session.board["b1"] is BLACK
    assert session.board.turn is WHITE


@pytest.mark.parametrize("moves", [(), ("b1", "a1"), ("b1", "swap", "c1", "b3")])
def test_swaps_that_cannot_be(moves):
    session = session_of()
    play(session, *moves)
    before = session.board.to_string()
    with pytest.raises(SwapError):
        session.play(session.board.turn, "swap")
    assert session.board.to_string() == before


@pytest.mark.parametrize(
    ("dialect", "size", "word"),
    [
        (SwapDialect.HEXMATE, (3, 3), "swap-pieces"),
        (SwapDialect.HEXMATE, (4, 3), "swap-sides"),
        (SwapDialect.BENZENE, (3, 3), "swap-pieces"),
        (SwapDialect.BENZENE, (4, 3), "swap-pieces"),
    ],
)
def test_our_player_swaps_in_the_clients_words(dialect, size, word):
    session = Session(Fake(accepts=False), dialect=dialect, allow_swap=True)
    session.resize(*size)
    session.play(BLACK, "b2")
    assert session.generate(WHITE) == word
    assert session.player.told == ["start white", "accept b2?"]
    assert session.board.moves[-1] == SWAP


def test_with_the_swap_rule_the_player_opens_and_answers():
    session = session_of(allow_swap=True)
    assert session.generate(BLACK) == "b1"
    assert session.generate(WHITE) == "a1"
    assert session.player.told == ["start black", "propose", "accept b1?", "play white"]


def test_without_the_swap_rule_it_just_plays():
    session = session_of()
    assert session.generate(BLACK) == "a1"
    assert session.generate(WHITE) == "b1"
    assert session.player.told == ["start black", "play black", "play white"]


def test_a_lone_white_stone_is_a_legal_start():
    session = session_of(allow_swap=True)
    session.play(WHITE, "a2")
    assert session.generate(BLACK) == "a1"
    assert session.player.told == ["start black", "play black"]


def test_either_colour_can_be_asked():
    session = session_of()
    assert session.generate(WHITE) == "a1"
    assert session.generate(WHITE) == "b1"
    assert session.board.stones(WHITE) == [0, 1]
    assert session.player.told == ["start white", "play white", "play white"]
    assert session.board.ply == 2


def test_choosing_does_not_make_the_move():
    session = session_of()
    assert session.choose(BLACK).move == 0
    assert session.board.ply == 0


def test_the_player_is_told_of_starts_and_ends():
    session = session_of()
    session.clear()
    assert session.player.told == []
    play(session, *WON[:-1])
    session.generate(BLACK)
    session.clear()
    assert session.player.told == ["start black", "play black", "finish None"]


def test_boards_that_a_network_does_not_know_are_logged_once():
    logged = []
    session = session_of(player=Fake(trained=(2, 3)), log=logged.append)
    for size in (3, 4, 3, 4, 5, 2):
        session.resize(size, size)
        session.generate(BLACK)
    assert logged == [
        f"the network of fake was not trained on {size}, but it can still play"
        for size in ("4x4", "5x5")
    ]


def test_rules_can_change_until_a_swap():
    session = session_of()
    play(session, "b1")
    session.set_rules(True, SwapDialect.HEXMATE)
    assert session.board.swap_available
    session.set_rules(True, SwapDialect.BENZENE)
    assert session.board.swap == "sides"
    play(session, "swap")
    session.set_rules(False, SwapDialect.HEXMATE)
    assert session.board.swap == "sides"
    session.clear()
    assert session.board.swap is None


def test_a_position_brings_its_shape_and_rule():
    session = session_of()
    session.set_position(Board.from_string("3x4 offset sides 4/1b2/4 w"))
    assert session.allow_swap
    session.clear()
    assert session.board.to_string() == "3x4 offset sides 4/4/4 b"


def test_limits_and_clocks_reach_the_player():
    session = session_of(limit=Limit(visits=7))
    session.clocks.set(100, 0, 0)
    session.generate(BLACK)
    assert (session.player.limit.visits, session.player.limit.clock.black) == (7, 100)
    assert session.clocks.left(BLACK)[0] < 100
    assert session.clocks.left(WHITE)[0] == 100


@pytest.mark.parametrize(
    "answer", [PlayResult(99), PlayResult(0), PlayResult(None), PlayResult("a2"), 1, "a2"]
)
def test_answers_that_are_none(answer):
    session = session_of(player=Fake(answer=answer))
    play(session, "a1")
    with pytest.raises(PlayerError, match="fake answered"):
        session.generate(WHITE)
    assert session.board.ply == 1


@pytest.mark.parametrize(("move", "name"), [(np.int64(4), "b2"), (PASS, "pass")])
def test_unusual_answers(move, name):
    assert session_of(player=Fake(answer=PlayResult(move))).generate(BLACK) == name


def test_a_swap_out_of_place_is_no_answer():
    session = session_of(player=Fake(answer=PlayResult(SWAP)))
    play(session, "a1")
    with pytest.raises(PlayerError, match="not a legal move"):
        session.generate(WHITE)


def test_genmove_with_analysis_plays_the_best_line_shown():
    seen = []
    infos = [Info(move=3), Info(move=5, rank=2), Info(move=8)]
    session = session_of(player=Fake(infos=infos))
    watch = SearchWatcher(
        lambda board, infos: seen.append([i.move for i in infos]), seconds=0, lines=2
    )
    assert session.generate(BLACK, watch) == "c3"
    assert seen == [[3, 5], [8, 5]]
    assert session.player.asked == (Limit(time=1.0), 2), "an analysis without a bound has one"


@pytest.mark.parametrize("player", [Fake(), Fake(infos=[]), Fake(infos=[Info()])])
def test_a_player_without_analysis_plays_silently(player):
    assert (
        session_of(player=player).generate(BLACK, SearchWatcher(lambda board, infos: None)) == "a1"
    )


def test_a_level_is_not_stronger_when_it_is_watched():
    seen = []
    session = session_of(5, player=LevelPlayer(1, seed=1))
    quiet = session_of(5, player=LevelPlayer(1, seed=1))
    watch = SearchWatcher(lambda board, infos: seen.append(infos))
    assert [session.generate(BLACK, watch), session.generate(WHITE, watch)] == [
        quiet.generate(BLACK),
        quiet.generate(WHITE),
    ]
    assert seen == []


def test_a_bad_move_changes_nothing():
    session = session_of(player=RandomPlayer(seed=1))
    play(session, "b2")
    for word in ("b2", "z9", "d1", "", "b"):
        with pytest.raises((IllegalMoveError, ValueError)):
            session.play(WHITE, word)
    assert session.board.to_string() == "3x3 hex - 3/1b1/3 w"
