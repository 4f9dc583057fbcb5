"""Players by name: ``random``, ``random:seed=3``, ``file:bot.py``, ``htp:./mohex``."""

import re
from typing import Any

from hexmate.errors import PlayerError
from hexmate.evaluate import SETTINGS
from hexmate.players.base import Player
from hexmate.players.bridge import BridgePlayer
from hexmate.players.entry import Entry, Option, switch
from hexmate.players.human_like import HumanLikePlayer
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
    "htp[option=value,...]:COMMAND": "a program that speaks the Hex text protocol (HTP)",
}
"""How to write players that are not known by name."""

_KIND = re.compile(r"[^:\[]*(?:\[.*?\])?")
_ENGINE = re.compile(r"htp(?:\[.*?\])?")


def _depth_three(depth: int = 3) -> Player:
    return NegamaxPlayer("hexproject", depth=depth, name="minimax")


def _negamax(model: str | None = None, **options: Any) -> Player:
    if model is not None:
        return ModelPlayer(model, **options)
    if "alpha" in options:
        raise PlayerError(
            "alpha is the weight of a model; name the model too, as in model=value.onnx"
        )
    return NegamaxPlayer(**options)


def _resistance(**options: Any) -> Player:
    return NegamaxPlayer("resistance", name="resistance", **options)


def _hexmate(**options: Any) -> Player:
    return MctsPlayer(name="hexmate", **options)


def _jeudehex(seed: int | None = None) -> Player:
    return JeuDeHex(seed, decider=WinningMove())


_SEED = Option(int, "random seed; the same seed plays the same game")
_THREADS = Option(int, "number of search threads, 1 to 256")

_TIME = Option(float, "seconds per move, more than 0")
_DEPTH = Option(int, "search depth in plies, 1 or more")
_NEGAMAX = {
    "depth": _DEPTH,
    "time": _TIME,
    "nodes": Option(int, "nodes per move, 1 or more"),
    "threads": _THREADS,
    "table": Option(int, "size of the table in MiB"),
}

_MEMORY = Option(int, "size of the tree in MiB")
_NET = Option(str, "network: small, medium, or a model file")
_GLANCE = {
    "threads": _THREADS,
    "device": Option(str, "device of the network: auto, core, int8, cpu, openvino or cuda"),
    "symmetry": Option(switch, "on or off: evaluate each position from both sides"),
}
_MCTS = {
    "time": _TIME,
    "visits": Option(int, "visits per move, 1 or more"),
    "batch": Option(int, "leaves evaluated at once, 1 to 1024"),
    "gumbel": Option(switch, "on or off: sequential halving, better for few visits"),
    "connect": Option(
        int, "visits from which on connections are looked for, 0 never; 4 is a good number"
    ),
    "solver": Option(switch, "on or off: an exact solver beside the search, on one more thread"),
    "book": Option(switch, "on or off: play the first moves from the opening book"),
    "memory": _MEMORY,
    "ponder": Option(switch, "on or off: search on the opponent's time, where the door allows it"),
    **_GLANCE,
}

_ENTRIES = {
    entry.name: entry
    for entry in (
        Entry(
            "random",
            "plays on a random empty cell",
            RandomPlayer,
            {"seed": _SEED},
        ),
        Entry(
            "bridge",
            "blocks two steps ahead of the opponent's last stone, or beside it",
            BridgePlayer,
            {"seed": _SEED},
        ),
        Entry(
            "jeudehex",
            "keeps, cuts and links bridges; solves small boards",
            _jeudehex,
            {"seed": _SEED},
        ),
        Entry(
            "minimax",
            "searches a fixed number of plies with HexProject's heuristic",
            _depth_three,
            {"depth": _DEPTH},
        ),
        Entry(
            "negamax",
            "searches as deep as time allows, with any evaluation or a value model",
            _negamax,
            {
                "eval": Option(str, f"evaluation: {', '.join(SETTINGS)}"),
                "model": Option(str, "value model file"),
                "alpha": Option(float, "weight of the model, 0 to 1"),
                **_NEGAMAX,
            },
        ),
        Entry(
            "resistance",
            "searches with the resistance of Shannon's circuits as evaluation",
            _resistance,
            _NEGAMAX,
        ),
        Entry(
            "perfect",
            "solves small boards exactly",
            PerfectPlayer,
            {"time": _TIME, "table": Option(int, "size of the table in MiB")},
        ),
        Entry(
            "level",
            "an opponent for human players, from level 1 (beginner) to 15; like people up to 10",
            LevelPlayer,
            {"n": Option(int, "level, 1 to 15"), "seed": _SEED},
        ),
        Entry(
            "montecarlo",
            "tries every move with random games",
            MonteCarloPlayer,
            {
                "playouts": Option(int, "random games per move tried, 1 or more"),
                "threads": _THREADS,
                "seed": _SEED,
            },
        ),
        Entry(
            "uct",
            "tree search with random games; the strongest player without a network",
            UctPlayer,
            {
                "time": _TIME,
                "visits": Option(int, "simulations per move, 1 or more"),
                "threads": _THREADS,
                "memory": _MEMORY,
                "seed": _SEED,
                "bridges": Option(switch, "on or off: save bridges in the random games"),
                "connect": Option(
                    switch, "on or off: play inside the must-play of virtual connections"
                ),
            },
        ),
        Entry(
            "human",
            "plays like people with a given rating, without search, on hex-shaped boards",
            HumanLikePlayer,
            {
                "rating": Option(int, "rating on LittleGolem, 1000 to 3000"),
                "resign": Option(switch, "on or off: resign lost games"),
                "net": Option(str, "network: human, or a model file"),
                "seed": _SEED,
                "threads": _THREADS,
                "device": Option(str, "device of the network: auto, core, int8, cpu or cuda"),
            },
        ),
        Entry(
            "policy",
            "plays the network's preferred move, without search, on hex-shaped boards",
            PolicyPlayer,
            {"net": _NET, **_GLANCE},
        ),
        Entry(
            "mcts",
            "tree search with any network, on hex-shaped boards",
            MctsPlayer,
            {"net": _NET, **_MCTS},
        ),
        Entry(
            "hexmate",
            "tree search with Hexmate's network: the strongest player, on hex-shaped boards",
            _hexmate,
            _MCTS,
        ),
    )
}


def available() -> list[Entry]:
    """Every player that `create` knows by name: Hexmate's, and those of installed packages.

    The packages are not loaded, so the options of their players are not listed.
    """
    offered = [
        Entry(name, f"plug-in of {package}", lambda name=name: create(name))
        for name, package in installed_names().items()
        if name not in _ENTRIES
    ]
    return sorted([*_ENTRIES.values(), *offered], key=lambda entry: entry.name)


def is_built_in(spec: str) -> bool:
    """Whether a spec names one of Hexmate's own players, not third-party code.

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
    """PlayerError if no player has the name in a spec; loads no third-party code."""
    kind = _kind(spec)
    if kind in _ENTRIES or kind == "file" or is_engine(spec) or kind in installed_names():
        return
    names = ", ".join([*(entry.name for entry in available()), *FORMS])
    raise PlayerError(f"unknown player '{kind}'; the players are {names}")


def create(spec: str, *, seed: int | None = None) -> Player:
    """A player from its name and options, ``name:option=value,option=value``.

    If the player takes a seed and the spec sets none, it gets `seed`. A player from a file or an
    installed package runs in this process; a program that speaks HTP runs in its own.

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
    """The part before the colon, with the bracketed options of an engine."""
    match = _KIND.match(spec.strip())
    assert match is not None  # it may be empty, but it is there
    return match[0]
