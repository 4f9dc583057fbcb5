"""Checksums and bills of materials: what an artefact is made of, as CycloneDX describes it."""

import hashlib
import importlib.metadata
import json
import time
import uuid
from collections.abc import Iterable
from pathlib import Path

from wheel_file import date_of_sources

__all__ = ["Component", "component", "installed_in", "write_bill", "write_checksums"]

Component = dict[str, object]


def component(name: str, version: str, licence: str = "", kind: str = "library") -> Component:
    """One thing that is inside."""
    found: Component = {"type": kind, "name": name, "version": version}
    if kind == "library":
        found["purl"] = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
    if licence:
        found["licenses"] = [{"license": {"name": licence}}]
    return found


def installed_in(*folders: Path) -> list[Component]:
    """The packages whose files lie in these folders, Hexmate itself left out."""
    found = {}
    for distribution in importlib.metadata.distributions(path=[str(folder) for folder in folders]):
        facts = distribution.metadata
        licence = facts.get("License-Expression") or facts.get("License") or ""
        name = facts["Name"]
        if name.lower() != "hexmate":
            found[name.lower()] = component(name, distribution.version, licence.split("\n")[0])
    return [found[name] for name in sorted(found)]


def write_bill(artefact: Path, version: str, parts: Iterable[Component]) -> Path:
    """Write `ARTEFACT.cdx.json`; the same artefact gives the same bytes."""
    digest = hashlib.sha256(artefact.read_bytes()).hexdigest()
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date_of_sources())),
            "component": {
                **component("hexmate", version, "MIT", "application"),
                "hashes": [{"alg": "SHA-256", "content": digest}],
            },
        },
        "components": list(parts),
    }
    path = artefact.with_name(artefact.name + ".cdx.json")
    path.write_text(json.dumps(bill, indent=1, sort_keys=True) + "\n", "utf-8")
    return path


def write_checksums(folder: Path) -> Path:
    """Write SHA256SUMS for every artefact of a folder, as `sha256sum --check` reads it."""
    path = folder / "SHA256SUMS"
    lines = [
        f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n"
        for each in sorted(folder.iterdir())
        if each.is_file() and each != path and each.suffix != ".new"
    ]
    path.write_text("".join(lines), "utf-8")
    return path
