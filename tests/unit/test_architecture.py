"""ARCHITECTURE.md names everything there is, and nothing else; no class name means two things."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "hexmate"
STATIC = PACKAGE / "web" / "static" / "js"
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
CODE = re.compile(r"`([^`]+)`")


def rows() -> dict[str, str]:
    """The rows of the map: what stands behind each folder."""
    table = TEXT.partition("## The map")[2].partition("## Three paths")[0]
    found = re.findall(r"^\| `([^`]+)` \| (.*) \|$", table, re.MULTILINE)
    assert len(found) == len({name for name, _ in found}), "a folder has two rows"
    return dict(found)


def folders_with(base: Path, suffix: str) -> dict[str, set[str]]:
    """Folder below `base` to the files with this suffix in it, without the suffix."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(base.rglob(f"*{suffix}")):
        folder = path.parent.relative_to(base).as_posix()
        found[folder].add(path.name.removesuffix(suffix))
    return found


@pytest.mark.parametrize("folder", sorted(folders_with(PACKAGE, ".py")))
def test_the_map_names_every_module_of_the_package(folder):
    modules = folders_with(PACKAGE, ".py")[folder] - {"__init__", "__main__"}
    if folder == ".":
        named = set(CODE.findall(TEXT.partition("## Three paths")[0]))
    elif folder == "store/migrations/versions":
        return  # one file per change of the schema, named by its number
    else:
        assert f"{folder}/" in rows(), f"no row for {folder}/"
        named = set(CODE.findall(rows()[f"{folder}/"]))
    assert modules <= named, f"missing: {sorted(modules - named)}"


def test_the_map_names_only_what_exists():
    packages = folders_with(PACKAGE, ".py")
    for folder, text in rows().items():
        if folder.startswith(("core", "web/static", "hexmate")):
            continue
        unknown = set(CODE.findall(text)) - packages[folder.removesuffix("/")]
        assert not unknown, f"{folder} has no {sorted(unknown)}"


def test_the_map_names_every_folder_of_the_core():
    folders = {
        path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "core").rglob("*.[ch]pp")
    }
    assert folders == {name for name in rows() if name.startswith("core")}


def test_the_map_names_every_folder_of_the_pages():
    paths = [path for path in STATIC.rglob("*") if path.is_dir()]
    folders = {f"web/static/js/{path.relative_to(STATIC).as_posix()}" for path in paths}
    top = {name for name in folders if name.count("/") == 3}
    assert top <= {name for name in rows() if name.startswith("web/static/js/")} <= folders


def test_every_file_that_the_text_names_exists():
    known = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.*") if in_project(path)]
    for name in CODE.findall(TEXT):
        if re.fullmatch(r"[\w./-]+\.(py|js|cpp|hpp|toml|md|pyi|json|css|html|ts)", name):
            assert any(path.endswith(f"/{name}") or path == name for path in known), name


def in_project(path: Path) -> bool:
    return not {".venv", "node_modules", "build", ".git", "site"} & set(path.parts)


def test_decisions_are_numbered_without_gaps():
    numbers = re.findall(r"^(\d+)\. \*\*", TEXT, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]


def test_no_class_name_is_defined_twice():
    """A Python class may have the name of the core's class that it wraps, and of no other."""
    core = {node.name for node in classes_in(PACKAGE / "_core.pyi")}
    defined = {name: ["_core.pyi"] for name in core}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in classes_in(path):
            if node.name in core and f"_core.{node.name}" in path.read_text("utf-8"):
                continue
            defined.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: places for name, places in defined.items() if len(places) > 1} == {}


def classes_in(path: Path) -> list[ast.ClassDef]:
    return [
        node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)
    ]
