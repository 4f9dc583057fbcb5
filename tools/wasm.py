"""Build the WebAssembly modules of the core: `make wasm`; with `--check`, only compare their hash.

The modules are committed with a hash of the sources that they were made from, so that a clone has
them without a compiler for WebAssembly. The same sources and the same ziglang give the same bytes.

There are two: the core, and a small one of products with relaxed SIMD, which not all browsers have.
The small one is text in a script, so that the page fetches no other file for it.
"""

import argparse
import base64
import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "hexmate" / "web" / "static"
MODULE = STATIC / "engine" / "hexmate.wasm"
RELAXED = STATIC / "js" / "engine" / "relaxed-module.js"
HASH = ROOT / "wasm" / "hexmate.wasm.sources"
BUILD = ROOT / "build" / "wasm"

# Self-play runs on servers only; the searches that batch leaves for Python need threads.
LEFT_OUT = ("selfplay", "tests")
LEFT_OUT_FILES = {"batched_negamax.cpp", "kernels_avx2.cpp", "kernels_avx512.cpp"}

TARGET = ["-target", "wasm32-wasi", "-O3"]
# Levels play the moves of Python: no instruction may round otherwise than others do.
COMPILE = [
    *TARGET,
    *("-std=c++20", "-msimd128", "-DNDEBUG", "-ffp-contract=off", "-g0", "-I.", "-Icore"),
]
COMPILE_CORE = [*COMPILE, "-fexceptions", "-include", "wasm/single_thread.hpp"]
LINK = [
    *TARGET,
    *("-mexec-model=reactor", "-s", "-Wl,--gc-sections"),
    *("-Wl,-z,stack-size=1048576", "-Wl,--max-memory=2147483648"),
]
RELAXED_SOURCE = Path("wasm", "relaxed", "products.cpp")
COMPILE_RELAXED = [*COMPILE, "-mrelaxed-simd", "-fno-exceptions"]
# The memory is the core's: a stack of no size ends at address 0, so that using it fails.
LINK_RELAXED = [
    *TARGET,
    *("-nostdlib", "-s", "-Wl,--no-entry", "-Wl,--gc-sections", "-Wl,--import-memory"),
    "-Wl,-z,stack-size=0",
]
SCRIPT = """\
/** Written by `make wasm`: the module of wasm/relaxed, for browsers with relaxed SIMD. */

export const RELAXED = [
{lines}
].join("");
"""


def sources() -> list[Path]:
    """The files that are compiled, in order."""
    core = [
        path
        for path in sorted((ROOT / "core").rglob("*.cpp"))
        if path.relative_to(ROOT / "core").parts[0] not in LEFT_OUT
        and path.name not in LEFT_OUT_FILES
    ]
    return [*core, *sorted((ROOT / "wasm").glob("*.cpp"))]


def inputs() -> list[Path]:
    """Everything that the module depends on."""
    headers = [
        path
        for folder in ("core", "wasm")
        for pattern in ("*.hpp", "*.inc")
        for path in sorted((ROOT / folder).rglob(pattern))
        if path.relative_to(ROOT / folder).parts[0] not in LEFT_OUT
    ]
    return [*sources(), ROOT / RELAXED_SOURCE, *headers, Path(__file__)]


def hash_of_sources() -> str:
    """The hash of all inputs and their names."""
    total = hashlib.sha256()
    for path in sorted(inputs()):
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        total.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()


def unity_files() -> list[Path]:
    """One file for each folder, as CMake makes them."""
    BUILD.mkdir(parents=True, exist_ok=True)
    folders: dict[Path, list[str]] = {}
    for path in sources():
        line = f'#include "{path.relative_to(ROOT).as_posix()}"\n'
        folders.setdefault(path.parent.relative_to(ROOT), []).append(line)
    made = []
    for folder, lines in folders.items():
        made.append(BUILD / f"{folder.as_posix().replace('/', '-')}.cpp")
        made[-1].write_text("".join(lines), "utf-8")
    return made


def build(python: str, out: Path, script: Path, jobs: int) -> None:
    """Compile and link both modules with the ziglang of this Python."""

    def zig(*arguments: str) -> None:
        subprocess.run([python, "-m", "ziglang", "c++", *arguments], cwd=ROOT, check=True)

    def compile_core(name: str) -> None:
        zig(*COMPILE_CORE, "-c", f"{name}.cpp", "-o", f"{name}.o")

    # Relative names: the bytes must not depend on where the clone is.
    names = [str(path.relative_to(ROOT).with_suffix("")) for path in unity_files()]
    relaxed = str((BUILD / "relaxed").relative_to(ROOT))
    zig(*COMPILE_RELAXED, "-c", str(RELAXED_SOURCE), "-o", f"{relaxed}.o")
    zig(*LINK_RELAXED, f"{relaxed}.o", "-o", f"{relaxed}.wasm")
    with ThreadPoolExecutor(jobs) as pool:
        for task in [pool.submit(compile_core, name) for name in names]:
            task.result()
    zig(*LINK, *(f"{name}.o" for name in names), "-o", str(out))
    out.chmod(0o644)
    script.write_text(script_of((ROOT / f"{relaxed}.wasm").read_bytes()), "utf-8")


def script_of(module: bytes) -> str:
    """The script that holds a module."""
    text = base64.b64encode(module).decode()
    lines = [f'  "{text[at : at + 112]}",' for at in range(0, len(text), 112)]
    return SCRIPT.format(lines="\n".join(lines))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare the hash")
    parser.add_argument("--python", default=sys.executable, help="a Python with ziglang")
    parser.add_argument("--out", type=Path, default=MODULE)
    parser.add_argument("--relaxed", type=Path, default=RELAXED, help="the script of the other")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.check:
        if HASH.read_text().strip() == hash_of_sources():
            return 0
        print(f"{MODULE.relative_to(ROOT)} was built from other sources: run make wasm")
        return 1
    build(options.python, options.out, options.relaxed, options.jobs)
    if options.out == MODULE:
        HASH.write_text(hash_of_sources() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
