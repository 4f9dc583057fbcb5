"""Wheels and packages: what they weigh and where they run. Run `make wheels packages` first."""

import contextlib
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from .job import Job, NotMeasured, Totals
from .ledger import ROOT
from .start import clean, disk_use

DIST = ROOT / "dist"
PLAIN = (".whl", ".tar.gz", "-site.zip")
"""Endings of what brings no Python of its own."""
PYTHON = ROOT / "build" / "packaging" / "bin" / "python"


def newest(pattern: str) -> Path:
    """The newest artefact of a kind; not measured if there is none."""
    found = sorted(DIST.glob(pattern), key=lambda path: path.stat().st_mtime)
    if not found:
        raise NotMeasured(f"no {pattern} in dist: run make wheels packages first")
    return found[-1]


class BaseInstall(Job):
    """The library alone, with an empty cache."""

    name = "installed by pip"
    figure = (
        "`pip install` of the wheel with numpy, nothing cached: within 10 s and 60 MB of downloads "
        "(numpy alone takes that on the disk); numpy is all it brings"
    )

    def step(self, number: int, totals: Totals) -> None:
        tag = "cp311-cp311" if _version() == "3.11" else "cp312-abi3"
        wheel = newest(f"hexmate-*-{tag}-manylinux_*_x86_64*.whl")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "environment"
            subprocess.run([str(ROOT / ".venv/bin/python"), "-m", "venv", str(folder)], check=True)
            before = disk_use(folder)
            begun = time.monotonic()
            pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--no-cache-dir", str(wheel)]
            subprocess.run(pip, check=True, env=clean())
            totals["seconds"] = time.monotonic() - begun
            totals["disk"] = (disk_use(folder) - before) / 1e6
            downloads = Path(name) / "downloads"
            pip[1:] = [
                "download",
                "--quiet",
                "--no-cache-dir",
                "--dest",
                str(downloads),
                str(wheel),
            ]
            subprocess.run(pip, check=True, env=clean())
            totals["download"] = sum(path.stat().st_size for path in downloads.iterdir()) / 1e6
            site = next(folder.glob("lib/python*/site-packages"))
            totals["packages"] = sorted(
                path.name.split("-")[0]
                for path in site.glob("*.dist-info")
                if not path.name.startswith(("pip-", "setuptools-"))
            )

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["seconds"] < 10 and totals["download"] < 60
        met = met and totals["packages"] == ["hexmate", "numpy"]
        names = " and ".join(totals["packages"])
        return met, (
            f"{totals['seconds']:.1f} s, {totals['download']:.0f} MB downloaded, "
            f"{totals['disk']:.0f} MB on the disk: {names}"
        )


