"""The bundle of the pages: few files with hashed names, made by `make bundle` for wheels.

Without one, as in a clone, the pages are plain modules. A bundle counts only if it was made from
exactly the files that would be served without it, so an old one is never served.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hexmate.nets.shipped import page_models

__all__ = ["ASSETS", "BUILT_IN", "Bundle", "engine_weights", "find_bundle", "sources_hash"]

BUILT_IN = Path(__file__).parent / "static_bundle"
"""Where wheels have the bundle. A clone has none there, whatever was built in it."""

ASSETS = "assets"
"""The folder of a bundle with the files whose names change with their contents."""

_SOURCES = frozenset({".js", ".css", ".html", ".wasm"})


@dataclass(frozen=True, slots=True)
class Bundle:
    """A folder of files that are served instead of the plain ones."""

    folder: Path
    shells: Mapping[str, str]
    """The HTML file of a page, by the first part of its path."""


def engine_weights() -> dict[str, Path]:
    """The networks for the engine in the page, by their paths among the static files."""
    return {f"engine/{path.name}": path for path in page_models().values()}


def find_bundle(static: Path, folder: Path = BUILT_IN) -> Bundle | None:
    """The bundle in a folder, if there is one and it was made from these static files."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        if manifest["sources"] != sources_hash(static):
            return None
        return Bundle(folder.resolve(), dict(manifest["shells"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def sources_hash(static: Path) -> str:
    """A hash of all sources of the pages; `tools/bundle/index.js` computes it too."""
    paths = {path.relative_to(static).as_posix(): path for path in static.rglob("*.*")}
    total = hashlib.sha256()
    for name, path in sorted(paths.items()):
        if path.suffix in _SOURCES:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{name} {content}\n".encode())
    return total.hexdigest()
