"""What an interface can draw on its board: distances, circuits, bridges, scores and best lines.

The answers are in HexGui's forms: `plist` is cells, `pspairs` cells with a text each, `gfx` cells
with a number from 0 to 1 and a status, `vc` connections, `var` a line of moves.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from hexmate import evaluate
from hexmate.board import Board
from hexmate.color import Color
from hexmate.connect import Bridge, BridgeState, bridge_win, bridges
from hexmate.coords import parse_cell
from hexmate.errors import MalformedError, PlayerError
from hexmate.htp.commands.call import Call, Command
from hexmate.htp.graphics import best_line, end_name, influence, status, win_probabilities
from hexmate.htp.reports import Report, reports
from hexmate.players.searching import bounded
from hexmate.search.negamax import Negamax

__all__ = ["COMMANDS"]

Number = TypeVar("Number", int, float)

_SECONDS = 1.0
_LINES = 5


def _cells(board: Board, cells: Iterable[int]) -> str:
    return " ".join(board.name(cell) for cell in cells)


def _distance(call: Call) -> str:
    color = call.color()
    return _distanceinfluence(call.board, evaluate.distance(call.board, color), color)


def _two_distance(call: Call) -> str:
    color = call.color()
    return _distanceinfluence(call.board, evaluate.two_distance(call.board, color), color)


def _distanceinfluence(board: Board, found: evaluate.Distance, color: Color) -> str:
    status = "cannot join" if found.value is None else f"distance {found.value}"
    return influence(board, dict.fromkeys(found.cells, 1.0), f"{color.title}: {status}")


def _current(call: Call) -> str:
    """How much of the largest current flows through each cell."""
    board, color = call.board, call.color()
    circuit = evaluate.resistance(board, color)
    flow = np.nan_to_num(circuit.currents.reshape(-1))
    largest = flow.max(initial=0.0)
    shares = {cell: float(flow[cell] / largest) for cell in np.flatnonzero(flow > 0).tolist()}
    return influence(board, shares, f"{color.title}: resistance {circuit.resistance:.3f}")


def _potential(call: Call) -> str:
    volts = evaluate.resistance(call.board, call.color()).potentials.reshape(-1)
    known = np.flatnonzero(np.isfinite(volts)).tolist()
    return " ".join(f"{call.board.name(cell)} {volts[cell]:.2f}" for cell in known)


def _bridges(call: Call) -> str:
    found = bridges(call.board, call.color())
    return "\n".join(_connections(call.board, call.color(), found))


def _connections(board: Board, color: Color, found: Iterable[Bridge]) -> Iterator[str]:
    """Lines of colour, two ends, kind, origin, carrier, stones, and the move that saves it."""
    for bridge in found:
        if bridge.state is BridgeState.BROKEN:
            continue
        one, two = (end_name(board, end) for end in bridge.ends)
        carrier = _cells(board, bridge.carrier)
        half = bridge.state is BridgeState.ONE_LEFT
        kind = "semi" if half else "full"
        key = f" {carrier}" if half else ""
        yield f"{color} {one} {two} {kind} bridge [ {carrier} ] [ ]{key}"


def _bridge_win(call: Call) -> str:
    win = bridge_win(call.board, call.color())
    if win is None:
        return ""
    stones = [end for end in win.chain if isinstance(end, int)]
    return _cells(call.board, sorted([*stones, *win.carrier]))


def _evaluation(call: Call) -> str:
    """The score of each move, for the colour that makes it."""
    setting = call.words[1] if len(call.words) > 1 else "hexmate"
    scores = Negamax(setting, table_mib=1).scores(call.session.facing(call.color()), 1)
    return " ".join(f"{call.board.name(move)} {score}" for move, score in scores)


def _heuristics(call: Call) -> str:
    return "\n".join(f"{name} {evaluate.heuristic(call.board, name)}" for name in evaluate.SETTINGS)


def _winning_chain(call: Call) -> str:
    return _cells(call.board, call.board.winning_path())


def _group(call: Call) -> str:
    board = call.board
    cell = board.cell(*parse_cell(call.words[0]))
    color = board.color_at(cell)
    if color is None:
        raise MalformedError(f"there is no stone on {board.name(cell)}")
    group = next(group for group in board.groups(color) if cell in group.cells)
    return _cells(board, [cell, *(other for other in group.cells if other != cell)])


def _last_report(call: Call) -> tuple[Board, Report]:
    """The last report of the player's analysis, within its limit per move."""
    session, color = call.session, call.color()
    board = session.position_for(color)
    limit = bounded(session.player, session.clocks.limit(color, session.limit), _SECONDS)
    with call.stop_sign.stopping(session.player.stop):
        infos = session.player.analyse(board.copy(), limit, _LINES)
        last = deque(reports(infos, float("inf")), maxlen=1)
    if not last or last[0][0].move is None:
        raise PlayerError(f"{session.player.name} found nothing in this position")
    return board, last[0]


def _best_moves(call: Call) -> str:
    board, report = _last_report(call)
    return influence(
        board, win_probabilities(report), status(board, report, call.session.player.name)
    )


def _best_line(call: Call) -> str:
    return " ".join(best_line(*_last_report(call)))


def _policy(call: Call) -> str:
    """What the network would play without search."""
    board, report = _last_report(call)
    policy = report[0].policy
    if not policy:
        raise PlayerError(f"{call.session.player.name} has no network, and so no policy")
    first = max(policy, key=lambda cell: policy[cell])
    text = f"{call.session.player.name}: policy {100 * policy[first]:.1f} % {board.name(first)}"
    return influence(board, policy, text)


def _visits(call: Call) -> str:
    board, report = _last_report(call)
    found = report[0].cell_visits
    return " ".join(f"{board.name(cell)} {visits}" for cell, visits in _known(call, found))


