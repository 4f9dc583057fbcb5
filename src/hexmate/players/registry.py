"""Players by name: ``random``, ``random:seed=3``, ``file:bot.py``, ``htp:./mohex``."""

import re
from typing import Any

from hexmate.errors import PlayerError
from hexmate.evaluate import SETTINGS
from hexmate.players.base import Player
from hexmate.players.bridge import BridgePlayer
from hexmate.players.entry import Entry, Option, switch
from hexmate.players.jeudehex import JeuDeHex
from hexmate.players.levels import LevelPlayer
from hexmate.players.mcts import MctsPlayer
from hexmate.players.model import ModelPlayer
from hexmate.players.montecarlo import MonteCarloPlayer
from hexmate.players.negamax import NegamaxPlayer
from hexmate.players.perfect import PerfectPlayer, WinningMove
from hexmate.players.plugins import FILE_FORM, from_file, installed, installed_names
from hexmate.players.policy import PolicyPlayer
from hexmate.players.random import RandomPlayer
from hexmate.players.uct import UctPlayer

__all__ = ["FORMS", "Entry", "Option", "available", "create", "is_built_in", "is_engine"]

FORMS = {
    FILE_FORM: "a player in a Python file",
    "htp[option=value,...]:COMMAND": "a program that speaks the Hex text protocol",
}
"""Players that have no name of their own."""

_KIND = re.compile(r"[^:\[]*(?:\[.*?\])?")
_ENGINE = re.compile(r"htp(?:\[.*?\])?")


def _depth_three(depth: int = 3) -> Player:
    return NegamaxPlayer("hexproject", depth=depth, name="minimax")


def _negamax(model: str | None = None, **options: Any) -> Player:
    if model is not None:
        return ModelPlayer(model, **options)
    if "alpha" in options:
        raise PlayerError("alpha is the weight of a model: name one, as in model=value.onnx")
    return NegamaxPlayer(**options)


def _resistance(**options: Any) -> Player:
    return NegamaxPlayer("resistance", name="resistance", **options)


def _hexmate(**options: Any) -> Player:
    return MctsPlayer(name="hexmate", **options)


def _jeudehex(seed: int | None = None) -> Player:
    return JeuDeHex(seed, decider=WinningMove())


_SEED = Option(int, "same seed, same game")
_THREADS = Option(int, "threads that think at once, 1 to 256")

_TIME = Option(float, "seconds a move, more than 0")
_DEPTH = Option(int, "plies to look ahead, 1 or more")
_NEGAMAX = {
    "depth": _DEPTH,
    "time": _TIME,
    "nodes": Option(int, "positions a move, 1 or more"),
    "threads": _THREADS,
    "table": Option(int, "MiB for the table"),
}

_NET = Option(str, "a network of the package, or a model file")
_GLANCE = {
    "threads": _THREADS,
    "device": Option(str, "where the network runs: auto, cpu, openvino or cuda"),
    "symmetry": Option(switch, "on or off: judge each position from both sides"),
}
_MCTS = {
    "time": _TIME,
    "visits": Option(int, "visits a move, 1 or more"),
    "batch": Option(int, "leaves judged at once, 1 to 1024"),
    "gumbel": Option(switch, "on or off: share few visits out by halving"),
    **_GLANCE,
}

