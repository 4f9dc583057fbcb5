"""Loaded models, shared by everything in this process that uses the same file."""

import os
import threading
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

__all__ = ["Shared", "file_key"]

Model = TypeVar("Model")


class Shared(Generic[Model]):
    """Makes each value once for all who ask with an equal key; it goes with its last user.

    >>> class Model: pass
    >>> models = Shared()
    >>> kept = models.get("small", Model)
    >>> models.get("small", Model) is kept
    True
    """

    def __init__(self) -> None:
        # Held while a model loads: many that ask at once then wait for one and the same.
        self._lock = threading.RLock()
        self._models: WeakValueDictionary[Hashable, Model] = WeakValueDictionary()

    def get(self, key: Hashable, load: Callable[[], Model]) -> Model:
        """The value of a key, loaded if no one has it."""
        with self._lock:
            model = self._models.get(key)
            if model is None:
                model = self._models[key] = load()
            return model


def file_key(path: str | os.PathLike[str]) -> Hashable:
    """Tells files and versions of a file apart; OSError if there is none."""
    found = Path(path).stat()
    return os.path.realpath(path), found.st_ino, found.st_size, found.st_mtime_ns
