"""Compiles the core and its bindings for a target, with zig, into a folder of its own.

A file is compiled again only if its command or a file that it includes has changed, so a build that
was stopped resumes.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from targets import PythonAbi, Target

__all__ = ["Compiler", "Unit", "binding_units", "core_units"]

ROOT = Path(__file__).parents[1]

# As CMakeLists.txt compiles them: the core for speed, what translates for size.
COMMON = ["-std=c++20", "-DNDEBUG", "-g0", "-fPIC", "-fvisibility=hidden", "-fno-sanitize=all"]
CORE = ["-O3", "-Icore"]
KERNELS = ["-ffp-contract=fast"]
AVX2 = ["-mavx2", "-mfma"]
AVX512 = [*AVX2, "-mavx512f", "-mavx512bw", "-mavx512vl", "-mavx512vnni"]
# nanobind expects cstdio, which the headers of libc++ do not bring.
BINDINGS = ["-Os", "-Icore", "-include", "cstdio", "-fno-strict-aliasing", "-fno-stack-protector"]
PATHS = "-ffile-prefix-map={}=."


@dataclass(frozen=True)
class Unit:
    """Files that are compiled as one, and the options they need."""

    name: str
    files: tuple[Path, ...]
    options: tuple[str, ...]


def core_units(target: Target) -> list[Unit]:
    """One unit for each folder of the core, and one for each set of instructions."""
    folders: dict[Path, list[Path]] = {}
    units = []
    for path in sorted((ROOT / "core").rglob("*.cpp")):
        if "tests" in path.parts:
            continue
        if path.name.startswith("kernels_"):
            sets = {"kernels_avx2": AVX2, "kernels_avx512": AVX512}.get(path.stem, [])
            own = sets if target.processor == "x86_64" else []
            units.append(Unit(path.stem, (path,), (*CORE, *KERNELS, *own)))
        else:
            folders.setdefault(path.parent, []).append(path)
    for folder, files in folders.items():
        name = "-".join(folder.relative_to(ROOT).parts)
        units.append(Unit(name, tuple(files), tuple(CORE)))
    if target.processor == "x86_64":
        units.append(Unit("cpu_model", (Path(__file__).with_name("cpu_model.cpp"),), tuple(CORE)))
    return units


def binding_units(python: PythonAbi, nanobind: Path, headers: Sequence[Path]) -> list[Unit]:
    """The bindings in a few units, and nanobind itself in one."""
    limited = ["-DPy_LIMITED_API=0x030C0000"] if python.stable else []
    include = [f"-I{path}" for path in headers]
    include += [f"-I{nanobind / part}" for part in ("include", "ext/robin_map/include")]
    options = (*BINDINGS, *limited, *include)
    files = sorted((ROOT / "bindings").glob("*.cpp"))
    parts = [files[at : at + 6] for at in range(0, len(files), 6)]
    units = [
        Unit(f"bindings-{number}", tuple(part), options) for number, part in enumerate(parts, 1)
    ]
    own = (*options, "-DNB_BUILD", "-DNB_COMPACT_ASSERTIONS")
    return [*units, Unit("nanobind", (nanobind / "src" / "nb_combined.cpp",), own)]


class Compiler:
    """zig for one target."""

    def __init__(self, target: Target, zig: Path, folder: Path, jobs: int) -> None:
        self.target = target
        self.folder = folder
        self._zig = [str(zig), "-m", "ziglang"]
        self._jobs = jobs

    def objects(self, part: str, units: Sequence[Unit], done: Callable[[str], None]) -> list[Path]:
        """Compile units, several at a time; `done` gets the name of each that is ready."""
        place = self.folder / part
        place.mkdir(parents=True, exist_ok=True)

        def build(unit: Unit) -> Path:
            made = self._object(place, unit)
            done(unit.name)
            return made

        with ThreadPoolExecutor(self._jobs) as pool:
            return list(pool.map(build, units))

    def link(self, objects: Sequence[Path], module: Path, options: Sequence[str]) -> None:
        """Link a module of Python; libc++ is inside it."""
        beginning = module.with_name(module.name + ".new")
        words = ["c++", "-target", self.target.triple, "-shared", "-O3", "-s", "-o", str(beginning)]
        self._run([*words, *map(str, objects), *options])
        beginning.replace(module)

    def import_library(self, definition: Path) -> Path:
        """The library by which modules for Windows find what a DLL exports."""
        library = definition.with_suffix(".lib")
        self._run(["dlltool", "-m", "i386:x86-64", "-d", str(definition), "-l", str(library)])
        return library

    def _object(self, place: Path, unit: Unit) -> Path:
        source = place / f"{unit.name}.cpp"
        text = "".join(f'#include "{path.as_posix()}"\n' for path in unit.files)
        if not source.exists() or source.read_text("utf-8") != text:
            source.write_text(text, "utf-8")
        made, used = source.with_suffix(".o"), source.with_suffix(".d")
        command = ["c++", "-target", self.target.triple, *COMMON, *unit.options]
        command += [PATHS.format(ROOT), f"-I{ROOT}", "-MMD", "-MF", str(used)]
        command += ["-c", str(source)]
        noted = source.with_suffix(".json")
        if not self._current(made, used, noted, command):
            beginning = made.with_suffix(".o.new")
            self._run([*command, "-o", str(beginning)])
            noted.write_text(json.dumps(command), "utf-8")
            beginning.replace(made)
        return made

    @staticmethod
    def _current(made: Path, used: Path, noted: Path, command: list[str]) -> bool:
        """Whether an object is newer than all it was made from, by the same command."""
        if not (made.exists() and used.exists() and noted.exists()):
            return False
        if json.loads(noted.read_text("utf-8")) != command:
            return False
        words = used.read_text("utf-8").replace("\\\n", " ").split()
        newest = made.stat().st_mtime
        files = [ROOT / word for word in words if not word.endswith(":")]
        return all(path.exists() and path.stat().st_mtime <= newest for path in files)

    def _run(self, words: list[str]) -> None:
        run = subprocess.run(
            [*self._zig, *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        if run.returncode:
            sys.exit(f"zig {' '.join(words)}\n{run.stderr[-6000:]}")
