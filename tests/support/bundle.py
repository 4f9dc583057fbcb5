"""The bundle of the pages and the package of the engine, as `make` makes them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def make_bundle(folder: Path) -> Path:
    """Bundle the pages into a folder; takes esbuild less than a second."""
    return _made("tools/bundle/index.js", folder)


def make_engine(folder: Path) -> Path:
    """Build the package of the engine into a folder."""
    return _made("tools/engine_package.js", folder)


def _made(tool: str, folder: Path) -> Path:
    command = ["node", tool, str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=120, stdout=subprocess.DEVNULL)
    return folder
