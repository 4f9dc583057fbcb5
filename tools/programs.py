"""Install the programs that the tests need: a browser, nginx, Node, PostgreSQL and Redis.

As root on Debian, missing ones are installed by apt-get; elsewhere they are named.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# Debian package -> a program in it, and its folder if that is not on the PATH
NEEDED = {
    "chromium": ("chromium", "/usr/lib/chromium"),
    "nginx": ("nginx", "/usr/sbin"),
    "nodejs": ("node", "/usr/local/bin"),
    "npm": ("npm", "/usr/local/bin"),
    "postgresql": ("initdb", "/usr/lib/postgresql/*/bin"),
    "redis-server": ("redis-server", "/usr/bin"),
}


def is_there(program: str, folders: str) -> bool:
    beside = Path("/").glob(f"{folders.lstrip('/')}/{program}")
    return shutil.which(program) is not None or any(beside)


def missing() -> list[str]:
    return [package for package, where in NEEDED.items() if not is_there(*where)]


def install(packages: Sequence[str]) -> None:
    """Install packages of Debian if you are root there; it goes on without those that fail."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update", "-q"], ["install", "-qy", "--no-install-recommends", *packages]):
            subprocess.run(["apt-get", *words], env=environment, check=False)


def main() -> int:
    packages = missing()
    if packages:
        install(packages)
        packages = missing()
    for package in packages:
        program, _ = NEEDED[package]
        print(f"the tests need {program} (Debian: apt-get install {package})", file=sys.stderr)
    return 1 if packages else 0


if __name__ == "__main__":
    sys.exit(main())
