"""`make release` on a throw-away repository: what it refuses, and what it leaves behind."""

import importlib.util
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "packaging" / "release.py"
CHANGELOG = "# Changelog\n\n## [0.2.0]\n\n- Something new.\n\n## [0.1.0]\n\n- The first one.\n"


@pytest.fixture
def clone(tmp_path):
    """A repository with the two files that a release looks at, and the tag of an older version."""
    (tmp_path / "src" / "hexmate").mkdir(parents=True)
    (tmp_path / "src" / "hexmate" / "version.py").write_text('__version__ = "0.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    for version in ("0.1", "0.2"):
        kept = tmp_path / "tests" / "data" / "formats" / version
        kept.mkdir(parents=True)
        (kept / "page.json").write_text("{}")
    (tmp_path / ".gitignore").write_text("dist/\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "Ada")
    git(tmp_path, "config", "user.email", "ada@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "First")
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


def git(folder, *words):
    run = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True)
    return run.stdout.strip()


def release(clone, version, test="true", build="true"):
    command = [sys.executable, SCRIPT, version, "--root", clone, "--test", test, "--build", build]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_release_sets_the_version_writes_notes_and_tags(clone):
    run = release(
        clone, "0.2.0", build="test -d .git && mkdir dist && cp src/hexmate/version.py dist"
    )
    assert run.returncode == 0, run.stderr
    assert "gh release create v0.2.0 -F dist/NOTES.md dist/SHA256SUMS dist/*0.2.0*" in run.stdout
    assert (clone / "dist" / "version.py").read_text() == '__version__ = "0.2.0"\n'
    assert (clone / "dist" / "NOTES.md").read_text() == "# Hexmate 0.2.0\n\n- Something new.\n"
    assert git(clone, "tag", "--points-at", "HEAD") == "v0.2.0"
    assert git(clone, "log", "-1", "--format=%s") == "release: Version 0.2.0"
    assert git(clone, "status", "--porcelain") == ""


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("0.1.0", "the tag v0.1.0 exists"),
        ("0.0.9", "v0.1.0 is newer than 0.0.9"),
        ("0.1.0rc1", "v0.1.0 is newer than 0.1.0rc1"),
        ("0.3.0", "CHANGELOG.md has no text below ## [0.3.0]"),
        ("0.3.0", "tests/data/formats/0.3 is missing: run python tools/keep_formats.py 0.3"),
        ("two", "two is not a version"),
        ("", "name a version: make release VERSION=0.2.0"),
    ],
)
def test_a_wrong_version_is_refused(clone, version, reason):
    before = git(clone, "rev-parse", "HEAD")
    run = release(clone, version)
    assert run.returncode == 1
    assert f"No release: {reason}" in run.stderr
    assert git(clone, "rev-parse", "HEAD") == before
    assert git(clone, "tag") == "v0.1.0"


def test_a_tree_with_changes_is_refused_with_every_other_reason(clone):
    (clone / "CHANGELOG.md").write_text("# Changelog\n")
    (clone / "new.txt").write_text("new\n")
    run = release(clone, "0.2.0")
    assert run.returncode == 1
    assert "the working tree has changes: CHANGELOG.md, new.txt" in run.stderr
    assert "no text below ## [0.2.0]" in run.stderr


@pytest.mark.parametrize("step", ["test", "build"])
def test_a_step_that_fails_takes_the_commit_back(clone, step):
    before = git(clone, "rev-parse", "HEAD")
    run = release(clone, "0.2.0", **{step: "exit 3"})
    assert run.returncode == 1
    assert "No release: exit 3 failed" in run.stderr
    assert git(clone, "rev-parse", "HEAD") == before
    assert git(clone, "tag") == "v0.1.0"
    assert '"0.1.0"' in (clone / "src" / "hexmate" / "version.py").read_text()


def test_a_commit_that_git_refuses_leaves_no_change(clone):
    hook = clone / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    run = release(clone, "0.2.0")
    assert (run.returncode, run.stderr) == (1, "No release: git commit: not today\n")
    assert git(clone, "status", "--porcelain") == ""


def test_ctrl_c_takes_the_commit_back_and_says_so(clone):
    before = git(clone, "rev-parse", "HEAD")
    command = [sys.executable, SCRIPT, "0.2.0", "--root", clone]
    # The terminal sends the signal to the step, too; here the step sends it to both.
    interrupt = "kill -INT $PPID $$; sleep 60"
    run = subprocess.run(
        [*command, "--test", "true", "--build", interrupt],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert (run.returncode, run.stderr) == (1, "No release: stopped\n")
    assert git(clone, "rev-parse", "HEAD") == before
    assert git(clone, "status", "--porcelain") == ""


def test_candidates_come_before_their_version():
    spec = importlib.util.spec_from_file_location("release", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    versions = ["0.2.0a1", "0.2.0b1", "0.2.0rc1", "0.2.0rc10", "0.2.0", "0.10.0"]
    assert sorted(versions[3:] + versions[:3], key=module.order) == versions
