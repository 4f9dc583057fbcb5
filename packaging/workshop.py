"""Makes artefacts, each only if something has changed since it was made."""

import hashlib
import time
from collections.abc import Callable
from pathlib import Path

from bill import Component, write_bill
from wheel_file import date_of_sources

__all__ = ["Workshop"]

ROOT = Path(__file__).parents[1]
Parts = Callable[[], list[Component]]


class Workshop:
    """Makes artefacts with their bills; those that were made from the same before stay."""

    def __init__(self, wheel: Path, out: Path, notes: Path = ROOT / "build" / "packages") -> None:
        self.version = wheel.name.split("-")[1]
        self.state = state_of(wheel)
        self._out = out
        self._notes = notes

    def path(self, name: str) -> Path:
        return self._out / name.format(self.version)

    def make(self, path: Path, build: Callable[[Path], object], parts: Parts) -> None:
        """Make one and say so; `parts` tells what is inside."""
        noted = self._notes / f"{path.name}.txt"
        if path.exists() and noted.exists() and noted.read_text() == f"{self.state} {digest(path)}":
            print(f"{path.name}  {path.stat().st_size / 1e6:.1f} MB, as before", flush=True)
            return
        begun = time.monotonic()
        draft = path.with_name(path.name + ".new")
        build(draft)
        draft.replace(path)
        write_bill(path, self.version, parts())
        noted.parent.mkdir(parents=True, exist_ok=True)
        noted.write_text(f"{self.state} {digest(path)}")
        took = time.monotonic() - begun
        print(f"{path.name}  {path.stat().st_size / 1e6:.1f} MB  {took:.0f} s", flush=True)


def state_of(wheel: Path) -> str:
    """A hash of what packages are made from: a wheel, these programs and the chosen versions."""
    sources = sorted(path for path in Path(__file__).parent.rglob("*") if path.is_file())
    found = hashlib.sha256(str(date_of_sources()).encode())
    for path in (wheel, ROOT / "constraints.txt", ROOT / "pyproject.toml", *sources):
        if "__pycache__" not in path.parts and not path.name.startswith("try_"):
            found.update(path.read_bytes())
    return found.hexdigest()


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
