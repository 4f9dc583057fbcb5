"""Print the manual page, from what `hexmate --help` says about every command: manual.py VERSION

Runs in an environment that has Hexmate with its command line.
"""

import re
import sys
import time

from typer.main import get_command
from wheel_file import date_of_sources

from hexmate.cli.app import app

HEAD = r""".TH HEXMATE 1 "{date}" "Hexmate {version}" "Games"
.SH NAME
hexmate \- play, study and solve the board game Hex
.SH SYNOPSIS
.B hexmate
.I COMMAND
[\fIOPTIONS\fR]
.SH DESCRIPTION
{about}
.PP
.B hexmate window
opens the game in a window of its own,
.B hexmate play
in your browser, and
.B hexmate play \-\-terminal
in the terminal.
.B hexmate
.I COMMAND
.B \-\-help
lists the options of a command.
.SH COMMANDS
"""
TAIL = r""".SH FILES
.TP
.I $XDG_DATA_HOME/hexmate/games.db
The games, usually in
.IR ~/.local/share/hexmate .
.SH EXIT STATUS
0 on success, 2 after an error, 130 after Ctrl\-C.
"""


def manual_page(version: str) -> str:
    """The page as troff."""
    command = get_command(app)
    about = escape((command.help or "").partition("\n\n")[0])
    date = time.strftime("%Y-%m-%d", time.gmtime(date_of_sources()))
    parts = [HEAD.format(date=date, version=version, about=about)]
    for name, each in command.commands.items():  # type: ignore[attr-defined]
        told = escape((each.help or each.get_short_help_str()).partition("\n\n")[0])
        parts.append(f".TP\n.B {escape(name)}\n{told}\n")
    return "".join([*parts, TAIL])


def escape(text: str) -> str:
    """Text that troff takes as it is."""
    flowing = re.sub(r"\s+", " ", text).strip()
    flowing = flowing.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", flowing)


if __name__ == "__main__":
    sys.stdout.write(manual_page(sys.argv[1]))
