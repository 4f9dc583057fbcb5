"""What is certain about a position: connections, inferior cells and exact solutions.

The names and the forms of the answers are those of HexGui's buttons. `inferior` is cells with a
code each: `fdb` dead, `fcb` and `fcw` captured by Black and by White, `ir[c3]` reversible by c3,
`id[c3]` dominated by c3, `x` outside the must-play.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.color import Color
from hexmate.connect import End, VirtualConnection, VirtualConnections
from hexmate.coords import parse_cell
from hexmate.errors import MalformedError, PlayerError
from hexmate.htp.commands.call import Call, Command, switch
from hexmate.htp.graphics import EDGE_NAMES, end_name
from hexmate.inferior import FillIn, InferiorMove, Reason
from hexmate.players.stopping import StopToken
from hexmate.search.negamax import Negamax
from hexmate.solve import Solution, Verdict
from hexmate.solve.watching import watch_solution

__all__ = ["COMMANDS"]

_EDGES = {name: edge for edge, name in EDGE_NAMES.items()}
_CODES = {Reason.REVERSIBLE: "ir", Reason.DOMINATED: "id"}


def _color_and_ends(call: Call, count: int) -> tuple[Color, list[End]]:
    """A colour and some cells or edges. Old versions of HexGui send the colour last."""
    words = list(call.words)
    color = call.board.turn
    for at in (0, -1):
        if words[at].lower() in ("b", "black", "w", "white"):
            color = Color.parse(words.pop(at))
            break
    if len(words) != count:
        ends = "a cell or edge" if count == 1 else f"{count} cells or edges"
        raise MalformedError(f"write a colour and {ends}")
    return color, [_end(call.board, word) for word in words]


def _end(board: Board, word: str) -> End:
    edge = _EDGES.get(word.lower(), word.lower())
    return edge if edge in EDGE_NAMES else board.cell(*parse_cell(word))


def _between(semi: bool) -> Callable[[Call], str]:
    """The connections between two ends, one per line."""

    def run(call: Call) -> str:
        color, (one, two) = _color_and_ends(call, 2)
        board = call.board
        found = _found(call.session.exact.connections(board), color, one, two, semi)
        ends = f"{color} {end_name(board, one)} {end_name(board, two)}"
        return "\n".join(
            f"{ends} {_kind(semi)} vc {_bracketed(board, each.carrier)} [ ]{_key(board, each.key)}"
            for each in found
        )

    return run


def _found(
    connections: VirtualConnections, color: Color, one: End, two: End, semi: bool
) -> list[VirtualConnection]:
    return (connections.semi if semi else connections.full)(color, one, two)


def _kind(semi: bool) -> str:
    return "semi" if semi else "full"


def _key(board: Board, key: int | None) -> str:
    return "" if key is None else f" {board.name(key)}"


def _bracketed(board: Board, cells: Iterable[int]) -> str:
    return " ".join(["[", *(board.name(cell) for cell in cells), "]"])


def _cells(board: Board, cells: Iterable[int]) -> str:
    return " ".join(board.name(cell) for cell in cells)


def _connected(semi: bool) -> Callable[[Call], str]:
    """The cells, stones and edges that are connected to an end."""

    def run(call: Call) -> str:
        color, (end,) = _color_and_ends(call, 1)
        board = call.board
        found = call.session.exact.connections(board).connected(color, end, semi=semi)
        groups = {group.cells[0]: group.cells for group in board.groups(color)}
        cells = sorted(
            cell for each in found if isinstance(each, int) for cell in groups.get(each, (each,))
        )
        edges = [EDGE_NAMES[each] for each in found if isinstance(each, str)]
        return " ".join([*(board.name(cell) for cell in cells), *edges])

    return run


def _carriers(semi: bool, combined: Callable[..., set[int]]) -> Callable[[Call], str]:
    """The union or the intersection of the carriers between two ends."""

    def run(call: Call) -> str:
        color, (one, two) = _color_and_ends(call, 2)
        found = _found(call.session.exact.connections(call.board), color, one, two, semi)
        carriers = [set(each.carrier) for each in found]
        return _cells(call.board, sorted(combined(*carriers)) if carriers else ())

    return run


def _must_play(call: Call) -> str:
    exact = call.session.exact
    return _inferior_text(call, exact.filled(call.board), (), _outside(call))


def _build(call: Call) -> str:
    exact, color = call.session.exact, call.color()
    inferior = exact.inferior(call.board, color)
    return _inferior_text(call, exact.filled(call.board), inferior, _outside(call))


def _outside(call: Call) -> set[int]:
    """The empty cells outside the must-play."""
    board = call.session.facing(call.color())
    must_play = call.session.exact.connections(board).must_play(board.turn)
    return {move for move in board.legal_moves if move >= 0}.difference(must_play)


def _inferior(call: Call) -> str:
    exact = call.session.exact
    return _inferior_text(call, exact.filled(call.board), exact.inferior(call.board, call.color()))


def _fill_in(call: Call) -> str:
    return _inferior_text(call, call.session.exact.filled(call.board))


def _of_reason(reason: Reason) -> Callable[[Call], str]:
    def run(call: Call) -> str:
        found = call.session.exact.inferior(call.board, call.color())
        return _inferior_text(call, None, [move for move in found if move.reason is reason])

    return run


def _inferior_text(
    call: Call,
    filled: FillIn | None,
    inferior: Iterable[InferiorMove] = (),
    outside: Iterable[int] = (),
) -> str:
    """Cells with their codes, in order; what says more about a cell comes first."""
    board = call.board
    codes = dict.fromkeys(outside, "x")
    codes |= {move.cell: f"{_CODES[move.reason]}[{board.name(move.by)}]" for move in inferior}
    if filled is not None:
        codes |= dict.fromkeys(filled.dead, "fdb")
        codes |= dict.fromkeys(filled.black, "fcb") | dict.fromkeys(filled.white, "fcw")
    return " ".join(f"{board.name(cell)} {codes[cell]}" for cell in sorted(codes))


class _Search:
    """The solver of a session, within the limits of one command."""

    def __init__(self, call: Call, stop: StopToken) -> None:
        self._solver, self._stop = call.session.exact.solver, stop
        self.seconds = call.session.exact.timelimit or math.inf

    def __call__(self, board: Board, *, seconds: float | None = None) -> Solution:
        limit = self.seconds if seconds is None else min(seconds, self.seconds)
        within = None if math.isinf(limit) else max(0.0, limit)
        found = self._solver.solve(board, seconds=within, stop=self._stop)
        self.seconds -= found.seconds
        return found

    def unsolved(self) -> PlayerError:
        """Why there is no answer."""
        if self._stop.stopped:
            return PlayerError("interrupted: not solved yet; ask again to continue")
        return PlayerError("not solved within the limit; raise it with param_dfpn timelimit")


def _solve_state(call: Call) -> str:
    board, stop = call.session.facing(call.color()), StopToken()
    with call.stop_sign.stopping(stop.stop):
        verdict = _Search(call, stop)(board).verdict
    if verdict is Verdict.DRAW:
        return "draw"
    if verdict is Verdict.UNKNOWN:
        return "unknown"
    return str(board.turn if verdict is Verdict.WIN else board.turn.other)


def _find_winning(call: Call) -> str:
    board, stop = call.session.facing(call.color()), StopToken()
    search = _Search(call, stop)
    with call.stop_sign.stopping(stop.stop):
        for state in watch_solution(board, search, seconds=search.seconds):
            if stop.stopped or state.complete:
                break
    if not state.complete:
        raise search.unsolved()
    return _cells(board, state.winning)


def _get_pv(call: Call) -> str:
    board, stop = call.session.facing(call.color()), StopToken()
    search = _Search(call, stop)
    with call.stop_sign.stopping(stop.stop):
        line = list(_principal_variation(call, board, search))
    if not line:
        raise search.unsolved()
    return " ".join(line)


def _principal_variation(call: Call, board: Board, search: _Search) -> Iterator[str]:
    """A line that keeps the result, until a winning connection is on the board.

    The loser plays the best try: inside the must-play, or at first inside the winner's proof.
    """
    tries: Collection[int]
    first = board.ply
    while board.outcome() is None:
        solution = search(board)
        if solution.verdict is Verdict.UNKNOWN:
            return
        move = solution.move
        if move is None:
            tries = board.legal_moves
            if board.shape == "hex":
                tries = call.session.exact.connections(board).must_play(board.turn)
            if not tries and board.ply == first:
                tries = solution.carrier
            scores = Negamax("hexmate", table_mib=1).scores(board, 1)
            move = next((each for each, _ in scores if each in tries), None)
        if move is None:
            return
        yield board.name(move)
        board.push(move)


@dataclass(frozen=True, slots=True)
class _Parameter:
    """A parameter of `ExactTools`: a switch, or a number with its range."""

    name: str
    least: float | None = None
    most: float = 0.0
    whole: bool = True

    def shown(self, value: float) -> str:
        """The parameter as HexGui's dialogs read it."""
        kind = "bool" if self.least is None else "string"
        return f"[{kind}] {self.name} {int(value) if self.whole else f'{value:g}'}"

    def read(self, call: Call) -> float:
        """The value in the second argument."""
        if self.least is None:
            return switch(call.words[1])
        if self.whole:
            return call.integer(1, int(self.least), int(self.most))
        seconds = call.seconds(1)
        if not self.least <= seconds <= self.most:
            raise MalformedError(
                f"must be between {self.least:g} and {self.most:g} (got {seconds:g})"
            )
        return seconds


