"""How an SVG board looks: colours, stones, lines. Every colour is any CSS colour, or `none`."""

from dataclasses import dataclass
from typing import Literal

from hexmate.color import Color
from hexmate.errors import MalformedError

__all__ = ["THEMES", "Form", "Pieces", "Theme", "find_theme"]

Form = Literal["disc", "diamond"]


@dataclass(frozen=True, slots=True)
class Pieces:
    """How one colour looks: its stones, what is written on them, and its two edges."""

    fill: str
    outline: str
    text: str
    edge: str
    last: str
    """Ring on the last stone."""
    form: Form = "disc"
    dashes: str | None = None
    """Colour of a dashed line along this colour's edges; None leaves them plain."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A complete look. Change one colour of a theme with `dataclasses.replace`."""

    black: Pieces
    white: Pieces
    background: str
    cell: str
    grid: str
    ink: str
    """Coordinates, and marks and labels on empty cells."""
    path: str
    line: str
    heat: str
    """Colour of the highest values of a heat map."""
    cool: str
    """Colour of the lowest values of a signed heat map."""
    font: str = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"

    def pieces(self, color: Color) -> Pieces:
        """Return the look of one colour."""
        return self.white if color else self.black


THEMES: dict[str, Theme] = {
    "light": Theme(
        black=Pieces(
            fill="#23272e", outline="#0e1013", text="#ffffff", edge="#23272e", last="#ff7a3d"
        ),
        white=Pieces(
            fill="#ffffff", outline="#6b6557", text="#23272e", edge="#ffffff", last="#e2571e"
        ),
        background="#e6dfd1",
        cell="#f3e6ca",
        grid="#b9a57f",
        ink="#4d4535",
        path="#2f9e4a",
        line="#2f6fb5",
        heat="#d9480f",
        cool="#1c6fbf",
    ),
    "dark": Theme(
        black=Pieces(
            fill="#0d0f12", outline="#7d8896", text="#ffffff", edge="#0d0f12", last="#ffb02e"
        ),
        white=Pieces(
            fill="#e8ecf1", outline="#aab4c0", text="#14171b", edge="#e8ecf1", last="#e07a00"
        ),
        background="#262b33",
        cell="#465160",
        grid="#2c333d",
        ink="#c3ccd8",
        path="#58c878",
        line="#62b0ff",
        heat="#ff7a3d",
        cool="#3f9bff",
    ),
    # Hues of the Okabe-Ito palette, far apart in lightness; White differs in form as well.
    "colorblind": Theme(
        black=Pieces(
            fill="#004b7f", outline="#00304f", text="#ffffff", edge="#004b7f", last="#ffffff"
        ),
        white=Pieces(
            fill="#f5b84a",
            outline="#7a5200",
            text="#1d1d1d",
            edge="#f5b84a",
            last="#1d1d1d",
            form="diamond",
            dashes="#7a5200",
        ),
        background="#ffffff",
        cell="#eef0f2",
        grid="#9aa3ab",
        ink="#33383d",
        path="#111111",
        line="#b0347f",
        heat="#d55e00",
        cool="#0072b2",
    ),
}


def find_theme(theme: str | Theme) -> Theme:
    """Return a theme given by name or as itself."""
    if isinstance(theme, Theme):
        return theme
    if not isinstance(theme, str) or theme not in THEMES:
        raise MalformedError(f"unknown theme {theme!r}: use {', '.join(THEMES)} or a Theme")
    return THEMES[theme]
