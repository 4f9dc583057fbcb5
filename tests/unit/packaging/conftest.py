"""Modules of packaging/ import each other by plain names, as scripts beside each other do."""

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "packaging"


@pytest.fixture(autouse=True)
def packaging_modules(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").parent == FOLDER:
            del sys.modules[name]
