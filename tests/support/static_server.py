"""The front end without its server: files, the page shell for every page address, canned answers.

Headers are as strict as those of the real server, so that a page that would break there breaks
here. `python tests/support/static_server.py` serves the pages for a look at them.
"""

import gzip
import json
import sys
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

STATIC = Path(__file__).parents[2] / "src" / "hexmate" / "web" / "static"
MODELS = STATIC.parents[1] / "models"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".hexnet": "application/octet-stream",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".webmanifest": "application/manifest+json",
}
PACKED = (TYPES[".gz"], TYPES[".png"], TYPES[".webp"])
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'"
)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle of an answer is no fault."""


class StaticServer:
    """Serves the front end on a free port of this machine while the context is open."""

    def __init__(self, answers: dict[str, Any] | None = None, port: int = 0) -> None:
        """`answers`: JSON by path under /api; every other question gets 404."""
        self.answers = answers or {}
        self.requests: list[str] = []
        self.edition = "1"
        """Part of every file's tag; another one means that the files have changed."""
        self._server = _Server(("127.0.0.1", port), self._handler())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def serve_forever(self) -> None:
        self._server.serve_forever()

    def find(self, path: str) -> tuple[int, str, bytes]:
        """Status, type and content of an address."""
        if path.startswith("/api/"):
            answer = self.answers.get(path.removeprefix("/api"))
            if answer is None:
                missing = {"code": "not_found", "message": "nothing here"}
                return 404, TYPES[".json"], json.dumps(missing).encode()
            return 200, TYPES[".json"], json.dumps(answer).encode()
        is_file = path.startswith("/static/") or path in ("/sw.js", "/manifest.webmanifest")
        name = path.removeprefix("/static/").lstrip("/") if is_file else "index.html"
        folder = MODELS if name.endswith(".hexnet") else STATIC
        file = (folder / name.removeprefix("engine/" if folder is MODELS else "")).resolve()
        if not file.is_relative_to(folder) or not file.is_file():
            return 404, "text/plain", b"not found"
        return 200, TYPES[file.suffix], file.read_bytes()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                server.requests.append(path)
                status, kind, content = server.find(path)
                packed = content if kind in PACKED else gzip.compress(content)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(packed)))
                if packed is not content:
                    self.send_header("Content-Encoding", "gzip")
                self.send_header("Cache-Control", "no-cache")
                self.send_header("ETag", f'"{server.edition}-{zlib.crc32(content)}"')
                self.send_header("Content-Security-Policy", POLICY)
                self.send_header("X-Content-Type-Options", "nosniff")
                self.send_header("Referrer-Policy", "no-referrer")
                self.end_headers()
                self.wfile.write(packed)

            def log_message(self, *_: object) -> None:
                """A test prints nothing."""

        return Handler


if __name__ == "__main__":
    with_port = StaticServer(port=int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(with_port.url, flush=True)
    with_port.serve_forever()
