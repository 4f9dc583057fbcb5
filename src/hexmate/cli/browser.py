"""The visitor's browser, where there is one."""

import contextlib
import os
import sys
import threading
import webbrowser

__all__ = ["open_browser"]


def open_browser(url: str) -> None:
    """Open an address in a window, if this machine has windows; never waits."""
    if _has_windows():
        threading.Thread(target=_open, args=(url,), daemon=True).start()


def _open(url: str) -> None:
    # Without a browser that works, the address that was printed must do.
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(url)


def _has_windows() -> bool:
    """Without a display, `webbrowser` would start a text browser in this very terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
