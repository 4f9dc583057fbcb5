"""The way to Ray's workers: those of a cluster by its address, or processes of this machine."""

import logging
from typing import Any

from hexmate.errors import ArenaError

__all__ = ["connect", "library"]


def library() -> Any:
    """Ray itself, which few installations have."""
    try:
        import ray
    except ImportError:
        raise ArenaError("Ray is not installed; install hexmate[ray]") from None
    return ray


def connect(address: str, count: int) -> Any:
    """Ray, connected to a cluster; for ``local`` with so many workers of this machine."""
    ray = library()
    if ray.is_initialized():
        return ray
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address == "local":
            ray.init("local", num_cpus=count, include_dashboard=False, **quiet)
        else:
            ray.init(address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ArenaError(
            f"there is no Ray cluster at '{address}'; give the address of one, or local "
            f"({' '.join(str(error).split())})"
        ) from None
    return ray
