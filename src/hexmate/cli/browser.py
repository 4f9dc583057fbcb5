"""Opens a page in the user's browser."""

import contextlib
import os
import sys
import threading
import webbrowser

__all__ = ["open_browser"]


def open_browser(url: str) -> None:
    """Open an address in a browser window, if there is a display. Returns at once."""
    if _has_display():
        threading.Thread(target=_open, args=(url,), daemon=True).start()


def _open(url: str) -> None:
    # If no browser works, the user still has the printed address.
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(url)


def _has_display() -> bool:
    """Whether windows can be shown; otherwise `webbrowser` would start a text browser here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
