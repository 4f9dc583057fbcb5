"""The file with the settings of a training run, in TOML; unknown names are errors."""

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from hexmate.errors import TrainingError

if TYPE_CHECKING:
    from hexmate.learn.net.settings import RunSettings

__all__ = ["read_settings"]


def read_settings(path: Path, changes: dict[str, object]) -> "RunSettings":
    """The settings of a file, with changes of the command line put over them."""
    from hexmate.learn.net.settings import RunSettings

    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise TrainingError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TrainingError(f"{path} is no TOML: {error}") from None
    try:
        return TypeAdapter(RunSettings).validate_python({**data, **changes})
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise TrainingError(f"{path}: {place + ': ' if place else ''}{first['msg']}") from None
