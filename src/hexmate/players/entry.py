"""Registry entries: how to make a player from settings such as ``depth=3,time=1``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexmate.errors import PlayerError
from hexmate.players.base import Player

__all__ = ["Entry", "Option", "read_options", "switch"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player: how to read its value, and what it means."""

    parse: Callable[[str], Any]
    help: str


@dataclass(frozen=True, slots=True)
class Entry:
    """How to make a player: its factory takes the options as keyword arguments."""

    name: str
    help: str
    factory: Callable[..., Player]
    options: Mapping[str, Option] = field(default_factory=dict)

    def make(self, settings: str, seed: int | None = None) -> Player:
        """The player with these settings; the seed is used if the player takes one."""
        values = read_options(self.name, self.options, settings)
        if seed is not None and "seed" in self.options:
            values.setdefault("seed", seed)
        return self.factory(**values)


def read_options(name: str, options: Mapping[str, Option], settings: str) -> dict[str, Any]:
    """The values of settings; PlayerError if one is unknown or not valid.

    >>> read_options("my player", {"depth": Option(int, "plies")}, "depth=3")
    {'depth': 3}
    """
    values: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, text = setting.partition("=")
        option = options.get(key)
        if option is None or not equals:
            known = ", ".join(f"{each}=..." for each in sorted(options)) or "none"
            raise PlayerError(f"'{setting}' is not an option of {name}; its options are {known}")
        try:
            values[key] = option.parse(text)
        except ValueError:
            raise PlayerError(f"'{text}' is not a valid {key} for {name} ({option.help})") from None
    return values


def switch(text: str) -> bool:
    """True for on, False for off.

    >>> switch("on"), switch("off")
    (True, False)
    """
    try:
        return {"on": True, "off": False}[text.lower()]
    except KeyError:
        raise ValueError(text) from None
