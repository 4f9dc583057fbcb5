"""What the package asks for: numpy by itself, the command line with every extra, CUDA never."""

import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = sorted(PROJECT["optional-dependencies"])


@pytest.fixture(scope="module")
def requirements():
    """The function of tools/requirements.py that follows extras to what they install."""
    spec = importlib.util.spec_from_file_location("requirements", ROOT / "tools/requirements.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.requirements


def test_the_package_alone_needs_numpy_only():
    assert [name.split(">")[0] for name in PROJECT["dependencies"]] == ["numpy"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_extra_brings_the_command_line(requirements, extra):
    assert any(name.startswith("typer") for name in requirements([extra]))


def test_all_brings_no_pytorch(requirements):
    """PyTorch from the registry comes with CUDA on Linux; only `learn` may ask for it."""
    assert not any(name.startswith("torch") for name in requirements(["all"]))
    assert any(name.startswith("torch") for name in requirements(["learn"]))


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_its_libraries_the_command_says_what_to_install(missing):
    code = f"import sys; sys.modules['{missing}'] = None; from hexmate.cli import main; main([])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert 'pip install "hexmate[play]"' in run.stderr


def test_a_library_that_is_missing_elsewhere_is_not_blamed_on_the_command_line():
    code = "import sys; sys.modules['numpy'] = None; from hexmate.cli import main; main([])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "numpy" in run.stderr
    assert "hexmate[play]" not in run.stderr
