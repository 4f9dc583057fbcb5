"""Build wheels for every system on one Linux machine: `make wheels`.

    wheels.py [--only WORD] [--jobs N] [--zig PYTHON]

Each target is compiled in build/wheels/NAME, and a run that was stopped resumes there. The wheels
lie in dist/, each with a bill of materials. packaging/try_wheels.py runs them.
"""

import argparse
import time
from pathlib import Path

import nanobind
from bill import compiled_in, write_bill, write_checksums
from checks import check_module
from compiler import Compiler, binding_units, core_units
from python_files import headers, import_definition
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from stopping import run_program
from targets import PYTHONS, TARGETS, PythonAbi, Target
from wheel_file import package_files, write_wheel

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "wheels"
EXPORTS = "{ global: PyInit__core; local: *; };\n"
NANOBIND = Path(nanobind.include_dir()).parent


def link_options(compiler: Compiler, python: PythonAbi, module: Path) -> list[str]:
    """What the linker of this system needs to know."""
    if compiler.target.system == "windows":
        return [str(compiler.import_library(import_definition(python, compiler.folder)))]
    if compiler.target.system == "macos":  # the interpreter that loads the module has the rest
        name = f"-Wl,-install_name,@rpath/{module.name}"
        return ["-Wl,-undefined,dynamic_lookup", "-Wl,-dead_strip", name]
    script = compiler.folder / "exports.map"
    script.write_text(EXPORTS, "utf-8")
    return [f"-Wl,--version-script={script}", "-Wl,--gc-sections"]


def build_modules(target: Target, zig: Path, jobs: int, progress: Progress) -> list[Path]:
    """Compile the core once, and the bindings for each Python."""
    compiler = Compiler(target, zig, PLACE / target.name, jobs)
    core = core_units(target)
    bindings = {
        python: binding_units(python, NANOBIND, headers(python, target)) for python in PYTHONS
    }
    steps = len(core) + sum(len(units) + 1 for units in bindings.values())
    task = progress.add_task(target.name, total=steps, doing="compiling")

    def step(_: str) -> None:
        progress.advance(task)

    objects = compiler.objects("core", core, step)
    modules = []
    for python, units in bindings.items():
        module = compiler.folder / python.module(target)
        made = compiler.objects(python.python_tag, units, step)
        if not newer(module, [*objects, *made]):
            # The first time zig compiles libc++ and the system's own libraries, for minutes.
            progress.update(task, doing="linking")
            compiler.link([*made, *objects], module, link_options(compiler, python, module))
        check_module(module, target, python)
        modules.append(module)
        step("link")
        progress.update(task, doing="")
    return modules


def newer(module: Path, objects: list[Path]) -> bool:
    """Whether a module has been linked since its objects were made."""
    return module.exists() and all(
        path.stat().st_mtime <= module.stat().st_mtime for path in objects
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="a word in the names of the targets to build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--zig", type=Path, default=ROOT / "build" / "zig" / "bin" / "python")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    chosen = [target for name, target in TARGETS.items() if options.only in name]
    if not chosen:
        parser.error(f"no target has {options.only!r} in its name; there are {', '.join(TARGETS)}")
    files = package_files()
    columns = (TextColumn("{task.description:15}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TextColumn("{task.fields[doing]}")) as progress:
        for target in chosen:
            begun = time.monotonic()
            modules = build_modules(target, options.zig, options.jobs, progress)
            for python, module in zip(PYTHONS, modules, strict=True):
                path = write_wheel(files, module, target, python, options.out)
                write_bill(path, path.name.split("-")[1], compiled_in(NANOBIND))
                size = f"{path.stat().st_size / 1e6:.1f} MB"
                progress.console.print(f"{path.name}  {size}  {time.monotonic() - begun:.0f} s")
    write_checksums(options.out)
    return 0


if __name__ == "__main__":
    run_program(main)
