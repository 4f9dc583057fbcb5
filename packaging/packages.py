"""Build packages that need no Python, from the wheels in dist/: `make packages`.

    packages.py [--only linux|windows] [--zig PYTHON]

Writes a .deb, an AppImage, an archive with a folder, a program in one file, a folder for Windows
and an installer into dist/, each with a bill of materials, and SHA256SUMS.
packaging/try_packages.py runs them.
"""

import argparse
import shutil
import sys
import tarfile
from pathlib import Path

from appimage import write_appimage
from bill import component, installed_in, write_bill, write_checksums
from debian_package import settle, write_debian_package
from frozen import PYTHON as FROZEN_PYTHON
from frozen import Frozen, freeze
from systems import Native, Wine
from try_wheels import wheel_for
from wheel_file import date_of_sources
from windows_package import PLACE as WINDOWS_PLACE
from windows_package import PYTHON as WINDOWS_PYTHON
from windows_package import write_windows_packages

ROOT = Path(__file__).parents[1]


def version_of(wheel: Path) -> str:
    return wheel.name.split("-")[1]


def build_for_linux(out: Path) -> list[Path]:
    """The .deb, the AppImage, the archive and the single program, with their bills."""
    wheel = wheel_for(Native(FROZEN_PYTHON), out)
    version = version_of(wheel)
    frozen = freeze(wheel)
    single = out / f"hexmate-{version}-linux-x86_64"
    shutil.copy(frozen.single, single)
    made = [
        write_debian_package(frozen, version, out),
        write_appimage(frozen, version, out),
        write_archive(frozen, out / f"hexmate-{version}-linux-x86_64.tar.xz"),
        single,
    ]
    site = frozen.python.parents[1] / "lib" / f"python{FROZEN_PYTHON}" / "site-packages"
    python = component("cpython", FROZEN_PYTHON, "PSF-2.0", "framework")
    parts = [python, *installed_in(site)]
    return [*made, *(write_bill(each, version, parts) for each in made)]


def build_for_windows(out: Path, zig: Path) -> list[Path]:
    """The archive and the installer, with their bills."""
    wheel = wheel_for(Wine(WINDOWS_PYTHON), out)
    version = version_of(wheel)
    made = write_windows_packages(wheel, version, zig, out)
    python = component("cpython", WINDOWS_PYTHON, "PSF-2.0", "framework")
    parts = [python, *installed_in(WINDOWS_PLACE / "Hexmate" / "packages")]
    return [*made, *(write_bill(each, version, parts) for each in made)]


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
    made = []
    if options.only in ("", "linux"):
        made += build_for_linux(options.out)
    if options.only in ("", "windows"):
        made += build_for_windows(options.out, options.zig)
    for path in made:
        print(f"{path.name}  {path.stat().st_size / 1e6:.1f} MB")
    print(write_checksums(options.out).name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
