"""Files and folders that appear under their name only when they are complete, and file locks."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO

__all__ = ["DRAFT", "drafted", "drafted_folder", "held", "remove_folder", "replacing", "to_disk"]

DRAFT = ".tmp"
"""How the names of unfinished files and folders end; a kill may leave some behind."""


@contextmanager
def drafted(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The name of a draft beside `path`, to write a file under.

    When the block ends without an error the draft is on the disk and replaces `path` in one step.
    Until then, and after a kill or a loss of power at any moment, `path` is what it was before.
    """
    target = Path(path)
    draft = _draft_name(target)
    try:
        yield draft
        to_disk(draft)
        draft.replace(target)
        _names_to_disk(target.parent)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A text file to write to; it replaces `path` as described in `drafted`."""
    with drafted(path) as draft, draft.open("w", encoding="utf-8", newline="\n") as stream:
        yield stream


@contextmanager
def drafted_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """An empty folder beside `path` to write files to; it gets the name `path` in one step.

    A folder cannot replace another in one step everywhere, so `path` must be a new name.
    """
    target = Path(path)
    draft = _draft_name(target)
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    try:
        yield draft
        for each in draft.iterdir():
            to_disk(each)
        _names_to_disk(draft)
        draft.rename(target)
        _names_to_disk(target.parent)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def remove_folder(path: str | os.PathLike[str]) -> None:
    """Remove a folder: rename it first, so that its name never stands for a part of it."""
    target = Path(path)
    doomed = _draft_name(target)
    shutil.rmtree(doomed, ignore_errors=True)
    target.rename(doomed)
    shutil.rmtree(doomed)


def _draft_name(target: Path) -> Path:
    return target.with_name(f"{target.name}.{os.getpid()}{DRAFT}")


def _names_to_disk(folder: Path) -> None:
    """Like `to_disk`. Some file systems cannot do it for a folder; no file is at risk then."""
    with suppress(OSError):
        to_disk(folder)


def to_disk(path: str | os.PathLike[str]) -> None:
    """Wait until a file, or the names in a folder, would survive a loss of power."""
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
    """A file locked for this process, open to append to; None if another process has locked it.

    The system releases the lock when this process ends, however it ends.
    """
    with Path(path).open("ab") as stream:
        yield stream if _locked(stream) else None


# Not `filelock`: it empties the file that it locks and so needs another one beside it.
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
