"""Shows a message to people who started the program without a terminal."""

import os
import shutil
import subprocess
import sys

__all__ = ["show_message"]

_TITLE = "Hexmate"
_LONGEST = 30
"""Seconds that a message stays open where nobody closes it."""


def show_message(text: str) -> None:
    """Show a message in a window, unless there is a terminal, where the caller prints it."""
    if sys.stderr is not None and sys.stderr.isatty():
        return
    if sys.platform == "win32":
        _show_on_windows(text)
    elif (command := _program_for(text)) is not None:
        try:
            subprocess.run(command, timeout=_LONGEST, capture_output=True)  # noqa: S603
        except (OSError, subprocess.TimeoutExpired):
            return  # it is printed in any case


def _show_on_windows(text: str) -> None:
    import ctypes

    ctypes.windll.user32.MessageBoxW(None, text, _TITLE, 0x40)  # type: ignore[attr-defined]


def _program_for(text: str) -> list[str] | None:
    """The command that shows a message; None without a display or a program for it."""
    if sys.platform == "darwin":
        # The text is an argument, never a part of the script.
        script = 'on run argv\ndisplay dialog (item 1 of argv) buttons {"OK"}\nend run'
        return ["osascript", "-e", script, text]
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return None
    for name, options in (
        ("zenity", ["--info", "--no-markup", f"--title={_TITLE}", f"--text={text}"]),
        ("kdialog", ["--title", _TITLE, "--msgbox", text]),
        ("xmessage", ["-center", text]),
        ("notify-send", [_TITLE, text]),
    ):
        if (program := shutil.which(name)) is not None:
            return [program, *options]
    return None
