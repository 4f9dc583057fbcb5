"""Files with their final names are complete, wherever a save is killed."""

import subprocess
import sys

import pytest
from support.patience import PATIENCE

from tests.support.killed_saves import SAVES


@pytest.mark.skipif(sys.platform == "win32", reason="the saves are killed in forks")
def test_a_save_killed_at_any_file_operation_leaves_the_old_or_the_new(tmp_path):
    """All in one process, which PyTorch alone takes seconds to load in."""
    command = [sys.executable, "-m", "tests.support.killed_saves", str(tmp_path / "saved")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    operations = dict(line.split(": ") for line in done.stdout.splitlines())
    assert operations.keys() == SAVES.keys()
    for name, count in operations.items():
        assert int(count) >= 3, f"{name}: at least a write, a sync and a rename or another write"
