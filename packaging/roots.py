"""Bare Debian systems in a folder, to install packages in: with no Python unless you name it."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from systems import PLACE, require_program

__all__ = ["DebianRoot"]


class DebianRoot:
    """A fresh Debian made by mmdebstrap, copied from an unpacked archive of it for every trial."""

    def __init__(self, name: str, packages: Sequence[str] = (), suite: str = "bookworm") -> None:
        self.folder = PLACE / f"root-{name}"
        self._archive = PLACE / f"{'-'.join(['debian', suite, *packages])}.tar"
        self._packages = packages
        self._suite = suite

    def __enter__(self) -> "DebianRoot":
        PLACE.mkdir(parents=True, exist_ok=True)
        if not self._archive.exists():
            beginning = self._archive.with_suffix(".new.tar")
            mmdebstrap = require_program("mmdebstrap", "mmdebstrap")
            options = ["--variant=apt", "--mode=root", "--quiet"]
            if self._packages:
                options.append(f"--include={','.join(self._packages)}")
            subprocess.run([mmdebstrap, *options, self._suite, str(beginning)], check=True)
            beginning.replace(self._archive)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        tar = ["tar", "-xpf", str(self._archive), "-C", str(self.folder)]
        subprocess.run([*tar, "--exclude=./dev/*"], check=True)
        # Programs need these two; the rest of /dev and /proc stays away.
        for name, numbers in (("null", (1, 3)), ("urandom", (1, 9))):
            device = self.folder / "dev" / name
            subprocess.run(["mknod", "-m", "666", device, "c", *map(str, numbers)], check=True)
        subprocess.run(["mount", "-t", "proc", "proc", self.folder / "proc"], check=True)
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", "-l", self.folder / "proc"], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(
        self, words: Sequence[object], check: bool = True, **options: object
    ) -> "subprocess.CompletedProcess[str]":
        """Run a program inside, as root with an empty home."""
        variables = ["HOME=/root", "LANG=C.UTF-8", "PATH=/usr/bin:/usr/sbin:/bin:/sbin"]
        command = ["chroot", self.folder, "env", "-i", *variables, *words]
        return subprocess.run(
            list(map(str, command)), capture_output=True, text=True, check=check, **options
        )  # type: ignore[call-overload]

    def files(self) -> set[str]:
        """The names of all files, to see what an installation leaves behind."""
        skipped = {"proc", "root", "tmp", "var/lib/apt", "var/lib/dpkg", "var/log", "var/cache"}
        found: set[str] = set()
        for folder, folders, files in os.walk(self.folder):
            inside = Path(folder).relative_to(self.folder)
            folders[:] = [name for name in folders if str(inside / name) not in skipped]
            found.update(f"/{inside / name}" for name in [*folders, *files])
        return found
