"""An extension of griffe: the examples of docstrings appear as code in the Python reference.

Without it they are quotations in Markdown, because each line begins with `>>>`.
"""

from typing import Any

import griffe


class Examples(griffe.Extension):
    """Puts fences around the examples of every docstring."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Called by griffe for the package itself."""
        show(pkg)

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe for everything in it."""
        show(obj)


def show(obj: griffe.Object) -> None:
    """Put fences around the examples of one docstring."""
    if obj.docstring is not None:
        obj.docstring.value = with_fences(obj.docstring.value)


def with_fences(text: str) -> str:
    """The text with each example, which ends at an empty line, as a block of code."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if inside and not line.strip():
            lines.append("```")
            inside = False
        elif not inside and line.startswith(">>> "):
            lines.append("```pycon")
            inside = True
        lines.append(line)
    if inside:
        lines.append("```")
    return "\n".join(lines)
