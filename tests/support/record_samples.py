"""Games and sample files that the tests of the records share."""

import re
import warnings
from contextlib import contextmanager
from pathlib import Path

from hexmate import records
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import RecordWarning
from hexmate.game import Game, Node, Setup
from hexmate.outcome import Termination

DATA = Path(__file__).parents[1] / "data" / "records"
FILES = sorted(DATA.iterdir())


@contextmanager
def warned(match: str):
    """Expect a RecordWarning that matches, among others perhaps."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    messages = [str(one.message) for one in caught if one.category is RecordWarning]
    assert any(re.search(match, message) for message in messages), messages


def quiet_load(source, strict=False, **options) -> Game:
    """Load without a word about what was odd."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        return records.load(source, strict, **options)


def quiet_games(source, strict=False, **options) -> list[Game]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        return list(records.iter_games(source, strict, **options))


def line(*moves: str, size=5, swap=None, shape="hex") -> Game:
    """A game of one line, colours taking turns."""
    game = Game(size, swap=swap, shape=shape)
    node = game.root
    for move in moves:
        node = node.add_variation(move)
    return game


def rich_game() -> Game:
    """A game that uses everything a game can hold."""
    game = Game((6, 7), swap="sides", setup=Setup(turn=BLACK))
    game.headers = {"black": "Ada: [1]", "white": "Bob\\", "result": "W+Time", "tempo": "a:b"}
    game.cursor = 2
    game.root.comment = "before\nthe start]"
    first = game.add_variation("b2")
    first.marks = {"circle": [0, 3], "selected": [8]}
    first.set_time_left(BLACK, 12.5)
    swapped = first.add_variation(SWAP, comment="\\ taken \\")
    swapped.labels = {0: "A", 5: "x:y]"}
    main = swapped.add_variation("c3")
    main.add_variation(ending=Termination.TIMEOUT, color=BLACK)
    side = swapped.add_variation(PASS)
    side.properties = {"XY": ["kept \\] so", ""]}
    side.add_variation("d4", WHITE)
    edit = first.add_variation(setup=Setup((0,), (1,), (8,), WHITE))
    edit.add_variation("f5").add_variation(ending=Termination.RESIGNATION)
    return game


def finished_game(swap=None) -> Game:
    board = Board(3, swap=swap)
    for move in ("a1", "b1", "a2", "b2", "a3"):
        board.push_str(move)
    return Game.from_board(board)


def loose(game: Game) -> Game:
    """The game with a move on an occupied cell kept aside, as a forgiving reader leaves it."""
    game.end().append(Node(properties={"W": ["a1"]}))
    return game
