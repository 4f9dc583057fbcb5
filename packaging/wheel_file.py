"""Wheels from the package's files and a compiled core; the same input gives the same bytes."""

import base64
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

from targets import PythonAbi, Target

__all__ = [
    "EARLIEST",
    "date_of_sources",
    "package_files",
    "tidy_metadata",
    "write_wheel",
    "write_zip",
]

ROOT = Path(__file__).parents[1]
EARLIEST = 315532800
"""1980-01-01: archives know no earlier date."""


def date_of_sources() -> int:
    """SOURCE_DATE_EPOCH, or the date of the last commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return max(int(given), EARLIEST)
    asked = ["git", "log", "-1", "--format=%ct"]
    run = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    return max(int(run.stdout or 0), EARLIEST)


def package_files() -> dict[str, bytes]:
    """Every file of a wheel except the core and what describes the wheel itself, by its name.

    The build system makes them without compiling anything, so files are chosen in one place.
    """
    plain = ["-C", "wheel.cmake=false", "-C", "wheel.py-api=py3"]
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", *plain]
    with tempfile.TemporaryDirectory() as name:
        run = subprocess.run(
            [*command, "--outdir", name, str(ROOT)], capture_output=True, text=True
        )
        if run.returncode:
            sys.exit(run.stdout[-3000:] + run.stderr[-3000:])
        (made,) = Path(name).glob("*.whl")
        with zipfile.ZipFile(made) as archive:
            files = {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}
    files = {
        name: content
        for name, content in files.items()
        if not name.endswith((".dist-info/WHEEL", ".dist-info/RECORD", ".so", ".pyd"))
    }
    for made_by_make, place in (
        ("bundle", "hexmate/web/static_bundle"),
        ("engine", "hexmate/engine"),
    ):
        folder = ROOT / "build" / made_by_make
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                files[f"{place}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    return files


def write_wheel(
    files: Mapping[str, bytes], module: Path, target: Target, python: PythonAbi, folder: Path
) -> Path:
    """Write a wheel with this core and return its path."""
    (metadata,) = [name for name in files if name.endswith(".dist-info/METADATA")]
    info = metadata.rpartition("/")[0]
    tags = [f"{python.python_tag}-{python.abi_tag}-{each}" for each in target.platform.split(".")]
    lines = ["Wheel-Version: 1.0", "Generator: hexmate packaging", "Root-Is-Purelib: false"]
    all_files = {
        **files,
        f"hexmate/{python.module(target)}": module.read_bytes(),
        f"{info}/WHEEL": "\n".join([*lines, *(f"Tag: {tag}" for tag in tags), ""]).encode(),
    }
    record = "".join(f"{name},{_digest(all_files[name])}\n" for name in sorted(all_files))
    all_files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    stem = info.removesuffix(".dist-info")
    path = folder / f"{stem}-{python.python_tag}-{python.abi_tag}-{target.platform}.whl"
    write_zip(path, all_files)
    return path


def _digest(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"sha256={digest},{len(content)}"


def write_zip(path: Path, files: Mapping[str, bytes], executable: tuple[str, ...] = ()) -> None:
    """Write an archive whose bytes depend only on its files and the date of the sources."""
    path.parent.mkdir(parents=True, exist_ok=True)
    date = time.gmtime(date_of_sources())[:6]
    beginning = path.with_name(path.name + ".new")
    with zipfile.ZipFile(beginning, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # What describes a wheel stands at its end, where installers look for it.
        for name in sorted(files, key=lambda name: (".dist-info/" in name, name)):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            loadable = name.endswith((".so", ".pyd")) or name in executable
            entry.external_attr = (0o100755 if loadable else 0o100644) << 16
            archive.writestr(entry, files[name])
    beginning.replace(path)


def tidy_metadata(packages: Path) -> None:
    """Remove from installed packages what says where and when somebody installed them."""
    for name in ("direct_url.json", "uv_cache.json"):
        for path in packages.glob(f"*.dist-info/{name}"):
            path.unlink()
    for record in packages.glob("*.dist-info/RECORD"):
        lines = record.read_text("utf-8").splitlines(keepends=True)
        there = [line for line in lines if _inside(packages, line.split(",")[0])]
        record.write_text("".join(sorted(there)), "utf-8")


def _inside(packages: Path, name: str) -> bool:
    """Whether a file of a RECORD is there; programs outside name the Python that they start."""
    return not name.startswith("..") and (packages / name).exists()
