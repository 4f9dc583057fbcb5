"""The referee with players in this process: rules, the pie rule, clocks, and every kind of loss."""

import json
from dataclasses import dataclass, field

import numpy as np
import pytest

from hexmate.arena.clock import TimeControl
from hexmate.arena.referee import play_game
from hexmate.arena.terms import GameReport, Pairing, Terms, game_seed
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import (
    ArenaError,
    EngineDiedError,
    EngineGarbledError,
    EngineIllegalError,
    EngineRefusedError,
    EngineTimeoutError,
    Resigned,
)
from hexmate.players.base import Info, Player, PlayResult
from hexmate.records import dumps, load

HEX = "3x3 hex - 3/3/3 b"
PIECES = "3x3 hex pieces 3/3/3 b"
SIDES = "3x3 hex sides 3/3/3 b"


class Clock:
    """The clock that the games of this file are timed by: it moves when a player waits."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds

    def wait(self, seconds):
        self.seconds += seconds


CLOCK = Clock()


@dataclass
class Scripted(Player):
    """Makes the moves of a script, then the first free cell; callables are asked for theirs."""

    script: list = field(default_factory=list)
    name: str = "scripted"
    proposes: object = "b2"
    accepts: object = True
    score: float | None = None

    def __post_init__(self):
        self.script = list(self.script)
        self.seen = []

    def _answer(self, what, board):
        if callable(what):
            what = what(board)
        return board.parse(what) if isinstance(what, str) else what

    def propose_opening(self, board):
        self.seen.append(("propose", board.to_string()))
        return self._answer(self.proposes, board)

    def accept_opening(self, board, move):
        self.seen.append(("accept", board.name(move)))
        return self._answer(self.accepts, board)

    def start(self, board, color):
        self.seen.append(("start", board.to_string(), color))

    def play(self, board, limit):
        self.seen.append(("play", board.to_string(), limit))
        move = self.script.pop(0) if self.script else next(iter(board.legal_moves))
        answer = self._answer(move, board)
        return (
            answer if isinstance(answer, PlayResult) else PlayResult(answer, Info(score=self.score))
        )

    def finish(self, outcome):
        self.seen.append(("finish", outcome and outcome.result()))

    def close(self):
        self.seen.append(("close",))


def game(black=(), white=(), start=HEX, control="none", opening=()) -> GameReport:
    """A game between two scripted players, or scripts for them."""
    players = [p if isinstance(p, Player) else Scripted(list(p)) for p in (black, white)]

    def seating(spec, seed, terms):
        return players[spec == "white"]

    terms = Terms(start, TimeControl.parse(control))
    return play_game(terms, Pairing(0, "black", "white", tuple(opening)), seating, CLOCK)


def raising(error):
    def answer(board):
        raise error

    return answer


def test_a_chain_wins():
    report = game(["b1", "b2", "b3"], ["a1", "a2"])
    assert (report.result, report.winner, report.reason) == ("B+", "black", "connection")
    assert report.moves == ("b1", "a1", "b2", "a2", "b3")
    assert len(report.times) == len(report.scores) == 5
    report = game([], ["a2", "b2", "c2"])
    assert (report.result, report.winner) == ("W+", "white")


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        ("2x2 square - 2/2 b", ("a1", "b1", "b2", "a2")),
        ("1x2 triangle - 2 b", ("a1", "b1")),
    ],
)
def test_a_full_board_is_a_draw(start, moves):
    report = game(moves[::2], moves[1::2], start)
    assert report.moves == moves
    assert (report.result, report.winner, report.reason) == ("Draw", None, "full board")
    assert report.score("black") == report.score("white") == 0.5


@pytest.mark.parametrize("start", [PIECES, SIDES])
def test_the_pie_rule_accepted(start):
    black, white = Scripted(["a3"]), Scripted(["a1"], accepts=True)
    report = game(black, white, start)
    assert report.moves[:3] == ("b2", "a1", "a3")
    assert [event[0] for event in black.seen[:3]] == ["propose", "start", "play"]
    assert [event[0] for event in white.seen[:3]] == ["accept", "start", "play"]
    assert white.seen[0] == ("accept", "b2")
    assert (black.seen[1][2], white.seen[1][2]) == (BLACK, WHITE)


def test_the_pie_rule_refused_with_pieces():
    """The stone becomes White's, mirrored; everyone keeps his colour; Black moves."""
    black, white = Scripted(["c1"], proposes="a2"), Scripted([], accepts=False)
    report = game(black, white, PIECES)
    assert report.moves[:3] == ("a2", "swap-pieces", "c1")
    assert (black.seen[1][2], white.seen[1][2]) == (BLACK, WHITE)
    assert black.seen[2][1] == "3x3 hex pieces 1w1/3/3 b"


def test_the_pie_rule_refused_with_sides():
    """The stone stays; the players exchange colours, and the opener moves as White."""
    black, white = Scripted(["a1"], proposes="b2"), Scripted(["b1", "b3"], accepts=False)
    report = game(black, white, SIDES)
    assert report.moves[:4] == ("b2", "swap-sides", "a1", "b1")
    assert (black.seen[1][2], white.seen[1][2]) == (WHITE, BLACK)
    # The chain is Black's, and the person who sat down as White has made it.
    assert (report.result, report.winner) == ("B+", "white")
    assert report.movers()[:4] == ["black", "white", "black", "white"]
    record = report.game()
    assert record.winner() == "white"


