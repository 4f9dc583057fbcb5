"""A hook of mkdocs: a link to a file outside docs/ leads to that file in the repository."""

import posixpath
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ADDRESS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"][
    "Repository"
]
LINK = re.compile(r"(?<=\]\()(\.\./[^)#]+)")


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Called by mkdocs with the text of each page."""
    return to_repository(markdown, page.file.src_uri)


def to_repository(markdown: str, source: str) -> str:
    """The text of the page `source`, with absolute links to files outside docs/."""

    def resolve(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(source), found[1]))
        if path.startswith("docs/") or not (ROOT / path).exists():
            return found[1]
        return f"{ADDRESS}/blob/main/{path}"

    return LINK.sub(resolve, markdown)
