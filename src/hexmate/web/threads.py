"""Pools of threads that never make the event loop wait."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

__all__ = ["started_pool"]


def started_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """A pool whose threads all run already.

    A pool starts a thread when it is first needed, and the caller waits until the
    thread runs. On a busy machine that can take a tenth of a second.
    """
    pool = ThreadPoolExecutor(threads, name)
    all_run = Barrier(threads + 1)
    for _ in range(threads):
        pool.submit(all_run.wait)
    all_run.wait()
    return pool
