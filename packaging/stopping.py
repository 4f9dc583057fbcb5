"""How the programs here end after Ctrl-C: with one line, and what was made stays."""

import sys
from collections.abc import Callable

__all__ = ["run_program"]

STOPPED = 130
"""The status of a program that Ctrl-C has ended, as shells count it."""


def run_program(main: Callable[[], int], then: str = "the same command resumes") -> None:
    """End this process with the status of `main`; after Ctrl-C one line says what comes next."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print(f"stopped; {then}", file=sys.stderr)
        sys.exit(STOPPED)
