"""Run unit tests on other Pythons, and on the oldest dependencies.

    python tools/pythons.py [--all | --training] [TEST ...]

Each environment lies under build/pythons/ and holds a wheel of this tree, not the tree itself. The
wheel of the oldest Python from 3.12 on serves the later ones, as it will for users. Libraries for
training and browsers are left out, and so are the tests that import them. The last Python runs all
other unit tests; with --all it measures their coverage, and pyproject.toml sets the least share.
With --training the tests of training, OpenVINO and Ray run on the oldest versions of these
libraries, and nothing else: their downloads take gigabytes.

A Python that is not installed is named and left out, unless HEXMATE_REQUIRE_ALL=1.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock
from requirements import requirements

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "pythons"
UV = Path(sys.executable).with_name("uv")
EXTRAS = ["graphs", "web", "nets", "redis", "postgres"]
TRAINING_EXTRAS = ["learn", "openvino", "ray", "web"]
TESTERS = ["pytest", "pytest-cov", "pytest-xdist", "hypothesis", "httpx"]
LEFT_OUT = re.compile(
    r"^\s*(from|import) (torch|onnx|ray|openvino|schemathesis|playwright|tensorboard"
    r"|hexmate\.learn|benchmarks|support\.api_description)\b|hexmate\.learn",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Environment:
    """A Python and how its packages are chosen."""

    version: str
    lowest: bool = False
    tests: str = ""
    """Files and folders of tests/unit, by patterns; all of them by default, measuring coverage."""
    training: bool = False
    """Whether it has the libraries for training, OpenVINO and Ray."""

    @property
    def name(self) -> str:
        kind = "training libraries" if self.training else "dependencies"
        return f"{self.version}{f' with the oldest {kind}' if self.lowest else ''}"

    @property
    def folder(self) -> Path:
        kind = "-training" if self.training else ""
        return PLACE / f"{self.version}{'-lowest' if self.lowest else ''}{kind}"

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"


# Tests of every library whose oldest version is installed: ONNX Runtime, SQLAlchemy, FastAPI and
# uvicorn; Typer and Rich; SciPy; Redis and Psycopg as far as they need no server.
OLDEST = """
nets store/test_games.py store/test_schema.py web/test_games_api.py web/test_redis_wire.py
cli/test_arguments.py cli/test_progress.py test_graph.py
"""
ENVIRONMENTS = (
    Environment("3.11", lowest=True, tests=OLDEST),
    Environment("3.12", tests="records test_[a-g]*.py"),
    Environment("3.13", tests="arena htp players search store/test_games.py test_[h-z]*.py"),
)
OLDEST_TRAINING = Environment(
    "3.11", lowest=True, tests="learn nets players/test_mcts.py ../e2e/test_ray.py", training=True
)
ALL, TRAINING = "--all", "--training"


def find(version: str) -> Path | None:
    """An interpreter of this version: on the PATH, or among those of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    beside = sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    for candidate in (shutil.which(f"python{version}"), *beside):
        if candidate is None:
            continue
        asked = subprocess.run([candidate, "-c", "import sys"], capture_output=True)
        if asked.returncode == 0:
            return Path(candidate)
    return None


def uv(*words: object) -> None:
    subprocess.run([str(UV), *map(str, words)], check=True, cwd=ROOT)


def install(environment: Environment, interpreter: Path) -> None:
    """Create the environment again, with the packages that the tests need."""
    uv("venv", "--quiet", "--clear", "--python", interpreter, environment.folder)
    constraints = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    # The settings of tests/e2e import Playwright.
    testers = [*TESTERS, "playwright"] if environment.training else TESTERS
    if environment.lowest:  # only the package's own dependencies; the test tools stay as they are
        constraints = [line for line in constraints if line.split("==")[0] in testers]
    limits = environment.folder / "constraints.txt"
    limits.write_text("\n".join(constraints) + "\n", "utf-8")
    resolution = "lowest-direct" if environment.lowest else "highest"
    chosen = ("--resolution", resolution, "--constraint", limits)
    extras = TRAINING_EXTRAS if environment.training else EXTRAS
    packages = [*requirements(extras), *testers]
    uv("pip", "install", "--quiet", "--python", environment.python, *chosen, *packages)


