"""Run the packages of dist/ where there is no Python: `make try-packages`.

    try_packages.py [--only deb|folder|single|appimage|windows|pip|sdist]

The .deb is installed into a bare Debian and removed again; the folder, the single program and the
AppImage run in others; the installer for Windows runs under wine. pip installs the wheel where
there is Python and no compiler, and the source distribution where there is a compiler and nothing
else. Needs root, for chroot.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

from roots import DebianRoot
from stopping import run_program
from systems import PATIENCE, PLACE, SELFTEST, Native, Wine, compile_for_windows
from try_wheels import wheel_for
from windows_package import PYTHON as WINDOWS_PYTHON

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from requirements import requirements

ROOT = Path(__file__).parents[1]
# More moves than a game can have; those after its end are refused.
GAME = "boardsize 4\n" + "genmove black\ngenmove white\n" * 8 + "final_score\nquit\n"
BROWSER = """\
#!/bin/sh
exec {program} -c "import sys, urllib.request as web
page = web.urlopen(sys.argv[1].removeprefix('--app=')).read()
open('/root/page.html', 'wb').write(page)" "$1"
"""
"""Stands in for a browser: it reads the page, and ends as a window that is closed."""
MAIN_FILES = (
    "/usr/bin/hexmate",
    "/usr/share/applications/hexmate.desktop",
    "/usr/share/icons/hicolor/scalable/apps/hexmate.svg",
    "/usr/share/man/man1/hexmate.1.gz",
    "/usr/share/metainfo/io.github.hexmate.hexmate.metainfo.xml",
    "/usr/lib/systemd/user/hexmate.service",
)
Runner = Callable[..., "subprocess.CompletedProcess[str]"]


def newest(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime)
    if not found:
        sys.exit(f"no {pattern} in {folder}: run make packages first")
    return found[-1]


def use(run: Runner, program: Sequence[object], python: Sequence[object] = ()) -> str:
    """Let a program test itself, play a game over HTP and say its version; what it took, in words.

    `python` starts its Python; a frozen program is that itself.
    """
    begun = time.monotonic()
    told = run([*program, "--version"]).stdout
    start = time.monotonic() - begun
    require(told.startswith("hexmate "), f"--version says {told!r}")
    tested = run([*(python or program), *SELFTEST], check=False)
    require(
        "Hexmate works." in tested.stdout, f"the self-test failed:\n{tested.stdout}{tested.stderr}"
    )
    require("not checked" not in tested.stdout, tested.stdout)
    played = run([*program, "htp", "--player", "uct:visits=50"], input=GAME).stdout
    require(re.search(r"^= [BW]\+$", played, re.MULTILINE), f"over HTP it said:\n{played}")
    return f"--version {start:.1f} s, self-test {time.monotonic() - begun - start:.0f} s"


def require(fact: object, otherwise: str) -> None:
    if not fact:
        raise AssertionError(otherwise)


def try_deb(dist: Path) -> str:
    """Install, use and purge the .deb; nothing may stay."""
    package = newest(dist, "hexmate_*.deb")
    with DebianRoot("deb") as root:
        before = root.files()
        require(not any("/python3" in name for name in before), "this Debian has Python")
        shutil.copy(package, root.folder / "opt" / package.name)
        begun = time.monotonic()
        root.run(["apt-get", "install", "-y", "--no-install-recommends", f"/opt/{package.name}"])
        took = time.monotonic() - begun
        missing = set(MAIN_FILES) - root.files()
        require(not missing, f"not installed: {sorted(missing)}")
        told = use(root.run, ["hexmate"])
        page = answers_play(root, ["/usr/bin/hexmate"])
        opens_a_window(root, ["/usr/bin/hexmate", "window"])
        root.run(["apt-get", "purge", "-y", "hexmate"])
        (root.folder / "opt" / package.name).unlink()
        left = root.files() - before
        require(not left, f"left behind: {sorted(left)[:5]}")
    return f"installed in {took:.0f} s, {told}, {page}, removed without a trace"


def opens_a_window(root: DebianRoot, words: Sequence[str]) -> None:
    """Open the game as a double click does: the server ends when the window is closed."""
    browser, page = root.folder / "usr/bin/chromium", root.folder / "root" / "page.html"
    browser.write_text(BROWSER.format(program=words[0]))
    browser.chmod(0o755)
    root.run(words, timeout=PATIENCE)
    require("<title>Hexmate" in page.read_text("utf-8"), "the window shows another page")
    browser.unlink()


def answers_play(root: DebianRoot, program: Sequence[str]) -> str:
    """Start `hexmate play` inside, and read its page from outside."""
    begun = time.monotonic()
    command = ["chroot", str(root.folder), "env", "-i", "HOME=/root", "LANG=C.UTF-8"]
    with subprocess.Popen(
        [*command, *program, "play"], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            address = re.search(r"http://\S+", line)
            require(address, f"hexmate play said {line!r}")
            with urllib.request.urlopen(address[0], timeout=PATIENCE) as page:  # noqa: S310
                require(b"<title>Hexmate" in page.read(), "the page is another")
        finally:
            process.terminate()
    return f"`hexmate play` answers after {time.monotonic() - begun:.1f} s"


def try_folder(dist: Path) -> str:
    """Unpack the archive where there is no Python, and use it."""
    archive = newest(dist, "hexmate-*-linux-x86_64.tar.xz")
    with DebianRoot("folder") as root:
        with tarfile.open(archive) as packed:
            packed.extractall(root.folder / "opt", filter="data")
        return use(root.run, ["/opt/hexmate/hexmate"])


def try_single(dist: Path) -> str:
    """Copy the single program to where there is no Python, and use it."""
    program = newest(dist, "hexmate-*-linux-x86_64")
    with DebianRoot("single") as root:
        place = root.folder / "opt" / "hexmate"
        shutil.copy(program, place)
        place.chmod(0o755)
        return use(root.run, ["/opt/hexmate"])


def try_appimage(dist: Path) -> str:
    """Copy the AppImage to where there is neither Python nor FUSE, and use it."""
    program = newest(dist, "Hexmate-*-x86_64.AppImage")
    with DebianRoot("appimage") as root:
        place = root.folder / "opt" / "Hexmate.AppImage"
        shutil.copy(program, place)
        place.chmod(0o755)
        told = use(root.run, ["/opt/Hexmate.AppImage"])
        opens_a_window(root, ["/opt/Hexmate.AppImage"])
        left = list((root.folder / "tmp").glob("hexmate-*"))
        require(not left, f"left behind: {left}")
        return told


def try_windows(dist: Path) -> str:
    """Install under wine without a question, use it, and uninstall it."""
    setup = newest(dist, "hexmate-*-windows-x86_64-setup.exe")
    wine = Wine(WINDOWS_PYTHON)

    def run(
        words: Sequence[object], check: bool = True, **options: object
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["wine", *map(str, words)],
            env=wine.environment(),
            capture_output=True,
            text=True,
            check=check,
            **options,
        )  # type: ignore[call-overload]

    begun = time.monotonic()
    place = PLACE / "wine" / "drive_c" / "HexmateTest"
    shutil.rmtree(place, ignore_errors=True)
    run([setup, "/S", r"/D=C:\HexmateTest"])
    took = time.monotonic() - begun
    require((place / "hexmate.exe").exists(), "hexmate.exe was not installed")
    told = use(run, [place / "hexmate.exe"], [place / "python.exe"])
    page = place.parent / "page.html"
    browser = place.parent / "Program Files" / "Google" / "Chrome" / "Application" / "chrome.exe"
    page.unlink(missing_ok=True)
    browser.parent.mkdir(parents=True, exist_ok=True)
    compile_for_windows("browser.c", browser, "-municode", "-lurlmon")
    run([place / "Hexmate-window.exe"], timeout=PATIENCE)
    require("<title>Hexmate" in page.read_text("utf-8"), "the window shows another page")
    run([place / "uninstall.exe", "/S", r"_?=C:\HexmateTest"])
    left = [path.name for path in place.rglob("*")] if place.exists() else []
    require(not [name for name in left if name != "uninstall.exe"], f"left behind: {left[:5]}")
    return f"installed in {took:.0f} s, {told}, uninstalled"


# What a person has who uses Python on Debian; and what compiling needs.
PYTHON_PACKAGES = ("python3", "python3-venv")
COMPILER_PACKAGES = (*PYTHON_PACKAGES, "python3-dev", "g++")
SYSTEM_PYTHON = "3.11"
MANYLINUX = ("_2_34", "_2_28", "_2_27", "_2_24", "_2_17", "2014")
PIP = "/opt/hexmate/bin/pip"


def try_pip(dist: Path) -> str:
    """Install the wheel with pip in a bare Debian with Python, without compiler and network."""
    wheel = wheel_for(Native(SYSTEM_PYTHON), dist)
    with DebianRoot("pip", PYTHON_PACKAGES) as root:
        require(not (root.folder / "usr/bin/cc").exists(), "this Debian has a compiler")
        stock(root, [wheel], requirements(["play"]))
        root.run(["python3", "-m", "venv", "/opt/hexmate"])
        begun = time.monotonic()
        pip = [PIP, "install", "--quiet", "--no-index", "--find-links", "/opt/files"]
        root.run([*pip, f"/opt/files/{wheel.name}"])
        base = time.monotonic() - begun
        listed = root.run([PIP, "list", "--format=freeze"]).stdout.lower()
        names = {line.split("==")[0] for line in listed.split()} - {"pip", "setuptools"}
        require(names == {"hexmate", "numpy"}, f"it brings {sorted(names)}")
        root.run([*pip, f"/opt/files/{wheel.name}[play]"])
        took = time.monotonic() - begun - base
        told = use(root.run, ["/opt/hexmate/bin/hexmate"], ["/opt/hexmate/bin/python"])
        page = answers_play(root, ["/opt/hexmate/bin/hexmate"])
    return (
        f"numpy and Hexmate in {base:.1f} s, what `play` needs in {took:.1f} s more, {told}, {page}"
    )


def try_sdist(dist: Path) -> str:
    """Build the source distribution with pip in a bare Debian that has a compiler, and use it."""
    archive = newest(dist, "hexmate-*.tar.gz")
    with DebianRoot("sdist", COMPILER_PACKAGES) as root:
        # Debian's CMake is optional: the build system takes that of pip where there is none.
        tools = [*requirements(["build"]), "cmake>=3.25", "ninja>=1.5"]
        stock(root, [archive], [*requirements(["web"]), *tools])
        root.run(["python3", "-m", "venv", "/opt/hexmate"])
        begun = time.monotonic()
        pip = [PIP, "install", "--quiet", "--no-index", "--find-links", "/opt/files"]
        jobs = ["env", "CMAKE_BUILD_PARALLEL_LEVEL=2"]
        root.run([*jobs, *pip, f"/opt/files/{archive.name}"])
        took = time.monotonic() - begun
        root.run([*pip, *requirements(["web"])])
        told = use(root.run, ["/opt/hexmate/bin/hexmate"], ["/opt/hexmate/bin/python"])
    return f"built and installed in {took:.0f} s, {told}"


def stock(root: DebianRoot, files: Sequence[Path], names: Sequence[str]) -> None:
    """Place these files and packages in /opt/files inside, so that pip there needs no network."""
    folder = root.folder / "opt" / "files"
    folder.mkdir()
    for path in files:
        shutil.copy(path, folder / path.name)
    words = ["download", "-qq", "--dest", folder, "--only-binary=:all:"]
    words += ["--python-version", SYSTEM_PYTHON, "--constraint", ROOT / "constraints.txt"]
    words += [f"--platform=manylinux{name}_x86_64" for name in MANYLINUX]
    subprocess.run([sys.executable, "-m", "pip", *map(str, [*words, *names])], check=True)


TRIALS = {
    "pip": try_pip,
    "sdist": try_sdist,
    "deb": try_deb,
    "folder": try_folder,
    "single": try_single,
    "appimage": try_appimage,
    "windows": try_windows,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=["", *TRIALS], default="")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    failed = 0
    for name, trial in TRIALS.items():
        if options.only not in ("", name):
            continue
        try:
            print(f"{name}: works; {trial(options.dist)}", flush=True)
        except (AssertionError, subprocess.CalledProcessError) as error:
            said = getattr(error, "stderr", "") or ""
            print(f"{name}: FAILED; {error}\n{said[-2000:]}", flush=True)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    run_program(main, "the same command tries everything again")
