"""The file with the settings of a training run, in TOML; unknown names are errors."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from hexmate.errors import TrainingError

if TYPE_CHECKING:
    from hexmate.learn.net.settings import RunSettings

__all__ = ["read_settings"]


def read_settings(
    path: Path, changes: dict[str, object], stored: Mapping[str, Any] | None = None
) -> "RunSettings":
    """The settings of a file; options of the command line override them.

    What neither of them sets keeps its value in the `stored` settings of a resumed run: a new
    default does not change the run.
    """
    from hexmate.learn.net.settings import RunSettings
    from hexmate.learn.net.stored_settings import merged

    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise TrainingError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TrainingError(f"{path} is not a TOML file: {error}") from None
    try:
        given = merged(stored or {}, {**data, **changes})
        return TypeAdapter(RunSettings).validate_python(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise TrainingError(f"{path}: {place + ': ' if place else ''}{first['msg']}") from None
