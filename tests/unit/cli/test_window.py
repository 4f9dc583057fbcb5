"""`hexmate window`: the browser it chooses, and what it says without one."""

import queue
import re
import threading
from pathlib import Path

import pytest

from hexmate.cli import dialog, window
from hexmate.errors import HexmateError
from hexmate.web.live.lease import LeaseError


@pytest.fixture
def messages(monkeypatch):
    """What would be shown in a window."""
    shown = []
    monkeypatch.setattr(window, "show_message", shown.append)
    return shown


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (
            LeaseError("another server", "process 7 on here"),
            r"already running \(process 7 on here\): look for its window, or open the address",
        ),
        (HexmateError("cannot listen on 127.0.0.1 port 0"), "cannot listen on 127.0.0.1"),
    ],
)
def test_what_is_wrong_is_shown_and_raised(monkeypatch, messages, problem, message):
    def start(*_given, **_options):
        raise problem

    monkeypatch.setattr(window, "start", start)
    with pytest.raises(HexmateError, match=message):
        window.run()
    assert re.search(message, messages[0])


def test_a_browser_that_does_not_exist_is_an_error(messages, tmp_path):
    with pytest.raises(HexmateError, match="there is no program"):
        window.run(browser=tmp_path / "no-browser")


def test_a_browser_of_the_current_folder_is_used(monkeypatch, messages, tmp_path):
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    opened = queue.Queue()
    monkeypatch.setattr(window, "_wait_for", lambda *given: opened.put(given[:2]))
    monkeypatch.setattr(window, "start", lambda _settings, ready, **_given: ready("http://here/"))
    window.run(browser=Path("browser"))
    assert opened.get(timeout=30) == (str(program), "http://here/")


@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("linux", "chromium"),
        ("win32", "Google/Chrome/Application/chrome.exe"),
    ],
)
def test_the_first_browser_found_is_used(monkeypatch, tmp_path, system, place):
    program = tmp_path / place
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(window.sys, "platform", system)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ProgramFiles", str(tmp_path))
    assert window.find_browser() == str(program)


def test_without_a_browser_for_windows_the_page_opens_in_a_tab(monkeypatch, messages, tmp_path):
    opened = []
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(window, "open_browser", opened.append)
    monkeypatch.setattr(window, "start", lambda _settings, ready, **_given: ready("http://here/"))
    window.run()
    assert opened == ["http://here/"]


@pytest.fixture
def shown(monkeypatch, tmp_path, messages):
    """A function that shows a window with a shell script as the browser, and what it led to."""
    led_to = []
    monkeypatch.setattr(window, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(window, "open_browser", lambda url: led_to.append(("tab", url)))
    monkeypatch.setattr(window.signal, "raise_signal", lambda number: led_to.append("stopped"))

    def show(script):
        program = tmp_path / "browser"
        program.write_bytes(script)
        program.chmod(0o755)
        closed = threading.Event()
        window._wait_for(str(program), "http://here/", closed)
        assert closed.is_set() == ("stopped" in led_to)
        return led_to

    return show


def test_closing_the_window_stops_the_server(shown, messages):
    assert shown(b"#!/bin/sh\nexit 0\n") == ["stopped"]
    assert messages == []


@pytest.mark.parametrize("name", ["INT", "TERM"])
def test_a_browser_that_is_told_to_end_opens_no_tab(shown, messages, name):
    assert shown(f"#!/bin/sh\nkill -{name} $$\n".encode()) == ["stopped"]
    assert messages == []


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        (
            b"#!/bin/sh\necho hm >&2; echo '[9:9:ERROR:x11.cc(2)] Missing X server.' >&2\nexit 1\n",
            r"Missing X server\. Play in your browser instead, at http://here/:",
        ),
        (b"#!/bin/sh\nexit 3\n", r"it ended with status 3\. Play"),
        (b"no program", r"Exec format error\. Play"),
    ],
)
def test_a_window_that_does_not_open_leaves_the_server_and_says_why(
    shown, messages, capsys, script, problem
):
    assert shown(script) == [("tab", "http://here/")]
    assert re.search(rf"cannot open a window with \S+/browser: {problem}", capsys.readouterr().err)


def test_a_browser_that_fails_later_was_closed(monkeypatch, shown):
    monkeypatch.setattr(window, "_OPENING", 0)
    assert shown(b"#!/bin/sh\nexit 1\n") == ["stopped"]


class TestDialog:
    """Messages for people without a terminal."""

    @pytest.mark.parametrize("name", ["zenity", "kdialog", "xmessage", "notify-send"])
    def test_a_program_shows_the_message(self, monkeypatch, tmp_path, name):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/shown\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setenv("DISPLAY", ":1")
        dialog.show_message("No port is free.")
        assert "No port is free." in (tmp_path / "shown").read_text()

    def test_nothing_happens_without_a_display(self, monkeypatch):
        monkeypatch.delenv("DISPLAY", raising=False)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        assert dialog._program_for("text") is None
