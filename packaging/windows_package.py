"""Hexmate for Windows with its own Python: a folder as an archive, and an installer."""

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from systems import Wine, fill_with_python, require_program
from targets import TARGETS
from wheel_file import date_of_sources, write_zip

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from requirements import requirements

__all__ = ["PYTHON", "write_windows_packages"]

ROOT = Path(__file__).parents[1]
FILES = Path(__file__).parent / "windows"
ICONS = ROOT / "src" / "hexmate" / "web" / "static" / "icons"
PLACE = ROOT / "build" / "windows"
PYTHON = "3.13"


def write_windows_packages(wheel: Path, version: str, zig: Path, out: Path) -> list[Path]:
    """Write an archive and an installer; return their paths."""
    folder = PLACE / "Hexmate"
    fill_folder(wheel, zig, folder)
    archive = out / f"hexmate-{version}-windows-x86_64.zip"
    files = {
        f"Hexmate/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    write_zip(archive, files)
    return [archive, write_installer(folder, version, out)]


def fill_folder(wheel: Path, zig: Path, folder: Path) -> None:
    """Python, its packages, and two programs that start them."""
    fill_with_python(PYTHON, folder)
    packages = folder / "packages"
    # What is tried under wine is what people get, an older numpy included.
    Wine(PYTHON).install(["--no-compile", wheel, *requirements(["web"])], packages)
    trim(packages)
    write_icon(folder / "hexmate.ico")
    (folder / "LICENSE-hexmate.txt").write_bytes((ROOT / "LICENSE").read_bytes())
    target = TARGETS["windows-x86_64"].triple
    for name, options in (
        ("hexmate", []),
        ("Hexmate-window", ["-DWINDOW", "-Wl,--subsystem,windows"]),
    ):
        words = ["cc", "-target", target, "-O2", "-s", "-g0", *options, str(FILES / "launcher.c")]
        made = folder / f"{name}.exe"
        subprocess.run([zig, "-m", "ziglang", *words, "-o", str(made)], check=True, cwd=PLACE)
        made.with_suffix(".pdb").unlink(missing_ok=True)


def trim(packages: Path) -> None:
    """Remove what only tests and compilers need, and what differs from one build to the next."""
    for name in ("bin", ".lock", "numpy/tests", "numpy/*/tests"):
        for path in packages.glob(name):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in [*packages.rglob("__pycache__"), *packages.glob("*.dist-info/direct_url.json")]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in packages.glob("*.dist-info/uv_cache.json"):
        path.unlink()


def write_icon(path: Path) -> None:
    """An icon of Windows around the PNG of the pages."""
    pictures = [(ICONS / f"icon-{size}.png").read_bytes() for size in (192,)]
    head = struct.pack("<HHH", 0, 1, len(pictures))
    entry = struct.pack("<BBBBHHII", 192, 192, 0, 0, 1, 32, len(pictures[0]), 6 + 16)
    path.write_bytes(head + entry + pictures[0])


def write_installer(folder: Path, version: str, out: Path) -> Path:
    """The installer, made by NSIS; its uninstaller removes only what it has installed."""
    makensis = require_program("makensis", "nsis")
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    listed = PLACE / "files.nsh"
    listed.write_text("".join(f'  Delete "$INSTDIR\\{name}"\n' for name in names))
    path = out / f"hexmate-{version}-windows-x86_64-setup.exe"
    date = date_of_sources()
    for each in folder.rglob("*"):
        os.utime(each, (date, date))
    given = {"VERSION": version, "FOLDER": folder, "LIST": listed, "OUT": path}
    words = [makensis, "-V2", *(f"-D{name}={value}" for name, value in given.items())]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(date)}
    subprocess.run([*words, str(FILES / "installer.nsi")], check=True, env=environment)
    return path
