"""The players' protocol and the players that need no search."""

import pytest

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.coords import SWAP
from hexmate.errors import PlayerError
from hexmate.outcome import Outcome, Termination
from hexmate.players import Human, Hybrid, Info, Limit, Player, PlayResult, available, create


class Scripted(Player):
    """Plays given moves and notes what it is told."""

    name = "scripted"

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)
        self.told: list[object] = []

    def start(self, board, color):
        self.told.append(("start", color))

    def play(self, board, limit):
        return PlayResult(board.parse(self.moves.pop(0)))

    def stop(self):
        self.told.append("stop")

    def finish(self, outcome):
        self.told.append(("finish", outcome))


def test_random_plays_legal_moves_and_the_same_seed_the_same_game():
    def game(seed):
        player, board = create(f"random:seed={seed}"), Board(5)
        while board.outcome() is None:
            board.push(player.play(board, Limit()).move)
        return board.moves

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_random_never_answers_with_a_swap():
    board = Board(2, swap="pieces")
    board.push_str("a1")
    player = create("random:seed=0")
    assert all(player.play(board, Limit()).move != SWAP for _ in range(50))
    answers = {player.accept_opening(board, 0) for _ in range(50)}
    assert answers == {True, False}


def test_human_asks_until_the_move_is_legal():
    answers = iter(["nonsense", "z9", "a1", "b2"])
    problems = []

    def ask(board, problem):
        problems.append(problem)
        return next(answers)

    board = Board(3)
    board.push_str("a1")
    assert Human(ask).play(board, Limit()).move == 4
    assert problems[0] is None
    assert ["as in c3" in problems[1], "off the 3x3" in problems[2], "occupied" in problems[3]] \
        == [True, True, True]  # fmt: skip
    assert board.ply == 1


def test_end_of_input_is_one_clear_error():
    def ask(board, problem):
        raise EOFError

    with pytest.raises(PlayerError, match="input ended before Ann had made a move as black"):
        Human(ask, "Ann").play(Board(3), Limit())


def test_hybrid_hands_over_and_takes_back_without_losing_the_strategy():
    person, strategy = Scripted("a1", "b1"), Scripted("c1", "a2")
    hybrid, board = Hybrid(person, strategy), Board(3)
    hybrid.start(board, BLACK)
    names = []
    for handed_over in (False, True, False, True):
        (hybrid.hand_over if handed_over else hybrid.take_back)()
        assert hybrid.strategy is strategy
        board.push(hybrid.play(board, Limit()).move)
        names.append(hybrid.name)
    assert [board.name(move) for move in board.moves] == ["a1", "c1", "b1", "a2"]
    assert names[0] == "scripted with scripted"
    outcome = Outcome(Termination.RESIGNATION, BLACK)
    hybrid.finish(outcome)
    for player in (person, strategy):
        assert player.told[0] == ("start", BLACK)
        assert player.told[-1] == ("finish", outcome)
    assert "stop" in strategy.told


def test_defaults_of_the_protocol():
    player, board = Scripted("b2"), Board(3)
    assert player.propose_opening(board) == 4
    assert player.accept_opening(board, 4) is True
    with pytest.raises(PlayerError, match="cannot analyse"):
        player.analyse(board, Limit())


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("deepblue", "unknown player 'deepblue'; the players are .*random"),
        ("random:speed=3", "'speed=3' is not an option of random; its options are seed=..."),
        ("random:seed", "'seed' is not an option"),
        ("random:seed=x", "'x' is not a valid seed for random"),
        ("", "the players are"),
    ],
)
def test_unknown_players_and_options(spec, says):
    with pytest.raises(PlayerError, match=says):
        create(spec)


@pytest.mark.slow
def test_every_player_can_be_made_by_its_name():
    for entry in available():
        assert isinstance(create(entry.name), Player)


def test_a_result_with_a_whole_map_is_one_short_line():
    cells = dict.fromkeys(range(121), 0.123456789)
    info = Info(60, 0.5, 0.123456789, visits=800, pv=tuple(range(40)), cells=cells, policy=cells)
    assert repr(PlayResult(60, info)) == (
        "PlayResult(move=60, info=Info(move=60, score=0.5, win_probability=0.1235, visits=800, "
        "pv=(0, 1, 2, 3, ...), cells=<121>, policy=<121>))"
    )
