"""Hexmate for Windows with its own Python: a folder as an archive, and an installer."""

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from systems import Wine, fill_with_python, require_program
from targets import TARGETS
from wheel_file import date_of_sources, tidy_metadata, write_zip

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from requirements import requirements

__all__ = ["PLACE", "PYTHON", "fill_folder", "write_folder_archive", "write_installer"]

ROOT = Path(__file__).parents[1]
FILES = Path(__file__).parent / "windows"
ICONS = ROOT / "src" / "hexmate" / "web" / "static" / "icons"
PLACE = ROOT / "build" / "windows"
PYTHON = "3.13"


def write_folder_archive(folder: Path, path: Path) -> Path:
    """The folder as an archive that Windows unpacks itself."""
    files = {
        f"Hexmate/{each.relative_to(folder).as_posix()}": each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.is_file()
    }
    write_zip(path, files)
    return path


def fill_folder(wheel: Path, zig: Path, folder: Path) -> None:
    """Python, its packages, and two programs that start them."""
    fill_with_python(PYTHON, folder)
    packages = folder / "packages"
    # What is tried under wine is what people get, an older numpy included.
    Wine(PYTHON).install(["--no-compile", wheel, *requirements(["web"])], packages)
    trim(packages)
    write_icon(folder / "hexmate.ico")
    (folder / "LICENSE-hexmate.txt").write_bytes((ROOT / "LICENSE").read_bytes())
    compile_launchers(zig, folder)


def compile_launchers(zig: Path, folder: Path) -> None:
    """Two programs that start the Python of the folder: for a terminal, and for a window."""
    target = TARGETS["windows-x86_64"].triple
    for name, options in (
        ("hexmate", []),
        ("Hexmate-window", ["-DWINDOW", "-Wl,--subsystem,windows"]),
    ):
        words = ["cc", "-target", target, "-O2", "-s", "-g0", *options, str(FILES / "launcher.c")]
        made = folder / f"{name}.exe"
        # zig writes files into the folder where it runs; a relative path leads elsewhere there.
        command = [str(zig.absolute()), "-m", "ziglang", *words, "-o", str(made.absolute())]
        subprocess.run(command, check=True, cwd=PLACE)
        made.with_suffix(".pdb").unlink(missing_ok=True)


def trim(packages: Path) -> None:
    """Remove what only tests and compilers need, and what differs from one build to the next."""
    for name in ("bin", ".lock", "numpy/tests", "numpy/*/tests"):
        for path in packages.glob(name):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in packages.rglob("__pycache__"):
        shutil.rmtree(path)
    tidy_metadata(packages)


def write_icon(path: Path) -> None:
    """An icon of Windows around the PNG of the pages."""
    pictures = [(ICONS / f"icon-{size}.png").read_bytes() for size in (192,)]
    head = struct.pack("<HHH", 0, 1, len(pictures))
    entry = struct.pack("<BBBBHHII", 192, 192, 0, 0, 1, 32, len(pictures[0]), 6 + 16)
    path.write_bytes(head + entry + pictures[0])


def write_installer(folder: Path, version: str, path: Path) -> Path:
    """The installer, made by NSIS; its uninstaller removes only what it has installed."""
    makensis = require_program("makensis", "nsis")
    PLACE.mkdir(parents=True, exist_ok=True)
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    deleted = PLACE / "delete.nsh"
    deleted.write_text("".join(f'  Delete "$INSTDIR\\{name}"\n' for name in names))
    installed = PLACE / "install.nsh"
    installed.write_text("".join(f"  {line}\n" for line in commands(folder)))
    date = date_of_sources()
    for each in folder.rglob("*"):
        os.utime(each, (date, date))
    lists = {"INSTALL": installed, "DELETE": deleted}
    given = {"VERSION": version, "FOLDER": folder, **lists, "OUT": path}
    words = [makensis, "-V2", *(f"-D{name}={value}" for name, value in given.items())]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(date)}
    subprocess.run([*words, str(FILES / "installer.nsi")], check=True, env=environment)
    return path


def commands(folder: Path) -> Iterator[str]:
    """What installs each file, in an order that does not depend on the disk."""
    place = None
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        inside = path.relative_to(folder)
        if inside.parent != place:
            place = inside.parent
            yield 'SetOutPath "{}"'.format("\\".join(("$INSTDIR", *place.parts)))
        yield f'File "{path}"'
