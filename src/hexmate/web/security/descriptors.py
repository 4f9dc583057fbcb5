"""File descriptors: how many this process may open, and how many connections that leaves."""

import contextlib
import sys

__all__ = ["connections_within", "raise_limit"]

_RESERVE = 200
"""Descriptors kept for the database, engines, models, files and the log."""
_ENOUGH = 65_536
"""Engines inherit the limit, and some programs look at every descriptor below it."""


def raise_limit() -> None:
    """Raise the limit of open files of this process as far as the system allows, within reason."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = _ENOUGH if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        with contextlib.suppress(ValueError, OSError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def connections_within(most: int) -> int:
    """How many connections may be open at once, at most `most`, so that a reserve is left."""
    if sys.platform == "win32":
        return most
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return most
    return max(1, min(most, soft - min(_RESERVE, soft // 2)))
