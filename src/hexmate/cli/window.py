"""`hexmate window`: the game in a window of its own, as a double click opens it."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from hexmate.cli.browser import open_browser
from hexmate.cli.dialog import show_message
from hexmate.cli.serve import data_folder, start
from hexmate.errors import HexmateError

NAME = "window"
EXAMPLE = "hexmate window"

_OPENING = 20.0
"""Seconds within which a browser fails that cannot open a window, without a display for example."""
_LONGEST = 200
"""The most characters of a browser's message that are shown."""
_CLOSED = (0, -signal.SIGINT, -signal.SIGTERM)
"""The statuses of a browser that was closed. Ctrl-C in a terminal also ends the browser."""

# Browsers that show a page without tabs and address bar, by the names of their programs.
_PROGRAMS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    *("microsoft-edge", "microsoft-edge-stable", "brave-browser", "vivaldi"),
)
_ON_WINDOWS = (
    "Microsoft/Edge/Application/msedge.exe",
    "Google/Chrome/Application/chrome.exe",
    "BraveSoftware/Brave-Browser/Application/brave.exe",
)
_ON_MACOS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Brave Browser.app/Contents/MacOS/Brave Browser",
    "Chromium.app/Contents/MacOS/Chromium",
)


def run(
    browser: Annotated[
        Path | None,
        typer.Option(
            help="Program of Chromium, Chrome, Edge or Brave.", show_default="the first one found"
        ),
    ] = None,
) -> None:
    """Play in a window of its own; closing it stops the server."""
    try:
        _serve_window(browser)
    except HexmateError as error:
        if (holder := getattr(error, "holder", None)) is not None:
            # Its window may be behind others; the service of the .deb has none.
            error = HexmateError(
                f"Hexmate is already running ({holder}): look for its window, or open the address "
                "of your server in a browser, usually http://127.0.0.1:8000"
            )
        show_message(f"Hexmate cannot start: {error}.")
        raise error from None


def _serve_window(browser: Path | None) -> None:
    program = find_browser()
    if browser is not None:
        # A path drops `./`, without which a name is looked for on the PATH alone.
        program = shutil.which(str(browser)) or shutil.which(str(browser.absolute()))
        if program is None:
            raise HexmateError(f"there is no program {browser}; leave out --browser to find one")
    closed = threading.Event()

    def show(url: str) -> None:
        typer.echo(f"Play at {url} (close the window or press Ctrl-C to stop)")
        if program is None:
            _show_in_tab(url, "found no Chromium, Chrome, Edge or Brave for a window of its own")
        else:
            threading.Thread(target=_wait_for, args=(program, url, closed), daemon=True).start()

    try:
        start(None, show, port=0)
    except KeyboardInterrupt:
        if not closed.is_set():
            raise


def _show_in_tab(url: str, problem: str) -> None:
    """Open the page in the usual browser, which does not say when its tab is closed."""
    text = (
        f"Hexmate {problem}. Play in your browser instead, at {url}: Hexmate runs until you log "
        "out or end the program hexmate."
    )
    typer.echo(text, err=True)
    open_browser(url)
    # The server must not wait until someone closes the message.
    threading.Thread(target=show_message, args=(text,), daemon=True).start()


def _wait_for(program: str, url: str, closed: threading.Event) -> None:
    """Show the window until it is closed, then stop the server as Ctrl-C does."""
    if problem := _show_window(program, url):
        _show_in_tab(url, f"cannot open a window with {program}: {problem}")
        return
    closed.set()
    signal.raise_signal(signal.SIGINT)


def _show_window(program: str, url: str) -> str:
    """Show the window until it is closed; returns what is wrong if it does not open."""
    # A profile of its own: the program would otherwise hand the page to a running browser and end.
    profile = data_folder() / "window"
    options = [
        f"--app={url}",
        f"--user-data-dir={profile}",
        "--no-first-run",
        "--window-size=1180,860",
    ]
    begun = time.monotonic()
    try:
        run = subprocess.run([program, *options], capture_output=True)  # noqa: S603 - found above
    except OSError as error:
        return str(error.strerror)
    if run.returncode in _CLOSED or time.monotonic() - begun > _OPENING:
        return ""
    said = run.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    said = re.sub(r"^\[[^]]*\] *", "", said)  # the process, time and source line
    return said[:_LONGEST].rstrip(".") or f"it ended with status {run.returncode}"


def find_browser() -> str | None:
    """A program that can show a page as a window; None if there is none."""
    return next(_found_browsers(), None)


def _found_browsers() -> Iterator[str]:
    if sys.platform == "win32":
        variables = ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")
        folders = [Path(os.environ[name]) for name in variables if name in os.environ]
        yield from _files(folders, _ON_WINDOWS)
    elif sys.platform == "darwin":
        yield from _files([Path("/Applications"), Path.home() / "Applications"], _ON_MACOS)
    else:
        yield from filter(None, map(shutil.which, _PROGRAMS))


def _files(folders: list[Path], names: tuple[str, ...]) -> Iterator[str]:
    """The files of these names that exist in the folders."""
    for path in (folder / name for folder in folders for name in names):
        with contextlib.suppress(OSError):
            if path.is_file():
                yield str(path)
