"""`import hexmate` brings numpy and the core, nothing heavier."""

import subprocess
import sys

import hexmate

HEAVY = (
    "scipy",
    "typer",
    "rich",
    "torch",
    "onnxruntime",
    "sqlalchemy",
    "fastapi",
    "ray",
    "asyncio",
)


def test_nothing_heavy_is_loaded():
    code = "import sys, hexmate; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "numpy" in loaded
    assert not loaded.intersection(HEAVY)


def test_everything_public_is_there():
    for name in hexmate.__all__:
        assert hasattr(hexmate, name)
