"""Read and write the main line, for formats that hold nothing else."""

from dataclasses import dataclass
from typing import NamedTuple

from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import HexmateError, RecordError
from hexmate.game import Game, Node
from hexmate.outcome import Termination
from hexmate.records.base import Piece, Problems
from hexmate.replay import Remark, Replay
from hexmate.swap import turn_after

__all__ = ["Holds", "MainLine", "Play", "note_remark", "plays_of", "without_unused_swap"]

_REMARKS = {
    Remark.OUT_OF_TURN: "is out of turn; it is kept with its colour",
    Remark.AFTER_END: "comes after the end of the game; it is kept but not on the board",
}


class MainLine:
    """Appends moves to the main line of a game and checks each on a live board."""

    def __init__(
        self,
        game: Game,
        piece: Piece,
        problems: Problems,
        harmless: frozenset[Remark] = frozenset(),
    ) -> None:
        self.game = game
        self._piece = piece
        self.problems = problems
        self._harmless = harmless
        self.end: Node = game.root
        self._replay = Replay(game)

    def add(self, node: Node, where: str) -> bool:
        """Append a node. Returns False if it is illegal: the line then ends before it."""
        self._piece.count("nodes", 1, where)
        self.end.append(node)
        try:
            remark = self._replay.enter(node)
        except HexmateError as error:
            node.remove()
            self.problems.add(where, f"{error}; the game is read up to here")
            return False
        self.end = node
        if remark is not None:
            note_remark(self.problems, remark, where, harmless=remark in self._harmless)
        return True


def note_remark(problems: Problems, remark: Remark, where: str, *, harmless: bool = False) -> None:
    """Add a problem, once per game, about a move that was kept although something is wrong."""
    problems.add_once(remark, where, f"the move {_REMARKS[remark]}", harmless=harmless)


def without_unused_swap(game: Game) -> Game:
    """The game without its swap rule, if reading stopped before the swap."""
    if game.swap is None or any(node.move == SWAP for node in game.mainline()):
        return game
    plain = Game((game.rows, game.cols), headers=game.headers)
    plain.cursor = game.cursor
    for child in game.root.children:
        plain.root.append(child)
    return plain


class Play(NamedTuple):
    """A move or an ending of the main line."""

    color: Color
    move: int | None
    ending: Termination | None


@dataclass(frozen=True)
class Holds:
    """What a format can hold besides a sequence of stones."""

    swaps: frozenset[str] = frozenset()
    endings: frozenset[Termination] = frozenset()
    passes: bool = False
    any_color: bool = False
    headers: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    cursor: bool = False


def plays_of(game: Game, holds: Holds, format_name: str, lossy: bool) -> list[Play]:
    """The main line as the format can hold it; unless `lossy`, a loss is a RecordError.

    With `lossy`, set-up stones at the root become moves, and the line ends where stones are set up
    in mid-game. Leaving out the swap rule of a game without a swap is not a loss: these formats do
    not store the rule.
    """
    if game.shape != "hex":
        raise RecordError(f"{format_name} holds hex boards, not {game.shape}; use sgf or jsonl")
    losses = _losses(game, holds)
    if losses and not lossy:
        raise RecordError(
            f"{format_name} cannot hold {', '.join(losses)}; use sgf or jsonl, "
            "or pass lossy=True to leave them out"
        )
    return [*_setup_plays(game), *_line_plays(game, holds)]


def _setup_plays(game: Game) -> list[Play]:
    setup = game.root.setup
    if setup is None:
        return []
    black = [Play(BLACK, cell, None) for cell in setup.black]
    white = [Play(WHITE, cell, None) for cell in setup.white]
    shared = min(len(black), len(white))
    pairs = [play for pair in zip(black, white, strict=False) for play in pair]
    return [*pairs, *black[shared:], *white[shared:]]


def _line_plays(game: Game, holds: Holds) -> list[Play]:
    plays = []
    for node in game.mainline():
        if node.setup:
            break
        if node.color is not None and _loss_of_move(game, node, holds) is None:
            plays.append(Play(node.color, node.move, node.ending))
    return [play for play in plays if play.move is not None or play.ending is not None]


def _losses(game: Game, holds: Holds) -> list[str]:
    lost = (name for name in game.headers if not _keeps_header(game, holds, name))
    found = [f"the header '{name}'" for name in lost]
    if game.cursor is not None and not holds.cursor:
        found.append("the cursor")
    turn = game.root.turn
    if turn is not BLACK and not holds.any_color:
        found.append("White moving first")
    node = game.root
    while True:
        found.extend(_losses_of_node(game, node, holds))
        if node.move is not None and node.color is not None:
            if node.color is not turn and not holds.any_color:
                found.append("moves out of turn")
            turn = turn_after(node.color, node.move, game.swap)
        if not node.children:
            return list(dict.fromkeys(found))
        node = node.children[0]


def _losses_of_node(game: Game, node: Node, holds: Holds) -> list[str]:
    fields = {
        "set-up stones": node.setup,
        "comments": node.comment,
        "marks": any(node.marks.values()),
        "labels": node.labels,
        "variations": len(node.children) > 1,
    }
    found = [name for name, there in fields.items() if there]
    found.extend(f"the property {name}" for name in node.properties)
    loss = _loss_of_move(game, node, holds)
    return [*found, loss] if loss else found


def _loss_of_move(game: Game, node: Node, holds: Holds) -> str | None:
    if node.ending is not None and node.ending not in holds.endings:
        return f"the end by {node.ending.value}"
    if node.move == PASS and not holds.passes:
        return "passes"
    if node.move == SWAP and game.swap not in holds.swaps:
        return f"swap-{game.swap}"
    return None


def _keeps_header(game: Game, holds: Holds, name: str) -> bool:
    if name in holds.headers:
        return True
    if name != "result":
        return False
    outcome = game.end().board().outcome()
    implied = outcome is not None and outcome.result() == game.headers[name]
    return implied or game.headers[name] in holds.results
