"""An AppImage: the frozen folder as a SquashFS image behind a program that unpacks and runs it."""

import os
import shutil
import subprocess
from pathlib import Path

from debian_package import ICONS, copy, settle, write
from frozen import Frozen
from systems import require_file, require_program
from wheel_file import date_of_sources

__all__ = ["write_appimage"]

FILES = Path(__file__).parent / "linux"
PLACE = Path(__file__).parents[1] / "build" / "appimage"
HEADER = Path("/usr/include/squashfuse/squashfuse.h")
PACKAGES = ("libsquashfuse", "liblzo2", "liblz4", "libzstd", "liblzma", "zlib1g")
LIBRARIES = ("squashfuse", "z", "lzma", "lzo2", "lz4", "zstd")
TYPE_2 = b"AI\x02"
"""What the bytes 8 to 10 of an AppImage say."""
APP_RUN = """\
#!/bin/sh
# A double click gives no words: then the game opens in a window.
[ $# -gt 0 ] || set -- window
exec "$APPDIR/usr/lib/hexmate/hexmate" "$@"
"""


def require_appimage_tools() -> None:
    """Install or name what is missing, before anything long begins."""
    require_program("mksquashfs", "squashfs-tools")
    require_program("cc", "gcc libc6-dev")
    require_file(HEADER, " ".join(f"{name}-dev" for name in PACKAGES))


def write_appimage(frozen: Frozen, path: Path) -> Path:
    """Write `Hexmate-VERSION-x86_64.AppImage` and return its path."""
    shutil.rmtree(PLACE, ignore_errors=True)
    tree = PLACE / "tree"
    shutil.copytree(frozen.folder, tree / "usr" / "lib" / "hexmate", symlinks=True)
    write(tree / "AppRun", APP_RUN.encode())
    (tree / "AppRun").chmod(0o755)
    copy(FILES / "hexmate.desktop", tree / "hexmate.desktop")
    copy(ICONS / "hexmate.svg", tree / "hexmate.svg")
    copy(ICONS / "icon-512.png", tree / ".DirIcon")
    settle(tree)
    image = PLACE / "image"
    pack(tree, image)
    path.write_bytes(runtime() + image.read_bytes())
    path.chmod(0o755)
    return path


def pack(tree: Path, image: Path) -> None:
    """A SquashFS image that does not depend on who packs it, or when."""
    mksquashfs = require_program("mksquashfs", "squashfs-tools")
    options = ["-comp", "zstd", "-Xcompression-level", "15", "-b", "1M", "-all-root", "-no-xattrs"]
    date = {"SOURCE_DATE_EPOCH": str(date_of_sources())}
    words = [mksquashfs, str(tree), str(image), "-noappend", "-quiet", "-no-progress", *options]
    subprocess.run(words, check=True, env={**os.environ, **date})


def runtime() -> bytes:
    """The program in front of the image, linked with nothing that a system may lack."""
    compiler = require_program("cc", "gcc libc6-dev")
    program = PLACE / "runtime"
    words = [compiler, "-O2", "-s", "-static", "-I/usr/include/squashfuse"]
    libraries = [f"-l{name}" for name in LIBRARIES]
    source = str(FILES / "runtime.c")
    subprocess.run([*words, "-o", str(program), source, *libraries], check=True)
    content = program.read_bytes()
    return content[:8] + TYPE_2 + content[11:]
