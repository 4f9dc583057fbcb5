"""Analyses that end with the next line, and moves with their search shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import MalformedError, Resigned
from hexmate.htp.analysis_lines import Scale, info_line, policy_words, root_words
from hexmate.htp.commands.call import Call, Command, switch
from hexmate.htp.graphics import gfx_block
from hexmate.htp.reports import reports
from hexmate.htp.session import SearchWatcher
from hexmate.players.base import Info, Limit

__all__ = ["COMMANDS"]

_USUAL_LINES = 10
_SWITCHES = (
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
)
"""Options of KataGo's clients that no Hex player has; accepted and ignored."""
_EXTRAS = ("rootInfo", "policy")
"""Parts of a report after the moves, if requested."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a client requests: whose moves, how often, how many, and which other parts."""

    color: Color
    seconds: float = 0.5
    lines: int | None = None
    extras: frozenset[str] = frozenset()

    @classmethod
    def of(cls, call: Call) -> "_Wish":
        """Read ``[COLOR] [CENTISECONDS] [NAME VALUE]...``."""
        at, color, values, extras = 0, call.board.turn, {}, set()
        if at < len(call.words) and not _is_number(call.words[0]) and call.words[0] not in _NAMES:
            color, at = call.color(), 1
        if at < len(call.words) and _is_number(call.words[at]):
            values["interval"], at = call.integer(at, 0, 100_000), at + 1
        rest = call.words[at:]
        if len(rest) % 2:
            raise MalformedError("write names and values, as in interval 50 maxmoves 5")
        for place in range(at, len(call.words), 2):
            name = call.words[place]
            if name in ("interval", "maxmoves", "minmoves"):
                values[name] = call.integer(place + 1, 0, 100_000)
            elif name in _EXTRAS:
                extras |= {name} if switch(call.words[place + 1]) else set()
            elif name not in _SWITCHES:
                raise MalformedError(f"'{name[:20]}' is not one of {', '.join(_NAMES)}")
        seconds = values.get("interval", 50) / 100
        lines = max(1, values["maxmoves"]) if "maxmoves" in values else None
        return cls(color, seconds, lines, frozenset(extras))

    def report(self, board: Board, infos: Sequence[Info], scale: Scale) -> str:
        """One line of the stream."""
        parts = [info_line(board, infos, scale)]
        if "rootInfo" in self.extras:
            parts.append(root_words(infos, scale))
        if "policy" in self.extras:
            parts.append(policy_words(board, infos))
        return " ".join(filter(None, parts))


_NAMES = ("interval", "maxmoves", "minmoves", *_EXTRAS, *_SWITCHES)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _analyse(scale: Scale) -> Callable[[Call], str]:
    """A stream of lines, each with all moves."""

    def run(call: Call) -> str:
        wish = _Wish.of(call)

        def show(board: Board, infos: Sequence[Info]) -> None:
            call.stream(wish.report(board, infos, scale))

        return _stream(call, wish, show)

    return run


def _gfx_analyse(call: Call) -> str:
    """Live graphics before an empty answer."""
    title = call.session.player.name

    def show(board: Board, infos: Sequence[Info]) -> None:
        call.write(gfx_block(board, infos, title))

    return _stream(call, _Wish(call.color()), show)


def _stream(call: Call, wish: _Wish, show: Callable[[Board, Sequence[Info]], None]) -> str:
    """Show the analysis until the next line comes, at least once."""
    player, board = call.session.player, call.session.position_for(wish.color)
    sign = call.stop_sign
    with sign.stopping(player.stop, by_any_line=True):
        infos = player.analyse(board.copy(), Limit(), wish.lines or _USUAL_LINES)
        for report in reports(infos, wish.seconds, sign.overtaken):
            show(board, report)
    sign.wait()
    return ""


def _genmove_analyse(scale: Scale) -> Callable[[Call], str]:
    """Reports during the search, then the move as the last line of the answer."""

    def run(call: Call) -> str:
        wish = _Wish.of(call)

        def show(board: Board, infos: Sequence[Info]) -> None:
            call.stream(wish.report(board, infos, scale))

        # Some players divide their time among the lines, so the default is one.
        watch = SearchWatcher(show, wish.seconds, wish.lines or 1)
        with call.stop_sign.stopping(call.session.player.stop):
            try:
                move = call.session.generate(wish.color, watch)
            except Resigned:
                move = "resign"
        call.stream(f"play {move}")
        return ""

    return run


_ARGUMENTS = "[COLOR] [CENTISECONDS] [NAME VALUE...]"

COMMANDS = (
    Command(
        "lz-analyze", _ARGUMENTS, "an analysis, win probabilities in whole 1/10000", _analyse("lz")
    ),
    Command(
        "kata-analyze", _ARGUMENTS, "an analysis, win probabilities from 0 to 1", _analyse("kata")
    ),
    Command(
        "lz-genmove_analyze",
        _ARGUMENTS,
        "a move, with reports while it is searched",
        _genmove_analyse("lz"),
    ),
    Command(
        "kata-genmove_analyze",
        _ARGUMENTS,
        "the same, win probabilities from 0 to 1",
        _genmove_analyse("kata"),
    ),
    Command("gogui-gfx-analyze", "[COLOR]", "an analysis as live graphics", _gfx_analyse),
)
