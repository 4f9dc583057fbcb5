"""Players by name: ``random``, ``random:seed=3``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexmate.errors import PlayerError
from hexmate.evaluate import SETTINGS
from hexmate.players.base import Player
from hexmate.players.bridge import BridgePlayer
from hexmate.players.jeudehex import JeuDeHex
from hexmate.players.levels import LevelPlayer
from hexmate.players.montecarlo import MonteCarloPlayer
from hexmate.players.negamax import NegamaxPlayer
from hexmate.players.perfect import PerfectPlayer, WinningMove
from hexmate.players.random import RandomPlayer
from hexmate.players.uct import UctPlayer

__all__ = ["Entry", "Option", "available", "create"]


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a player: how to read it, and what it means."""

    parse: Callable[[str], Any]
    help: str


@dataclass(frozen=True, slots=True)
class Entry:
    """How to make a player: its factory takes the options as keyword arguments."""

    name: str
    help: str
    factory: Callable[..., Player]
    options: Mapping[str, Option] = field(default_factory=dict)


def _switch(text: str) -> bool:
    """On or off.

    >>> _switch("on"), _switch("off")
    (True, False)
    """
    try:
        return {"on": True, "off": False}[text.lower()]
    except KeyError:
        raise ValueError(text) from None


def _depth_three(depth: int = 3) -> Player:
    return NegamaxPlayer("seed", depth=depth, name="minimax")


def _resistance(**options: Any) -> Player:
    return NegamaxPlayer("resistance", name="resistance", **options)


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
            "looks ahead as deep as it can, by any evaluation",
            NegamaxPlayer,
            {"eval": Option(str, f"evaluation: {', '.join(SETTINGS)}"), **_NEGAMAX},
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
            "a player for people, from 1 (a beginner) to 10",
            LevelPlayer,
            {"n": Option(int, "level, 1 to 10"), "seed": _SEED},
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
                "bridges": Option(_switch, "on or off: save bridges in the random games"),
            },
        ),
    )
}


def available() -> list[Entry]:
    """Every player that `create` can make, by name."""
    return sorted(_ENTRIES.values(), key=lambda entry: entry.name)


def create(spec: str) -> Player:
    """A player from its name and options, ``name:option=value,option=value``.

    >>> create("random:seed=3").name
    'random'
    """
    name, _, settings = spec.strip().partition(":")
    entry = _ENTRIES.get(name)
    if entry is None:
        names = ", ".join(sorted(_ENTRIES))
        raise PlayerError(f"there is no player '{name}'; the players are {names}")
    return entry.factory(**_read_options(entry, settings))


def _read_options(entry: Entry, settings: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, text = setting.partition("=")
        option = entry.options.get(key)
        if option is None or not equals:
            known = ", ".join(f"{name}=..." for name in sorted(entry.options)) or "none"
            raise PlayerError(
                f"'{setting}' is not an option of {entry.name}; its options are {known}"
            )
        try:
            values[key] = option.parse(text)
        except ValueError:
            raise PlayerError(
                f"'{text}' is not a value for {entry.name}'s {key}: {option.help}"
            ) from None
    return values
