"""The terminal game, driven by a list of answers."""

import shlex

import pytest
from support.processes import alive, marker, mock

from hexmate.board import Board
from hexmate.cli.terminal import TerminalGame
from hexmate.color import BLACK, WHITE
from hexmate.errors import PlayerError
from hexmate.game import Game
from hexmate.records import load


class Table:
    """A game with scripted answers; keeps what was said."""

    def __init__(self, answers, *, size=3, swap=None, black="human", white="human", **options):
        self.game = options.pop("game", None) or Game(size, swap=swap)
        self.answers = answers.split(",")
        self.said: list[str] = []
        seats = {BLACK: black, WHITE: white}
        self.table = TerminalGame(self.game, seats, say=self.said.append, read=self.read, **options)
        self.table.run()

    def read(self, prompt):
        self.said.append(prompt)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    @property
    def moves(self):
        return " ".join(str(node) for node in self.game.mainline())

    def heard(self, words):
        return any(words in line for line in self.said)


@pytest.mark.parametrize("white", ["negamax", "human"])
def test_a_set_up_stone_is_swapped_once(white):
    """After swap-sides the two exchange colours; the right to swap is gone."""
    board = Board.from_string("3x3 hex sides 3/1b1/3 w")
    game = Game.from_board(board)
    answers = "swap,swap,a1,quit" if white == "human" else "swap,a1,quit"
    table = Table(answers, game=game, white=white)
    assert table.moves.startswith("W swap-sides W a1")
    assert table.heard("a swap is only possible for White, once")
    assert game.seat_of(BLACK) is WHITE


def test_two_people_to_the_end():
    table = Table("b2,a1,b1,c1,a3")
    assert table.heard("Black (human) wins by connection.")
    assert table.moves == "B b2 W a1 B b1 W c1 B a3"
    assert table.game.headers["result"] == "B+"


@pytest.mark.parametrize(
    ("black", "size", "notes"),
    [
        ("hexmate", (2, 3), 1),
        ("hybrid:hexmate", (2, 3), 1),
        ("hybrid:hexmate", 11, 0),
        ("human", (2, 3), 0),
    ],
)
def test_a_network_that_does_not_know_such_boards_is_told_of_once(black, size, notes):
    table = Table("quit", size=size, black=black, white=black)
    note = "the network of hexmate was not trained on 2x3, but it can still play"
    assert table.said.count(note) == notes


def test_bad_answers_are_explained_and_asked_again():
    table = Table("zz,b2,b2,a9,a1,quit")
    assert table.heard("'zz' is not a cell")
    assert table.heard("b2 is occupied by Black")
    assert table.heard("a9 is off the 3x3 board")
    assert table.moves == "B b2 W a1"


@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        ("b2,a1,undo,undo,c1,quit", "B c1"),
        ("b2,a1,undo,redo,quit", "B b2 W a1"),
        ("b2,a1,undo,undo,redo,redo,quit", "B b2 W a1"),
        ("b2,undo,a1,redo,quit", "B a1"),
        ("undo,redo,quit", ""),
    ],
)
def test_undo_and_redo(answers, moves):
    assert Table(answers).moves == moves


def test_undo_against_a_machine_goes_back_to_the_person():
    table = Table("b2,undo,a1,quit", white="random:seed=1", size=4)
    assert table.moves.startswith("B a1 W ")
    assert table.moves.count(" ") == 3


def test_swap_by_people():
    table = Table("b1,swap,c3,quit", swap="pieces")
    assert table.heard("or swap")
    assert table.moves == "B b1 W swap-pieces B c3"


def test_swap_sides_exchanges_the_seats():
    table = Table("b1,swap,c3,resign", swap="sides", black="hybrid:random")
    assert table.moves.startswith("B b1 W swap-sides W c3")
    assert table.heard("(human with random) plays c3"), "the opener now has White"


def test_a_machine_proposes_and_answers_openings():
    openings = {Table("quit", swap="pieces", black=f"random:seed={s}").moves for s in range(6)}
    assert len(openings) > 1
    answers = {Table("b2,quit", swap="pieces", white=f"random:seed={s}").moves for s in range(8)}
    assert any("swap-pieces" in moves for moves in answers)
    assert any("swap" not in moves for moves in answers)


def test_hybrid_hands_over_and_takes_back():
    table = Table("hand,,c4,back,d4,quit", size=4, black="hybrid:random:seed=2")
    assert table.heard("Press Enter to let random move, or type back to resume control")
    assert table.heard("(random with human) plays")
    assert table.heard("(human with random) plays d4")
    assert table.moves.endswith("W c4 B d4")


def test_without_an_engine_nothing_is_handed_over():
    assert Table("hand,quit").heard("with --black hybrid:PLAYER")


@pytest.mark.parametrize(
    ("answers", "options", "advice"),
    [
        # No player at the board can analyse: the strongest player gives the hint.
        ("b2,a1,b1,a3,hint,quit", {}, "hexmate would play b3 (win probability 100%)"),
        ("b2,a1,b1,a3,hint,quit", {"white": "hybrid:random"}, "hexmate would play b3"),
        # One of the players can.
        ("hint,quit", {"size": 2, "white": "perfect"}, "perfect would play"),
        ("hint,quit", {"size": 2, "black": "hybrid:uct:visits=50"}, "uct would play"),
        # The right to swap is part of the advice.
        (
            "b2,hint,quit",
            {"swap": "pieces"},
            "hexmate would play swap-pieces (win probability 100%)",
        ),
        ("b2,hint,quit", {"swap": "sides", "size": (3, 4)}, "hexmate would play"),
    ],
)
def test_a_hint_is_always_available(answers, options, advice):
    table = Table(answers, **options)
    assert table.heard(advice)


def test_resign_help_and_empty_lines():
    table = Table("help,,resign")
    assert table.heard("swap, after the first stone")
    assert table.heard("White (human) wins by resignation.")
    assert table.game.outcome().result() == "W+Resign"


def test_saving_and_resuming(tmp_path):
    file = tmp_path / "game.sgf"
    Table(f"b2,a1,undo,save {file},save,save {tmp_path}/no/such/folder.sgf,quit")
    game = load(file)
    assert [str(node) for node in game.mainline()] == ["B b2"], "what was undone is not saved"
    table = Table("a1,b1,quit", game=game, save_to=file)
    assert table.moves == "B b2 W a1 B b1"
    assert load(file) == game, "kept after each move"


def test_the_end_of_input_is_one_clear_line():
    table = Table("b2")
    assert table.heard("the input ended before human had made a move as white")


def test_unknown_players():
    with pytest.raises(PlayerError, match="human and hybrid:PLAYER"):
        Table("quit", white="missing")


@pytest.mark.parametrize(
    ("engine", "moves", "said"),
    [
        (("faulty", "resigns"), "B b2 W resign", "Black (human) wins by resignation."),
        (("faulty", "exits"), "B b2", "faulty ended with status 3: out of ideas"),
        (("benzene",), "B b2 W swap-pieces B a1", "White (MoHex) plays swap-pieces"),
    ],
)
def test_engines_at_the_table_end_with_the_game(engine, moves, said):
    word = marker()
    spec = f"htp:{shlex.join(mock(*engine, word))}"
    table = Table("b2,a1", swap="pieces" if engine == ("benzene",) else None, white=spec)
    assert table.moves.startswith(moves)
    assert table.heard(said)
    assert alive(word) == []
