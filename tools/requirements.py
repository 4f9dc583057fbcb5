"""Print the requirements of extras of pyproject.toml, for pip: requirements.py NAME...

`build` stands for what the build system requires. Extras of this package inside other extras are
expanded, so that dependencies can be installed without building the package.
"""

import sys
import tomllib
from pathlib import Path


def requirements(names: list[str]) -> list[str]:
    root = Path(__file__).parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    found = list(project["project"]["dependencies"])
    for name in names:
        group = project["build-system"]["requires"] if name == "build" else extras[name]
        for requirement in group:
            if requirement.startswith("hexmate["):
                inner = requirement.removeprefix("hexmate[").removesuffix("]")
                found += requirements(inner.split(","))
            else:
                found.append(requirement)
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1:])))
