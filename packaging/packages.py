"""Build packages that need no Python, from the wheels in dist/: `make packages`.

    packages.py [--only linux|windows] [--zig PYTHON]

Writes a .deb, an AppImage, an archive with a folder, a program in one file, a folder for Windows
and an installer into dist/, each with a bill of materials, and SHA256SUMS.
packaging/try_packages.py runs them.
"""

import argparse
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

from appimage import require_appimage_tools, write_appimage
from bill import Component, component, installed_in, write_checksums
from debian_package import settle, write_debian_package
from frozen import PYTHON as FROZEN_PYTHON
from frozen import Frozen, freeze
from stopping import run_program
from systems import Native, Wine, require_program
from try_wheels import wheel_for
from wheel_file import date_of_sources
from windows_package import PLACE as WINDOWS_PLACE
from windows_package import PYTHON as WINDOWS_PYTHON
from windows_package import fill_folder, write_folder_archive, write_installer
from workshop import Workshop

ROOT = Path(__file__).parents[1]


def build_for_linux(out: Path) -> None:
    """The .deb, the AppImage, the archive and the single program, with their bills."""
    require_appimage_tools()
    workshop = Workshop(wheel_for(Native(FROZEN_PYTHON), out), out)
    print("Packing a Python with Hexmate", flush=True)
    frozen = freeze(wheel_for(Native(FROZEN_PYTHON), out), workshop.state)
    version = workshop.version

    def parts() -> list[Component]:
        site = frozen.python.parents[1] / "lib" / f"python{FROZEN_PYTHON}" / "site-packages"
        python = component("cpython", FROZEN_PYTHON, "PSF-2.0", "framework")
        return [python, *installed_in(site)]

    builders: dict[str, Callable[[Path], object]] = {
        "hexmate_{}_amd64.deb": lambda path: write_debian_package(frozen, version, path),
        "Hexmate-{}-x86_64.AppImage": lambda path: write_appimage(frozen, path),
        "hexmate-{}-linux-x86_64.tar.xz": lambda path: write_archive(frozen, path),
        "hexmate-{}-linux-x86_64": lambda path: shutil.copy(frozen.single, path),
    }
    for name, build in builders.items():
        workshop.make(workshop.path(name), build, parts)


def build_for_windows(out: Path, zig: Path) -> None:
    """The archive and the installer, with their bills."""
    require_program("makensis", "nsis")
    wheel = wheel_for(Wine(WINDOWS_PYTHON), out)
    workshop = Workshop(wheel, out)
    folder = WINDOWS_PLACE / "Hexmate"
    noted = WINDOWS_PLACE / "wheel.txt"
    if not (noted.exists() and noted.read_text() == workshop.state):
        print("Filling a folder for Windows", flush=True)
        fill_folder(wheel, zig, folder)
        noted.write_text(workshop.state)

    def parts() -> list[Component]:
        python = component("cpython", WINDOWS_PYTHON, "PSF-2.0", "framework")
        return [python, *installed_in(folder / "packages")]

    builders: dict[str, Callable[[Path], object]] = {
        "hexmate-{}-windows-x86_64.zip": lambda path: write_folder_archive(folder, path),
        "hexmate-{}-windows-x86_64-setup.exe": lambda path: write_installer(
            folder, workshop.version, path
        ),
    }
    for name, build in builders.items():
        workshop.make(workshop.path(name), build, parts)


def write_archive(frozen: Frozen, path: Path) -> Path:
    """The frozen folder as an archive that does not depend on who packs it, or when."""
    settle(frozen.folder)

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = date_of_sources()
        return entry

    with tarfile.open(path, "w:xz", preset=6) as archive:
        for each in [frozen.folder, *sorted(frozen.folder.rglob("*"))]:
            name = Path("hexmate") / each.relative_to(frozen.folder)
            archive.add(each, str(name), recursive=False, filter=plain)
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=["", "linux", "windows"], default="")
    parser.add_argument("--zig", type=Path, default=ROOT / "build" / "zig" / "bin" / "python")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    if options.only in ("", "linux"):
        build_for_linux(options.out)
    if options.only in ("", "windows"):
        build_for_windows(options.out, options.zig)
    print(write_checksums(options.out).name)
    return 0


if __name__ == "__main__":
    run_program(main)
