"""Files with their final names are complete, wherever a save is killed."""

import subprocess
import sys

import pytest

from tests.support.killed_saves import SAVES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the saves are killed in forks")


@pytest.mark.parametrize("name", SAVES)
def test_a_save_killed_at_any_file_operation_leaves_the_old_or_the_new(tmp_path, name):
    command = [sys.executable, "-m", "tests.support.killed_saves", name, str(tmp_path / "saved")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 3, "at least a write, a sync and a rename or another write"
