"""Write the list of files that the service worker caches: python tools/offline_files.py

Run it after adding or removing a file of the pages; a test compares the list with the folder.
"""

import re
from pathlib import Path

from hexmate.nets.shipped import page_models

STATIC = Path(__file__).parents[1] / "src" / "hexmate" / "web" / "static"
WORKER = STATIC / "sw.js"
LIST = re.compile(r"const FILES = \[\n.*?\];", re.DOTALL)


def files() -> list[str]:
    """Addresses of all files; the page and the manifest have their own."""
    names = sorted(
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*")
        if path.is_file()
        and path.suffix in {".css", ".gz", ".js", ".json", ".png", ".svg", ".wasm"}
        and path != WORKER
    )
    networks = sorted(path.name for path in page_models().values())
    return [
        *("/", "/manifest.webmanifest"),
        *(f"/static/{name}" for name in names),
        *(f"/static/engine/{name}" for name in networks),
    ]


def rewritten(text: str) -> str:
    """The worker's text with the current list."""
    lines = "".join(f'  "{name}",\n' for name in files())
    return LIST.sub(lambda _: f"const FILES = [\n{lines}];", text)


if __name__ == "__main__":
    WORKER.write_text(rewritten(WORKER.read_text("utf-8")), "utf-8")
