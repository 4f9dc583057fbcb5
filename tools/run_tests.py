"""Run pytest, and the few tests that failed once more, alone: python tools/run_tests.py ARGUMENTS

Tests of servers, browsers and time limits share the machine's cores. One that fails beside others
and passes alone is named as unsteady, loudly, and must be mended; one that fails twice is broken.
Many failures are not repeated.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

MOST = 3
FAILED = Path(".pytest_cache/v/cache/lastfailed")
SOME_FAILED = 1


def main(arguments: Sequence[str]) -> int:
    FAILED.unlink(missing_ok=True)
    status = run(arguments)
    failed = failures() if status == SOME_FAILED else []
    if not 0 < len(failed) <= MOST:
        return status
    print(f"\nRunning the {len(failed)} failed again, alone", flush=True)
    again = run(["-q", "-p", "no:xdist", *failed])
    if again == 0:
        print(f"\n*** UNSTEADY, failed beside other tests: {', '.join(failed)} ***", flush=True)
    return again


def run(arguments: Sequence[str]) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], check=False).returncode


def failures() -> list[str]:
    try:
        return list(json.loads(FAILED.read_text()))
    except FileNotFoundError:
        return []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