def _parameters(*parameters: _Parameter) -> Callable[[Call], str]:
    """A command that shows parameters, or sets one."""
    known = {parameter.name: parameter for parameter in parameters}

    def run(call: Call) -> str:
        exact = call.session.exact
        if not call.words:
            return "".join(f"\n{each.shown(getattr(exact, name))}" for name, each in known.items())
        if len(call.words) != 2:
            raise MalformedError("write the name of a parameter and its value, or neither")
        if call.words[0] not in known:
            raise MalformedError(f"the parameters are {', '.join(known)}, not {call.words[0][:20]}")
        exact.set(call.words[0], known[call.words[0]].read(call))
        return ""

    return run


_SOLVER = (_Parameter("timelimit", 0, 1e6, whole=False), _Parameter("table_mib", 1, 65536))
_CONNECTIONS = tuple(_Parameter(name, 1, 1000) for name in ("fulls", "semis", "or_steps"))
_CELLS = tuple(_Parameter(name) for name in ("fill_in", "reversible", "dominated"))

_COLOR, _ENDS, _END = "[COLOR]", "[COLOR] END END", "[COLOR] END"
_PARAMETER = "[NAME] [VALUE]"

COMMANDS = (
    Command("vc-build", _COLOR, "inferior cells, and those outside the must-play", _build),
    Command("vc-get-mustplay", _COLOR, "fill-in, and cells outside the must-play", _must_play),
    Command("vc-between-cells-full", _ENDS, "full connections of two ends", _between(False)),
    Command("vc-between-cells-semi", _ENDS, "semi connections of two ends", _between(True)),
    Command("vc-connected-to-full", _END, "ends with a full connection", _connected(False)),
    Command("vc-connected-to-semi", _END, "ends with a semi connection", _connected(True)),
    Command("vc-union-full", _ENDS, "all cells of full connections", _carriers(False, set.union)),
    Command("vc-union-semi", _ENDS, "all cells of semi connections", _carriers(True, set.union)),
    Command(
        "vc-intersection-full",
        _ENDS,
        "cells that all full connections need",
        _carriers(False, set.intersection),
    ),
    Command(
        "vc-intersection-semi",
        _ENDS,
        "cells that all semi connections need",
        _carriers(True, set.intersection),
    ),
    Command("compute-inferior", _COLOR, "dead, captured and inferior cells", _inferior),
    Command("compute-fillin", _COLOR, "dead and captured cells", _fill_in),
    Command("compute-reversible", _COLOR, "reversible moves", _of_reason(Reason.REVERSIBLE)),
    Command("compute-dominated", _COLOR, "dominated moves", _of_reason(Reason.DOMINATED)),
    Command("dfpn-solve-state", _COLOR, "who wins with perfect play", _solve_state),
    Command("dfpn-solver-find-winning", _COLOR, "every winning move", _find_winning),
    Command("dfpn-get-pv", _COLOR, "a winning line", _get_pv),
    Command("param_dfpn", _PARAMETER, "the limits of the solver", _parameters(*_SOLVER)),
    Command("param_player_vc", _PARAMETER, "the limits of connections", _parameters(*_CONNECTIONS)),
    Command("param_player_ice", _PARAMETER, "which inferior cells to show", _parameters(*_CELLS)),
)
