"""`settings.json` of a run: written once, and compared by value with those of a resumed run.

Files of older versions lack the fields that came later. Such a field counts as having its default,
so a new setting must default to what was done before it existed. Old names of settings are read as
their new ones, here and in settings files.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hexmate.errors import TrainingError
from hexmate.files import replacing
from hexmate.learn.net.settings import RunSettings

__all__ = ["differences", "merged", "read_stored", "write_stored"]

_SECTIONS = ("play", "learn", "gate")
_RENAMED = {"play": {"fields": "batches"}}


def read_stored(folder: Path) -> dict[str, Any] | None:
    """The settings of the run in a folder as JSON has them; None if there is no run."""
    path = folder / "settings.json"
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise TrainingError(f"{path} cannot be read: {error}") from None
    if not isinstance(found, dict) or not all(
        isinstance(found.get(name, {}), dict) for name in _SECTIONS
    ):
        raise TrainingError(f"{path} does not hold the settings of a run")
    return _renamed(found)


def write_stored(folder: Path, settings: RunSettings) -> None:
    """Write `settings.json`."""
    with replacing(folder / "settings.json") as stream:
        json.dump(asdict(settings), stream, indent=1, sort_keys=True)
        stream.write("\n")


def differences(stored: Mapping[str, Any], settings: RunSettings) -> list[str]:
    """How a run's settings differ from these, one text for each field; [] where they agree.

    >>> differences({"seed": 1, "learn": {"batch": 64}}, RunSettings())
    ['learn.batch is 64 in the run, 2048 now']
    """
    defaults = _flat(_plain(RunSettings()))
    theirs, ours = {**defaults, **_flat(stored)}, _flat(_plain(settings))
    found = [
        f"{name} is {json.dumps(theirs[name])} in the run, {json.dumps(ours[name])} now"
        for name in ours
        if theirs[name] != ours[name]
    ]
    unknown = [name for name in theirs if name not in ours]
    return found + [f"{name} is in the run and unknown to this version" for name in unknown]


def merged(stored: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The given settings, with those of a run for what they leave out, section by section.

    >>> merged({"seed": 3, "learn": {"batch": 64}}, {"learn": {"steps": 9}})
    {'seed': 3, 'learn': {'batch': 64, 'steps': 9}}
    >>> merged({}, {"play": {"fields": 1}})
    {'play': {'batches': 1}}
    """
    known, given = _plain(RunSettings()), _renamed(given)
    both = {name: value for name, value in stored.items() if name in known} | dict(given)
    for section in _SECTIONS:
        ours = given.get(section, {})
        if section in stored and isinstance(ours, Mapping):
            theirs = {
                name: each for name, each in stored[section].items() if name in known[section]
            }
            both[section] = {**theirs, **ours}
    return both


def _renamed(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with the new names of those that were renamed."""
    renamed = dict(settings)
    for section, names in _RENAMED.items():
        if isinstance(renamed.get(section), Mapping):
            renamed[section] = {names.get(key, key): each for key, each in renamed[section].items()}
    return renamed


def _plain(settings: RunSettings) -> dict[str, Any]:
    """The settings as they come back from JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(settings)))
    return plain


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Values by names like `play.visits`."""
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        if name in _SECTIONS:
            flat |= {f"{name}.{each}": inner for each, inner in value.items()}
        else:
            flat[name] = value
    return flat
