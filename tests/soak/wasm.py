"""The WebAssembly module: it is what its sources give, and it is fast and small."""

import shutil
import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from support.browser import launch
from support.bundle import make_bundle

from hexmate.nets.shipped import find_model
from hexmate.web.bundle import ASSETS

from .job import Job, NotMeasured, Totals
from .ledger import ROOT, STATE

ZIG = ROOT / "build" / "zig"
STATIC = ROOT / "src" / "hexmate" / "web" / "static"
MODULE = STATIC / "engine" / "hexmate.wasm"
RELAXED = STATIC / "js" / "engine" / "relaxed-module.js"
GLUE = STATIC / "js" / "engine" / "core.js"
PAGE = Path(__file__).parent / "engine_page"
ORT = STATE.parent / "onnxruntime-web"
ORT_VERSION = "1.30.0"
ORT_FILES = (
    "ort.wasm.min.mjs",
    "ort-wasm-simd-threaded.mjs",
    "ort-wasm-simd-threaded.wasm",
)
NAMES = {"f32": "f32", "int8": "int8", "relaxed": "int8 with relaxed SIMD"}
MOST_BYTES = {"small": 2_500_000, "tiny": 1_000_000}


class ModuleRebuilt(Job):
    """Builds both modules again and compares bytes."""

    name = "WebAssembly module"
    figure = "`make wasm` gives the committed modules, byte for byte"

    def step(self, number: int, totals: Totals) -> None:
        subprocess.run(["make", "build/zig/.installed"], cwd=ROOT, check=True)
        with tempfile.TemporaryDirectory() as folder:
            again, script = Path(folder) / "again.wasm", Path(folder) / "again.js"
            zig = str(ZIG / "bin" / "python")
            command = [sys.executable, "tools/wasm.py", "--python", zig]
            outputs = ["--out", str(again), "--relaxed", str(script)]
            subprocess.run([*command, *outputs], cwd=ROOT, check=True)
            pairs = ((again, MODULE), (script, RELAXED))
            totals["same"] = all(one.read_bytes() == other.read_bytes() for one, other in pairs)
            totals["bytes"] = MODULE.stat().st_size
            totals["script"] = RELAXED.stat().st_size

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["same"], (
            f"{totals['bytes']:,} bytes, and {totals['script']:,} of the script with relaxed SIMD: "
            f"{'the same' if totals['same'] else 'not the same'}"
        )


class PageEngineSpeed(Job):
    """The network `small` on 11x11 in one worker of Chromium, in turns with onnxruntime-web."""

    name = "network in the browser"
    figure = (
        "`small` on 11x11 in one worker: at least 2 times the evaluations per second of "
        "onnxruntime-web in the same run; module, weights and worker at most 2.5 MB compressed "
        "with `small`, 1 MB with `tiny`"
    )

    def step(self, number: int, totals: Totals) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self._fill(Path(folder))
            totals["speeds"] = measured_in(Path(folder))
            if "error" in totals["speeds"]:
                raise NotMeasured(totals["speeds"]["error"])
            totals["bytes"] = downloads(make_bundle(Path(folder) / "bundle") / ASSETS)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        speeds, sizes = totals["speeds"], totals["bytes"]
        kinds = ("f32", "int8", "relaxed")
        ratios = {name: speeds[name] / speeds["ort"] for name in kinds if name in speeds}
        words = ", ".join(
            f"{NAMES[name]} {speeds[name]:.0f}/s ({ratios[name]:.1f} times)" for name in ratios
        )
        small_enough = all(sizes[name] <= most for name, most in MOST_BYTES.items())
        met = max(ratios.values()) >= 2 and small_enough
        sizes_text = ", ".join(f"`{name}` {size / 1e6:.2f} MB" for name, size in sizes.items())
        return (
            met,
            f"{words}, onnxruntime-web {speeds['ort']:.0f}/s; compressed, with {sizes_text}",
        )

    def _fill(self, folder: Path) -> None:
        """Put everything into a folder to serve."""
        if not (ORT / "node_modules").is_dir():
            ORT.mkdir(parents=True, exist_ok=True)
            # Without a package of its own here, npm would add it to this project's.
            (ORT / "package.json").write_text('{"private": true}')
            package = f"onnxruntime-web@{ORT_VERSION}"
            subprocess.run(["npm", "install", "--silent", package], cwd=ORT, check=True)
        small = find_model("small")
        ours = [MODULE, RELAXED, GLUE, small.with_suffix(".hexnet")]
        built = [ORT / "node_modules" / "onnxruntime-web" / "dist" / name for name in ORT_FILES]
        for path in [*ours, *built, small, *PAGE.iterdir()]:
            shutil.copy(path, folder)


def downloads(assets: Path) -> dict[str, int]:
    """Bytes of what a page of a bundle fetches for an engine that plays, by its network."""

    def size(pattern: str) -> int:
        (found,) = assets.glob(f"{pattern}.gz")
        return found.stat().st_size

    alone = size("hexmate-*.wasm") + size("worker-*.js")
    return {name: alone + size(f"{name}-*.hexnet") for name in ("small", "tiny", "human")}


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {".mjs": "text/javascript", ".js": "text/javascript", ".html": "text/html"}  # noqa: RUF012

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def measured_in(folder: Path) -> dict[str, Any]:
    """What the page in a folder measures."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
            page.wait_for_function("window.measured", timeout=300_000)
            found = page.evaluate("window.measured")
            browser.close()
    finally:
        server.shutdown()
    return found
