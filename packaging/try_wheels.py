"""Install the wheels of dist/ on every system that runs here, and let each test itself.

    try_wheels.py [--only WORD]

Prints one line for each wheel, and what failed in full.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from checks import check_module, facts
from stopping import run_program
from systems import PLACE, SELFTEST, Native, Qemu, System, Wine, require_file
from targets import PYTHONS, TARGETS

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from requirements import requirements

ROOT = Path(__file__).parents[1]
MUSL = Path("/lib/ld-musl-x86_64.so.1")
SYSTEMS: tuple[System, ...] = (
    *(Native(version) for version in ("3.11", "3.12", "3.13")),
    *(Qemu(version) for version in ("3.11", "3.13")),
    *(Wine(version) for version in ("3.11", "3.12", "3.13")),
)


def wheel_for(system: System, folder: Path) -> Path:
    """The newest wheel that this Python takes."""
    pattern = f"hexmate-*-{system.wheel_tag}-{system.target.platform}.whl"
    found = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime)
    if not found:
        sys.exit(f"no {pattern} in {folder}: run make wheels first")
    return found[-1]


def try_wheel(system: System, wheel: Path) -> bool:
    """Install a wheel with what its server needs, and run its self-test."""
    name = f"{system.target.name}, Python {system.version}"
    begun = time.monotonic()
    PLACE.mkdir(parents=True, exist_ok=True)
    system.prepare()
    system.install([wheel, *requirements(["web"])])
    system.compile_packages()
    ready, used = time.monotonic(), processor_time()
    run = system.run(SELFTEST, capture_output=True)
    took, used = time.monotonic() - ready, processor_time() - used
    # Under wine a program that crashes may end with status 0.
    works = "Hexmate works." in run.stdout and "not checked" not in run.stdout
    if not works:
        print(run.stdout + run.stderr)
    verdict = "works" if works else "FAILED"
    print(
        f"{name}: {verdict}; installed in {ready - begun:.0f} s, self-test {took:.0f} s "
        f"({used:.0f} s of processor time, load {os.getloadavg()[0]:.0f})",
        flush=True,
    )
    return works


def processor_time() -> float:
    """Seconds that the processes of this program have used; on a busy machine more passes."""
    spent = os.times()
    return spent.children_user + spent.children_system


def told_by_tools(wheel: Path) -> str:
    """What auditwheel and delvewheel say of a wheel's name and libraries; empty if all is well.

    packaging/checks.py reads the others: delocate needs programs of macOS, and on a system with
    glibc auditwheel takes that for musl's libc.so.
    """
    if "manylinux" in wheel.name:
        said = run_tool("auditwheel", "show", wheel)
        found = re.search(r'platform tag:\s+"(\w+)"', said)
        return "" if found and found[1] in wheel.name else said
    if "win" in wheel.name.rpartition("-")[2]:
        said = run_tool("delvewheel", "show", wheel)
        added = re.search(r"DLLs will be copied into the wheel\.?\s+(.*)", said)
        return "" if added and added[1].strip().lower() == "none" else said
    return ""


def run_tool(name: str, *words: object) -> str:
    """The output of a tool for wheels."""
    command = [sys.executable, "-m", name, *map(str, words)]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.stdout + run.stderr


def check_names(folder: Path) -> bool:
    """Let the tools check the newest wheel of every target and Python."""
    well = True
    for target in TARGETS.values():
        for python in PYTHONS:
            pattern = f"hexmate-*-{python.python_tag}-{python.abi_tag}-{target.platform}.whl"
            for wheel in sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime)[-1:]:
                problem = told_by_tools(wheel)
                well = well and not problem
                if target.system != "macos" and "musl" not in target.name:
                    tool = "delvewheel" if target.system == "windows" else "auditwheel"
                    agrees = f"does not agree:\n{problem}" if problem else "agrees"
                    print(f"{wheel.name}: {tool} {agrees}", flush=True)
    return well


def musl_problems(module: Path) -> list[str]:
    """What musl's own loader does not find for a module, Python's names left out.

    No Python for musl is at hand; Debian has its loader, which resolves every symbol.
    """
    loader = require_file(MUSL, "musl")
    run = subprocess.run([loader, "--list", module], capture_output=True, text=True)
    missing = re.findall(r"Error relocating \S+: (\S+): symbol not found", run.stderr)
    if not missing:
        return [f"musl's loader said {run.stdout}{run.stderr}"]
    return sorted({name for name in missing if not name.startswith(("Py", "_Py"))})


def check_others() -> bool:
    """Read the modules of systems that cannot be run here; whether all is well."""
    well = True
    run_here = {system.target.name for system in SYSTEMS}
    for target in TARGETS.values():
        if target.name in run_here:
            continue
        for python in PYTHONS:
            module = ROOT / "build" / "wheels" / target.name / python.module(target)
            if module.exists():
                check_module(module, target, python)
                print(f"{target.name}, {python.python_tag}: not run here; {facts(module)}")
            if module.exists() and target.name == "musl-x86_64":
                problems = musl_problems(module)
                well = well and not problems
                print(f"  musl's loader {f'lacks {problems}' if problems else 'finds everything'}")
    return well


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="a word in the name of a system or version")
    parser.add_argument("--wheels", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    chosen = [each for each in SYSTEMS if options.only in f"{each.target.name} {each.version}"]
    worked = [try_wheel(system, wheel_for(system, options.wheels)) for system in chosen]
    named = check_names(options.wheels)
    return 0 if check_others() and named and all(worked) else 1


if __name__ == "__main__":
    run_program(main, "the same command tries everything again")
