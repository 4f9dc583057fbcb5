"""Make a release: `make release VERSION=0.1.0`.

    release.py VERSION [--test COMMAND] [--build COMMAND] [--root FOLDER]

Refuses, with every reason, a working tree with changes, a version that exists or is not newer, a
changelog without that version, or a version whose file formats are not kept. Then it sets the
version in its one place, runs the tests, builds all artefacts and runs them, writes dist/NOTES.md
from the changelog, and tags the commit. If anything fails, the commit is taken back. Nothing is
sent anywhere: push the tag to publish.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

__all__ = ["Refused", "Release", "main"]

VERSION = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
VERSION_FILE = Path("src") / "hexmate" / "version.py"
FORMATS = Path("tests") / "data" / "formats"
LINE = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
TEST = "make test"
BUILD = "make sdist wheels packages site && make try-wheels try-packages"


class Refused(Exception):
    """The release cannot be made, and why."""


class Release:
    """One version of the project in a folder."""

    def __init__(self, root: Path, version: str) -> None:
        self.root = root
        self.version = version
        self.tag = f"v{version}"

    def check(self) -> None:
        """Raise Refused with everything that is in the way."""
        if not self.version:
            raise Refused("name a version: make release VERSION=0.2.0")
        reasons = [
            *self._wrong_version(),
            *self._changes(),
            *([] if self.notes() else [f"CHANGELOG.md has no text below ## [{self.version}]"]),
            *self._formats(),
        ]
        if reasons:
            raise Refused("\n".join(reasons))

    def notes(self) -> str:
        """What the changelog says about this version."""
        changelog = (self.root / "CHANGELOG.md").read_text("utf-8")
        section = re.compile(
            rf"^## \[{re.escape(self.version)}\].*?\n(.*?)(?=^## |\Z)", re.M | re.S
        )
        found = section.search(changelog)
        return found[1].strip() if found else ""

    def head(self) -> str:
        """The present commit."""
        return self._git("rev-parse", "HEAD")

    def commit(self) -> None:
        """Set the version and commit it."""
        path = self.root / VERSION_FILE
        path.write_text(
            LINE.sub(f'__version__ = "{self.version}"', path.read_text("utf-8")), "utf-8"
        )
        if self._git("status", "--porcelain"):
            self._git("commit", "--quiet", "--all", "--message", f"release: Version {self.version}")

    def take_back(self, before: str) -> None:
        """Return to the commit before; the tree had no changes of anyone."""
        self._git("reset", "--quiet", "--hard", before)

    def finish(self) -> None:
        """Write the notes and tag the commit."""
        notes = self.root / "dist" / "NOTES.md"
        notes.parent.mkdir(exist_ok=True)
        notes.write_text(f"# Hexmate {self.version}\n\n{self.notes()}\n", "utf-8")
        self._git("tag", "--annotate", self.tag, "--message", f"Hexmate {self.version}")

    def run(self, command: str) -> None:
        """Run one of the long steps; Refused if it fails."""
        print(f"$ {command}", flush=True)
        if subprocess.run(command, shell=True, cwd=self.root).returncode:  # noqa: S602 - our own
            raise Refused(f"{command} failed")

    def _wrong_version(self) -> list[str]:
        if not VERSION.fullmatch(self.version):
            return [f"{self.version} is not a version such as 0.2.0 or 1.0.0rc1"]
        tags = self._git("tag", "--list", "v*").split()
        if self.tag in tags:
            return [f"the tag {self.tag} exists"]
        newer = [tag for tag in tags if order(tag[1:]) > order(self.version)]
        return [f"{newer[-1]} is newer than {self.version}"] if newer else []

    def _changes(self) -> list[str]:
        changed = self._git("status", "--porcelain").splitlines()
        names = ", ".join(line.split(maxsplit=1)[1] for line in changed[:5])
        return [f"the working tree has changes: {names}"] if changed else []

    def _formats(self) -> list[str]:
        """The files that later versions must be able to read."""
        found = re.match(r"\d+\.\d+", self.version)
        if found is None or (self.root / FORMATS / found[0]).is_dir():
            return []
        return [f"{FORMATS}/{found[0]} is missing: run python tools/keep_formats.py {found[0]}"]

    def _git(self, *words: str) -> str:
        run = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True)
        if run.returncode:
            raise Refused(f"git {words[0]}: {run.stderr.strip()}")
        return run.stdout.strip()


def order(version: str) -> tuple[tuple[int, ...], bool, str, int]:
    """A key that sorts versions; candidates come before what they are candidates for."""
    numbers, kind, count = re.fullmatch(r"([\d.]+)(?:(a|b|rc)(\d+))?", version).groups()  # type: ignore[union-attr]
    parts = tuple(int(number) for number in numbers.split("."))
    return parts, kind is None, kind or "", int(count or 0)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Make a release.")
    parser.add_argument("version")
    parser.add_argument("--test", default=TEST, help="the command that tests everything")
    parser.add_argument("--build", default=BUILD, help="the command that builds the artefacts")
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1])
    options = parser.parse_args(words)
    release = Release(options.root, options.version)
    before = None
    try:
        release.check()
        before = release.head()
        release.commit()
        release.run(options.test)
        release.run(options.build)
        release.finish()
    except (Refused, KeyboardInterrupt) as reason:
        if before is not None:
            release.take_back(before)
        for line in (str(reason) or "stopped").splitlines():
            print(f"No release: {line}", file=sys.stderr)
        return 1
    print(f"Tagged {release.tag}. Publish it with: git push origin HEAD {release.tag}")
    files = f"dist/SHA256SUMS dist/*{release.version}*"
    print(f"Then add the packages: gh release create {release.tag} -F dist/NOTES.md {files}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
