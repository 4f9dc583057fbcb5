"""Virtual connections from Python, and doses of what core tests and soak check in full."""

import pytest
from support.connect_games import random_position
from support.slow_connections import Carrier

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.connect import VirtualConnection, VirtualConnections
from hexmate.errors import NoMoveError, OccupiedError, OffBoardError, SizeError
from hexmate.solve import Solver, Verdict


def board_of(*cells: str, size: int = 5) -> Board:
    board = Board(size)
    for cell in cells:
        board.push_str(cell)
    return board


def test_a_bridge_is_the_smallest_full_connection():
    board = board_of("d2", "a1", "c4")
    found = VirtualConnections(board)
    bridge = VirtualConnection((board.parse("c3"), board.parse("d3")), None)
    assert found.full(BLACK, board.parse("d2"), board.parse("c4"))[0] == bridge
    assert "top" in found.connected(BLACK, board.parse("d2"))
    assert found.win(BLACK) is not None
    assert found.must_play(WHITE) == ()


def test_a_semi_connection_has_a_key_in_its_carrier():
    board = board_of("c3", "c4")
    found = VirtualConnections(board)
    semis = found.semi(BLACK, board.parse("c3"), "bottom")
    assert semis
    assert all(each.key in each.carrier for each in semis)
    assert found.semi(WHITE, board.parse("c3"), "left") == []


def test_pop_takes_back_what_push_changed():
    board = board_of("c3")
    found = VirtualConnections(board)
    before = found.win(BLACK), found.must_play(WHITE), found.full(BLACK, "top", 12)
    found.push(board.parse("c4"))
    found.push(board.parse("b2"), BLACK)
    assert (found.win(BLACK), found.full(BLACK, "top", 12)) != (before[0], before[2])
    assert found.pop() == board.parse("b2")
    assert found.pop() == board.parse("c4")
    assert (found.win(BLACK), found.must_play(WHITE), found.full(BLACK, "top", 12)) == before
    with pytest.raises(NoMoveError):
        found.pop()


def test_moves_outside_the_must_play_lose():
    board = board_of("b4", "c2", "a3")
    verdicts = Solver(4).moves(board)
    must_play = VirtualConnections(board).must_play(board.turn)
    left_out = set(board.legal_moves) - set(must_play)
    assert left_out
    assert {verdicts[move] for move in left_out} == {Verdict.LOSS}


def test_no_move_outside_the_must_play_wins(rng):
    solver, left_out = Solver(16), 0
    for _ in range(30):
        size = rng.choice((4, 5, 6))
        board = random_position("hex", (size, size), rng.randrange(3, size * size // 2), rng)
        if board.outcome() is not None:
            continue
        must_play = VirtualConnections(board).must_play(board.turn)
        others = [move for move in board.legal_moves if move not in must_play]
        verdicts = solver.moves(board) if others else {}
        assert all(verdicts[move] is Verdict.LOSS for move in others)
        left_out += len(others)
    assert left_out > 50


@pytest.mark.parametrize("semi", [False, True])
def test_connections_hold_against_every_intrusion(semi, rng):
    tried = 0
    while tried < 30:
        board = random_position("hex", (6, 6), rng.randrange(12), rng)
        found, color = VirtualConnections(board), rng.choice((BLACK, WHITE))
        ends = [*range(36), *(("top", "bottom") if color == BLACK else ("left", "right"))]
        one, two = rng.sample(ends, 2)
        for each in (found.semi if semi else found.full)(color, one, two)[-1:]:
            if 2 <= len(each.carrier) <= 7:
                assert Carrier(board, color, one, two, each.carrier).holds(semi=semi)
                tried += 1


def test_the_slow_truth_refutes_what_does_not_hold():
    board = board_of("d2", "a1", "c4")
    one, two, left = (board.parse(name) for name in ("d2", "c4", "c3"))
    assert Carrier(board, BLACK, one, two, [left]).holds(semi=True)
    assert not Carrier(board, BLACK, one, two, [left]).holds()


def test_what_cannot_be_asked():
    found = VirtualConnections(board_of("c3"))
    with pytest.raises(OccupiedError):
        found.push(12)
    with pytest.raises(ValueError, match="not an edge"):
        found.full(BLACK, "north", 12)
    with pytest.raises(OffBoardError):
        found.full(BLACK, 99, 12)
    for board in (Board(5, shape="square"), Board(20)):
        with pytest.raises(SizeError):
            VirtualConnections(board)


def test_fewer_connections_are_kept_under_a_lower_limit():
    def kept(limit: int) -> int:
        found = VirtualConnections(Board((4, 6)), fulls=limit, semis=limit)
        pairs = [(one, two) for one in range(24) for two in range(one)]
        counts = [len(found.full(WHITE, *pair)) for pair in pairs]
        assert max(counts) <= limit
        return sum(counts)

    assert 0 < kept(1) < kept(8)


def test_what_leads_over_an_edge_is_left_out():
    found = VirtualConnections(Board(5))
    one, two = (Board(5).parse(cell) for cell in ("b1", "d1"))
    edge = found.full(BLACK, one, "top")
    assert edge[0].carrier == found.full(BLACK, two, "top")[0].carrier == ()
    assert found.full(BLACK, one, two) == found.semi(BLACK, one, two) == []


def play_out(board: Board, owner, rng) -> bool:
    """Whether the owner wins with `strategy` against random intrusions, answering each of them."""
    while board.outcome() is None:
        answers = VirtualConnections(board).strategy(owner)
        if not answers:
            return False
        intrusion = rng.choice(list(answers))
        board.push(intrusion, owner.other)
        board.push(answers[intrusion], owner)
    return board.outcome().winner is owner


def test_the_strategy_of_a_win_answers_every_intrusion(rng):
    won = 0
    for _ in range(60):
        board = random_position("hex", (6, 6), rng.randrange(1, 14), rng)
        for owner in (BLACK, WHITE):
            if board.outcome() is None and VirtualConnections(board).win(owner) is not None:
                won += 1
                assert play_out(board.copy(), owner, rng)
    assert won > 10
    assert VirtualConnections(Board(6)).strategy(WHITE) is None
