"""`tools/run_tests.py`: what it runs again, and what it then says."""

import importlib.util
import json
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "run_tests.py"


@pytest.fixture
def run_tests(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    spec = importlib.util.spec_from_file_location("run_tests", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("failed", "statuses", "status", "unsteady"),
    [
        ([], [0], 0, False),
        (["a.py::test_b"], [1, 0], 0, True),
        (["a.py::test_b"], [1, 1], 1, False),
        (["a", "b", "c", "d"], [1], 1, False),
        (["a"], [2], 2, False),
        ([], [1], 1, False),
    ],
    ids=["all pass", "unsteady", "broken", "many", "interrupted", "not told"],
)
def test_few_failed_tests_run_once_more(
    run_tests, monkeypatch, capsys, failed, statuses, status, unsteady
):
    runs = []

    def run(arguments):
        runs.append(list(arguments))
        if failed and len(runs) == 1:
            run_tests.FAILED.parent.mkdir(parents=True)
            run_tests.FAILED.write_text(json.dumps(dict.fromkeys(failed, True)))
        return statuses[len(runs) - 1]

    monkeypatch.setattr(run_tests, "run", run)

    assert run_tests.main(["-q", "-n", "4"]) == status
    assert runs == [["-q", "-n", "4"], ["-q", "-p", "no:xdist", *failed]][: len(statuses)]
    assert ("UNSTEADY" in capsys.readouterr().out) == unsteady
