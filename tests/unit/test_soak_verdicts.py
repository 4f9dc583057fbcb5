"""What could not be measured is not met."""

import json
import subprocess

import pytest
from soak import audits, ledger
from soak.audits import NodeAudit, require_audited
from soak.job import NotMeasured

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