def _win_rates(call: Call) -> str:
    board, report = _last_report(call)
    found = report[0].cells
    return " ".join(
        f"{board.name(cell)} {100 * win_probability:.1f}"
        for cell, win_probability in _known(call, found)
    )


def _known(call: Call, values: Mapping[int, Number]) -> Iterator[tuple[int, Number]]:
    """A number that the player reports for each move, highest first."""
    if not values:
        raise PlayerError(f"{call.session.player.name} does not report this for each move")
    yield from sorted(values.items(), key=lambda each: -each[1])


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of the menu: how HexGui draws the answer, what it calls it, and what it sends."""

    kind: str
    label: str
    command: str

    def __str__(self) -> str:
        return f"{self.kind}/{self.label}/{self.command}"


_MENU = (
    _Item("gfx", "Best Moves", "hexmate-best_moves %m"),
    _Item("var", "Best Line", "hexmate-best_line %m"),
    _Item("gfx", "Policy", "hexmate-policy %m"),
    _Item("pspairs", "Visits", "hexmate-visits %m"),
    _Item("pspairs", "Win Rates", "hexmate-win_rates %m"),
    _Item("none", "Live Analysis", "gogui-gfx-analyze %m"),
    _Item("move", "Move", "genmove %m"),
    _Item("pspairs", "Evaluation of Moves", "hexmate-evaluation %m"),
    _Item("pspairs", "Resistance of Moves", "hexmate-evaluation %m resistance"),
    _Item("string", "Heuristics", "hexmate-heuristics"),
    _Item("gfx", "Distance", "hexmate-distance %c"),
    _Item("gfx", "Two-Distance", "hexmate-two_distance %c"),
    _Item("gfx", "Resistance and Current", "hexmate-current %c"),
    _Item("pspairs", "Potential", "hexmate-potential %c"),
    _Item("vc", "Bridges", "hexmate-bridges %c"),
    _Item("plist", "Win by Bridges", "hexmate-bridge_win %c"),
    _Item("group", "Group", "hexmate-group %p"),
    _Item("plist", "Winning Chain", "hexmate-winning_chain"),
    _Item("inferior", "VC Build", "vc-build %m"),
    _Item("inferior", "VC Must-Play", "vc-get-mustplay %m"),
    _Item("vc", "VC Between Cells Full", "vc-between-cells-full %c %P"),
    _Item("vc", "VC Between Cells Semi", "vc-between-cells-semi %c %P"),
    _Item("plist", "VC Connected To Full", "vc-connected-to-full %c %p"),
    _Item("plist", "VC Connected To Semi", "vc-connected-to-semi %c %p"),
    _Item("plist", "VC Union Full", "vc-union-full %c %P"),
    _Item("plist", "VC Union Semi", "vc-union-semi %c %P"),
    _Item("plist", "VC Intersection Full", "vc-intersection-full %c %P"),
    _Item("plist", "VC Intersection Semi", "vc-intersection-semi %c %P"),
    _Item("inferior", "Compute Inferior", "compute-inferior %m"),
    _Item("inferior", "Compute Fill-in", "compute-fillin %m"),
    _Item("inferior", "Compute Reversible", "compute-reversible %m"),
    _Item("inferior", "Compute Dominated", "compute-dominated %m"),
    _Item("string", "Solve State", "dfpn-solve-state %m"),
    _Item("plist", "Find Winning Moves", "dfpn-solver-find-winning %m"),
    _Item("var", "Winning Line", "dfpn-get-pv %m"),
    _Item("param", "Solver", "param_dfpn"),
    _Item("param", "Connections", "param_player_vc"),
    _Item("param", "Inferior Cells", "param_player_ice"),
    _Item("string", "Result", "final_score"),
    _Item("string", "Legal Moves", "all_legal_moves"),
    _Item("string", "Board", "showboard"),
    _Item("string", "Record", "printsgf"),
    _Item("param", "Rules of the Game", "param_game"),
)


def _menu(call: Call) -> str:
    return "\n".join(map(str, _MENU))


COMMANDS = (
    Command("hexgui-analyze_commands", "", "HexGui's menu: kind, label, command", _menu),
    Command("gogui-analyze_commands", "", "the same for GoGui", _menu),
    Command("hexmate-best_moves", "[COLOR]", "the player's best moves", _best_moves),
    Command("hexmate-best_line", "[COLOR]", "the player's best line", _best_line),
    Command("hexmate-policy", "[COLOR]", "what the network would play without search", _policy),
    Command("hexmate-visits", "[COLOR]", "the visits of each move", _visits),
    Command(
        "hexmate-win_rates",
        "[COLOR]",
        "the win probability after each move, in percent",
        _win_rates,
    ),
    Command("hexmate-evaluation", "[COLOR] [SETTING]", "the score of each move", _evaluation),
    Command("hexmate-heuristics", "", "the score of the position by each evaluation", _heuristics),
    Command("hexmate-distance", "[COLOR]", "the cells on the shortest paths", _distance),
    Command("hexmate-two_distance", "[COLOR]", "the best cells by two-distance", _two_distance),
    Command("hexmate-current", "[COLOR]", "the currents of Shannon's circuit", _current),
    Command(
        "hexmate-potential", "[COLOR]", "the potentials of Shannon's circuit, in volts", _potential
    ),
    Command("hexmate-bridges", "[COLOR]", "bridges that are whole, or half broken", _bridges),
    Command("hexmate-bridge_win", "[COLOR]", "a winning bridge connection", _bridge_win),
    Command("hexmate-group", "CELL", "the stones connected to a stone", _group),
    Command("hexmate-winning_chain", "", "the winning chain", _winning_chain),
)
