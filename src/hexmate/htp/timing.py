"""Search limits as commands for an engine: HTP has several, and no engine has them all."""

import math
from collections.abc import Container

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.htp.analysis_lines import limit_to_json
from hexmate.htp.dialect import EngineDialect
from hexmate.players.base import Clock, Limit
from hexmate.players.searching import least

__all__ = ["Ways", "seconds_at_most", "telling"]

Ways = tuple[str, ...]
"""Commands with the same meaning; the first that the engine accepts is used."""

_TIMES = (("param_mohex", "max_time"), ("param_wolve", "max_time"), ("kata-set-param", "maxTime"))
_VISITS = (("param_mohex", "max_games"), ("kata-set-param", "maxVisits"))


def seconds_at_most(board: Board, limit: Limit) -> float | None:
    """Seconds after which the side to move has lost on time; None without a limit."""
    clock = limit.clock
    left = None if clock is None else (clock.black if board.turn is BLACK else clock.white)
    return least(limit.time, left)


def telling(limit: Limit, dialect: EngineDialect, commands: Container[str]) -> list[Ways]:
    """The commands that set a limit before a search; limits without a command are left out.

    >>> telling(Limit(time=0.5), EngineDialect(), {"time_settings"})
    [('time_settings 0 0.5 1', 'time_settings 0 1 1')]
    """
    told: list[Ways] = []
    if dialect.private:
        told.append((f"hexmate-limit {limit_to_json(limit)}",))
    else:
        if limit.time is not None:
            told += _seconds_a_move(limit.time, commands)
        if limit.visits is not None:
            told += _parameter(_VISITS, limit.visits, commands)
    if limit.clock is not None and "time_left" in commands:
        told += _clock(limit.clock, dialect)
    return told


def _seconds_a_move(seconds: float, commands: Container[str]) -> list[Ways]:
    if "time_settings" not in commands:
        return _parameter(_TIMES, seconds, commands)
    # GTP's byo-yomi: no main time, and these seconds for every single stone.
    return [tuple(f"time_settings 0 {text} 1" for text in (_text(seconds), math.ceil(seconds)))]


def _parameter(
    names: tuple[tuple[str, str], ...], value: float, commands: Container[str]
) -> list[Ways]:
    known = [f"{command} {name}" for command, name in names if command in commands]
    ways: list[Ways] = [(f"{command} {_text(value)}",) for command in known[:1]]
    return ways


def _text(value: float) -> str:
    """A number without an exponent, which not every engine can read.

    >>> _text(10_000_000), _text(0.25), _text(1800.0)
    ('10000000', '0.25', '1800')
    """
    return f"{value:.3f}".rstrip("0").removesuffix(".")


def _clock(clock: Clock, dialect: EngineDialect) -> list[Ways]:
    return [
        (
            f"time_left {dialect.color(color)} {_text(seconds)} 0",
            f"time_left {dialect.color(color)} {int(seconds)} 0",
            f"time_left {dialect.color(color)} {int(seconds)}",
        )
        for color, seconds in ((BLACK, clock.black), (WHITE, clock.white))
    ]
