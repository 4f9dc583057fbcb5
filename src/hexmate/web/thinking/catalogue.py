"""Which players people may choose here: Hexmate's own within limits, and the settings' engines.

A request names a player; it never names a file, a program, or how much memory to take.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hexmate.board import Board
from hexmate.errors import HexmateError, ModelError, PlayerError
from hexmate.htp.player import own_process
from hexmate.players.base import Player
from hexmate.players.levels import LEVELS
from hexmate.players.registry import available, create, is_built_in
from hexmate.web.errors import Refusal
from hexmate.web.settings import Engine

__all__ = ["Catalogue", "Offer"]

_LONGEST_SPEC = 80

_NUMBERS: Mapping[str, tuple[float, float]] = {
    "n": (min(LEVELS), max(LEVELS)),
    "time": (0.01, 60.0),
    "depth": (1, 20),
    "nodes": (1, 50_000_000),
    "visits": (1, 5_000_000),
    "playouts": (1, 10_000),
    "seed": (0, 2**63),
}
"""The numbers that a request may give, and how far they may go."""

_WORDS = ("eval", "bridges")
"""The options with words, which the players check themselves."""

_MEMORY = {"memory": 64, "table": 16}
"""MiB that a player of this server takes."""

_ORDER = ("level", "uct", "negamax", "perfect")
"""The players to show first; the others follow by name."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A player that may be chosen."""

    spec: str
    name: str
    help: str
    analyses: bool
    levels: tuple[int, ...] = ()
    options: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "spec": self.spec,
            "name": self.name,
            "help": self.help,
            "analyses": self.analyses,
            "levels": list(self.levels),
            "options": list(self.options),
        }


class Catalogue:
    """The players of a server."""

    def __init__(self, engines: Iterable[Engine] = ()) -> None:
        self._engines = {f"engine:{engine.name}": engine for engine in engines}
        self._entries = {entry.name: entry for entry in available() if is_built_in(entry.name)}

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Everybody who may be chosen, the levels first."""
        names = [*_ORDER, *(name for name in sorted(self._entries) if name not in _ORDER)]
        own = tuple(offer for name in names if (offer := self._offer(name)) is not None)
        strangers = tuple(
            Offer(spec, engine.name, engine.help, engine.analyses)
            for spec, engine in self._engines.items()
        )
        return own + strangers

    def _offer(self, name: str) -> Offer | None:
        """What people are told of one of our players; None where its network cannot run here."""
        try:
            player = create(name)
        except ModelError:
            return None
        entry = self._entries[name]
        free = tuple(option for option in entry.options if option in (*_NUMBERS, *_WORDS))
        analyses = type(player).analyse is not Player.analyse
        levels = _levels() if name == "level" else ()
        return Offer(name, name, entry.help, analyses, levels, free)

    def check(self, spec: str) -> str:
        """The spec where it may be chosen; a `Refusal` says why not."""
        if spec in self._engines:
            return spec
        name, _, settings = spec.partition(":")
        if len(spec) > _LONGEST_SPEC or name not in self._entries:
            raise _no_player(spec, sorted(self._entries))
        for setting in filter(None, settings.split(",")):
            self._check_option(name, setting)
        return spec

    def _check_option(self, name: str, setting: str) -> None:
        key, _, text = setting.partition("=")
        if key not in self._entries[name].options or key not in (*_NUMBERS, *_WORDS):
            raise Refusal(422, "player", f"{name[:20]} has no option {key[:20]!r} here")
        if key not in _NUMBERS:
            return
        low, high = _NUMBERS[key]
        try:
            within = low <= float(text) <= high
        except ValueError:
            within = False
        if not within:
            raise Refusal(422, "player", f"the {key} of {name} is {low:g} to {high:g} here")

    def analyst(self, spec: str) -> str:
        """The spec where that player can judge a position."""
        checked = self.check(spec)
        name = checked if checked in self._engines else checked.partition(":")[0]
        if not any(offer.analyses for offer in self.offers if offer.spec == name):
            raise Refusal(422, "player", f"{spec} cannot judge a position")
        return checked

    def create(self, spec: str) -> Player:
        """The player of a spec that was checked; `PlayerError` where it cannot be made.

        A stranger's code gets a process of its own, where it can do no harm.
        """
        if spec in self._engines:
            own = self._engines[spec].spec
            return create(own) if is_built_in(own) else own_process(own)
        name, _, settings = spec.partition(":")
        entry = self._entries.get(name)
        if entry is None:
            raise PlayerError(f"there is no player {spec!r} on this server any more")
        memory = [f"{key}={mib}" for key, mib in _MEMORY.items() if key in entry.options]
        return create(f"{name}:{','.join([*filter(None, settings.split(',')), *memory])}")

    def try_create(self, spec: str, board: Board) -> None:
        """A `Refusal` where a checked spec has options that its player does not take, or its player
        does not play on such a board."""
        if spec in self._engines:
            return
        try:
            player = self.create(spec)
            player.start(board, board.turn)
            player.close()
        except HexmateError as error:
            raise Refusal(422, "player", str(error)) from None


def _levels() -> tuple[int, ...]:
    """The levels that can play here: the upper ones need what networks need."""
    try:
        create(f"level:n={max(LEVELS)}")
    except ModelError:
        return tuple(n for n, level in LEVELS.items() if level.judgements is None)
    return tuple(LEVELS)


def _no_player(spec: str, names: list[str]) -> Refusal:
    shown = spec[:40]
    return Refusal(422, "player", f"there is no player {shown!r} here; choose {', '.join(names)}")
