"""A wheel built from these files holds all that is needed and works outside the source tree."""

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

from filelock import FileLock
from support.bundle import make_bundle, make_engine

ROOT = Path(__file__).parents[2]


def test_the_wheel_works_on_its_own(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)]
    with FileLock(ROOT / "build" / "wheel.lock"):  # as tools/pythons.py, in the same build folder
        make_bundle(ROOT / "build" / "bundle")  # as `make wheel` does
        make_engine(ROOT / "build" / "engine")
        subprocess.run([*build, str(ROOT)], check=True, capture_output=True, timeout=600)
    (wheel,) = tmp_path.glob("*.whl")
    expected = "cp312-abi3" if sys.version_info >= (3, 12) else "cp311-cp311"
    assert expected in wheel.name
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    assert (unpacked / "hexmate" / "py.typed").exists()
    assert (unpacked / "hexmate" / "_core.pyi").exists()
    assert (unpacked / "hexmate" / "arena" / "balanced_11x11.txt").exists()
    assert (unpacked / "hexmate" / "web" / "static" / "index.html").exists()
    assert (unpacked / "hexmate" / "web" / "static" / "engine" / "hexmate.wasm").exists()
    for name in (
        "package.json",
        "index.js",
        "worker.js",
        "hexmate.wasm",
        "small.hexnet",
        "tiny.hexnet",
        "human.hexnet",
    ):
        assert (unpacked / "hexmate" / "engine" / name).exists()
    # Without `site`, the editable install of the source tree is out of the way.
    paths = [str(unpacked), sysconfig.get_paths()["purelib"]]
    for code, answer in (
        ("from hexmate.cli import main; main(['perft'])", "1,727,880"),
        # The migrations are files that nothing imports: they must come along all the same.
        ("from hexmate.store import Store; print(Store.open('sqlite://').games.live())", "[]"),
        (
            "from hexmate.web.bundle import *; print(find_bundle(BUILT_IN.with_name('static')))",
            "Bundle(",
        ),
        ("from hexmate.cli import main; main(['site', '--out', 'site'])", "Wrote the site"),
    ):
        command = [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {paths}; {code}"]
        run = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
        assert answer in run.stdout
