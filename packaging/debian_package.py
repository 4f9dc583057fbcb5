"""A package for Debian and Ubuntu: the frozen folder, and what makes a program of it."""

import gzip
import os
import shutil
import subprocess
import textwrap
import time
import tomllib
from pathlib import Path

from frozen import Frozen
from wheel_file import date_of_sources

__all__ = ["write_debian_package"]

ROOT = Path(__file__).parents[1]
FILES = Path(__file__).parent / "linux"
ICONS = ROOT / "src" / "hexmate" / "web" / "static" / "icons"
PLACE = ROOT / "build" / "debian"
ADDRESS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"][
    "Repository"
]

CONTROL = """\
Package: hexmate
Version: {version}
Section: games
Priority: optional
Architecture: amd64
Depends: libc6 (>= {glibc})
Recommends: chromium | google-chrome-stable | www-browser
Installed-Size: {kilobytes}
Maintainer: The Hexmate developers <hexmate@users.noreply.github.com>
Homepage: {address}
Description: play, study and solve the board game Hex
 Hex is a board game for two: take turns placing stones, and connect your two
 edges before your opponent connects theirs.
 .
 Hexmate plays it in the browser and in the terminal, against engines from
 beginner to superhuman, reviews your games, proves who wins, and runs matches
 and tournaments. This package brings its own Python.
"""


def write_debian_package(frozen: Frozen, version: str, path: Path) -> Path:
    """Write `hexmate_VERSION_amd64.deb` and return its path."""
    shutil.rmtree(PLACE, ignore_errors=True)
    tree = PLACE / "tree"
    place_files(frozen, version, tree)
    size = sum(path.lstat().st_size for path in tree.rglob("*") if path.is_file()) // 1024
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    glibc = os.confstr("CS_GNU_LIBC_VERSION") or "glibc 2.36"
    text = CONTROL.format(version=version, kilobytes=size, glibc=glibc.split()[-1], address=ADDRESS)
    control.write_text(text, "utf-8")
    settle(tree)
    options = ["--root-owner-group", "-Zxz", "--build", str(tree), str(path)]
    date = {"SOURCE_DATE_EPOCH": str(date_of_sources())}
    subprocess.run(
        ["dpkg-deb", *options], check=True, capture_output=True, env={**os.environ, **date}
    )
    return path


def place_files(frozen: Frozen, version: str, tree: Path) -> None:
    """Lay out everything that is installed."""
    shutil.copytree(frozen.folder, tree / "usr" / "lib" / "hexmate", symlinks=True)
    program = tree / "usr" / "bin" / "hexmate"
    program.parent.mkdir(parents=True)
    program.symlink_to("../lib/hexmate/hexmate")
    share = tree / "usr" / "share"
    copy(FILES / "hexmate.desktop", share / "applications" / "hexmate.desktop")
    copy(FILES / "hexmate.service", tree / "usr/lib/systemd/user/hexmate.service")
    copy(ICONS / "hexmate.svg", share / "icons/hicolor/scalable/apps/hexmate.svg")
    for size in (192, 512):
        copy(ICONS / f"icon-{size}.png", share / f"icons/hicolor/{size}x{size}/apps/hexmate.png")
    name = "io.github.hexmate.hexmate.metainfo.xml"
    date = time.strftime("%Y-%m-%d", time.gmtime(date_of_sources()))
    described = (FILES / name).read_text("utf-8")
    for word, value in (("@VERSION@", version), ("@DATE@", date), ("@ADDRESS@", ADDRESS)):
        described = described.replace(word, value)
    write(share / "metainfo" / name, described.encode())
    write(share / "man/man1/hexmate.1.gz", packed(manual_page(frozen, version)))
    documents = share / "doc" / "hexmate"
    write(documents / "copyright", copyright_text().encode())
    write(documents / "changelog.gz", packed((ROOT / "CHANGELOG.md").read_text("utf-8")))


def manual_page(frozen: Frozen, version: str) -> str:
    """The manual page, written by the Python that has been packed."""
    command = [str(frozen.python), str(Path(__file__).with_name("manual.py")), version]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def copyright_text() -> str:
    """Debian's form of the licence."""
    licence = (ROOT / "LICENSE").read_text("utf-8").strip()
    lines = textwrap.indent(licence, " ", lambda _: True).replace("\n \n", "\n .\n")
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        f"Upstream-Name: Hexmate\nSource: {ADDRESS}\n\n"
        f"Files: *\nCopyright: The Hexmate developers\nLicense: Expat\n{lines}\n"
    )


def packed(text: str) -> bytes:
    """Text as gzip compresses it, without a date."""
    return gzip.compress(text.encode(), mtime=0)


def copy(source: Path, place: Path) -> None:
    write(place, source.read_bytes())


def write(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)


def settle(tree: Path) -> None:
    """Give every file the usual rights and the date of the sources."""
    date = date_of_sources()
    for path in [tree, *sorted(tree.rglob("*"))]:
        if not path.is_symlink():
            path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (date, date), follow_symlinks=False)
