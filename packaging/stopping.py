"""Ends a program after Ctrl-C with one line instead of a traceback."""

import sys
from collections.abc import Callable

__all__ = ["run_program"]

STOPPED = 130
"""The exit status of a program that Ctrl-C has ended, as in shells."""


def run_program(main: Callable[[], int], then: str = "the same command resumes") -> None:
    """Exit with the status of `main`; after Ctrl-C print one line, which `then` ends."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print(f"stopped; {then}", file=sys.stderr)
        sys.exit(STOPPED)
