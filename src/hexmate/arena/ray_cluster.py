"""Connecting to Ray: a cluster by its address, or processes on this machine."""

import logging
from typing import Any

from hexmate.errors import ArenaError

__all__ = ["connect", "library"]


def library() -> Any:
    """The module `ray`; ArenaError if it is not installed."""
    try:
        import ray
    except ImportError:
        raise ArenaError(
            "Ray is not installed; install it with pip install 'hexmate[ray]'"
        ) from None
    return ray


def connect(address: str, count: int) -> Any:
    """The module `ray`, connected to a cluster, or for ``local`` to `count` processes here."""
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
            f"there is no Ray cluster at '{address}'; give a cluster's address, or local "
            f"({' '.join(str(error).split())})"
        ) from None
    return ray
