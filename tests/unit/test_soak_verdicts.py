"""What could not be measured is not met."""

import json
import subprocess

import pytest
from soak import audits, ledger, packages
from soak.audits import NodeAudit, require_audited
from soak.job import NotMeasured
from soak.packages import Trials

WEAK = {"name": "b", "version": "2", "vulns": [{"id": "CVE-1"}]}
SOUND = {"name": "a", "version": "1", "vulns": []}
SKIPPED = {"name": "c", "skip_reason": "not found"}


@pytest.mark.parametrize("packages", [[], [SKIPPED], [SOUND, SKIPPED]])
def test_packages_that_were_skipped_are_not_measured(packages):
    with pytest.raises(NotMeasured):
        require_audited(packages)


@pytest.mark.parametrize("packages", [[SOUND], [SOUND, WEAK], [WEAK, SKIPPED]])
def test_a_weakness_or_a_full_audit_is_a_measurement(packages):
    require_audited(packages)


@pytest.mark.parametrize(
    "told", ["", "no JSON", json.dumps({"message": "Not Allowed", "statusCode": 405})]
)
def test_a_database_that_cannot_be_reached_is_not_measured(monkeypatch, told):
    done = subprocess.CompletedProcess([], 1, told, "")
    monkeypatch.setattr(audits.subprocess, "run", lambda *_, **__: done)
    with pytest.raises(NotMeasured):
        NodeAudit().step(0, {})


def test_the_page_says_what_was_not_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger, "PAGE", tmp_path / "measurements.md")
    ledger.publish("audit", "no weakness", "no database", None)
    assert "| no database | not measured |" in ledger.PAGE.read_text("utf-8")


@pytest.mark.parametrize(
    ("answers", "met", "measured"),
    [
        (
            {"pip": (0, "pip: works; 2 s\nread; only"), "deb": (0, "deb: works; 9 s")},
            True,
            "pip: works; 2 s / deb: works; 9 s",
        ),
        (
            {"pip": (1, "pip: FAILED; no numpy"), "deb": (0, "deb: works; 9 s")},
            False,
            "pip: FAILED; no numpy / deb: works; 9 s",
        ),
        ({"pip": (0, ""), "deb": (1, "")}, False, "pip: FAILED / deb: FAILED"),
    ],
)
def test_trials_are_made_one_at_a_step(monkeypatch, tmp_path, answers, met, measured):
    def run(command, **_options):
        status, said = answers[command[-1]]
        return subprocess.CompletedProcess(command, status, said, "")

    monkeypatch.setattr(packages, "PYTHON", tmp_path)
    monkeypatch.setattr(packages.subprocess, "run", run)
    job = Trials("packages run", "try_packages.py", ["pip", "deb"], "they run")
    totals = {}
    for number in range(job.steps):
        job.step(number, totals)
    assert job.verdict(totals) == (met, measured)