def builder(environment: Environment) -> Path:
    """A Python of the environment's version that has the build system's packages."""
    if sys.version.startswith(environment.version + "."):
        return Path(sys.executable)
    packages = [*requirements(["build"]), "ninja"]
    uv("pip", "install", "--quiet", "--python", environment.python, *packages)
    return environment.python


def wheel(environment: Environment, built: dict[str, Path]) -> Path:
    """A wheel of this tree that the environment can use, built if there is none."""
    tag = "abi3" if environment.version != "3.11" else environment.version
    if tag not in built:
        folder = PLACE / f"wheel-{tag}"
        shutil.rmtree(folder, ignore_errors=True)
        # Without isolation, so that a second build compiles only what has changed.
        words = ["--quiet", "--wheel", "--no-build-isolation", "--out-dir", folder]
        python = builder(environment)
        if python != Path(sys.executable):
            words += elsewhere()
        with FileLock(ROOT / "build" / "wheel.lock"):  # as tests/e2e/test_wheel.py
            uv("build", *words, "--python", python, ROOT)
        (built[tag],) = folder.glob("*.whl")
    return built[tag]


def elsewhere() -> list[str]:
    """Options to build in a folder of its own, with the core that `make build` has compiled.

    The core knows nothing of Python, so one library serves all of them.
    """
    words = [f"--config-setting=build-dir={PLACE / 'build'}"]
    for core in sorted((ROOT / "build").glob("cp*/libhexcore.a"))[:1]:
        words.append(f"--config-setting=cmake.define.HEXMATE_CORE_LIBRARY={core}")
    return words


def left_out() -> list[str]:
    """Test files that import what these environments do not have."""
    files = sorted((ROOT / "tests" / "unit").rglob("*.py"))
    found = [path for path in files if LEFT_OUT.search(path.read_text("utf-8"))]
    return [str(path.parent if path.name == "conftest.py" else path) for path in found]


def run_tests(environment: Environment, words: list[str]) -> bool:
    unable = [] if environment.training else left_out()
    ignored = [f"--ignore={name}" for name in unable]
    marks = "not gpu and not programs and not slow"
    place = ROOT / "tests" / "unit"
    named = [str(path) for each in environment.tests.split() for path in sorted(place.glob(each))]
    # A folder that is named is read even if it is ignored.
    chosen = words or [name for name in named if name not in unable] or [str(place)]
    command = ["-m", "pytest", "-q", "-n", "2", "-m", marks, "-p", "no:cacheprovider"]
    if environment.lowest:  # old libraries warn about each other; the tree has newer ones
        command += ["-W", "ignore::DeprecationWarning"]
    if not environment.tests and not words:
        command += ["--cov=hexmate", "--cov-report=term:skip-covered"]
    # Tests of libraries that are left out here may be skipped; `make test` has run them elsewhere.
    settings = {**os.environ, "HEXMATE_REQUIRE_ALL": "0", "COVERAGE_CORE": "sysmon"}
    settings["COVERAGE_FILE"] = str(PLACE / "coverage")
    run = subprocess.run([environment.python, *command, *ignored, *chosen], cwd=ROOT, env=settings)
    return run.returncode == 0


def main(words: list[str]) -> int:
    required = os.environ.get("HEXMATE_REQUIRE_ALL") == "1"
    built: dict[str, Path] = {}
    failed = []
    environments = ENVIRONMENTS
    if ALL in words:
        words.remove(ALL)
        environments = (*ENVIRONMENTS[:-1], Environment(ENVIRONMENTS[-1].version))
    if TRAINING in words:
        words.remove(TRAINING)
        environments = (OLDEST_TRAINING,)
    for environment in environments:
        interpreter = find(environment.version)
        if interpreter is None:
            print(f"Python {environment.version} is not installed here: not tested", flush=True)
            failed += [environment.name] if required else []
            continue
        begun = time.monotonic()
        install(environment, interpreter)
        newest = wheel(environment, built)
        uv("pip", "install", "--quiet", "--no-deps", "--python", environment.python, newest)
        print(f"Python {environment.name}: ready in {time.monotonic() - begun:.0f} s", flush=True)
        if not run_tests(environment, words):
            failed.append(environment.name)
    for name in failed:
        print(f"FAILED on Python {name}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
