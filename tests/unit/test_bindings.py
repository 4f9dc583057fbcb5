"""The bindings themselves: arrays that are written to, exceptions of threads, leaks."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

from hexmate import _core
from hexmate.board import Board
from hexmate.errors import HexmateError


def read_only(array):
    array.flags.writeable = False
    return array


UNWRITABLE = {
    "int64": lambda rows, cells: np.zeros((rows, cells), np.int64),
    "float32": lambda rows, cells: np.zeros((rows, cells), np.float32),
    "int8": lambda rows, cells: np.zeros((rows, cells), np.int8),
    "strided rows": lambda rows, cells: np.zeros((2 * rows, cells), np.uint8)[::2],
    "strided cells": lambda rows, cells: np.zeros((rows, 2 * cells), np.uint8)[:, ::2],
    "fortran order": lambda rows, cells: np.zeros((rows, cells), np.uint8, order="F"),
    "read-only": lambda rows, cells: read_only(np.zeros((rows, cells), np.uint8)),
    "flat": lambda rows, cells: np.zeros(rows * cells, np.uint8),
    "list": lambda rows, cells: [[0] * cells] * rows,
}
"""Arrays that cannot be written in place: a converted copy would be, and then be lost."""


@pytest.fixture(params=UNWRITABLE)
def unwritable(request):
    return UNWRITABLE[request.param]


def test_mcts_refuses_views_that_it_cannot_write(unwritable):
    search = _core.Mcts()
    search.start(Board(4))
    with pytest.raises(TypeError, match="views"):
        search.gather(unwritable(8, 16))
    views = np.full((8, 16), 9, np.uint8)
    assert len(search.gather(views)) == 1
    assert (views[0] == 0).all()


def test_self_play_refuses_views_that_it_cannot_write(unwritable):
    games = _core.SelfPlay(size=4, games=3, random_first=0, random_several=0)
    with pytest.raises(TypeError, match="views"):
        games.gather(unwritable(3, 16))
    views = np.full((3, 16), 9, np.uint8)
    games.gather(views)
    assert (views == 0).all()
    logits, even = np.zeros((3, 16), np.float32), np.full(3, 0.5, np.float32)
    with pytest.raises(TypeError, match="views"):
        games.advance(logits, even, unwritable(3, 16))
    games.advance(logits, even, views)
    assert (views.sum(1) == 2).all(), "a stone of the opponent"


def test_answers_are_converted_where_that_loses_nothing():
    """They are only read, so that a copy serves."""
    games = _core.SelfPlay(size=4, games=3)
    games.gather(np.zeros((3, 16), np.uint8))
    games.scatter(np.zeros((16, 3)).T, np.full(3, 0.5))


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_an_exception_in_a_thread_of_a_search_reaches_python():
    search = _core.BatchedNegamax("nonsense", 0.2, 1, 2)
    for _ in range(2):
        search.start(Board(4), None, None, 3, [], None)
        _, turns = search.gather()
        assert len(turns) == 0
        with pytest.raises(HexmateError, match="unknown evaluation 'nonsense'"):
            search.result()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory are set the POSIX way")
def test_a_thread_that_gets_no_memory_is_a_memory_error():
    done = run("""
        import resource
        import numpy as np
        from hexmate import _core
        from hexmate.errors import PlayerError

        games = _core.SelfPlay(size=11, games=64, threads=3, visits=100_000, random_first=0)
        views = np.zeros((64, 121), np.uint8)
        logits, even = np.zeros((64, 121), np.float32), np.full(64, 0.5, np.float32)
        games.gather(views)
        saved = games.save()
        games.gather(views)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20), -1))
        try:
            for _ in range(100_000):
                games.advance(logits, even, views)
        except MemoryError:
            print("MemoryError")
        try:
            games.advance(logits, even, views)
        except PlayerError as error:
            print(error)
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
        games.load(saved)
        games.gather(views)
    """)
    failed = "an earlier call failed halfway: load saved games, or start new ones"
    assert done.stdout.splitlines() == ["MemoryError", failed], done.stderr
    assert done.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="threads are limited by their memory")
@pytest.mark.parametrize(
    "search",
    [
        "_core.Uct(threads=64, memory=1).search(board, 60)",
        "_core.MonteCarlo(threads=64).search(board, 10_000_000)",
        "_core.Negamax('hexmate', 1, 64, True).search(board, 60, None, None, [], None)",
        "_core.random_playouts(board, 10**9, 1, 64)",
        "_core.SelfPlay(size=4, games=64, threads=64)",
    ],
)
def test_threads_that_cannot_be_made_are_an_error(search):
    done = run(f"""
        import resource
        from hexmate import Board, _core

        board = Board(11)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (128 << 20),) * 2)
        try:
            {search}
        except (RuntimeError, MemoryError) as error:
            print("error")
    """)
    assert done.stdout == "error\n", done.stderr
    assert done.returncode == 0


def test_nothing_of_the_core_outlives_the_interpreter():
    done = run("""
        from hexmate import _core
        _core._set_leak_warnings(True)
        import numpy as np
        import hexmate
        from hexmate.players import Limit, StopToken, create
        from hexmate.connect import Bridges

        board = hexmate.Board(4, swap="pieces")
        board.push_str("b2")
        kept = [create(spec) for spec in ("uct", "negamax", "montecarlo", "perfect", "level:n=3")]
        token = StopToken()
        for player in kept:
            token.run(player.play, board.copy(), Limit(time=0.05))
            list(player.analyse(board.copy(), Limit(time=0.05)))
        unfinished = kept[0].analyse(board, Limit(time=5))
        next(unfinished)
        search = _core.BatchedNegamax("hexproject", 0.5, 1, 2)
        search.start(board, None, None, 4, [], token)
        search.gather()
        games = _core.SelfPlay(size=4, games=8, threads=2)
        views = np.zeros((8, 16), np.uint8)
        games.gather(views)
        arrays = [games.drain(), board.to_array()]
        tracker = Bridges(board)
        try:
            board.push(10**6)
        except hexmate.HexmateError as error:
            problem = error
    """)
    assert done.stderr == ""
    assert done.returncode == 0


def test_an_object_that_is_never_freed_is_reported():
    """The check above can fail."""
    done = run("""
        import ctypes
        from hexmate import Board, _core

        _core._set_leak_warnings(True)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(Board(3)))
    """)
    assert "nanobind: leaked" in done.stderr
