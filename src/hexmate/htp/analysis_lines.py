"""What a search found, as HTP writes it: lines of an analysis, and JSON.

>>> board = Board(3)
>>> info = Info(move=4, win_probability=0.75, visits=12, pv=(4, 0))
>>> info_line(board, [info], "kata")
'info move b2 visits 12 winrate 0.750000 prior 0.000000 order 0 pv b2 a1'
>>> parse_info_line(board, info_line(board, [info], "lz"))
[Info(move=4, win_probability=0.75, visits=12, prior=0, pv=(4, 0))]
"""

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Literal

from hexmate.board import Board
from hexmate.errors import HexmateError, MalformedError
from hexmate.players.base import Info, Limit

__all__ = [
    "Scale",
    "info_from_json",
    "info_line",
    "info_to_json",
    "limit_from_json",
    "limit_to_json",
    "move_names",
    "parse_info_line",
    "policy_words",
    "root_words",
]

Scale = Literal["lz", "kata"]
"""Win probabilities in whole 1/10000 (Leela Zero), or from 0 to 1 (KataGo)."""

_LZ_UNIT = 10_000
_AFTER_THE_MOVES = re.compile(r" (?:rootInfo|policy|ownership)\b")
_BEYOND = 2**62
_NUMBERS = ("score", "win_probability", "depth", "nodes", "visits", "time")
_COUNTS = ("nodes", "visits", "depth")


def info_line(board: Board, infos: Sequence[Info], scale: Scale) -> str:
    """One report of an analysis: all its moves on one line, the best first."""
    moves = [info for info in infos if info.move is not None]
    return " ".join(_info_words(board, info, at, scale) for at, info in enumerate(moves))


def _info_words(board: Board, info: Info, order: int, scale: Scale) -> str:
    assert info.move is not None
    visits = info.nodes if info.visits is None else info.visits
    words = ["info move", board.name(info.move), f"visits {visits or 0}"]
    if info.win_probability is not None:
        words.append(f"winrate {_scaled(info.win_probability, scale)}")
    words.append(f"prior {_scaled(info.prior or 0.0, scale)} order {order} pv")
    words += move_names(board, info.pv) or [board.name(info.move)]
    return " ".join(words)


def root_words(infos: Sequence[Info], scale: Scale) -> str:
    """The position itself: its visits, and the win probability of the side to move.

    >>> root_words([Info(move=4, win_probability=0.75, visits=12, nodes=20)], "kata")
    'rootInfo visits 20 winrate 0.750000'
    """
    best = infos[0]
    # Visits of moves can be older than this analysis, if the tree was kept.
    visits = sum(best.cell_visits.values()) or best.nodes or best.visits or 0
    words = ["rootInfo", f"visits {visits}"]
    if best.win_probability is not None:
        words.append(f"winrate {_scaled(best.win_probability, scale)}")
    return " ".join(words)


def policy_words(board: Board, infos: Sequence[Info]) -> str:
    """A network's policy for every cell, row by row; -1 for a stone. Empty without a network.

    >>> policy_words(Board((1, 3)), [Info(move=1, policy={0: 0.25, 1: 0.75})])
    'policy 0.250000 0.750000 -1'
    """
    policy = infos[0].policy
    if not policy:
        return ""
    cells = (f"{policy[cell]:.6f}" if cell in policy else "-1" for cell in range(board.num_cells))
    return " ".join(["policy", *cells])


def _scaled(value: float, scale: Scale) -> str:
    return f"{value:.6f}" if scale == "kata" else str(round(value * _LZ_UNIT))


def parse_info_line(board: Board, line: str) -> list[Info]:
    """The moves of one line of an analysis; fields that the line lacks are None.

    Numbers with a decimal point are KataGo's, whole numbers Leela Zero's. Whatever follows the
    moves, about the position or the whole board, is ignored.
    """
    moves = _AFTER_THE_MOVES.split(line, maxsplit=1)[0]
    return [
        _parse_info(board, words.split(), at + 1)
        for at, words in enumerate(moves.split("info ")[1:])
    ]


