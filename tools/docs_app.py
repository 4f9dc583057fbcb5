"""A hook of mkdocs: copies the pages without a server into app/ of the documentation.

docs/try.md shows them in a frame, so the board there is the present one and works offline. A bundle
in build/bundle is used if it is up to date, else the plain modules.
"""

from pathlib import Path
from typing import Any

from hexmate.web.bundle import find_bundle
from hexmate.web.site import STATIC, write_site

BUNDLE = Path(__file__).parents[1] / "build" / "bundle"


def on_post_build(config: Any, **_: Any) -> None:
    """Called by mkdocs when the pages are written."""
    found = find_bundle(STATIC, BUNDLE)
    write_site(Path(config["site_dir"]) / "app", bundle=None if found is None else BUNDLE)
