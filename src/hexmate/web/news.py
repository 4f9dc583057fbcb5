"""What is new, from the list of changes that ships with the package."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hexmate.web.models.people import ReleaseNotes

__all__ = ["news"]

_PACKAGE = Path(__file__).parents[1]
_PLACES = (_PACKAGE / "CHANGELOG.md", _PACKAGE.parents[1] / "CHANGELOG.md")
"""In an installed package, and in the sources."""

_VERSION = re.compile(r"^## ", re.MULTILINE)
_POINT = re.compile(r"^- (.*(?:\n  .*)*)", re.MULTILINE)


@cache
def news() -> tuple[ReleaseNotes, ...]:
    """The changes of each version, the newest first."""
    text = next((path.read_text("utf-8") for path in _PLACES if path.exists()), "")
    return tuple(_changes(text))


def _changes(text: str) -> Iterator[ReleaseNotes]:
    """The sections of the list, each with its points.

    >>> list(_changes("# Changes\\n## 1.2\\nWords.\\n- one\\n  more\\n- two"))
    [ReleaseNotes(version='1.2', changes=['one more', 'two'])]
    """
    for section in _VERSION.split(text)[1:]:
        title, _, body = section.partition("\n")
        points = [" ".join(point.split()) for point in _POINT.findall(body)]
        yield ReleaseNotes(version=title.strip(), changes=points)
