"""The pages as a folder of plain files, for any host: no server, the engine runs in the page."""

import hashlib
import json
import re
import shutil
import zipfile
from pathlib import Path

from hexmate.errors import HexmateError
from hexmate.files import drafted
from hexmate.web.bundle import ASSETS, BUILT_IN, Bundle, engine_weights, find_bundle

__all__ = ["PAGES", "pack_site", "write_site"]

PAGES = (
    "",
    "play",
    "game/local",
    "analyse",
    "puzzles",
    "rules",
    "swap",
    "settings",
    "about",
)
"""The pages that need no other people, by path; each is the index of its own folder."""

STATIC = Path(__file__).parent / "static"

_WORKER = "sw.js"
_MANIFEST = "manifest.webmanifest"
_EMBED = "embed"
_REPLACED = frozenset({"js", "css", "engine"})
"""Folders that a bundle has in another form."""

_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)
_CHARSET = '<meta charset="utf-8">'


def write_site(out: Path, *, static: Path = STATIC, bundle: Path | None = None) -> None:
    """Write the site into a folder, which is replaced if it holds an older site.

    `bundle` is a folder that `make bundle` has made; wheels have one. Without one the site has the
    plain modules. Addresses in it are relative, so that it works under any path.
    """
    if out.exists() and not (out / _WORKER).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise HexmateError(f"{out} exists and is no site: name a new or an empty folder")
    found = find_bundle(static, bundle or BUILT_IN)
    if bundle is not None and found is None:
        raise HexmateError(f"{bundle} is no bundle of these pages: run make bundle again")
    draft = out.with_name(f"{out.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        draft.mkdir(parents=True)
        _copy_files(draft, static, found)
        _write_pages(draft, static, found)
        _stamp(draft)
        if out.exists():
            shutil.rmtree(out)
        draft.rename(out)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise HexmateError(f"cannot write {out}: {error.strerror or error}") from None


def pack_site(folder: Path, archive: Path) -> None:
    """Write a site as a ZIP archive; the same site gives the same bytes."""
    try:
        with drafted(archive) as draft, zipfile.ZipFile(draft, "w") as packed:
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o100644 << 16
                packed.writestr(entry, path.read_bytes())
    except OSError as error:
        raise HexmateError(f"cannot write {archive}: {error.strerror or error}") from None


def _copy_files(draft: Path, static: Path, bundle: Bundle | None) -> None:
    """Everything under static/, and the networks."""
    for path in sorted(static.rglob("*")):
        name = path.relative_to(static)
        if path.is_dir() or len(name.parts) == 1:
            continue
        if bundle is None or name.parts[0] not in _REPLACED:
            _copy(path, draft / "static" / name)
    if bundle is None:
        for address, path in engine_weights().items():
            _copy(path, draft / "static" / address)
        return
    for path in sorted((bundle.folder / ASSETS).iterdir()):
        # Hosts compress scripts themselves; what the page unpacks stays.
        if path.suffix == ".gz" and path.with_suffix("").is_file():
            continue
        _copy(path, draft / "static" / ASSETS / path.name)


def _write_pages(draft: Path, static: Path, bundle: Bundle | None) -> None:
    folder = static if bundle is None else bundle.folder
    for page in PAGES:
        shells = {} if bundle is None else bundle.shells
        html = (folder / shells.get(page.split("/")[0], "index.html")).read_text("utf-8")
        _write(draft / page / "index.html", _placed(html, page))
    _write(
        draft / _EMBED / "index.html", _placed((folder / "embed.html").read_text("utf-8"), _EMBED)
    )
    _write(draft / _WORKER, _worker((folder / _WORKER).read_text("utf-8")))
    _write(draft / _MANIFEST, _manifest((static / _MANIFEST).read_text("utf-8")))


def _stamp(draft: Path) -> None:
    """Write a hash of all files into the pages and the service worker: open pages compare it."""
    total = hashlib.sha256()
    for path in sorted(path for path in draft.rglob("*") if path.is_file()):
        total.update(f"{path.relative_to(draft).as_posix()}\n".encode() + path.read_bytes())
    edition = total.hexdigest()[:12]
    for page in draft.rglob("*.html"):
        marked = f'<html data-edition="{edition}" '
        page.write_text(page.read_text("utf-8").replace("<html ", marked, 1), "utf-8")
    worker = draft / _WORKER
    # Browsers update a worker whose bytes differ.
    worker.write_text(f"{worker.read_text('utf-8')}// {edition}\n", "utf-8")


def _placed(html: str, page: str) -> str:
    """A page with addresses relative to its folder, which says that there is no server."""
    up = "../" * len([part for part in page.split("/") if part]) or "./"
    text = re.sub(r'(?<==")/(?=static/|manifest\.)', up, html)
    policy = f'{_CHARSET}\n    <meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    return text.replace(_CHARSET, policy, 1).replace("<html ", '<html data-server="none" ', 1)


def _worker(text: str) -> str:
    """The service worker, which keeps every page."""
    pages = "".join(f'  "/{page}/",\n' for page in PAGES if page)
    return text.replace('  "/",\n', f'  "/",\n{pages}', 1)


def _manifest(text: str) -> str:
    """The manifest with relative addresses: those of pages are folders."""
    manifest = json.loads(text)
    # Browsers resolve an id at the root of the host, where two sites would share it.
    del manifest["id"]
    manifest |= {"start_url": "./", "scope": "./"}
    for each in (manifest["share_target"], *manifest["file_handlers"]):
        each["action"] = f".{each['action']}"
    for each in manifest["shortcuts"]:
        each["url"] = f".{each['url']}/"
    for each in (manifest, *manifest["shortcuts"]):
        for picture in (*each.get("icons", ()), *each.get("screenshots", ())):
            picture["src"] = picture["src"][1:]
    return json.dumps(manifest, indent=2) + "\n"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")
