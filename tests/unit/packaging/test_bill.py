"""Bills of materials: each artefact has one, which names what is inside and its checksum."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def vouch(*paths):
    command = [sys.executable, ROOT / "packaging" / "bill.py", *paths]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("hexmate-0.1.0.tar.gz", "doctest"),
        ("hexmate-0.1.0-site.zip", "libc++, libc++abi, libunwind and compiler-rt of zig"),
    ],
)
def test_sources_and_sites_get_a_bill_and_a_checksum(tmp_path, name, inside):
    path = tmp_path / name
    path.write_bytes(b"an archive")
    run = vouch(path)
    assert run.returncode == 0, run.stderr
    bill = tmp_path / f"{name}.cdx.json"
    said = json.loads(bill.read_text("utf-8"))
    whole = said["metadata"]["component"]
    digest = hashlib.sha256(b"an archive").hexdigest()
    assert (whole["version"], whole["hashes"][0]["content"]) == ("0.1.0", digest)
    (part,) = said["components"]
    assert part["name"] == inside
    assert [number.isdigit() for number in part["version"].split(".")] == [True] * 3
    sums = (tmp_path / "SHA256SUMS").read_text("utf-8")
    assert f"{digest}  {name}\n" in sums
    assert f"  {bill.name}\n" in sums


def test_other_files_are_refused(tmp_path):
    run = vouch(tmp_path / "other.zip")
    assert run.returncode == 1
    assert "other.zip is neither the sources nor a site" in run.stderr


def test_a_wheel_tells_what_is_compiled_into_it(tmp_path, monkeypatch):
    import bill

    monkeypatch.setattr(bill.importlib.metadata, "version", lambda name: "3.1.0")
    header = tmp_path / "ext" / "robin_map" / "include" / "tsl" / "robin_growth_policy.h"
    header.parent.mkdir(parents=True)
    numbers = ("MAJOR 1", "MINOR 4", "PATCH 0")
    header.write_text("".join(f"#define TSL_RH_VERSION_{each}\n" for each in numbers))
    parts = bill.compiled_in(tmp_path)
    assert [part["version"] for part in parts[:2]] == ["3.1.0", "1.4.0"]
    assert ["purl" in part for part in parts] == [True, False, False]
