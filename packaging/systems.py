"""Systems that wheels and packages are tried on, without leaving this machine.

Each has a Python that starts here: this machine's, one for aarch64 under qemu, one for Windows
under wine. macOS and musl cannot be run here; packaging/checks.py reads their files.
"""

import os
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from python_files import embedded_python, find_python
from targets import TARGETS, Target

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from programs import install

__all__ = [
    "PATIENCE",
    "SELFTEST",
    "Native",
    "Qemu",
    "System",
    "Wine",
    "compile_for_windows",
    "fill_with_python",
    "require_file",
    "require_program",
]

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "trials"
PATIENCE = 900
"""Seconds to wait for a program to start, even under an emulator on a busy machine."""
SELFTEST = ("-m", "hexmate.selftest", "--patience", str(PATIENCE))


def require_program(name: str, packages: str) -> str:
    """The path of a program; as root on Debian its packages are installed, elsewhere named."""
    if shutil.which(name) is None:
        print(f"Installing {packages}", flush=True)
        install(packages.split())
    found = shutil.which(name)
    if found is None:
        sys.exit(f"{name} is needed here (Debian: apt-get install {packages})")
    return found


def require_file(path: Path, packages: str) -> Path:
    """A file that packages of Debian bring, as with programs."""
    if not path.exists():
        print(f"Installing {packages}", flush=True)
        install(packages.split())
    if not path.exists():
        sys.exit(f"{path} is needed here (Debian: apt-get install {packages})")
    return path


@dataclass(frozen=True)
class System(ABC):
    """A Python of some version on some system."""

    version: str

    @property
    @abstractmethod
    def target(self) -> Target:
        """The wheels that it takes."""

    @property
    def folder(self) -> Path:
        return PLACE / f"{self.target.name}-{self.version}"

    @property
    def wheel_tag(self) -> str:
        return "cp311-cp311" if self.version == "3.11" else "cp312-abi3"

    @abstractmethod
    def prepare(self) -> None:
        """Make a Python with no packages."""

    @abstractmethod
    def command(self, words: Sequence[object]) -> list[str]:
        """How to start that Python with these arguments."""

    @property
    @abstractmethod
    def packages(self) -> Path:
        """The folder of its packages."""

    @property
    @abstractmethod
    def platform(self) -> str:
        """Its name for uv."""

    def environment(self) -> dict[str, str]:
        """The variables of its processes."""
        hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        return {name: value for name, value in os.environ.items() if name not in hidden}

    def install(self, words: Sequence[object], folder: Path | None = None) -> None:
        """Install packages into a folder, by default its own, only as wheels for that system."""
        uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--only-binary=:all:"]
        where = ["--target", folder or self.packages, "--python-version", self.version]
        limits = PLACE / f"{self.target.name}-{self.version}.txt"
        limits.parent.mkdir(parents=True, exist_ok=True)
        limits.write_text("\n".join(self.constraints()) + "\n", "utf-8")
        options = ["--python-platform", self.platform, "--constraint", limits, *words]
        subprocess.run([*uv, *map(str, [*where, *options])], check=True)

    def compile_packages(self) -> None:
        """Write byte code as pip does, by a Python of this machine: it is the same everywhere."""
        compile_sources(self.version, self.packages)

    def constraints(self) -> list[str]:
        """The versions that the project is developed with."""
        return (ROOT / "constraints.txt").read_text("utf-8").splitlines()

    def run(self, words: Sequence[object], **options: object) -> "subprocess.CompletedProcess[str]":
        """Start its Python and wait for it."""
        return subprocess.run(
            self.command(words), env=self.environment(), text=True, cwd=PLACE, **options
        )  # type: ignore[call-overload]


