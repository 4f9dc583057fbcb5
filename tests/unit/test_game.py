import copy
import gc
import pickle
import weakref

import pytest
from support.record_samples import finished_game, line, rich_game

from hexmate import svg
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import HexmateError, OccupiedError, OffBoardError, SwapError
from hexmate.game import Game, Node, Setup
from hexmate.outcome import Outcome, Termination
from hexmate.replay import Remark, Replay

DEEP = 100_000


def deep_line(length=DEEP) -> Game:
    game = Game(3)
    node = game.root
    for _ in range(length):
        node = node.add_variation(PASS)
    return game


def deep_branches(depth=DEEP) -> Game:
    game = deep_line(depth)
    for node in list(game.mainline())[:-1]:
        node.append(Node(PASS, BLACK))
    return game


def test_variations_follow_each_other_and_the_first_is_the_main_line():
    game = Game(5)
    first = game.add_variation("a1")
    second = game.add_variation("b2")
    reply = second.add_variation("c3")
    assert [str(node) for node in game.mainline()] == ["B a1"]
    game.promote(second)
    assert list(game.mainline()) == [second, reply]
    assert game.root.children == [second, first]
    game.remove(second)
    assert list(game.mainline()) == [first]
    with pytest.raises(HexmateError, match="in no game"):
        reply.board()
    first.append(second)
    assert reply.board().moves == [0, 6, 12]


def test_the_root_stays():
    game = Game(5)
    with pytest.raises(HexmateError, match="root"):
        game.root.remove()
    with pytest.raises(HexmateError, match="root"):
        game.root.promote()


@pytest.mark.parametrize(
    ("moves", "swap", "expected"),
    [
        ((), None, BLACK),
        (("a1",), None, WHITE),
        (("a1", "swap"), "sides", WHITE),
        (("a1", "swap"), "pieces", BLACK),
        (("a1", "pass"), None, BLACK),
    ],
)
def test_the_turn_is_that_of_the_board(moves, swap, expected):
    end = line(*moves, swap=swap).end()
    assert end.turn is expected
    assert end.board().turn is expected


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        (Setup((0,), ()), WHITE),
        (Setup((0,), (1,)), BLACK),
        (Setup((0,), (), turn=BLACK), BLACK),
        (Setup(turn=WHITE), WHITE),
    ],
)
def test_the_turn_after_setup(setup, expected):
    game = Game(3, setup=setup)
    assert game.root.turn is game.root.board().turn is expected


def test_moves_must_be_on_the_board_and_swaps_in_the_rules():
    game = Game(3)
    with pytest.raises(OffBoardError):
        game.add_variation("d1")
    with pytest.raises(OffBoardError):
        game.add_variation(9)
    with pytest.raises(SwapError, match="no swap rule"):
        game.add_variation("a1").add_variation(SWAP)
    assert game.root.children[0].children == []


def test_an_occupied_cell_shows_on_the_board():
    node = line("a1", "a1").end()
    with pytest.raises(OccupiedError):
        node.board()


def test_set_up_in_mid_game_changes_stones_and_keeps_the_turn_unless_told():
    game = line("a1", "b2")
    edit = game.end().append(Node(setup=Setup(black=(24,), empty=(0,))))
    board = edit.board()
    assert (board.stones(BLACK), board.stones(WHITE), board.turn) == ([24], [6], BLACK)
    assert game.end().parent.board().stones(BLACK) == [0]


def test_out_of_turn_and_after_the_end_are_kept_apart():
    game = Game(2)
    node = game.root
    remarks = []
    replay = Replay(game)
    for name, color in [("a1", BLACK), ("b1", BLACK), ("a2", BLACK), ("b2", WHITE)]:
        node = node.add_variation(name, color)
        remarks.append(replay.enter(node))
    assert remarks == [None, Remark.OUT_OF_TURN, Remark.OUT_OF_TURN, Remark.AFTER_END]
    assert node.board().stones(WHITE) == []
    replay.back_to(game.root)
    assert replay.board == Board(2)


def test_replay_takes_back_every_kind_of_step():
    game = rich_game()
    replay = Replay(game)
    for node in game.nodes():
        if node.parent is not None:
            replay.back_to(node.parent)
            assert replay.board == node.parent.board()
            replay.enter(node)
            assert replay.board == node.board()
            assert replay.node is node


def test_replay_is_untouched_by_an_illegal_step():
    game = line("a1")
    replay = Replay(game)
    replay.enter(game.end())
    bad = game.end().append(Node(0, WHITE, setup=Setup(black=(0,), turn=WHITE)))
    with pytest.raises(OccupiedError):
        replay.enter(bad)
    assert replay.node is bad.parent
    assert replay.board == bad.parent.board()
    assert replay.kept_boards == 0


@pytest.mark.parametrize("swap", [None, "pieces", "sides"])
def test_from_board_and_back(swap):
    board = Board((4, 4), swap=swap)
    board.push_str("a2")
    if swap:
        board.push(SWAP)
    board.push_str("c3")
    board.push_str("d1", BLACK)
    board.resign(WHITE)
    game = Game.from_board(board, {"event": "Club"})
    assert game.end().board() == board
    assert game.end().board().played == board.played
    assert game.headers == {"event": "Club", "result": "B+Resign"}
    assert game.end().ending is Termination.RESIGNATION


def test_from_board_keeps_set_up_stones():
    board = Board.setup(["a1", "b2"], ["c3"], BLACK, size=(3, 4))
    board.push_str("d1")
    game = Game.from_board(board)
    assert game.root.setup == Setup((0, 5), (10,), turn=BLACK)
    assert game.end().board() == board