def _version() -> str:
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    command = [str(ROOT / ".venv/bin/python"), "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


class Trials(Job):
    """Every wheel or package that can be run here, one at a step."""

    def __init__(self, name: str, script: str, trials: Sequence[str], figure: str) -> None:
        self.name = name
        self.figure = figure
        self.steps = len(trials)
        self._script = script
        self._trials = trials

    def step(self, number: int, totals: Totals) -> None:
        if not PYTHON.exists():
            raise NotMeasured("run make wheels packages first")
        trial = self._trials[number]
        command = [str(PYTHON), str(ROOT / "packaging" / self._script), "--only", trial]
        run = subprocess.run(command, capture_output=True, text=True, env=clean())
        lines = [line for line in run.stdout.splitlines() if re.match(r"\S.*: .*;", line)]
        totals.setdefault("lines", []).extend(lines or [f"{trial}: FAILED"])
        totals["failed"] = totals.get("failed", 0) + (run.returncode != 0 or not lines)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        # What is read instead of run is the same at every step.
        return totals["failed"] == 0, " / ".join(dict.fromkeys(totals["lines"]))


class Sizes(Job):
    """The size of every artefact."""

    name = "sizes of packages"
    figure = "each wheel below 40 MB, each package below 120 MB"

    def step(self, number: int, totals: Totals) -> None:
        newest("hexmate-*.whl")
        newest("hexmate_*.deb")
        totals["sizes"] = {path.name: path.stat().st_size / 1e6 for path in artefacts()}

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        sizes = totals["sizes"]
        met = all(size < (40 if name.endswith(".whl") else 120) for name, size in sizes.items())
        return met, ", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items())


class Vouched(Job):
    """Checksums and bills of materials."""

    name = "checksums and bills of packages"
    figure = (
        "SHA256SUMS holds for every artefact, and each has a bill that names it; those of packages "
        "list more than five components"
    )

    def step(self, number: int, totals: Totals) -> None:
        newest("hexmate_*.deb")
        command = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
        totals["wrong"] = subprocess.run(command, cwd=DIST, capture_output=True).returncode
        listed = (DIST / "SHA256SUMS").read_text("utf-8").splitlines()
        totals["listed"] = len(listed)
        totals["artefacts"] = len(artefacts())
        totals["parts"] = {
            path.name: len(json.loads(bill.read_text("utf-8"))["components"])
            for path in artefacts()
            if (bill := path.with_name(f"{path.name}.cdx.json")).exists()
            and _digest(path) in bill.read_text("utf-8")
        }

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        parts = totals["parts"]
        packages = [count for name, count in parts.items() if not name.endswith(PLAIN)]
        met = totals["wrong"] == 0 and len(parts) == totals["artefacts"]
        met = met and min(packages, default=0) > 5
        sums = "hold" if totals["wrong"] == 0 else "DO NOT HOLD"
        return met, (
            f"{totals['listed']} sums {sums}, "
            f"{len(parts)} of {totals['artefacts']} artefacts have a bill, those of packages "
            f"{min(packages, default=0)} to {max(packages, default=0)} components"
        )


def artefacts() -> list[Path]:
    """What people download, without the bills."""
    found = [*DIST.glob("hexmate*"), *DIST.glob("Hexmate*.AppImage")]
    return sorted(path for path in found if path.suffix != ".json")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@contextlib.contextmanager
def another_folder(*tools: str) -> Iterator[Path]:
    """A clone in a temporary folder, with some of the tools in build/."""
    with tempfile.TemporaryDirectory() as name:
        clone = Path(name) / "another-folder"
        subprocess.run(["git", "clone", "--quiet", ROOT.as_uri(), str(clone)], check=True)
        (clone / "build").mkdir()
        for tool in tools:
            (clone / "build" / tool).symlink_to(ROOT / "build" / tool)
        yield clone


class Reproducible(Job):
    """Artefacts made once more in another folder."""

    tools: tuple[str, ...] = ("zig", "packaging")

    def __init__(self, name: str, figure: str, pattern: re.Pattern[str]) -> None:
        self.name = name
        self.figure = figure
        self._pattern = pattern

    def make(self, clone: Path) -> None:
        """Make these artefacts in the clone."""
        raise NotImplementedError

    def step(self, number: int, totals: Totals) -> None:
        first = {
            path.name: _digest(path) for path in artefacts() if self._pattern.search(path.name)
        }
        if not first:
            raise NotMeasured("run make wheels packages first")
        with another_folder(*self.tools) as clone:
            self.make(clone)
            second = {path.name: _digest(path) for path in (clone / "dist").iterdir()}
        totals["same"] = sorted(name for name in first if first[name] == second.get(name))
        totals["other"] = sorted(set(first) - set(totals["same"]))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        others = f"; not {', '.join(totals['other'])}" if totals["other"] else ""
        count = len(totals["same"]) + len(totals["other"])
        return not totals["other"], f"{len(totals['same'])} of {count} have the same bytes{others}"


class SameWheels(Reproducible):
    """The wheels of every system, compiled again from nothing."""

    tools = ("zig", "packaging", "bundle", "engine")

    def make(self, clone: Path) -> None:
        command = [str(PYTHON), "packaging/wheels.py"]
        subprocess.run(command, cwd=clone, check=True, capture_output=True, env=clean())


class SamePackages(Reproducible):
    """The packages, packed again from the same wheels."""

    def make(self, clone: Path) -> None:
        (clone / "dist").mkdir()
        for wheel in DIST.glob("*.whl"):
            shutil.copy(wheel, clone / "dist")
        command = [str(PYTHON), "packaging/packages.py"]
        subprocess.run(command, cwd=clone, check=True, capture_output=True, env=clean())


PACKAGE_JOBS: list[Job] = [
    BaseInstall(),
    Trials(
        "wheels run",
        "try_wheels.py",
        [
            *(f"linux-x86_64 {version}" for version in ("3.11", "3.12", "3.13")),
            *(f"linux-aarch64 {version}" for version in ("3.11", "3.13")),
            *(f"windows-x86_64 {version}" for version in ("3.11", "3.12", "3.13")),
        ],
        "every wheel for a system that runs here passes its self-test: Linux x86-64, aarch64 under "
        "qemu, Windows under wine",
    ),
    Trials(
        "packages run",
        "try_packages.py",
        ["pip", "sdist", "deb", "folder", "single", "appimage", "windows"],
        "the .deb, the folder, the single program and the AppImage run in a Debian without Python, "
        "the installer under wine; each removes itself; pip installs the wheel without a compiler "
        "and builds the source distribution with one",
    ),
    Sizes(),
    Vouched(),
    SameWheels(
        "reproducible wheels",
        "the wheels of every system, compiled a second time in another folder: the same bytes",
        re.compile(r"\.whl$"),
    ),
    SamePackages(
        "reproducible packages",
        "every package, packed a second time in another folder from the same wheels: the same "
        "bytes",
        re.compile(r"^(?!.*(\.whl|\.gz|-site\.zip)$)"),
    ),
]
