"""Hexmate's own commands: every method of a player, for use from another process."""

import time

from hexmate.errors import PlayerError
from hexmate.htp.analysis_lines import info_line, info_to_json, limit_from_json
from hexmate.htp.commands.call import Call, Command
from hexmate.htp.commands.core import live_graphics
from hexmate.htp.reports import reports
from hexmate.outcome import Outcome

__all__ = ["COMMANDS"]

_REPORTS_EVERY = 0.1
"""Seconds between two reports of an analysis."""


def _start(call: Call) -> str:
    call.session.start(call.color())
    return ""


def _propose_opening(call: Call) -> str:
    board = call.session.facing(call.board.turn)
    with call.stop_sign.stopping(call.session.player.stop):
        move = call.session.player.propose_opening(board)
    if move not in call.board.legal_moves:
        raise PlayerError(f"{call.session.player.name} proposed {move!r}, not a cell of the board")
    return call.session.name(move)


def _accept_opening(call: Call) -> str:
    board = call.session.facing(call.board.turn)
    stones = board.num_cells - board.num_empty
    if stones != 1:
        raise PlayerError(f"an opening is one stone (got {stones})")
    (cell,) = (cell for cell in range(board.num_cells) if board.color_at(cell) is not None)
    with call.stop_sign.stopping(call.session.player.stop):
        answer = call.session.player.accept_opening(board, cell)
    return "true" if answer else "false"


def _genmove(call: Call) -> str:
    session, color = call.session, call.color()
    with call.stop_sign.stopping(session.player.stop):
        began = time.monotonic()
        result = session.search(color, live_graphics(call))
        seconds = time.monotonic() - began
    name, info = session.name(result.move), info_to_json(call.board, result.info)
    session.make(color, result.move, seconds)
    return f"{name} {info}"


def _analyse(call: Call) -> str:
    """Like kata-analyze, but it ends with the limit."""
    session, color, sign = call.session, call.color(), call.stop_sign
    lines = call.integer(1, 1) if len(call.words) > 1 else 1
    board = session.position_for(color)
    limit = session.clocks.limit(color, session.limit)
    with sign.stopping(session.player.stop, by_any_line=True):
        infos = session.player.analyse(board.copy(), limit, lines)
        for report in reports(infos, _REPORTS_EVERY, sign.overtaken):
            call.stream(info_line(board, report, "kata"))
    return ""


def _trained(call: Call) -> str:
    return "true" if call.session.player.trained_on(call.board.copy()) else "false"


def _limit(call: Call) -> str:
    call.session.limit = limit_from_json(call.text)
    return ""


def _finish(call: Call) -> str:
    call.session.finish(Outcome.parse(call.text))
    return ""


COMMANDS = (
    Command("hexmate-start", "COLOR", "start a game; the player has this colour", _start),
    Command("hexmate-propose_opening", "", "a first stone that is fair", _propose_opening),
    Command("hexmate-accept_opening", "", "true to play on, false to swap", _accept_opening),
    Command(
        "hexmate-genmove",
        "COLOR",
        "the player's move, which is played, and what it found",
        _genmove,
    ),
    Command("hexmate-analyse", "COLOR [LINES]", "an analysis that ends with the limit", _analyse),
    Command("hexmate-trained", "", "whether its network was trained on this size", _trained),
    Command("hexmate-limit", "LIMIT...", "the limits from now on, as JSON", _limit),
    Command("hexmate-finish", "[RESULT]", "end the game", _finish),
)