def _parse_info(board: Board, words: list[str], rank: int) -> Info:
    at = words.index("pv") if "pv" in words else len(words)
    values = dict(zip(words[:at:2], words[1:at:2], strict=False))
    try:
        return Info(
            move=board.parse(values["move"]),
            win_probability=_unscaled(values.get("winrate")),
            visits=int(values["visits"]) if "visits" in values else None,
            prior=_unscaled(values.get("prior")),
            pv=tuple(board.parse(word) for word in words[at + 1 :]),
            rank=rank,
        )
    except (KeyError, ValueError):  # HexmateErrors of moves are ValueErrors too
        text = " ".join(words)[:80]
        raise MalformedError(f"'{text}' is not a line of an analysis") from None


def _unscaled(text: str | None) -> float | None:
    if text is None:
        return None
    return int(text) / _LZ_UNIT if text.isdigit() else float(text)


def move_names(board: Board, moves: Iterable[int]) -> list[str]:
    """The names of a line of moves, up to the first that has none."""
    names = []
    try:
        for move in moves:
            names.append(board.name(move))
    except HexmateError:  # a third-party player can return any line
        pass
    return names


def info_to_json(board: Board, info: Info) -> str:
    """What a search found as one line of JSON, without the move itself.

    >>> info_to_json(Board(3), Info(move=4, score=2.5, pv=(4, 0)))
    '{"score": 2.5, "pv": ["b2", "a1"]}'
    """
    values = {name: getattr(info, name) for name in _NUMBERS}
    told = {
        name: value for name, value in values.items() if value is not None and math.isfinite(value)
    }
    pv = {"pv": move_names(board, info.pv)} if info.pv else {}
    return json.dumps(told | pv)


def info_from_json(board: Board, move: int, text: str) -> Info:
    """What was found about a move: the inverse of `info_to_json`."""
    values = _json_object(text, (*_NUMBERS, "pv"))
    pv = values.pop("pv", [])
    if not isinstance(pv, list) or not all(isinstance(name, str) for name in pv):
        raise MalformedError("a pv is a list of moves")
    return Info(move=move, pv=tuple(board.parse(name) for name in pv), **values)


def limit_to_json(limit: Limit) -> str:
    """A limit without its clock, for which HTP has commands of its own.

    >>> limit_to_json(Limit(time=0.5, visits=100))
    '{"time": 0.5, "visits": 100}'
    """
    values = {name: value for name, value in asdict(limit).items() if name != "clock"}
    return json.dumps({name: value for name, value in values.items() if value is not None})


def limit_from_json(text: str) -> Limit:
    """The inverse of `limit_to_json`.

    >>> limit_from_json('{"nodes": 1000}')
    Limit(time=None, nodes=1000, visits=None, depth=None, clock=None)
    """
    values = _json_object(text, ("time", *_COUNTS))
    for name, value in values.items():
        if value < 0 or (name in _COUNTS and (not isinstance(value, int) or value < 1)):
            raise MalformedError(f"{name} cannot be {value}; counts are whole and 1 or more")
    return Limit(**values)


def _json_object(text: str, known: Sequence[str]) -> dict[str, Any]:
    """A JSON object with only `known` fields; limits and counts must be numbers."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise MalformedError('not a JSON object; write one as in {"time": 0.5}')
    for name, value in values.items():
        if name not in known:
            raise MalformedError(f"'{name[:20]}' is not one of {', '.join(known)}")
        if name in (*_NUMBERS, *_COUNTS) and not _is_number(value):
            raise MalformedError(f"{name} is not a number")
    return values


def _is_number(value: object) -> bool:
    """True for a number that the core can take; false for booleans."""
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return known and abs(value) < _BEYOND  # type: ignore[arg-type]