@pytest.mark.parametrize("shape", ["hex", "offset", "square", "triangle"])
def test_from_board_keeps_the_shape(shape):
    board = Board(3, shape=shape)
    board.push(1)
    game = Game.from_board(board)
    assert (game.rows, game.cols, game.shape) == (board.rows, board.cols, shape)
    assert game.end().board() == board


def test_the_outcome_comes_from_the_board_first():
    game = finished_game()
    game.headers["result"] = "W+"
    assert game.outcome() == Outcome(Termination.CONNECTION, BLACK)


def test_the_outcome_comes_from_an_ending():
    game = line("a1")
    game.end().add_variation(ending=Termination.FORFEIT)
    assert game.outcome() == Outcome(Termination.FORFEIT, BLACK)


@pytest.mark.parametrize(
    ("result", "termination", "winner"),
    [
        ("B+", Termination.CONNECTION, BLACK),
        ("B", Termination.CONNECTION, BLACK),
        ("w+r", Termination.RESIGNATION, WHITE),
        ("W+Resign", Termination.RESIGNATION, WHITE),
        ("B+Time", Termination.TIMEOUT, BLACK),
        ("B+Forfeit", Termination.FORFEIT, BLACK),
        ("Black+T", Termination.TIMEOUT, BLACK),
        ("Draw", Termination.FULL_BOARD, None),
        ("0", Termination.FULL_BOARD, None),
    ],
)
def test_the_outcome_comes_from_the_header_last(result, termination, winner):
    game = Game(5, headers={"result": result})
    assert game.outcome() == Outcome(termination, winner)


@pytest.mark.parametrize("result", ["Void", "?", "", "X+", "+", "between", "Blue"])
def test_other_results_are_no_outcome(result):
    assert Game(5, headers={"result": result}).outcome() is None


@pytest.mark.parametrize(
    ("swap", "moves", "winner"),
    [
        (None, ("a1",), "Ada"),
        ("pieces", ("a1", "swap"), "Ada"),
        ("sides", ("a1", "b2"), "Ada"),
        ("sides", ("a1", "swap"), "Bob"),
    ],
)
def test_the_winner_is_a_person(swap, moves, winner):
    game = line(*moves, swap=swap)
    game.headers = {"black": "Ada", "white": "Bob", "result": "B+"}
    assert game.winner() == winner
    assert {game.player(BLACK), game.player(WHITE)} == {"Ada", "Bob"}


def test_no_winner_without_an_end_or_a_name():
    assert line("a1").winner() is None
    assert finished_game().winner() is None


def test_clocks():
    node = Game(5).root
    assert node.time_left(BLACK) is None
    node.set_time_left(BLACK, 12.5)
    node.set_time_left(WHITE, 600)
    assert (node.properties["BL"], node.properties["WL"]) == (["12.5"], ["600"])
    assert node.time_left(BLACK) == 12.5
    node.properties["WL"] = ["inf"]
    assert node.time_left(WHITE) is None


def changed(change) -> Game:
    game = rich_game()
    change(game)
    return game


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.headers.update(black="Eve"),
        lambda game: setattr(game, "cursor", 1),
        lambda game: setattr(game.root, "comment", ""),
        lambda game: game.end().remove(),
        lambda game: game.end().add_variation(PASS),
        lambda game: game.root.children[0].children[1].promote(),
        lambda game: game.root.children[0].labels.update({1: "B"}),
        lambda game: game.root.children[0].marks.update(circle=[0]),
        lambda game: game.root.children[0].properties.clear(),
        lambda game: setattr(game.root, "setup", None),
        lambda game: setattr(game.end(), "ending", Termination.FORFEIT),
    ],
)
def test_equality_sees_every_difference(change):
    assert rich_game() == rich_game()
    assert changed(change) != rich_game()


def test_boards_differ():
    assert Game(5) != Game((5, 6))
    assert Game(5) != Game(5, shape="square")
    assert Game(5) != Game(5, swap="sides")
    assert Game(5) != "game"


def test_pickle_and_copies():
    game = rich_game()
    assert pickle.loads(pickle.dumps(game)) == game
    twin = copy.deepcopy(game)
    twin.end().parent.comment = "changed"
    twin.root.children[0].marks["circle"].append(1)
    assert twin != game
    node = game.end()
    same_game, same_node = pickle.loads(pickle.dumps((game, node)))
    assert same_node is same_game.end()


@pytest.mark.slow
@pytest.mark.parametrize("build", [deep_line, deep_branches])
def test_deep_trees(build):
    game, twin = build(), build()
    assert game == twin
    twin.end().comment = "x"
    assert game != twin
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.end().board().ply == DEEP
    assert "nodes" in repr(game)
    del game, twin
    gc.collect()


def test_a_notebook_shows_the_position_of_the_cursor_with_its_marks():
    game = Game(3)
    node = game.add_variation("b2", comment="first")
    node.marks["circle"] = [4]
    node.labels[0] = "A"
    node.add_variation("c3")
    assert game.shown() is game.end()
    assert game._repr_svg_() == svg.board(game.end().board())
    game.cursor = 1
    assert game.shown() is node
    assert game._repr_svg_() == svg.board(node.board(), marks={"b2": "circle"}, labels={"a1": "A"})
    for cursor, shown in ((0, game.root), (9, game.end())):
        game.cursor = cursor
        assert game.shown() is shown


class WatchedNode(Node):
    __slots__ = ("__weakref__",)


def test_a_dissolved_game_frees_its_nodes_at_once():
    game = Game(5)
    node = game.root.append(WatchedNode(1, BLACK))
    watched = weakref.ref(node)
    node = node.append(Node(2, WHITE))
    gc.disable()
    try:
        game.dissolve()
        del node, game
        assert watched() is None
    finally:
        gc.enable()
