"""Install the wheels of dist/ on every system that runs here, and let each test itself.

    try_wheels.py [--only WORD]

Prints one line for each wheel, and what failed in full.
"""

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

from checks import check_module, facts
from systems import PLACE, Native, Qemu, System, Wine, require_file
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
    ready = time.monotonic()
    run = system.run(["-m", "hexmate.selftest"], capture_output=True)
    took = time.monotonic() - ready
    # Under wine a program that crashes may end with status 0.
    works = "Hexmate works." in run.stdout and "not checked" not in run.stdout
    if not works:
        print(run.stdout + run.stderr)
    verdict = "works" if works else "FAILED"
    print(
        f"{name}: {verdict}; installed in {ready - begun:.0f} s, self-test {took:.0f} s", flush=True
    )
    return works


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
    return 0 if check_others() and all(worked) else 1


if __name__ == "__main__":
    sys.exit(main())
