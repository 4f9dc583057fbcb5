"""The engines that clients may choose: Hexmate's own within limits, and those of the settings.

A request can name an engine and some options, but never a file, a program or an amount of memory.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

from hexmate.board import Board, Shape
from hexmate.errors import HexmateError, ModelError, PlayerError
from hexmate.htp.player import own_process
from hexmate.players.base import Player
from hexmate.players.levels import LEVELS, NetLevel
from hexmate.players.registry import available, create, is_built_in
from hexmate.web.errors import Refusal
from hexmate.web.settings import EngineSettings

__all__ = ["Catalogue", "Offer"]

_LONGEST_SPEC = 80

_NUMBERS: Mapping[str, tuple[float, float]] = {
    "n": (min(LEVELS), max(LEVELS)),
    "time": (0.01, 60.0),
    "depth": (1, 20),
    "nodes": (1, 50_000_000),
    "visits": (1, 5_000_000),
    "playouts": (1, 10_000),
    "rating": (1000, 3000),
    "seed": (0, 2**63),
}
"""The numeric options that a request may set, with their ranges."""

_WORDS = ("eval", "bridges")
"""The other options that a request may set; players check them."""

_MOST_TABLE = 16
"""The most useful size of a table in MiB: it is cleared for every game."""

_ORDER = ("level", "human", "hexmate", "uct", "negamax", "perfect")
"""The engines to list first; the others follow by name."""

_SHAPES: tuple[str, ...] = get_args(Shape)
_SIDES = range(1, 33)

_CLASSICAL_ADVISER = "uct:time=1"

_NETWORK_PLAYER = "hexmate"
_WITH_NETWORK = (_NETWORK_PLAYER, "human")
_NO_ANALYST = "human"
"""It only says what people would play."""

_NOT_OFFERED = ("mcts", "policy")
"""Not offered: `mcts` only adds the choice of a file to `hexmate`, which requests may not name;
`policy` leaves out its search, which is for measurements."""

_NETWORK_LEVELS = tuple(n for n, level in LEVELS.items() if isinstance(level, NetLevel))
_NETWORK_SHAPES = ("hex",)
_LEVEL = re.compile(r"\bn=([^,]*)")


@dataclass(frozen=True, slots=True)
class Offer:
    """An engine that can be chosen.

    `hex_levels` are further levels on boards of the hex shape, the only one that networks play.
    `trained` are the board sizes its network was trained on; None without a network.
    """

    spec: str
    name: str
    help: str
    analyses: bool
    levels: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    hex_levels: tuple[int, ...] = ()
    shapes: tuple[str, ...] = _SHAPES
    trained: tuple[int, ...] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "spec": self.spec,
            "name": self.name,
            "help": self.help,
            "analyses": self.analyses,
            "levels": list(self.levels),
            "options": list(self.options),
            "hex_levels": list(self.hex_levels),
            "shapes": list(self.shapes),
            "trained": None if self.trained is None else list(self.trained),
        }


class Catalogue:
    """The engines of a server."""

    def __init__(self, engines: Iterable[EngineSettings] = (), memory: int = 64) -> None:
        self._memory = {"memory": memory, "table": min(memory, _MOST_TABLE)}
        self._engines = {f"engine:{engine.name}": engine for engine in engines}
        self._entries = {
            entry.name: entry
            for entry in available()
            if is_built_in(entry.name) and entry.name not in _NOT_OFFERED
        }

    @property
    def names(self) -> frozenset[str]:
        """The names and specs by which people know engines; no person may have one of them."""
        own = (name for entry in available() for name in (entry.name, f"engine {entry.name}"))
        return frozenset(("engine", *own, *(each.name for each in self._engines.values())))

    @cached_property
    def missing_network(self) -> str | None:
        """Why the network cannot run here and what to install; None if it can."""
        try:
            create(_NETWORK_PLAYER).close()
        except ModelError as error:
            return str(error)
        return None

    def _trained(self, name: str) -> tuple[int, ...]:
        """The board sizes that the network of a player was trained on."""
        with closing(create(name)) as player:
            return tuple(side for side in _SIDES if player.trained_on(Board(side)))

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """All engines that can be chosen, the levels first."""
        names = [*_ORDER, *(name for name in sorted(self._entries) if name not in _ORDER)]
        own = tuple(
            self._offer(name)
            for name in names
            if name not in _WITH_NETWORK or self.missing_network is None
        )
        others = tuple(
            Offer(spec, engine.name, engine.help, engine.analyses)
            for spec, engine in self._engines.items()
        )
        return own + others

    def _offer(self, name: str) -> Offer:
        entry = self._entries[name]
        free = tuple(option for option in entry.options if option in (*_NUMBERS, *_WORDS))
        analyses = name != _NO_ANALYST and type(create(name)).analyse is not Player.analyse
        levels: tuple[int, ...] = ()
        hex_levels: tuple[int, ...] = ()
        if name == "level":
            levels = tuple(n for n in LEVELS if n not in _NETWORK_LEVELS)
            hex_levels = _NETWORK_LEVELS if self.missing_network is None else ()
        networked = name in _WITH_NETWORK
        shapes = _NETWORK_SHAPES if networked else _SHAPES
        trained = None
        if networked or hex_levels:
            trained = self._trained(name if networked else _NETWORK_PLAYER)
        return Offer(name, name, entry.help, analyses, levels, free, hex_levels, shapes, trained)

    def check(self, spec: str) -> str:
        """Return the spec if it can be chosen; raise a `Refusal` otherwise."""
        if spec in self._engines:
            return spec
        name, _, settings = spec.partition(":")
        if len(spec) > _LONGEST_SPEC or name not in self._entries:
            raise _no_player(spec, sorted(self._entries))
        for setting in filter(None, settings.split(",")):
            self._check_option(name, setting)
        if _needs_network(name, settings) and self.missing_network is not None:
            raise Refusal(422, "player", self.missing_network)
        return spec

    def _check_option(self, name: str, setting: str) -> None:
        key, _, text = setting.partition("=")
        if key not in self._entries[name].options or key not in (*_NUMBERS, *_WORDS):
            raise Refusal(422, "player", f"{name[:20]} has no option {key[:20]!r} on this server.")
        if key not in _NUMBERS:
            return
        low, high = _NUMBERS[key]
        try:
            within = low <= float(text) <= high
        except ValueError:
            within = False
        if not within:
            raise Refusal(
                422, "player", f"{key} must be between {low:g} and {high:g} (got {text[:20]!r})."
            )

    def check_analysis(self, spec: str) -> str:
        """Return the spec if that engine can analyse; raise a `Refusal` otherwise."""
        checked = self.check(spec)
        name = checked if checked in self._engines else checked.partition(":")[0]
        if not any(offer.analyses for offer in self.offers if offer.spec == name):
            raise Refusal(422, "player", f"{spec} cannot analyse positions.")
        return checked

    def adviser(self, spec: str, shape: str) -> str:
        """The spec, or that of an engine without a network where the network cannot be used."""
        name, _, settings = spec.partition(":")
        if not _needs_network(name, settings):
            return spec
        able = shape in _NETWORK_SHAPES and self.missing_network is None
        return spec if able else _CLASSICAL_ADVISER

    def create(self, spec: str) -> Player:
        """Create the player of a checked spec; raise `PlayerError` if that fails.

        Third-party code runs in its own process.
        """
        if spec in self._engines:
            own = self._engines[spec].spec
            return create(own) if is_built_in(own) else own_process(own)
        name, _, settings = spec.partition(":")
        entry = self._entries.get(name)
        if entry is None:
            raise PlayerError(f"this server offers no engine {spec!r}")
        chosen = [*filter(None, settings.split(","))]
        given = {setting.partition("=")[0] for setting in chosen}
        memory = [
            f"{key}={mib}"
            for key, mib in self._memory.items()
            if key in entry.options and key not in given
        ]
        return create(f"{name}:{','.join([*chosen, *memory])}")

    def try_create(self, spec: str, board: Board) -> None:
        """Raise a `Refusal` if a checked spec has invalid options or cannot play on a board."""
        if spec in self._engines:
            return
        try:
            with closing(self.create(spec)) as player:
                player.start(board, board.turn)
        except HexmateError as error:
            raise Refusal(422, "player", str(error)) from None


def _needs_network(name: str, settings: str) -> bool:
    """Whether a player with checked options uses a network."""
    chosen = {float(text) for text in _LEVEL.findall(settings)} if name == "level" else set()
    return name in _WITH_NETWORK or not chosen.isdisjoint(_NETWORK_LEVELS)


def _no_player(spec: str, names: list[str]) -> Refusal:
    shown = spec[:40]
    return Refusal(
        422, "player", f"There is no engine {shown!r}. Choose one of {', '.join(names)}."
    )
