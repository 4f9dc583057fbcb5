"""Static files: served from memory, compressed once, and sent only when they have changed.

Starlette's `StaticFiles` reads each file from disk per request and compresses on every answer; a
first visit without a bundle fetches over 100 files, so this keeps them in memory with their gzip
form. Its own thread reads and compresses, one file at a time; bundles come compressed.
"""

import asyncio
import gzip
import hashlib
import mimetypes
import os
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from hexmate.web.bundle import ASSETS, Bundle
from hexmate.web.errors import Refusal
from hexmate.web.threads import started_pool

__all__ = ["StaticFiles"]

_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".gz": "application/gzip",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_COMPRESSED = frozenset(
    {".js", ".css", ".html", ".svg", ".json", ".map", ".webmanifest", ".txt", ".wasm", ".hexnet"}
)
_SHELL = "index.html"
_REVALIDATE = "no-cache"
_FOREVER = "public, max-age=31536000, immutable"
_MOST_BYTES = 64 * 1024 * 1024
_LARGEST = 4 * 1024 * 1024
"""A larger file is not kept; it is sent from disk, piece by piece."""

_LONGEST_PATH = 1000
"""Resolving a path asks the file system about each of its parts."""


@dataclass(frozen=True, slots=True)
class _File:
    stamp: tuple[int, int]
    body: bytes
    packed: bytes | None
    tag: str
    kind: str

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed or b"")


class StaticFiles:
    """The files of a folder, those that `beside` names, and nothing else; a bundle goes first."""

    def __init__(
        self,
        folder: Path,
        bundle: Bundle | None = None,
        most_bytes: int = _MOST_BYTES,
        *,
        beside: Mapping[str, Path] | None = None,
    ) -> None:
        self._bundle = bundle
        self._beside = dict(beside or {})
        self._folders = [folder.resolve()] if bundle is None else [bundle.folder, folder.resolve()]
        self._most_bytes = most_bytes
        self._bytes = 0
        # Not by the path of a request: one file has endless paths, such as x/../name.
        self._files: OrderedDict[Path, _File] = OrderedDict()
        self._reader = started_pool(1, "static-files")

    async def response(self, request: Request, path: str, *, conditional: bool = True) -> Response:
        """A file, compressed if the browser accepts it; status 304 if it has not changed."""
        target, status = self._target(path)
        if status.st_size > min(_LARGEST, self._most_bytes):
            headers = {"cache-control": self._caching(target)}
            return FileResponse(target, media_type=_kind(target), headers=headers)
        file = await self._file(target, (status.st_mtime_ns, status.st_size))
        packed = file.packed is not None and "gzip" in request.headers.get("accept-encoding", "")
        headers = {
            "cache-control": self._caching(target),
            "etag": f'"{file.tag}{"-gz" if packed else ""}"',
            "vary": "accept-encoding",
        }
        if conditional and headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["content-encoding"] = "gzip"
        body = file.packed if packed and file.packed is not None else file.body
        return Response(body, media_type=file.kind, headers=headers)

    def shell(self, path: str) -> str:
        """The HTML file of the page at a path."""
        shells = {} if self._bundle is None else self._bundle.shells
        return shells.get(path.split("/")[1], _SHELL)

    def _caching(self, target: Path) -> str:
        """Names in a bundle change with their contents. Others do not, so browsers must ask."""
        return _FOREVER if self._is_asset(target) else _REVALIDATE

    def _is_asset(self, target: Path) -> bool:
        return self._bundle is not None and target.is_relative_to(self._bundle.folder / ASSETS)

    async def text(self, path: str) -> str:
        """The text of a small file."""
        target, status = self._target(path)
        file = await self._file(target, (status.st_mtime_ns, status.st_size))
        return file.body.decode("utf-8", errors="replace")

    async def _file(self, target: Path, stamp: tuple[int, int]) -> _File:
        known = self._files.get(target)
        if known is None or known.stamp != stamp:
            loop = asyncio.get_running_loop()
            try:
                known = await loop.run_in_executor(self._reader, self._read, target, stamp)
            except OSError:  # it has just been deleted, or may not be read
                raise _not_found() from None
        self._keep(target, known)
        return known

    def _read(self, target: Path, stamp: tuple[int, int]) -> _File:
        body = target.read_bytes()
        packed = self._packed(target, body) if target.suffix in _COMPRESSED else None
        if packed is not None and len(packed) >= len(body):
            packed = None
        tag = hashlib.sha256(body).hexdigest()[:20]
        return _File(stamp, body, packed, tag, _kind(target))

    def _packed(self, target: Path, body: bytes) -> bytes:
        """The gzip form: of a bundle as `make bundle` wrote it, otherwise made now."""
        ready = target.with_name(f"{target.name}.gz")
        if self._is_asset(target) and ready.is_file():
            return ready.read_bytes()
        return gzip.compress(body, 9, mtime=0)

    def _keep(self, target: Path, file: _File) -> None:
        old = self._files.pop(target, None)
        self._bytes += file.size - (old.size if old is not None else 0)
        self._files[target] = file
        while self._bytes > self._most_bytes:
            _, dropped = self._files.popitem(last=False)
            self._bytes -= dropped.size

    def _target(self, path: str) -> tuple[Path, os.stat_result]:
        if path.startswith("/") or "\\" in path or ":" in path:
            raise _not_found()  # Windows would look on other drives and servers
        if len(path) > _LONGEST_PATH:
            raise _not_found()
        try:
            if path in self._beside:
                return self._beside[path], self._beside[path].stat()
            for folder in self._folders:
                target = (folder / path).resolve()
                if target.is_relative_to(folder) and target.is_file():
                    return target, target.stat()
        except (OSError, ValueError):  # a name that is too long, or has a NUL character
            pass
        raise _not_found()


def _not_found() -> Refusal:
    return Refusal(404, "not_found", "There is no such file.")


def _kind(target: Path) -> str:
    kind = _TYPES.get(target.suffix) or mimetypes.guess_type(target.name)[0]
    return kind or "application/octet-stream"
