"""`python -m hexmate.selftest`: check that this installation works, in under a minute.

Each check prints one line; the exit status is 0 if all pass. What an extra would add is named where
the extra is not installed. `--patience SECONDS` waits longer for the server, on a busy machine.
"""

import argparse
import importlib.util
import re
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from hexmate.board import Board, perft, random_playouts
from hexmate.color import BLACK
from hexmate.nets.shipped import BEST
from hexmate.players.base import Limit
from hexmate.players.registry import create
from hexmate.records import dumps, load
from hexmate.solve.solver import Solver, Verdict
from hexmate.version import __version__

__all__ = ["CHECKS", "MissingExtra", "main"]

_PATIENCE = 150.0
"""Seconds that the server may take to start; ten are usual under an emulator."""
_BESIDE = ("server",)
_ADDRESS = re.compile(r"http://\S+")
_NEEDED_BY_SERVER = ("typer", "sqlalchemy", "alembic", "fastapi", "uvicorn", "platformdirs")


class MissingExtra(Exception):
    """A check needs libraries that are not installed; the message says which extra brings them."""


def _require(fact: object, otherwise: str) -> None:
    if not fact:
        raise AssertionError(otherwise)


def check_rules() -> str:
    """Play a game to its end, with the swap; the winner and the winning chain are known."""
    board = Board(5, swap="pieces")
    for move in ("b1", "swap", "c3", "b3", "c2", "b4", "c1", "b5", "c4", "d3", "c5"):
        board.push_str(move)
    outcome = board.outcome()
    _require(outcome is not None and outcome.winner is BLACK, "the winner is wrong")
    path = [board.name(cell) for cell in board.winning_path() or ()]
    _require(path == ["c1", "c2", "c3", "c4", "c5"], f"the winning chain is wrong: {path}")
    wins = random_playouts(Board(7), 2000, seed=1, threads=2)
    _require(sum(wins) == 2000 and wins[2] == 0, f"random games ended in {wins}")
    return "a game with a swap, 2,000 random games on two threads"


def check_perft() -> str:
    """Count sequences of moves, as the rules' own tests do."""
    for board, depth, count in (
        (Board(3), 4, 3024),
        (Board(11), 3, 1_727_880),
        (Board(11, swap="pieces"), 2, 14_641),
    ):
        found = perft(board, depth)
        _require(found == count, f"{board.rows}x{board.cols}, depth {depth}: {found}, not {count}")
    return "1,727,880 sequences of three moves on 11x11"


def check_records() -> str:
    """Write a game in two formats and read it again."""
    game = load("#5,b1c3b3c2b4c1b5c4d3c5")
    for format in ("sgf", "hexworld"):
        again = load(dumps(game, format))
        _require(again.end().board() == game.end().board(), f"{format} lost a move")
    return "a game written and read as SGF and as a link"


def check_search() -> str:
    """Search without a network, and prove who wins."""
    board = Board(5)
    move = create("negamax:depth=2", seed=1).play(board, Limit(time=5)).move
    _require(board.is_legal(move), f"negamax played {move}")
    move = create("uct", seed=1).play(board, Limit(visits=300)).move
    _require(board.is_legal(move), f"uct played {move}")
    _require(Solver().solve(Board(6)).verdict is Verdict.WIN, "6x6 must be won by the first player")
    return "negamax, tree search, and 6x6 solved"


def check_network() -> str:
    """Ask the shipped network for a move."""
    board = Board(11)
    board.push_str("a10")
    result = create("hexmate:visits=2", seed=1).play(board, Limit(time=20))
    chance = result.info.win_probability
    _require(board.is_legal(result.move), f"the network played {result.move}")
    _require(chance is not None and 0 < chance < 1, f"its win probability is {chance}")
    return f"{BEST} plays {board.name(result.move)} on 11x11"


def check_server(patience: float = _PATIENCE) -> str:
    """Start the web server on a free port within `patience` seconds and read its pages."""
    missing = [name for name in _NEEDED_BY_SERVER if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingExtra(f'needs {missing[0]}: pip install "hexmate[play]"')
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        command = [sys.executable, "-m", "hexmate", "serve", "--port", "0", "--database", database]
        with subprocess.Popen(  # noqa: S603 - our own program
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as server:
            too_late = threading.Timer(patience, server.kill)
            too_late.start()
            try:
                return _read_pages(server, patience)
            finally:
                too_late.cancel()
                server.terminate()


def _read_pages(server: "subprocess.Popen[str]", patience: float) -> str:
    said = ""
    while (address := _ADDRESS.search(said)) is None:
        line = server.stdout.readline() if server.stdout else ""
        _require(line, f"the server did not start: {said.strip() or 'no answer in time'}")
        said += line
    for path, expected in (("healthz", b"ok"), ("", b"<title>Hexmate")):
        # The address is the server's own, on this machine.
        with urllib.request.urlopen(address[0] + path, timeout=patience) as answer:  # noqa: S310
            _require(expected in answer.read(), f"/{path} answers with something else")
    return "the game's page answered"


CHECKS: dict[str, Callable[[], str]] = {
    "rules": check_rules,
    "perft": check_perft,
    "records": check_records,
    "search": check_search,
    "network": check_network,
    "server": check_server,
}


def _try(check: Callable[[], str]) -> tuple[str, str, float]:
    """A check's verdict, what it found in words, and the seconds it took."""
    begun = time.monotonic()
    try:
        verdict, words = "ok", check()
    except MissingExtra as reason:
        verdict, words = "not checked", str(reason)
    except Exception as error:
        verdict, words = "FAILED", f"{type(error).__name__}: {error}"
    return verdict, words, time.monotonic() - begun


def main(words: Sequence[str] = ()) -> int:
    """Run every check and print what was found; 0 if all that can be checked here is right."""
    parser = argparse.ArgumentParser(
        prog="python -m hexmate.selftest", description="Check this installation of Hexmate."
    )
    told = "seconds that the server may take to start (default: %(default)g)"
    parser.add_argument("--patience", type=float, default=_PATIENCE, metavar="SECONDS", help=told)
    patience = parser.parse_args(words).patience
    checks = {
        name: partial(check, patience) if check is check_server else check
        for name, check in CHECKS.items()
    }
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"Hexmate {__version__} on Python {version}, {sysconfig.get_platform()}", flush=True)
    failed = 0
    with ThreadPoolExecutor(1) as pool:
        # The server starts in a process of its own while the other checks run.
        beside = {name: pool.submit(_try, checks[name]) for name in _BESIDE if name in checks}
        for name, check in checks.items():
            verdict, words, took = beside[name].result() if name in beside else _try(check)
            failed += verdict == "FAILED"
            print(f"{name:8} {verdict}: {words} ({took:.1f} s)", flush=True)
    print(f"{failed} of {len(checks)} checks failed" if failed else "Hexmate works.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
