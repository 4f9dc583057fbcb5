"""Every part that knows who plays which colour after a swap, against one table of cases.

The page's own rule is tested with the same table, in tests/web/rules/swap.test.js.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.slow_referee import SlowGame

from hexmate import records
from hexmate.analysis import analyse_game
from hexmate.arena.referee import play_game
from hexmate.arena.terms import Pairing, Terms
from hexmate.board import Board, perft
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import SWAP
from hexmate.errors import Resigned, SwapError
from hexmate.game import Game, Node, Setup
from hexmate.htp.swaps import with_swap
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.replay import Replay
from hexmate.store.record import record_of
from hexmate.store.values import ClockReading, GameRow, MoveRow, StoredClocks, StoredSeat
from hexmate.swap import seat_of
from hexmate.web.live.game import LiveGame

TABLE = Path(__file__).parents[1] / "data" / "swap_seats.json"
CASES = json.loads(TABLE.read_text("utf-8"))["cases"]
NOW = datetime(2026, 1, 1, tzinfo=UTC)

every_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


def walk(case):
    """The board after each step, and what the table says about it."""
    board = Board.from_string(case["start"])
    for step in case["steps"]:
        if step["do"] == "undo":
            board.pop()
        elif step["do"] != "start":
            board.push_str(step["do"])
        yield board, step


def final(case):
    """The board after the last step, the movers of its moves, and the last step."""
    movers: list[str] = []
    before = None
    for board, step in walk(case):
        if step["do"] == "undo":
            movers.pop()
        elif step["do"] != "start":
            movers.append(before)
        before = step["mover"]
        after = board
    return after, movers, step


def named(color: Color | None) -> str | None:
    return None if color is None else str(color)


@every_case
def test_the_board(case):
    for board, step in walk(case):
        over = board.outcome() is not None
        assert (None if over else str(board.turn)) == step["turn"]
        assert board.swap_available == step["swap_available"] == board.is_legal(SWAP)
        assert (SWAP in board.legal_moves) == step["swap_available"]
        if "position" in step:
            assert board.to_string() == step["position"]
        again = Board.from_string(board.to_string())
        assert (again == board, again.position_key()) == (True, board.position_key())
        assert again.swap_available == board.swap_available
    if "winner" in case:
        assert str(board.outcome().winner) == case["winner"]["color"]


@every_case
def test_the_one_function(case):
    for board, step in walk(case):
        words = [board.name(move) for move in board.moves]
        for moves in (board.moves, words):
            assert str(seat_of(BLACK, board.swap, moves)) == step["black"]
            assert str(seat_of(WHITE, board.swap, moves)) != step["black"]
            if step["mover"] is not None:
                assert str(seat_of(board.turn, board.swap, moves)) == step["mover"]
    if "winner" in case:
        won = Color.parse(case["winner"]["color"])
        assert str(seat_of(won, board.swap, board.moves)) == case["winner"]["seat"]


@every_case
def test_the_slow_referee(case):
    start = Board.from_string(case["start"])
    slow = SlowGame(
        start.rows,
        start.cols,
        start.shape,
        start.swap,
        stones={start.row_col(c): color for color in (BLACK, WHITE) for c in start.stones(color)},
        turn=start.turn,
        swap_used="/used" in case["start"],
    )
    for board, step in walk(case):
        slow.moves = [(int(color), move) for color, move in board.played]
        assert slow.swap_available() == step["swap_available"]
        assert list(board.legal_moves) == slow.legal_moves()
        for depth in range(4):
            assert perft(board, depth) == slow.perft(depth)


@every_case
@pytest.mark.parametrize("format", [None, "sgf", "jsonl"])
def test_games_and_records(case, format):
    for board, step in walk(case):
        game = Game.from_board(board, {"black": "black", "white": "white"})
        if format is not None:
            game = records.load(records.dumps(game, format), strict=True)
        assert game.player(BLACK) == step["black"]
        assert game.player(WHITE) != step["black"]
        assert str(game.seat_of(BLACK)) == step["black"]
        assert game.end().board().swap_available == step["swap_available"]
    assert game.winner() == case.get("winner", {}).get("seat")


class Even(Player):
    """Finds every position even, and plays the first free cell."""

    name = "even"

    def play(self, board: Board, limit: Limit) -> PlayResult:
        return PlayResult(next(iter(board.legal_moves)))

    def analyse(self, board: Board, limit: Limit, lines: int = 1):
        yield Info(move=next(iter(board.legal_moves)), win_probability=0.5)


@every_case
def test_an_analysis(case):
    board, movers, last = final(case)
    reviews = list(analyse_game(Game.from_board(board), Even(), Limit(nodes=1)))
    expected = [*movers, *([last["mover"]] if last["mover"] else [])]
    assert [str(review.seat) for review in reviews] == expected


def row_of(case, board: Board) -> GameRow:
    """The board as a stored game; Black's seat has 10 s left, White's 20 s."""
    seats = [StoredSeat(color, "person", None, None, None, str(color)) for color in (BLACK, WHITE)]
    clocks = StoredClocks(ClockReading(10_000), ClockReading(20_000))
    moves = tuple(
        MoveRow(at, color, board.name(move), NOW, clocks)
        for at, (color, move) in enumerate(board.played, 1)
    )
    return GameRow(
        id=1,
        public_id="x",
        rows=board.rows,
        cols=board.cols,
        shape=board.shape,
        swap=board.swap,
        start=case["start"],
        clock="60+1",
        mode="local",
        rated=False,
        training=False,
        status="live",
        version=1,
        created=NOW,
        started=NOW,
        finished=None,
        black=seats[0],
        white=seats[1],
        moves=moves,
    )


@every_case
def test_the_store(case):
    for board, step in walk(case):
        row = row_of(case, board)
        assert row.holder(BLACK).name == step["black"]
        assert row.holder(WHITE).name != step["black"]
        game = record_of(row)
        assert game.player(BLACK) == step["black"]
        if board.ply:
            seconds = {"black": 10, "white": 20}
            assert game.end().time_left(BLACK) == seconds[step["black"]]


@every_case
def test_the_server(case):
    for board, step in walk(case):
        if board.outcome() is None:
            game = LiveGame(row_of(case, board), 0.0)
            assert str(game.seat_of(BLACK)) == step["black"]
            assert named(game.mover) == step["mover"]
            assert game.board.swap_available == step["swap_available"]
    board, movers, _ = final(case)
    game = LiveGame(row_of(case, board), 0.0)
    assert [str(game._mover_before(at)) for at in range(board.ply)] == movers


@every_case
def test_the_server_takes_a_swap_back(case):
    board, _, _ = final(case)
    moves = board.moves
    game = LiveGame(row_of(case, board), 0.0)
    for plies in range(board.ply - 1, -1, -1):
        game.take_back(plies, 0.0)
        assert game.seat_of(BLACK) is seat_of(BLACK, board.swap, moves[:plies])


class Reader(Player):
    """One of two players who play the moves of a list, and resign at its end."""

    def __init__(self, seat: str, moves: list[str], made: list[str]) -> None:
        self.name, self._moves, self._made = seat, moves, made

    def _next(self, board: Board) -> int:
        if not self._moves:
            raise Resigned
        self._made.append(self.name)
        return board.parse(self._moves.pop(0))

    def propose_opening(self, board: Board) -> int:
        return self._next(board)

    def accept_opening(self, board: Board, move: int) -> bool:
        assert board.stones(BLACK) == [move]
        if self._moves and self._moves[0].startswith("swap"):
            self._next(board)
            return False
        return True

    def play(self, board: Board, limit: Limit) -> PlayResult:
        return PlayResult(self._next(board))


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if all(step["do"] != "pass" for step in case["steps"])],
    ids=lambda case: case["name"],
)
def test_the_referee(case):
    """Passes apart, which no player may make there."""
    board, movers, last = final(case)
    moves, made = [board.name(move) for move in board.moves], []
    script = list(moves)
    report = play_game(
        Terms(case["start"]),
        Pairing(0, "black", "white"),
        lambda spec, seed, terms: Reader(spec, script, made),
    )
    assert (list(report.moves), made) == (moves, movers)
    assert report.movers() == movers
    if "winner" in case:
        assert report.winner == case["winner"]["seat"]
    else:
        assert (report.reason, report.winner) == (
            "resignation",
            {"black": "white", "white": "black"}[last["mover"]],
        )
    assert report.game().winner() == report.winner


def test_stones_set_up_in_mid_game_do_not_bring_the_swap_back():
    game = Game(3, swap="sides", headers={"black": "Ada", "white": "Bob"})
    node = game.add_variation("b2").add_variation("swap").add_variation("a1")
    node = node.add_variation(setup=Setup(empty=(0,), turn=WHITE))
    board = node.board()
    assert board.to_string() == "3x3 hex sides/used 3/1b1/3 w"
    with pytest.raises(SwapError, match="once"):
        board.push(SWAP)
    assert game.player(BLACK) == "Bob"
    replay = Replay(game)
    for each in node.path()[1:]:
        replay.enter(each)
    replay.back_to(node.path()[1])
    assert replay.moves == [4]
    assert replay.board.swap_available


@pytest.mark.parametrize("rule", ["pieces", "sides"])
def test_another_swap_rule_does_not_bring_the_swap_back(rule):
    """As when an HTP client changes the rules of the game under way."""
    board = with_swap(Board.from_string("3x3 hex sides/used 3/1b1/3 w"), rule)
    assert board.to_string() == f"3x3 hex {rule}/used 3/1b1/3 w"
    assert not board.swap_available


def test_a_swap_after_the_end_of_the_game_exchanges_no_seats():
    game = Game(3, swap="sides", headers={"black": "Ada", "white": "Bob"})
    node = game.add_variation("b2")
    node = node.append(Node(color=WHITE, ending=records.load("3: b2 resign").end().ending))
    node.append(Node(SWAP, WHITE))
    assert (game.outcome().winner, game.winner()) == (BLACK, "Ada")
