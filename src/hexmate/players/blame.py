"""Errors of third-party players: what went wrong, in which file and on which line."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hexmate.errors import HexmateError, PlayerError

__all__ = ["MODULE_PREFIX", "blaming", "describe_error", "player_line"]

MODULE_PREFIX = "hexmate_player_"
"""How the modules of player files are named."""

_PACKAGE = Path(__file__).resolve().parents[1]


def describe_error(error: BaseException) -> str:
    """The error on one line, after the place in a player's code where it was raised.

    >>> try:
    ...     exec(compile("board.fly()", "bot.py", "exec"), {"__name__": "hexmate_player_bot"})
    ... except NameError as error:
    ...     describe_error(error)
    "bot.py, line 1: NameError: name 'board' is not defined"
    """
    place = player_line(error)
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    kind = type(error).__name__
    text = f"{kind}: {message}" if message else kind
    return f"{place}: {text}" if place else text


def player_line(error: BaseException) -> str | None:
    """The file and line of a player's code where an error was raised; None if it has none there.

    That is the innermost line in the player's file or in a file beside it.
    """
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{Path(error.filename).name}, line {error.lineno}"
    frames = [
        (frame.f_globals.get("__name__", ""), frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    folders = {
        Path(file).resolve().parent
        for module, file, _ in frames
        if str(module).startswith(MODULE_PREFIX)
    }
    for _, file, line in reversed(frames):
        path = Path(file).resolve()
        if path.parent in folders and not path.is_relative_to(_PACKAGE):
            return f"{path.name}, line {line}"
    return None


@contextmanager
def blaming(what: str) -> Iterator[None]:
    """Turn whatever a third-party player raises into a PlayerError that names it and the line."""
    try:
        yield
    except HexmateError:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{what} failed: {describe_error(error)}") from error
