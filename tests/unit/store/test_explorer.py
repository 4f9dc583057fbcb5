"""The opening explorer and the index of positions behind it."""

import pytest
from support.boards import IDS, SPECS, random_game
from support.record_samples import line
from support.store_games import local, play, played

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.store import PositionKeys, Query, ResultRow, schema
from hexmate.store.explorer import NextMove
from hexmate.store.store import Store
from hexmate.symmetry import Symmetry, cell_map, symmetries


def board_after(*moves: str, size=5, swap=None) -> Board:
    board = Board(size, swap=swap)
    for move in moves:
        board.push_str(move)
    return board


def next_moves(store, board: Board) -> dict[str, tuple[int, int, int]]:
    found = store.library.explore(board)
    return {each.move: (each.games, each.black_wins, each.white_wins) for each in found.moves}


def test_next_moves_with_counts_and_results(store):
    for moves in (("c3", "b2"), ("c3", "b2", "d4"), ("c3", "d2", "a1")):
        played(store, local(store, 5), *moves)
    record = line("c3", "b2", "a1")
    record.headers = {"result": "W+"}
    store.library.add(record, "elsewhere")
    found = store.library.explore(board_after("c3"))
    assert (found.games, found.black_wins, found.white_wins) == (4, 2, 2)
    assert found.moves == (NextMove("b2", 3, 1, 2), NextMove("d2", 1, 1, 0))
    assert next_moves(store, Board(5)) == {"c3": (4, 2, 2)}
    assert next_moves(store, board_after("c3", "b2")) == {"a1": (1, 0, 1), "d4": (1, 1, 0)}
    assert store.library.explore(board_after("c3", "b2")).games == 3
    assert store.library.explore(board_after("a1")).games == 0
    assert store.library.explore(Board((5, 6))).games == 0


def test_moves_are_told_on_the_board_that_was_asked_for(store):
    played(store, local(store, 5), "a2", "c3", "b4")
    played(store, local(store, 5), "e4", "c3", "d2")
    for moves, then in ((("a2", "c3"), "b4"), (("e4", "c3"), "d2")):
        board = board_after(*moves)
        assert next_moves(store, board) == {then: (2, 2, 0)}
        turned = {game.turned for game in store.library.search(Query(position=board)).games}
        assert turned == {False, True}


def test_a_game_that_comes_back_to_a_position_counts_once(store):
    record = line("c3", "pass", "pass", "pass", "pass", "b2")
    store.library.add(record, "elsewhere")
    found = store.library.explore(board_after("c3"))
    assert found.games == 1
    assert {each.move: each.games for each in found.moves} == {"pass": 1, "b2": 1}


def test_equivalent_first_moves_count_together(store):
    for move in ("a2", "e4", "a2", "c3"):
        played(store, local(store, 5), move)
    assert next_moves(store, Board(5)) == {"a2": (3, 3, 0), "c3": (1, 1, 0)}


def test_swaps_are_next_moves(store):
    played(store, local(store, 5, swap="pieces"), "a2", "swap-pieces", "c3")
    played(store, local(store, 5, swap="sides"), "a2", "swap-sides", "c3")
    store.library.add(line("a2", "b1"), "x")
    found = next_moves(store, board_after("a2", swap="pieces"))
    assert set(found) == {"swap-pieces", "b1", "c3"}
    assert found["swap-pieces"][0] == 2
    assert set(next_moves(store, board_after("a2"))) == {"swap", "b1", "c3"}


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_every_position_of_a_game_leads_to_its_next(store, spec, rng):
    end = random_game(spec, rng)
    ours = local(store, (end.rows, end.cols), shape=end.shape, swap=end.swap)
    played(store, ours, *(end.name(move) for move in end.moves))
    turns = Symmetry.ROTATE_180 in symmetries(end)
    while end.ply:
        move = end.moves[-1]
        end.pop()
        names = set(next_moves(store, end))
        assert end.name(move) in names or _image(end, move) in names
        if turns and move >= 0:
            turned = end.transformed(Symmetry.ROTATE_180)
            assert names & {end.name(move), _image(end, move)}
            assert set(next_moves(store, turned)) & {_image(end, move), end.name(move)}


def _image(board: Board, move: int) -> str:
    if move < 0 or Symmetry.ROTATE_180 not in symmetries(board):
        return board.name(move)
    return board.name(int(cell_map(board, Symmetry.ROTATE_180)[move]))


def test_a_game_that_is_continued_counts_once(store):
    game = local(store, 5)
    played(store, game, "c3", "b2", "d4")
    store.games.truncate(game.id, 2)
    assert store.library.explore(Board(5)).games == 0
    assert store.library.search(Query(position=board_after("c3"))).total == 0
    store.games.append_move(game.id, 3, BLACK, "a1", _keys(board_after("c3", "b2", "a1")))
    store.games.finish(game.id, ResultRow("W+Resign", "resignation", WHITE))
    assert next_moves(store, Board(5)) == {"c3": (1, 0, 1)}
    assert next_moves(store, board_after("c3", "b2")) == {"a1": (1, 0, 1)}


def _keys(board: Board):
    return PositionKeys.of(board)


def test_live_games_are_not_among_them(store):
    play(store, local(store, 5), "c3", "b2")
    assert store.library.explore(Board(5)).games == 0


def test_sorted_blocks_hold_what_fresh_ones_did(store, monkeypatch, rng):
    monkeypatch.setattr("hexmate.store.position_index._MOST_FRESH", 3)
    boards = []
    for _ in range(10):
        board = random_game(("hex", (3, 3), None), rng)
        played(store, local(store), *(board.name(move) for move in board.moves))
        boards.append(board)
    with store.database.reading() as connection:
        buckets = connection.exec_driver_sql("SELECT bucket FROM position_blocks").scalars().all()
    assert sum(bucket == -1 for bucket in buckets) == 1
    assert store.library.explore(Board(3)).games == 10
    for board in boards:
        while board.ply > 1:
            board.pop()
            assert store.library.explore(board).games >= 1


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_from_before_the_index_are_found(bare_database, kind):
    with Store.open(bare_database(kind)) as store:
        played(store, local(store, 5), "c3", "b2")
        schema.downgrade(store.database, "0007")
        schema.upgrade(store.database)
        assert next_moves(store, board_after("c3")) == {"b2": (1, 0, 1)}
        assert store.library.search(Query(position=board_after("c3", "b2"))).total == 1


def test_counts_for_each_choice(store):
    for moves, size in ((("a1",), 5), (("a1", "b2"), 5), (("a1",), (3, 4))):
        played(store, local(store, size), *moves)
    record = line("c3", "b2")
    record.headers = {"result": "Draw", "black": "Ada"}
    store.library.add(record, "x")
    facets = store.library.facets(Query())
    assert [(each.rows, each.cols, each.games) for each in facets.boards] == [(5, 5, 3), (3, 4, 1)]
    assert (facets.black_wins, facets.white_wins, facets.others) == (2, 1, 1)
    small = store.library.facets(Query(rows=3, cols=4))
    assert (small.black_wins, small.white_wins, small.others) == (1, 0, 0)
    assert small.boards == facets.boards
    won = store.library.facets(Query(result="W+"))
    assert [each.games for each in won.boards] == [1]
    assert won.black_wins == 2
    assert store.library.facets(Query(player="ada")).others == 1
    assert store.library.facets(Query(position=board_after("a1"))).black_wins == 1
