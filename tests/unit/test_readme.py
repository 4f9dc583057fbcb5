"""The picture in the README is what the drawing code draws."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_board_of_the_readme_is_up_to_date():
    drawn = runpy.run_path(str(ROOT / "tools" / "readme_board.py"))["picture"]()
    assert (ROOT / "docs" / "images" / "board.svg").read_text("utf-8") == drawn
