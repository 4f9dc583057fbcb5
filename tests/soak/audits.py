"""Known weaknesses of the packages that are used, from the databases of both registries."""

import json
import subprocess
import sys
import tempfile
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from .job import Job, NotMeasured, Totals
from .ledger import ROOT

_SECONDS = 600


class PythonAudit(Job):
    """All packages of the environment, by `pip-audit`."""

    name = "audit: Python packages"
    figure = "`pip-audit`: no known weakness in any installed package"

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder) / "installed.txt"
            listed.write_text("\n".join(_installed()), "utf-8")
            command = [sys.executable, "-m", "pip_audit", "--requirement", str(listed)]
            command += ["--no-deps", "--disable-pip", "--format", "json"]
            told = _output([*command, "--progress-spinner", "off"])
        totals["packages"] = told.get("dependencies", [])
        require_audited(totals["packages"])

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        packages = totals["packages"]
        weak = [
            f"{each['name']} {each['version']}: {', '.join(known['id'] for known in each['vulns'])}"
            for each in packages
            if each.get("vulns")
        ]
        return not weak, f"{len(packages)} packages, {len(weak)} with a known weakness " + (
            "; ".join(weak)
        )


def require_audited(packages: list[dict[str, Any]]) -> None:
    """`NotMeasured` if packages were skipped: `pip-audit` finds no weakness in those either."""
    skipped = [each["name"] for each in packages if "skip_reason" in each]
    if skipped or not packages:
        found = any(each.get("vulns") for each in packages)
        if not found:
            raise NotMeasured(
                f"{len(skipped)} of {len(packages)} packages are not in the database that can be "
                f"reached from here: {', '.join(skipped[:3])}"
            )


def _installed() -> list[str]:
    """The packages with their versions; a suffix such as +cpu is unknown to the database."""
    found = {each.name: each.version.partition("+")[0] for each in distributions()}
    return sorted(f"{name}=={version}" for name, version in found.items() if name != "hexmate")


class NodeAudit(Job):
    """The packages that check and bundle the pages, by `npm audit`. The pages use none."""

    name = "audit: Node packages"
    figure = "`npm audit`: no known weakness in any package"

    def step(self, number: int, totals: Totals) -> None:
        told = _output(["npm", "audit", "--json"])
        if "metadata" not in told:
            status = told.get("statusCode", "unknown")
            raise NotMeasured(f"npm cannot reach its database from here (status {status})")
        totals["found"] = told["metadata"]["vulnerabilities"]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        found = totals["found"]
        return found["total"] == 0, f"{found['total']} weaknesses"


def _output(command: list[str]) -> dict[str, Any]:
    """What a program prints as JSON, whatever its status: both fail if they find something."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
        told = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise NotMeasured(
            f"the program is not installed or has no answer ({type(error).__name__})"
        ) from error
    return told if isinstance(told, dict) else {}
