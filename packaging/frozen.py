"""Hexmate with its own Python, made by PyInstaller: a folder, and a program in one file.

It runs where there is no Python. It needs a glibc as new as that of the machine that built it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from python_files import find_python
from wheel_file import date_of_sources, tidy_metadata

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from requirements import requirements

__all__ = ["Frozen", "freeze"]

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "frozen"
PYTHON = "3.12"
PYINSTALLER = "pyinstaller==6.22.3"


class Frozen:
    """What PyInstaller has made."""

    folder = PLACE / "made" / "folder"
    """The program `hexmate` and its files."""
    single = PLACE / "made" / "hexmate-single"
    python = PLACE / "environment" / "bin" / "python"
    """The Python that was packed, with all its packages."""


def freeze(wheel: Path, state: str) -> Frozen:
    """Pack this wheel, what its server needs, and a Python; not again if nothing has changed."""
    environment = PLACE / "environment"
    python = environment / "bin" / "python"
    noted = PLACE / "wheel.txt"
    if noted.exists() and noted.read_text() == state and Frozen.single.exists():
        return Frozen()
    shutil.rmtree(PLACE, ignore_errors=True)
    subprocess.run([find_python(PYTHON), "-m", "venv", "--without-pip", environment], check=True)
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python)]
    limits = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([*uv, *limits, str(wheel), *requirements(["web"]), PYINSTALLER], check=True)
    tidy_metadata(environment / "lib" / f"python{PYTHON}" / "site-packages")
    fixed = {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": str(date_of_sources())}
    words = ["--distpath", PLACE / "made", "--workpath", PLACE / "work", "--noconfirm"]
    spec = Path(__file__).parent / "linux" / "hexmate.spec"
    command = [python, "-m", "PyInstaller", "--log-level=ERROR", *words, spec]
    run = subprocess.run(
        list(map(str, command)), env={**os.environ, **fixed}, capture_output=True, text=True
    )
    if run.returncode:
        sys.exit(f"PyInstaller failed:\n{run.stdout[-2000:]}{run.stderr[-4000:]}")
    noted.write_text(state)
    return Frozen()