_ENTRIES = {
    entry.name: entry
    for entry in (
        Entry(
            "random",
            "chooses among the empty cells with equal chance",
            RandomPlayer,
            {"seed": _SEED},
        ),
        Entry(
            "bridge",
            "blocks two chains away from the last enemy stone, else beside it",
            BridgePlayer,
            {"seed": _SEED},
        ),
        Entry(
            "jeudehex",
            "keeps, cuts and chains bridges; solves small boards",
            _jeudehex,
            {"seed": _SEED},
        ),
        Entry(
            "minimax",
            "looks a fixed number of plies ahead, by the seed's heuristic",
            _depth_three,
            {"depth": _DEPTH},
        ),
        Entry(
            "negamax",
            "looks ahead as deep as it can, by any evaluation, with a value model or without",
            _negamax,
            {
                "eval": Option(str, f"evaluation: {', '.join(SETTINGS)}"),
                "model": Option(str, "file of a value model"),
                "alpha": Option(float, "weight of the model, 0 to 1"),
                **_NEGAMAX,
            },
        ),
        Entry(
            "resistance",
            "looks ahead by the resistance of Shannon's circuits",
            _resistance,
            _NEGAMAX,
        ),
        Entry(
            "perfect",
            "solves small boards exactly",
            PerfectPlayer,
            {"time": _TIME, "table": Option(int, "MiB for the table")},
        ),
        Entry(
            "level",
            "a player for people, from 1 (a beginner) to 15",
            LevelPlayer,
            {"n": Option(int, "level, 1 to 15"), "seed": _SEED},
        ),
        Entry(
            "montecarlo",
            "tries every move with random games",
            MonteCarloPlayer,
            {
                "playouts": Option(int, "random games after every move, 1 or more"),
                "threads": _THREADS,
                "seed": _SEED,
            },
        ),
        Entry(
            "uct",
            "tree search with random games that save bridges",
            UctPlayer,
            {
                "time": _TIME,
                "visits": Option(int, "simulations a move, 1 or more"),
                "threads": _THREADS,
                "memory": Option(int, "MiB for the tree"),
                "seed": _SEED,
                "bridges": Option(switch, "on or off: save bridges in the random games"),
            },
        ),
        Entry(
            "policy",
            "a network's first thought, without search, on hex boards",
            PolicyPlayer,
            {"net": _NET, **_GLANCE},
        ),
        Entry(
            "mcts",
            "tree search with a network, on hex boards",
            MctsPlayer,
            {"net": _NET, **_MCTS},
        ),
        Entry(
            "hexmate",
            "tree search with the network of the package, on hex boards",
            _hexmate,
            _MCTS,
        ),
    )
}


def available() -> list[Entry]:
    """Every player that `create` knows by name: ours, and those that installed packages offer.

    The packages are not loaded: the options of their players are not known here.
    """
    offered = [
        Entry(name, f"a plug-in of {package}", lambda name=name: create(name))
        for name, package in installed_names().items()
        if name not in _ENTRIES
    ]
    return sorted([*_ENTRIES.values(), *offered], key=lambda entry: entry.name)


def is_built_in(spec: str) -> bool:
    """Whether a spec names one of our own players, rather than a stranger's code.

    >>> is_built_in("random:seed=3"), is_built_in("file:bot.py")
    (True, False)
    """
    return _kind(spec) in _ENTRIES


def is_engine(spec: str) -> bool:
    """Whether a spec names a program that speaks HTP.

    >>> is_engine("htp:./mohex"), is_engine("htp[swap=sides]:./wolve"), is_engine("random")
    (True, True, False)
    """
    return _ENGINE.fullmatch(_kind(spec)) is not None


def require_known(spec: str) -> None:
    """PlayerError where no player has the name of a spec; nobody's code is loaded for that."""
    kind = _kind(spec)
    if kind in _ENTRIES or kind == "file" or is_engine(spec) or kind in installed_names():
        return
    names = ", ".join([*(entry.name for entry in available()), *FORMS])
    raise PlayerError(f"there is no player '{kind}'; the players are {names}")


def create(spec: str, *, seed: int | None = None) -> Player:
    """A player from its name and options, ``name:option=value,option=value``.

    Where the player takes a seed and the spec has none, it gets `seed`. A player of a file or of
    an installed package runs in this process, a program that speaks HTP in its own.

    >>> create("random:seed=3").name
    'random'
    """
    kind = _kind(spec)
    settings = spec.strip()[len(kind) + 1 :]
    if kind in _ENTRIES:
        return _ENTRIES[kind].make(settings, seed)
    if is_engine(spec):
        from hexmate.htp.player import HtpPlayer

        return HtpPlayer.from_spec(spec)
    if kind == "file":
        return from_file(settings, seed)
    require_known(spec)
    entry = installed(kind)
    assert entry is not None
    return entry.make(settings, seed)


def _kind(spec: str) -> str:
    """What stands before the colon; the brackets of an engine's options belong to it."""
    match = _KIND.match(spec.strip())
    assert match is not None  # it may be empty, but it is there
    return match[0]
