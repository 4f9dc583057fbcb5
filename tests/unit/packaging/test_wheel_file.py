"""What `make wheels` writes: names, tags and records, and the same bytes every time."""

import base64
import hashlib
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FILES = {
    "hexmate/__init__.py": b"",
    "hexmate-0.1.0.dist-info/METADATA": b"Metadata-Version: 2.4\nName: hexmate\nVersion: 0.1.0\n",
}
NAMES = {
    ("linux-x86_64", "3.12"): (
        "cp312-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64",
        "_core.abi3.so",
    ),
    ("linux-aarch64", "3.11"): (
        "cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64",
        "_core.cpython-311-aarch64-linux-gnu.so",
    ),
    ("windows-x86_64", "3.12"): ("cp312-abi3-win_amd64", "_core.pyd"),
    ("windows-x86_64", "3.11"): ("cp311-cp311-win_amd64", "_core.cp311-win_amd64.pyd"),
    ("macos-arm64", "3.12"): ("cp312-abi3-macosx_11_0_arm64", "_core.abi3.so"),
    ("macos-x86_64", "3.11"): ("cp311-cp311-macosx_11_0_x86_64", "_core.cpython-311-darwin.so"),
    ("musl-x86_64", "3.11"): (
        "cp311-cp311-musllinux_1_2_x86_64",
        "_core.cpython-311-x86_64-linux-musl.so",
    ),
}


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A function that writes a wheel for a target and a Python."""
    from targets import PYTHONS, TARGETS
    from wheel_file import write_wheel

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    module = tmp_path / "module"
    module.write_bytes(b"machine code")

    def write(target="linux-x86_64", version="3.12", folder="dist"):
        (python,) = [each for each in PYTHONS if each.version == version]
        return write_wheel(FILES, module, TARGETS[target], python, tmp_path / folder)

    return write


@pytest.mark.parametrize(("target", "version"), NAMES)
def test_names_and_tags(made, target, version):
    tag, module = NAMES[target, version]
    path = made(target, version)
    assert path.name == f"hexmate-0.1.0-{tag}.whl"
    with zipfile.ZipFile(path) as archive:
        assert f"hexmate/{module}" in archive.namelist()
        told = archive.read("hexmate-0.1.0.dist-info/WHEEL").decode()
    python, abi, platforms = tag.split("-")
    expected = {f"{python}-{abi}-{platform}" for platform in platforms.split(".")}
    assert set(re.findall(r"^Tag: (.+)$", told, re.MULTILINE)) == expected


def test_the_record_has_the_hash_of_every_file(made):
    with zipfile.ZipFile(made()) as archive:
        record = archive.read("hexmate-0.1.0.dist-info/RECORD").decode().splitlines()
        rows = dict(line.split(",", 1) for line in record)
        assert rows.keys() == set(archive.namelist())
        for name in archive.namelist():
            if not name.endswith("/RECORD"):
                digest = hashlib.sha256(archive.read(name)).digest()
                word = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
                assert rows[name] == f"sha256={word},{len(archive.read(name))}"


def test_two_builds_have_the_same_bytes(made):
    assert made(folder="one").read_bytes() == made(folder="two").read_bytes()


def test_the_bill_names_the_artefact_by_its_hash(made):
    import json

    from bill import component, write_bill, write_checksums

    wheel = made()
    bill = json.loads(write_bill(wheel, "0.1.0", [component("numpy", "2.4.6")]).read_text("utf-8"))
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert bill["metadata"]["component"]["hashes"] == [{"alg": "SHA-256", "content": digest}]
    assert bill["components"][0]["purl"] == "pkg:pypi/numpy@2.4.6"
    sums = write_checksums(wheel.parent).read_text("utf-8").splitlines()
    assert f"{digest}  {wheel.name}" in sums
    assert len(sums) == 2  # the wheel and its bill


def test_every_source_of_the_core_is_compiled_once():
    from compiler import core_units
    from targets import TARGETS

    for target in TARGETS.values():
        files = [path for unit in core_units(target) for path in unit.files]
        files = [path for path in files if "core" in path.parts]
        expected = {path for path in (ROOT / "core").rglob("*.cpp") if "tests" not in path.parts}
        assert set(files) == expected
        assert len(files) == len(expected)


def test_sets_of_instructions_have_the_options_of_the_build():
    """packaging/compiler.py names the options of CMakeLists.txt again; they must stay the same."""
    from compiler import AVX2, AVX512

    cmake = (ROOT / "CMakeLists.txt").read_text("utf-8")
    assert f"COMPILE_OPTIONS {' '.join(AVX2)})" in cmake
    assert f"COMPILE_OPTIONS\n      {' '.join(AVX512)})" in cmake


@pytest.mark.parametrize("name", ["hexmate.desktop", "io.github.hexmate.hexmate.metainfo.xml"])
def test_the_files_of_the_desktop_are_valid(name):
    path = ROOT / "packaging" / "linux" / name
    text = path.read_text("utf-8")
    if name.endswith(".xml"):
        import xml.etree.ElementTree as ElementTree

        tree = ElementTree.fromstring(text)
        assert tree.findtext("launchable") == "hexmate.desktop"
        return
    assert "Exec=hexmate window\n" in text
    if (program := shutil.which("desktop-file-validate")) is not None:
        run = subprocess.run([program, path], capture_output=True, text=True)
        assert (run.returncode, run.stdout) == (0, "")