class Native(System):
    """This machine, in a clean virtual environment."""

    target = TARGETS["linux-x86_64"]
    platform = "x86_64-manylinux_2_28"

    @property
    def packages(self) -> Path:
        return self.folder / "lib" / f"python{self.version}" / "site-packages"

    def prepare(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        command = [find_python(self.version), "-m", "venv", "--without-pip", self.folder]
        subprocess.run(list(map(str, command)), check=True)

    def command(self, words: Sequence[object]) -> list[str]:
        return [str(self.folder / "bin" / "python"), *map(str, words)]


class Qemu(System):
    """Debian's Python for aarch64 under qemu-user."""

    target = TARGETS["linux-aarch64"]
    platform = "aarch64-manylinux_2_28"
    SUITES: ClassVar = {"3.11": "bookworm", "3.13": "trixie"}

    @property
    def packages(self) -> Path:
        return self.folder / "packages"

    @property
    def root(self) -> Path:
        return PLACE / f"debian-arm64-{self.SUITES[self.version]}"

    def prepare(self) -> None:
        require_program("qemu-aarch64-static", "qemu-user-static")
        mmdebstrap = require_program("mmdebstrap", "mmdebstrap")
        if not self.root.exists():
            beginning = self.root.with_name(self.root.name + ".new")
            shutil.rmtree(beginning, ignore_errors=True)
            # Unpacked only: nothing of the other processor has to run.
            options = ["--variant=extract", "--architectures=arm64", "--mode=root", "--quiet"]
            included = "--include=python3,python3-minimal,libsqlite3-0,libstdc++6"
            suite = self.SUITES[self.version]
            subprocess.run([mmdebstrap, *options, included, suite, str(beginning)], check=True)
            for name in ("bin", "lib", "sbin"):  # links that newer releases make while installing
                if not (beginning / name).exists():
                    (beginning / name).symlink_to(f"usr/{name}")
            # As Debian's packages do once they are installed.
            compile_sources(self.version, beginning / "usr" / "lib" / f"python{self.version}")
            beginning.replace(self.root)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.packages.mkdir(parents=True)
        # Processes that Python starts must run under qemu too. This processor has no signed
        # pointers: Debian 13 uses them at every return, and qemu computes each signature.
        starter = self.folder / "python"
        program = self.root / "usr" / "bin" / f"python{self.version}"
        qemu = f"qemu-aarch64-static -cpu cortex-a76 -L {self.root}"
        starter.write_text(f'#!/bin/sh\nexec {qemu} {program} "$@"\n')
        starter.chmod(0o755)
        custom = f"import sys\nsys.executable = {str(starter)!r}\n"
        (self.packages / "sitecustomize.py").write_text(custom)

    def command(self, words: Sequence[object]) -> list[str]:
        return [str(self.folder / "python"), *map(str, words)]

    def environment(self) -> dict[str, str]:
        return {
            **super().environment(),
            "PYTHONPATH": str(self.packages),
            "PYTHONHOME": str(self.root / "usr"),
        }


class Wine(System):
    """CPython for Windows under wine."""

    target = TARGETS["windows-x86_64"]
    platform = "x86_64-pc-windows-msvc"

    @property
    def packages(self) -> Path:
        return self.folder / "packages"

    def prepare(self) -> None:
        self.prepare_wine()
        fill_with_python(self.version, self.folder)

    def prepare_wine(self) -> None:
        """Create wine's folder, with a library that it lacks."""
        require_program("wine", "wine wine64")
        place = PLACE / "wine" / "drive_c" / "windows" / "system32"
        library = place / "bcryptprimitives.dll"
        if library.exists():
            return
        options = {"env": self.environment(), "check": True, "capture_output": True}
        subprocess.run(["wine", "wineboot", "--init"], **options)  # type: ignore[call-overload]
        compile_for_windows("bcryptprimitives.c", library, "-shared", "-ladvapi32")

    def constraints(self) -> list[str]:
        # Newer ones call crealf, which wine 8 does not have.
        others = [line for line in super().constraints() if not line.startswith("numpy==")]
        return [*others, "numpy<2.2"]

    def command(self, words: Sequence[object]) -> list[str]:
        return ["wine", str(self.folder / "python.exe"), *map(str, words)]

    def environment(self) -> dict[str, str]:
        wine = {"WINEPREFIX": str(PLACE / "wine"), "WINEDEBUG": "-all", "WINEARCH": "win64"}
        # Without these wine would first offer to install two runtimes for other programs.
        return {**super().environment(), **wine, "WINEDLLOVERRIDES": "mscoree,mshtml="}


def compile_for_windows(name: str, made: Path, *options: str) -> None:
    """Compile a file of packaging/windows that trials need."""
    source = Path(__file__).parent / "windows" / name
    zig = [str(ROOT / "build" / "zig" / "bin" / "python"), "-m", "ziglang", "cc"]
    words = ["-target", Wine.target.triple, "-O2", "-s", str(source), *options]
    # Beside what it makes, zig writes files that are not wanted there.
    beginning = PLACE / made.name
    subprocess.run([*zig, *words, "-o", str(beginning)], check=True)
    shutil.copy(beginning, made)


def compile_sources(version: str, folder: Path) -> None:
    """Write byte code beside the modules of a folder, as they are before their first import."""
    words = ["-m", "compileall", "-q", "-j", "2", "-x", "/(test|tests|lib2to3)/", str(folder)]
    # Templates are no modules and do not compile; what imports nothing may stay as it is.
    subprocess.run([find_python(version), *words], capture_output=True, check=False)


def fill_with_python(version: str, folder: Path) -> None:
    """Make a folder with CPython for Windows and an empty folder for packages."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(embedded_python(version), folder)
    # Queries that wine 8 does not know end the process; without this module Python asks otherwise.
    (folder / "_wmi.pyd").unlink(missing_ok=True)
    number = version.replace(".", "")
    (folder / f"python{number}._pth").write_text(f"python{number}.zip\n.\npackages\n")
    (folder / "packages").mkdir()
