"""Checks that any player must pass: run yours through `check`.

>>> from hexmate.players.random import RandomPlayer
>>> check(RandomPlayer)
[]
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.coords import PASS, SWAP
from hexmate.errors import Resigned
from hexmate.players.base import Limit, Player, PlayResult
from hexmate.players.stopping import StopToken

__all__ = ["BOARDS", "check"]

Factory = Callable[[], Player]

BOARDS = (
    "5x5 hex - 5/5/5/5/5 b",
    "4x4 hex - 1b2/2w1/b3/3w b",
    "3x4 hex sides 4/1b2/4 w",
    "4x3 offset - 3/1b1/2w/3 b",
    "3x3 square - b2/1w1/3 b",
    "2x4 triangle - 4/1b2 w",
    "1x1 hex - 1 b",
)
"""Positions of every shape, small enough for any player."""

_LIMIT = Limit(time=0.2, nodes=2_000, visits=200)
_SLACK = 2.0
"""Seconds beyond its limit after which a player counts as hanging."""


def check(factory: Factory, boards: Sequence[str] = BOARDS) -> list[str]:
    """The problems of a player, in words; an empty list if there are none.

    `boards` are the position lines to play from, for a player that cannot play on all of `BOARDS`.
    """
    problems: list[str] = []
    probes = {
        "plays whole games": _plays_whole_games(factory, boards),
        "answers openings": _answers_openings(factory),
        "keeps time": _keeps_time(factory),
        "stops": _stops(factory),
    }
    for name, probe in probes.items():
        try:
            problems += probe
        except Exception as error:  # a third-party player may raise anything
            problems.append(f"{name}: {type(error).__name__}: {error}")
    return problems


def _plays_whole_games(factory: Factory, boards: Sequence[str]) -> Iterator[str]:
    for line in boards:
        with closing(factory()) as player:
            yield from _plays_whole_game(player, Board.from_string(line))


def _plays_whole_game(player: Player, board: Board) -> Iterator[str]:
    if not isinstance(player.name, str) or not player.name:
        yield "name: must be a non-empty text"
    player.start(board.copy(), board.turn)
    while board.outcome() is None:
        shown = board.copy()
        try:
            result = player.play(shown, _LIMIT)
        except Resigned:
            board.resign()
            break
        problem = _problem_with(result, board, shown)
        if problem:
            yield f"play on {board.to_string()}: {problem}"
            break
        board.push(result.move)
    player.finish(board.outcome())


def _problem_with(result: object, board: Board, shown: Board) -> str | None:
    if not isinstance(result, PlayResult):
        return f"returned {result!r}, not a PlayResult"
    if result.move in (SWAP, PASS):
        return f"returned {board.name(result.move)}; only accept_opening decides about swaps"
    if not board.is_legal(result.move):
        return f"move {result.move} is not legal"
    if shown != board or shown.ply != board.ply:
        return "changed the board it was given"
    return None


def _answers_openings(factory: Factory) -> Iterator[str]:
    board = Board(4, swap="pieces")
    with closing(factory()) as opener:
        opening = opener.propose_opening(board.copy())
    if opening not in board.legal_moves:
        yield f"propose_opening: {opening} is not a cell of the board"
        return
    board.push(opening)
    with closing(factory()) as answerer:
        answer = answerer.accept_opening(board.copy(), opening)
    if not isinstance(answer, bool):
        yield f"accept_opening: returned {answer!r}, not True or False"


def _keeps_time(factory: Factory) -> Iterator[str]:
    for seconds in (0.001, 0.1):
        board = Board(7)
        with closing(factory()) as player:
            player.start(board.copy(), BLACK)
            started = time.perf_counter()
            move = player.play(board.copy(), Limit(time=seconds)).move
            spent = time.perf_counter() - started
        if move not in board.legal_moves:
            yield f"play within {seconds:g} s: move {move} is not legal"
        if spent > seconds + _SLACK:
            yield f"play within {seconds:g} s: took {spent:.2f} s"


def _stops(factory: Factory) -> Iterator[str]:
    for when, seconds in (("before", None), ("during", _SLACK / 4)):
        yield from _stops_when(factory, f"stop {when} the search", seconds)


def _stops_when(factory: Factory, label: str, seconds: float | None) -> Iterator[str]:
    """Stop a search after some seconds, or before it starts."""
    board = Board(7)
    board.push_str("d4")
    answers: list[int] = []
    stop = StopToken()

    def search() -> None:
        with suppress(Exception), stop.scope():  # a player that raises leaves no answer
            answers.append(player.play(board.copy(), Limit(time=30)).move)

    with closing(factory()) as player:
        thread = threading.Thread(target=search, daemon=True)
        if seconds is None:
            stop.stop()
        thread.start()
        with stop.calling(player.stop):
            thread.join(seconds or 0)
            stop.stop()
            thread.join(5 * _SLACK)
    if thread.is_alive():
        yield f"{label}: it continued to search"
    elif not answers or answers[0] not in board.legal_moves:
        yield f"{label}: it had no legal move to answer with"
