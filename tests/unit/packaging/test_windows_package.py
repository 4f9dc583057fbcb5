"""Packages for Windows: the programs that start Python are compiled from wherever make runs."""

import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.mark.parametrize("zig", [Path("build/zig/bin/python"), Path("/opt/zig/bin/python")])
def test_launchers_are_compiled_by_a_zig_with_any_path(tmp_path, monkeypatch, zig):
    monkeypatch.setitem(sys.modules, "lief", ModuleType("lief"))  # only checks of wheels use it
    import windows_package

    ran = []
    monkeypatch.setattr(windows_package, "PLACE", tmp_path)
    monkeypatch.setattr(
        windows_package.subprocess, "run", lambda words, **options: ran.append((words, options))
    )
    monkeypatch.chdir(tmp_path)
    windows_package.compile_launchers(zig, Path("Hexmate"))
    assert [Path(words[-1]).name for words, _ in ran] == ["hexmate.exe", "Hexmate-window.exe"]
    for words, options in ran:
        assert words[0] == str(tmp_path / zig)
        assert words[-1].startswith(str(tmp_path))
        assert options == {"check": True, "cwd": tmp_path}
