"""Files that appear under their name only when they are complete, and files that one may hold."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

__all__ = ["held", "replacing", "to_disk"]


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A text file to write; what was there before stays until the block ends without an error."""
    target = Path(path)
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def to_disk(path: str | os.PathLike[str]) -> None:
    """Wait until a file, or the names in a folder, would outlast a loss of power."""
    if sys.platform == "win32":
        if Path(path).is_dir():
            return  # Windows keeps names by itself
        flags = os.O_RDWR
    else:
        flags = os.O_RDONLY
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def held(path: str | os.PathLike[str]) -> Iterator[BinaryIO | None]:
    """Hold a file, to append to it as long as no other process does; None where another holds it.

    The system lets go of it when this process dies, however it dies.
    """
    with Path(path).open("ab") as stream:
        yield stream if _locked(stream) else None


def _locked(stream: BinaryIO) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