def test_an_opening_stone_may_be_swapped_where_the_rule_is_played():
    white = Scripted(accepts=False)
    report = game([], white, PIECES, opening=["c1"])
    assert report.moves[:2] == ("c1", "swap-pieces")
    assert game([], Scripted(accepts=False), HEX, opening=["c1"]).moves[1] != "swap-pieces"
    # A swap in the opening is one already made, sides included.
    report = game(["a1"], ["b1", "b3"], SIDES, opening=["b2", "swap-sides"])
    assert (report.result, report.winner) == ("B+", "white")


def test_a_set_up_start():
    white = Scripted(["b3"])
    report = game([], white, "3x3 hex - 1w1/1w1/b1b w")
    assert white.seen[0] == ("start", "3x3 hex - 1w1/1w1/b1b w", WHITE)
    assert report.moves[0] == "b3"
    assert report.movers()[0] == "white"


@pytest.mark.parametrize("opening", [["b2", "b2"], ["z9"], ["b1", "a1", "b2", "a2", "b3"]])
def test_an_opening_that_cannot_be_played_is_no_loss(opening):
    with pytest.raises(ArenaError, match="opening"):
        game(opening=opening)


FAULTS = [
    (["b2"], "B+Forfeit", "illegal move: b2 is occupied"),
    ([99], "B+Forfeit", "illegal move: number 99 is not a cell"),
    ([2**70], "B+Forfeit", "illegal move: number 1180591620717411303424 is not a cell"),
    ([SWAP], "B+Forfeit", "illegal move: a swap is not a cell"),
    ([PASS], "B+Forfeit", "illegal move: a pass is not a cell"),
    ([None], "B+Forfeit", "illegal move: None is not a move"),
    ([1.0], "B+Forfeit", "illegal move: 1.0 is not a move"),
    ([raising(ValueError("no idea"))], "B+Forfeit", "exception: ValueError: no idea"),
    ([raising(SystemExit(3))], "B+Forfeit", "exception: SystemExit: 3"),
    ([raising(Resigned("enough"))], "B+Resign", "resignation"),
    ([raising(EngineDiedError("x died", "last words"))], "B+Forfeit", "died: x died"),
    ([raising(EngineTimeoutError("x waits"))], "B+Time", "late: x waits"),
    ([raising(EngineGarbledError("x raves"))], "B+Forfeit", "garbage: x raves"),
    ([raising(EngineRefusedError("x says no"))], "B+Forfeit", "refused: x says no"),
    ([raising(EngineIllegalError("x cheats"))], "B+Forfeit", "illegal move: x cheats"),
]


@pytest.mark.parametrize(("script", "result", "reason"), FAULTS)
def test_a_fault_loses_the_game_for_its_reason(script, result, reason):
    black, white = Scripted(["b2"]), Scripted(script)
    report = game(black, white)
    assert (report.result, report.winner) == (result, "black")
    assert report.reason.startswith(reason)
    assert report.moves == ("b2",)
    for player in (black, white):
        assert player.seen[-2:] == [("finish", result), ("close",)]


def test_what_a_failed_player_said_is_kept():
    report = game([raising(EngineDiedError("x died", "last words"))])
    assert (report.winner, report.stderr) == ("white", "last words")
    report = game([raising(ValueError("no idea"))])
    assert "Traceback" in report.stderr
    assert "no idea" in report.stderr
    assert game().stderr is None


def test_a_number_of_numpy_is_a_move():
    assert game([np.int64(4)]).moves[0] == "b2"


def test_an_answer_that_is_no_answer():
    class Odd(Scripted):
        def play(self, board, limit):
            return 4

    report = game([], Odd())
    assert report.reason == "illegal move: play answered 4, not a PlayResult"


@pytest.mark.parametrize(
    ("black", "white", "winner", "reason"),
    [
        (Scripted(proposes=42), Scripted(), "white", "illegal move: number 42"),
        (Scripted(proposes=SWAP), Scripted(), "white", "illegal move: a swap"),
        (Scripted(proposes=raising(OSError("x"))), Scripted(), "white", "exception: OSError"),
        (Scripted(), Scripted(accepts="b2"), "black", "illegal move: accept_opening answered 4"),
        (Scripted(), Scripted(accepts=raising(OSError("x"))), "black", "exception: OSError"),
    ],
)
def test_faults_in_the_opening(black, white, winner, reason):
    report = game(black, white, SIDES)
    assert (report.winner, report.result[1:]) == (winner, "+Forfeit")
    assert report.reason.startswith(reason)


@pytest.mark.slow
def test_a_player_that_cannot_be_seated_forfeits():
    terms = Terms(HEX)
    for pairing in (Pairing(0, "random", "missing"), Pairing(0, "missing", "random")):
        report = play_game(terms, pairing)
        assert report.winner == ("black" if pairing.white == "missing" else "white")
        assert "unknown player 'missing'" in report.reason


