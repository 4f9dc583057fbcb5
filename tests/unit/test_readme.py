"""README and mission: the picture is drawn by our code, and everything they name exists."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)#:]+?)(?:#[^)]*)?\)")


def test_the_board_of_the_readme_is_up_to_date():
    drawn = runpy.run_path(str(ROOT / "tools" / "readme_board.py"))["picture"]()
    assert (ROOT / "docs" / "images" / "board.svg").read_text("utf-8") == drawn


def test_the_pictures_of_proofs_are_up_to_date():
    drawn = runpy.run_path(str(ROOT / "tools" / "docs_pictures.py"))["pictures"]()
    for name, picture in drawn.items():
        assert (ROOT / "docs" / "images" / name).read_text("utf-8") == picture, name


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_links_lead_somewhere(page):
    for target in LINK.findall((ROOT / page).read_text("utf-8")):
        assert (ROOT / target).exists(), target


def test_the_index_lists_every_page():
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    linked = set(LINK.findall((ROOT / "docs" / "index.md").read_text("utf-8")))
    assert pages <= linked, sorted(pages - linked)


def test_the_mission_names_tests_that_exist():
    rows = [
        line.split("|") for line in (ROOT / "docs" / "mission.md").read_text("utf-8").splitlines()
    ]
    columns = [row[3] for row in rows if len(row) == 6]
    named = re.findall(r"`([a-z0-9]+/[\w./]*)`", " ".join(columns))
    assert len(named) > 50
    for name in named:
        assert (ROOT / "tests" / name).exists(), name


def test_the_project_has_one_address():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    address = project["project"]["urls"]["Repository"]
    readme = project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    for substitution in readme["substitutions"]:
        assert address in substitution["replacement"]


def test_the_package_page_has_absolute_links_only():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    readme = project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = (ROOT / "README.md").read_text("utf-8")
    for substitution in readme["substitutions"]:
        text = re.sub(substitution["pattern"], substitution["replacement"], text)
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert len(targets) > 10
    assert [target for target in targets if not target.startswith("https://")] == []
