"""Whole games against real engines: our own server, and a mock with Benzene's habits."""

import itertools
import time

import pytest
from support.patience import kept
from support.processes import eventually, mock

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import SWAP
from hexmate.errors import EngineRefusedError, Resigned
from hexmate.htp import client
from hexmate.htp.player import HtpPlayer, own_process
from hexmate.outcome import Outcome, Termination
from hexmate.players.base import Clock, Limit, PlayResult
from hexmate.players.registry import create

GAMES = 20
PATIENCE = 60.0

OURS = (
    "5x5 hex pieces 5/5/5/5/5 b",
    "4x6 hex sides 6/6/6/6 b",
    "4x4 hex - 1b2/2w1/b3/3w b",
    "5x4 offset sides 4/4/4/4/4 b",
    "4x4 square pieces 4/4/4/4 b",
    "3x6 triangle - 6/6/6 b",
)
PLAIN = tuple(line for line in OURS if " hex " in line)


def play_game(board, engine, other, color, limit):
    """A game as a referee has it played; after each move the engine's board must be ours."""
    seats = {color: engine, color.other: other}
    if board.swap and board.num_empty == board.num_cells:
        board.push(seats[BLACK].propose_opening(board.copy()))
        if not seats[WHITE].accept_opening(board.copy(), board.peek()):
            board.push(SWAP)
            if board.swap == "sides":
                seats = {color: seats[color.other] for color in seats}
    for color, player in seats.items():
        player.start(board.copy(), color)
    while board.outcome() is None:
        player = seats[board.turn]
        result = player.play(board.copy(), limit)
        assert isinstance(result, PlayResult)
        assert result.move in board.legal_moves
        board.push(result.move)
        if player is engine and board.outcome() is None:
            empty = [board.name(cell) for cell in board.legal_moves]
            assert engine.engine.ask("all_legal_moves").split() == empty
    for player in seats.values():
        player.finish(board.outcome())


@pytest.mark.parametrize(
    ("make", "lines"),
    [
        (lambda word: own_process("random:seed=1", patience=PATIENCE), OURS),
        (lambda word: HtpPlayer(mock("benzene", word), patience=PATIENCE), PLAIN),
        (lambda word: HtpPlayer(mock("benzene", "--gfx", word), patience=PATIENCE), PLAIN),
    ],
    ids=["hexmate", "benzene", "benzene with graphics"],
)
def test_twenty_games(make, lines, word):
    limits = (Limit(time=PATIENCE), Limit(clock=Clock(PATIENCE, PATIENCE)), Limit(nodes=100))
    with make(word) as engine:
        swaps = 0
        for number, line in zip(range(GAMES), itertools.cycle(lines), strict=False):
            board = Board.from_string(line)
            other = create("random", seed=number)
            play_game(board, engine, other, (BLACK, WHITE)[number % 2], limits[number % 3])
            assert board.outcome() is not None
            swaps += SWAP in board.moves
        assert swaps > 0


def test_a_benzene_that_answers_after_the_end_is_still_understood(word):
    with HtpPlayer(mock("benzene", word), patience=PATIENCE) as engine:
        for _ in range(3):
            board = Board(3)
            play_game(board, engine, create("random", seed=1), BLACK, Limit())
            engine.engine.ask("genmove black")
            engine.engine.forget()


def test_plain_protocol_is_enough_for_our_own_server(monkeypatch):
    """What we send to third-party engines, sent to our own."""
    monkeypatch.setattr(client, "_PRIVATE", {"a command that no engine has"})
    with own_process("random:seed=1", patience=PATIENCE) as ours:
        assert not ours.engine.dialect.private
        for number, line in enumerate(PLAIN * 2):
            board = Board.from_string(line)
            play_game(board, ours, create("random", seed=number), WHITE, Limit(time=PATIENCE))


