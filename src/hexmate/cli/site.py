"""`hexmate site`: the pages as plain files, for any host."""

from pathlib import Path
from typing import Annotated

import typer

NAME = "site"
EXAMPLE = "hexmate site --out public"


def run(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder to write; an older site there is replaced.")
    ],
    archive: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="ZIP archive of the folder, to upload to a host."),
    ] = None,
    bundle: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Bundle made by `make bundle` (default: the package's)."),
    ] = None,
) -> None:
    """Write the pages as plain files that need no server: the engine runs in the browser.

    Any web host can serve the folder, under any path. Games stay in the browser, and after the
    first visit the site works offline. What needs other people or a database is left out.
    """
    from hexmate.web.site import pack_site, write_site

    write_site(out, bundle=bundle)
    if archive is not None:
        pack_site(out, archive)
    typer.echo(f"Wrote the site into {out}; try it with: python -m http.server --directory {out}")
