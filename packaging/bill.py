"""Checksums and bills of materials: what an artefact is made of, as CycloneDX describes it.

    bill.py FILE...

Writes the bills of archives that `make sdist` and `make site` have made, and SHA256SUMS beside
them.
"""

import hashlib
import importlib.metadata
import json
import re
import sys
import time
import uuid
from collections.abc import Iterable
from pathlib import Path

from wheel_file import date_of_sources

__all__ = [
    "Component",
    "compiled_in",
    "component",
    "installed_in",
    "runtime_of_zig",
    "write_bill",
    "write_checksums",
]

ROOT = Path(__file__).parents[1]
DOCTEST = ROOT / "third_party" / "doctest" / "doctest.h"
Component = dict[str, object]


def component(
    name: str, version: str, licence: str = "", kind: str = "library", registered: bool = True
) -> Component:
    """One thing that is inside; libraries are packages of PyPI unless they are not `registered`."""
    found: Component = {"type": kind, "name": name, "version": version}
    if kind == "library" and registered:
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


def compiled_in(nanobind: Path) -> list[Component]:
    """What a compiled core holds of others, with nanobind as it lies in this folder."""
    robin_map = nanobind / "ext" / "robin_map" / "include" / "tsl" / "robin_growth_policy.h"
    return [
        component("nanobind", importlib.metadata.version("nanobind"), "BSD-3-Clause"),
        component("robin-map", version_in(robin_map), "MIT", registered=False),
        runtime_of_zig(),
    ]


def runtime_of_zig() -> Component:
    """The libraries of C and C++ that zig links; the Makefile chooses its version."""
    found = re.search(r"ziglang==([\d.]+)", (ROOT / "Makefile").read_text("utf-8"))
    assert found is not None
    name = "libc++, libc++abi, libunwind and compiler-rt of zig"
    return component(name, found[1], "Apache-2.0 WITH LLVM-exception", registered=False)


def in_archive(path: Path) -> list[Component]:
    """What the sources, or the exported site, hold of others."""
    if path.suffix == ".zip":  # in hexmate.wasm
        return [runtime_of_zig()]
    return [component("doctest", version_in(DOCTEST), "MIT", registered=False)]


def version_in(header: Path) -> str:
    """The version that a header of C++ says of itself."""
    text = header.read_text("utf-8")
    return ".".join(re.findall(r"#define \w+_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))


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


def main(files: list[str]) -> int:
    for path in map(Path, files):
        found = re.match(r"hexmate-(.+?)(-site\.zip|\.tar\.gz)$", path.name)
        if found is None:
            sys.exit(f"{path.name} is neither the sources nor a site")
        write_bill(path, found[1], in_archive(path))
        print(f"{path.name}  {path.stat().st_size / 1e6:.1f} MB")
        write_checksums(path.parent)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