def test_players_see_copies():
    class Vandal(Scripted):
        def play(self, board, limit):
            result = super().play(board, limit)
            while board.ply:
                board.pop()
            return result

    report = game(Vandal(["b1", "b2", "b3"]), Vandal(["a1", "a2"]))
    assert report.moves == ("b1", "a1", "b2", "a2", "b3")
    assert report.result == "B+"


def test_finish_and_close_may_fail():
    class Sulky(Scripted):
        def finish(self, outcome):
            raise ValueError

        def close(self):
            raise ValueError

    assert game(Sulky(), Sulky()).reason == "connection"


def slow(seconds, move=None):
    def answer(board):
        CLOCK.wait(seconds)
        return next(iter(board.legal_moves)) if move is None else board.parse(move)

    return answer


@pytest.mark.parametrize(
    ("control", "late"),
    [("0.05/move", 0.5), ("0.2", 0.3), ("0.2+0.1", 0.5), ("0.01+2x0.01", 0.5)],
)
def test_a_late_player_loses_on_time(control, late):
    report = game([slow(late, "a1")], [], control=control)
    assert (report.result, report.winner, report.moves) == ("W+Time", "white", ())
    assert report.reason.startswith("late: 0.")


def test_a_late_win_is_none():
    report = game(["b1", "b2", slow(0.5, "b3")], ["a1", "a2"], control="0.05/move")
    assert (report.result, report.winner) == ("W+Time", "white")


def test_time_adds_up_over_the_game_and_the_record_tells():
    black = Scripted([slow(0.12), slow(0.12), slow(0.12)])
    report = game(black, [], "4x4 hex - 4/4/4/4 b", control="0.3")
    assert (report.result, len(report.moves)) == ("W+Time", 4)
    clocks = [event[2].clock for event in black.seen if event[0] == "play"]
    assert clocks[0].black == 0.3
    assert [clock.black for clock in clocks[1:]] == pytest.approx([0.18, 0.06])
    assert report.times == (0.12, 0, 0.12, 0)
    assert report.reason == "late: 0.12 s where 0.06 s were left"
    nodes = list(report.game().mainline())
    assert nodes[0].time_left(BLACK) == pytest.approx(0.18)
    assert nodes[0].comment == "0.120 s"


def test_the_opening_is_not_on_the_clock():
    black = Scripted(proposes=slow(0.3, "b2"))
    white = Scripted(accepts=lambda board: CLOCK.wait(0.3) is None)
    assert game(black, white, PIECES, control="0.2").reason == "connection"


def test_the_record_holds_everything():
    report = game(Scripted(["b2", "a3"], score=0.25), ["b1", "b2"], control="10+1")
    assert report.reason == "illegal move: b2 is occupied by Black; choose an empty cell"
    sgf = dumps(report.game(), "sgf")
    again = load(sgf)
    assert again == report.game()
    assert again.outcome().result() == "B+Forfeit"
    assert again.headers["black"] == "black"
    assert (again.headers["time"], again.headers["overtime"]) == ("10", "fischer 1")
    comments = [node.comment for node in again.mainline()]
    assert comments[0].endswith(" s, score 0.25")
    assert comments[-1] == report.reason


def test_a_report_survives_json():
    report = game([raising(ValueError("ö"))], start=PIECES)
    assert GameReport.from_dict(json.loads(json.dumps(report.as_dict()))) == report
    with pytest.raises(ArenaError, match="report of a game"):
        GameReport.from_dict({"number": 1})


def test_a_score_that_is_none_is_left_out():
    assert game(Scripted(score=float("nan"))).scores[0] is None
    assert game(Scripted(score=2)).scores[0] == 2.0


@pytest.mark.slow
@pytest.mark.parametrize("line", ["5x5 hex pieces 5/5/5/5/5 b", "4x5 hex sides 5/5/5/5 b"])
def test_built_in_players_replay_their_game(line):
    terms = Terms(line, TimeControl())
    pairing = Pairing(3, "random", "level:n=2", (), seed=5)
    one, two = play_game(terms, pairing), play_game(terms, pairing)
    assert one.moves == two.moves
    assert play_game(terms, Pairing(3, "random", "level:n=2", (), seed=6)).moves != one.moves


def test_each_seat_has_its_own_seed_of_31_bits():
    seeds = []

    def seating(spec, seed, terms):
        seeds.append(seed)
        return Scripted()

    for number in range(50):
        play_game(Terms(HEX), Pairing(number, "a", "b", (), game_seed(1, number)), seating)
    assert len(set(seeds)) == 100
    assert max(seeds) < 2**31


def test_every_shape_is_played_to_its_end():
    for line in (
        "4x4 hex pieces 4/4/4/4 b",
        "3x4 offset sides 4/4/4 b",
        "3x3 square - 3/3/3 b",
        "2x4 triangle pieces 4/4 b",
        "1x1 hex - 1 b",
    ):
        report = play_game(Terms(line), Pairing(0, "random", "bridge", (), 1))
        assert Board.from_string(line).shape == report.game().shape
        assert report.reason in ("connection", "full board")