def test_the_whole_protocol_crosses_to_another_process(tmp_path):
    path = tmp_path / "teller.py"
    path.write_text(
        "from hexmate.errors import Resigned\n"
        "from hexmate.players import Info, Player, PlayResult\n"
        "class Teller(Player):\n"
        "    name = 'teller'\n"
        "    told = ()\n"
        "    def start(self, board, color): self.told += (f'start {color} {board.ply}',)\n"
        "    def finish(self, outcome): self.told += (f'finish {outcome.result()}',)\n"
        "    def propose_opening(self, board): return 3\n"
        "    def accept_opening(self, board, move): return move == 3\n"
        "    def play(self, board, limit):\n"
        "        print('printed', flush=True)\n"
        "        if limit.depth == 1: raise Resigned('I resign')\n"
        "        if limit.depth == 2: exit('gone')\n"
        "        if limit.depth == 3: return PlayResult(-1)\n"
        "        self.name = ' '.join([*self.told, str(limit.nodes), repr(board.played)])\n"
        "        return PlayResult(8, Info(8, score=1.5, win_probability=0.75, depth=4, nodes=9,\n"
        "                                  visits=7, pv=(8, 1), time=0.5))\n"
    )
    with own_process(f"file:{path}", patience=PATIENCE) as teller:
        assert teller.name == "teller"
        board = Board(3, swap="sides")
        assert teller.propose_opening(board) == 3
        for opening, answer in ((3, True), (4, False)):
            board = Board(3, swap="sides")
            board.push(opening)
            assert teller.accept_opening(board, opening) is answer
        board.push(SWAP)
        teller.start(board, WHITE)
        board.push_str("a1")
        board.push_str("pass")
        info = teller.play(board, Limit(nodes=50)).info
        assert (info.score, info.win_probability, info.depth, info.nodes) == (1.5, 0.75, 4, 9)
        assert (info.visits, info.pv, info.time) == (7, (8, 1), 0.5)
        name = teller.engine.ask("name")
        assert name.startswith("start white 2 50 [(<Color.BLACK: 0>, 4), (<Color.WHITE: 1>, -1)")
        assert eventually(lambda: "printed" in teller.engine.stderr)
        with pytest.raises(Resigned):
            teller.play(board, Limit(depth=1))
        with pytest.raises(EngineRefusedError, match="SystemExit: gone"):
            teller.play(board, Limit(depth=2))
        with pytest.raises(EngineRefusedError, match="not a legal move"):
            teller.play(board, Limit(depth=3))
        assert teller.play(board, Limit()).move == 8
        teller.finish(Outcome(Termination.TIMEOUT, BLACK))
        teller.play(board, Limit())
        assert "finish B+Time" in teller.engine.ask("name")


def test_a_folder_full_of_unlucky_names(tmp_path, monkeypatch):
    """A bot may be called as a library is: it is not taken for it."""
    for name in ("random", "numpy", "hexmate", "queue", "typing"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken for a library')")
    (tmp_path / "random.py").write_text(
        "from hexmate.players import Player, PlayResult\n"
        "class Bot(Player):\n"
        "    def play(self, board, limit): return PlayResult(0)\n"
    )
    monkeypatch.chdir(tmp_path)
    with own_process("file:random.py", patience=PATIENCE) as bot:
        assert bot.play(Board(3), Limit()).move == 0


def test_memory_of_a_player_behind_our_own_server(tmp_path):
    (tmp_path / "hungry.py").write_text(
        "from hexmate.players import Player, PlayResult\n"
        "class Hungry(Player):\n"
        "    def play(self, board, limit):\n"
        "        return PlayResult(len(bytearray(4 << 30)) * 0)\n"
    )
    spec = f"file:{tmp_path / 'hungry.py'}"
    with (
        own_process(spec, patience=PATIENCE, memory=3000) as hungry,
        pytest.raises(EngineRefusedError, match="MemoryError"),
    ):
        hungry.play(Board(3), Limit())


def test_a_move_costs_little():
    """At most 2 ms; on a busy machine some moves are slow, but a quarter of them is not."""
    spent = []
    with own_process("random:seed=1", patience=PATIENCE) as engine:
        other = create("random", seed=2)
        for _ in range(3):
            board = Board(11)
            while board.outcome() is None:
                if board.turn is WHITE:
                    board.push(other.play(board, Limit()).move)
                    continue
                began = time.perf_counter()
                move = engine.play(board, Limit(time=1)).move
                spent.append(time.perf_counter() - began)
                board.push(move)
    assert kept(0.002, sorted(spent)[len(spent) // 4])
