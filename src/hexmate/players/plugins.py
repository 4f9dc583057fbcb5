"""Third-party players, from a Python file or an installed package.

A package offers players as entry points of the group ``hexmate.players``; each is a subclass of
`Player` or a function that makes one. Its parameters are its options, read by their annotations.
"""

import importlib.util
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexmate.errors import PlayerError
from hexmate.players.base import Player
from hexmate.players.blame import MODULE_PREFIX, blaming
from hexmate.players.entry import Entry, Option, switch

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["FILE_FORM", "GROUP", "from_file", "installed", "installed_names", "require_file"]

GROUP = "hexmate.players"
FILE_FORM = "file:PATH.py[:CLASS][,option=value...]"

_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<name>\w+))?(?:,(?P<settings>.*))?", re.DOTALL)
_READERS: Mapping[type, tuple[Callable[[str], Any], str]] = {
    bool: (switch, "on or off"),
    int: (int, "a whole number"),
    float: (float, "a number"),
    str: (str, "a text"),
}


def from_file(text: str, seed: int | None = None) -> Player:
    """The player of ``bot.py``, ``bot.py:Class`` or ``bot.py:Class,option=value``."""
    match = _match(text)
    path = Path(match["path"])
    module = _load_file(path)
    name = match["name"] or _only_player(module, path)
    factory = getattr(module, name, None)
    if factory is None:
        raise PlayerError(f"{path} has no {name}; its players are {_listed(_players_in(module))}")
    return _entry(f"{path.name}:{name}", factory).make(match["settings"] or "", seed)


def require_file(text: str) -> None:
    """PlayerError if a text names no Python file; loads none of its code."""
    path = Path(_match(text)["path"])
    if not path.is_file():
        raise PlayerError(f"{path}: no such file")


def _match(text: str) -> re.Match[str]:
    match = _FILE.fullmatch(text.strip())
    if match is None:
        raise PlayerError(f"'file:{text}' is not a Python file; write {FILE_FORM}")
    return match


def installed(name: str) -> Entry | None:
    """The player that an installed package offers under this name; loads its code."""
    point = _points().get(name)
    if point is None:
        return None
    with blaming(f"the plug-in {name}"):
        factory = point.load()
    return _entry(name, factory)


def installed_names() -> dict[str, str]:
    """The names of the players of installed packages, with the packages; loads none of them."""
    return {
        name: f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"
        for name, point in _points().items()
    }


def _points() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    return {point.name: point for point in entry_points(group=GROUP)}


def _load_file(path: Path) -> types.ModuleType:
    if not path.is_file():
        raise PlayerError(f"{path}: no such file")
    name = f"{MODULE_PREFIX}{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look for it there
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)  # a program may import what is beside it
    try:
        with blaming(str(path)):
            spec.loader.exec_module(module)
    finally:
        sys.path.remove(folder)
    return module


def _players_in(module: types.ModuleType) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value)
        and issubclass(value, Player)
        and value.__module__ == module.__name__
        and not inspect.isabstract(value)
    ]


def _only_player(module: types.ModuleType, path: Path) -> str:
    names = _players_in(module)
    if len(names) == 1:
        return names[0]
    if not names:
        raise PlayerError(f"{path} has no player; derive a class from hexmate.players.Player")
    raise PlayerError(f"{path} has several players; add one of {_listed(names)} after a colon")


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "none"


def _entry(name: str, factory: Any) -> Entry:
    if not callable(factory):
        raise PlayerError(f"{name} must be a subclass of Player or a function that makes a player")

    def make(**values: Any) -> Player:
        with blaming(name):
            player = factory(**values)
        if not isinstance(player, Player):
            made = type(player).__name__
            raise PlayerError(f"{name} makes a {made}; derive it from hexmate.players.Player")
        return player

    with blaming(name):
        return Entry(name, inspect.getdoc(factory) or "", make, _options(factory))


def _options(factory: Callable[..., Any]) -> dict[str, Option]:
    """The parameters of a factory, with types from their annotations or defaults."""
    options = {}
    for name, parameter in inspect.signature(factory, eval_str=True).parameters.items():
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            hint = parameter.annotation
            if hint is parameter.empty:
                hint = type(parameter.default)
            kinds = (kind for kind in (hint, *typing.get_args(hint)) if kind in _READERS)
            options[name] = Option(*_READERS[next(kinds, str)])
    return options
