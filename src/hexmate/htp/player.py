"""Players from programs that speak HTP, and any player in its own process."""

import math
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Self

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import PlayerError
from hexmate.htp.client import Engine, words_of
from hexmate.htp.dialect import SWAPS
from hexmate.outcome import Outcome
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.entry import Option, read_options
from hexmate.players.registry import is_engine

__all__ = ["OPTIONS", "HtpPlayer", "own_process", "require_program"]

_SPEC = re.compile(r"\s*htp(?:\[(?P<settings>[^]]*)\])?:(?P<command>.*)", re.DOTALL)


def _swap(text: str) -> str:
    if text not in ("auto", *SWAPS):
        raise ValueError(text)
    return text


def _colors(text: str) -> tuple[str, str] | None:
    """Two words separated by a slash; None for `auto`.

    >>> _colors("red/blue"), _colors("auto")
    (('red', 'blue'), None)
    """
    first, _, second = text.partition("/")
    if text != "auto" and not (first and second):
        raise ValueError(text)
    return None if text == "auto" else (first, second)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < math.inf:
        raise ValueError(text)
    return seconds


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


OPTIONS = {
    "swap": Option(_swap, f"what its swap-pieces does: auto, {', '.join(SWAPS)}"),
    "colors": Option(
        _colors, "its words for the first and second player, as in black/white, or auto"
    ),
    "time": Option(_seconds, "seconds per move, more than 0"),
    "slack": Option(_seconds, "seconds that an answer may be late"),
    "patience": Option(_seconds, "seconds for an answer that needs no search"),
    "memory": Option(_count, "memory limit in MiB; 0 for none"),
    "restarts": Option(_count, "how often it is restarted after it has died"),
}
"""The options of ``htp[option=value,...]:COMMAND``; the fields of `EngineOptions`."""


class HtpPlayer(Player):
    """An engine as a player. `close` it, or its process lives as long as the object.

    In a spec the command follows the first colon, split as a shell would do it. Options stand in
    brackets before the colon: ``htp:./mohex --seed 1``, ``htp[swap=sides,time=5]:./wolve``.
    """

    def __init__(self, command: str | Sequence[str], **options: Any) -> None:
        """Start a program; the options are those of `EngineOptions`."""
        self.engine = Engine.popen(command, **options)
        self.name = self.engine.name
        self.time = self.engine.options.time

    @classmethod
    def from_spec(cls, spec: str, **options: Any) -> Self:
        """The player of an ``htp:`` spec; options in the spec override those given here."""
        settings, command = _parts(spec)
        return cls(command, **options | settings)

    def propose_opening(self, board: Board) -> int:
        """The engine's first stone."""
        return self.engine.propose_opening(board)

    def accept_opening(self, board: Board, move: int) -> bool:
        """False if the engine answers the opening with a swap."""
        return self.engine.accept_opening(board)

    def start(self, board: Board, color: Color) -> None:
        """Tell the engine, if it has a command for that."""
        self.engine.start(board, color)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The engine's move; an `EngineError` says what went wrong with it."""
        return self.engine.play(board, limit)

    def stop(self) -> None:
        """Interrupt the engine, which still answers."""
        self.engine.stop()

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The engine's analysis, if it has a command for it."""
        return self.engine.analyse(board, limit, lines)

    def trained_on(self, board: Board) -> bool:
        """Whether the engine's network was trained on boards of this size, if it says so."""
        return self.engine.trained_on(board)

    def finish(self, outcome: Outcome | None) -> None:
        """Tell the engine, if it has a command for that."""
        self.engine.finish(outcome)

    def close(self) -> None:
        """End the engine and everything that it started."""
        self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _parts(spec: str) -> tuple[dict[str, Any], str]:
    """The options and the command of an ``htp:`` spec."""
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise PlayerError(
            f"'{spec}' is not an engine; write htp:COMMAND or htp[option=value,...]:COMMAND"
        )
    return read_options("htp", OPTIONS, match["settings"] or ""), match["command"]


def require_program(spec: str) -> None:
    """PlayerError if an ``htp:`` spec has invalid options, or names no program; starts nothing.

    >>> require_program("htp[time=2]:python3 -V")
    """
    _, command = _parts(spec)
    program = words_of(command)[0]
    if shutil.which(program) is None:
        raise PlayerError(f"there is no program {program}")


def own_process(spec: str, *, seed: int | None = None, **options: Any) -> HtpPlayer:
    """Any player in its own process, where it cannot harm ours.

    Engines always run like this; every other player is served by `hexmate htp`. If the player takes
    a seed and the spec sets none, it gets `seed`. The options are those of `EngineOptions`.
    """
    if is_engine(spec):
        return HtpPlayer.from_spec(spec, **options)
    seeded = [] if seed is None else ["--seed", str(seed)]
    # -P: a file in this folder must not hide a library of the same name.
    server = [sys.executable, "-P", "-m", "hexmate", "htp", "--player", spec, *seeded]
    return HtpPlayer(server, title=spec, **options)
