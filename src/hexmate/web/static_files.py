"""Static files: served from memory, compressed once, and sent only when they have changed.

Starlette's `StaticFiles` reads each file from disk per request and compresses on every answer; a
first visit fetches over 100 files, so this keeps them in memory with their gzip form.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from hexmate.web.errors import Refusal

__all__ = ["StaticFiles"]

_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_COMPRESSED = frozenset({".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt"})


@dataclass(frozen=True, slots=True)
class _File:
    stamp: tuple[int, int]
    body: bytes
    packed: bytes | None
    tag: str
    kind: str


class StaticFiles:
    """The files of a folder, and nothing outside it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[Path, _File] = {}

    def response(self, request: Request, path: str, *, conditional: bool = True) -> Response:
        """A file, compressed if the browser accepts it; status 304 if it has not changed."""
        file = self._file(path)
        packed = file.packed is not None and "gzip" in request.headers.get("accept-encoding", "")
        headers = {
            # File names stay the same when contents change, so browsers must revalidate.
            "cache-control": "no-cache",
            "etag": f'"{file.tag}{"-gz" if packed else ""}"',
            "vary": "accept-encoding",
        }
        if conditional and headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["content-encoding"] = "gzip"
        body = file.packed if packed and file.packed is not None else file.body
        return Response(body, media_type=file.kind, headers=headers)

    def _file(self, path: str) -> _File:
        target = self._target(path)
        status = target.stat()
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._files.get(target)
        if known is not None and known.stamp == stamp:
            return known
        file = _read(target, stamp)
        self._files[target] = file  # not by `path`: one file has endless paths, such as x/../name
        return file

    def _target(self, path: str) -> Path:
        try:
            target = (self._folder / path).resolve()
            if target.is_relative_to(self._folder) and target.is_file():
                return target
        except (OSError, ValueError):  # a name that is too long, or has a NUL character
            pass
        raise Refusal(404, "not_found", "There is no such file.")


def _read(target: Path, stamp: tuple[int, int]) -> _File:
    body = target.read_bytes()
    packed = gzip.compress(body, 9, mtime=0) if target.suffix in _COMPRESSED else None
    if packed is not None and len(packed) >= len(body):
        packed = None
    kind = _TYPES.get(target.suffix) or mimetypes.guess_type(target.name)[0]
    tag = hashlib.sha256(body).hexdigest()[:20]
    return _File(stamp, body, packed, tag, kind or "application/octet-stream")
