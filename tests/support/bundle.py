"""The bundle of the pages, as `make bundle` makes it."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def make_bundle(folder: Path) -> Path:
    """Bundle the pages into a folder; takes esbuild less than a second."""
    command = ["node", "tools/bundle/index.js", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=120, stdout=subprocess.DEVNULL)
    return folder
