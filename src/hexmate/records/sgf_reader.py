"""From a tree of raw SGF properties to a game.

Whatever cannot be understood is reported and kept unchanged in the properties of its node, so that
writing the game again loses nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from hexmate.board import Board, Shape, SwapRule
from hexmate.color import Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import HexmateError, MalformedError, RecordError, TooLargeError
from hexmate.game import Game, Node, Setup
from hexmate.outcome import Termination
from hexmate.records.base import Piece, Problems, new_game, shown, small_number
from hexmate.records.mainline import note_remark
from hexmate.records.sgf_names import (
    CURSOR,
    EXTRA_HEADER,
    HEADER_PROPERTIES,
    MARK_PROPERTIES,
    MOVE_COLORS,
    SETUP_FIELDS,
    SHAPE,
    SWAP_RULE,
    TIME_OUT,
    SgfDialect,
    inferred_swap,
    is_old_hexgui,
    named,
    swap_meant,
    values_of,
)
from hexmate.records.sgf_tokens import (
    RawNode,
    RawProperty,
    simple_text_of,
    split_pair,
    text_of,
)
from hexmate.replay import Replay

__all__ = ["read_tree"]

_ENDINGS = {"resign": Termination.RESIGNATION, "forfeit": Termination.FORFEIT}
_ROOT_ONLY = frozenset({"FF", "GM", "SZ", SHAPE, SWAP_RULE, CURSOR})
_SHAPES: dict[str, Shape] = {
    "hex": "hex",
    "offset": "offset",
    "square": "square",
    "triangle": "triangle",
}
_RULES: dict[str, SwapRule | None] = {"pieces": "pieces", "sides": "sides", "none": None}


def read_tree(nodes: list[RawNode], dialect: SgfDialect, piece: Piece, problems: Problems) -> Game:
    """The game that a tree of raw properties stands for."""
    for node in nodes:
        node.properties = _gathered(map(named, node.properties))
    game, literal = _new_game(nodes, dialect, piece, problems)
    reader = _TreeReader(game, dialect, piece, problems, not literal)
    reader.read_headers(nodes[0])
    ends: list[Node] = []
    for raw in nodes:
        ends.append(reader.read_node(raw, ends[raw.parent] if raw.parent >= 0 else None))
    return game


def _gathered(properties: Iterable[RawProperty]) -> list[RawProperty]:
    """One property per name, as SGF demands. Moves stay separate, since their order matters.

    The writer puts all values of a name into one property, so a node must mean the same both ways.
    """
    found: list[RawProperty] = []
    by_name: dict[str, RawProperty] = {}
    for prop in properties:
        first = by_name.get(prop.name)
        if first is not None:
            first.values.extend(prop.values)
            continue
        found.append(prop)
        if prop.name not in MOVE_COLORS and prop.name != TIME_OUT:
            by_name[prop.name] = prop
    return found


def _new_game(
    nodes: list[RawNode], dialect: SgfDialect, piece: Piece, problems: Problems
) -> tuple[Game, bool]:
    """An empty game of the right board, and whether the words for a swap are taken literally."""
    root = nodes[0].properties
    where = piece.where(nodes[0].at)
    for value in values_of(root, "GM"):
        if value.strip() != "11":
            raise RecordError(f"{where}: GM[{value[:20]}] is another game; Hex is GM[11]")
    shape = _shape(values_of(root, SHAPE), where)
    rows, cols = _size(values_of(root, "SZ"), shape, where)
    grid = new_game(rows, cols, where, shape=shape).grid
    stated = [value.strip().lower() for value in values_of(root, SWAP_RULE)]
    old_hexgui = is_old_hexgui(values_of(root, "AP"))
    if stated and stated[0] in _RULES:
        swap = _RULES[stated[0]]
        return new_game(rows, cols, where, shape=shape, swap=swap), True
    if stated:
        problems.add(where, f"{SWAP_RULE} must be pieces, sides or none, not {shown(stated[0])}")
    swap = inferred_swap(nodes, dialect, old_hexgui, _transposable(grid))
    return new_game(rows, cols, where, shape=shape, swap=swap), not old_hexgui


def _transposable(grid: Board) -> bool:
    try:
        grid.mirror(0)
    except HexmateError:
        return False
    return True


def _shape(values: list[str], where: str) -> Shape:
    if not values:
        return "hex"
    shape = _SHAPES.get(values[0].strip().lower())
    if shape is None:
        raise RecordError(
            f"{where}: {SHAPE} must be one of {', '.join(_SHAPES)}, not {shown(values[0])}"
        )
    return shape


def _size(values: list[str], shape: Shape, where: str) -> tuple[int, int]:
    if not values:
        return (11, 22) if shape == "triangle" else (11, 11)
    words = values[0].replace("\\", "").split(":", 2)
    numbers = [small_number(word.strip()) for word in words]
    if len(numbers) > 2 or None in numbers:
        raise RecordError(
            f"{where}: SZ[{values[0][:20]}] is not a size; write SZ[11] or SZ[columns:rows]"
        )
    cols, rows = numbers[0] or 0, numbers[-1] or 0
    return rows, cols


@dataclass
class _Content:
    """What the properties of one raw node amount to."""

    node: Node = field(default_factory=Node)
    cells: dict[str, dict[int, None]] = field(default_factory=dict)
    turn: Color | None = None
    comments: list[str] = field(default_factory=list)
    steps: list[tuple[RawProperty, Node]] = field(default_factory=list)

    def settle(self) -> None:
        """Move what was collected into the node."""
        setup = {
            field_name: tuple(self.cells[name])
            for name, field_name in SETUP_FIELDS.items()
            if name in self.cells
        }
        if setup or self.turn is not None:
            self.node.setup = Setup(**setup, turn=self.turn)
        self.node.marks = {
            kind: list(self.cells[name])
            for name, kind in MARK_PROPERTIES.items()
            if name in self.cells
        }
        self.node.comment = "\n".join(filter(None, self.comments))


class _TreeReader:
    """Builds the nodes of a game and plays each of them on a board."""

    def __init__(
        self, game: Game, dialect: SgfDialect, piece: Piece, problems: Problems, old_hexgui: bool
    ) -> None:
        self._game = game
        self._dialect = dialect
        self._piece = piece
        self._problems = problems
        self._old_hexgui = old_hexgui
        self._replay: Replay | None = None

    def read_headers(self, root: RawNode) -> None:
        """Read the headers, and our own properties at the root."""
        for prop in root.properties:
            if prop.name == EXTRA_HEADER:
                self._read_extra_headers(prop)
            elif prop.name == CURSOR:
                self._game.cursor = small_number(prop.values[0].strip(), digits=9)
                if self._game.cursor is None:
                    self._problem(
                        prop.at, f"{CURSOR} must be a number, not {shown(prop.values[0])}"
                    )
        kept = []
        for prop in root.properties:
            header = HEADER_PROPERTIES.get(prop.name)
            if header is not None and len(prop.values) == 1:
                self._game.headers[header] = simple_text_of(prop.values[0])
            elif prop.name == "CA":
                kept.append(prop._replace(values=["UTF-8"]))
            elif prop.name not in _ROOT_ONLY and prop.name != EXTRA_HEADER:
                kept.append(prop)
                if header is not None:
                    self._problem(prop.at, f"{prop.name} has more than one value")
        root.properties = kept

    def _read_extra_headers(self, prop: RawProperty) -> None:
        for value in prop.values:
            pair = split_pair(value)
            if pair is None:
                self._problem(prop.at, f"{EXTRA_HEADER} must be name:value, not {shown(value)}")
            else:
                self._game.headers[simple_text_of(pair[0])] = simple_text_of(pair[1])

    def read_node(self, raw: RawNode, parent: Node | None) -> Node:
        """Append the content of a raw node; returns the last node that it became."""
        content = self._content(raw)
        node = content.node
        if parent is None:
            return self._take_root(content)
        assert self._replay is not None
        self._replay.back_to(parent)
        steps = content.steps
        if steps and node.setup:
            self._problem(raw.at, "set-up stones and a move in one node; the stones come first")
        if steps:
            step = steps[0][1]
            node.move, node.color, node.ending = step.move, step.color, step.ending
        last = self._enter(parent, node, steps[0][0] if steps else None, raw.at)
        return self._follow(last, steps[1:])

    def _take_root(self, content: _Content) -> Node:
        root = self._game.root
        for name in ("setup", "comment", "marks", "labels", "properties"):
            setattr(root, name, getattr(content.node, name))
        try:
            self._replay = Replay(self._game)
        except HexmateError as error:
            raise RecordError(f"{self._piece.where(0)}: {error}") from None
        self._count("stones", self._replay.placed, 0)
        return self._follow(root, content.steps)

    def _follow(self, last: Node, steps: list[tuple[RawProperty, Node]]) -> Node:
        """Append a node for each further move of a raw node."""
        for prop, step in steps:
            self._problem(
                prop.at, "a move shares its node with the root or another move; it gets its own"
            )
            self._count("nodes", 1, prop.at)
            last = self._enter(last, step, prop, prop.at)
        return last

    def _enter(self, parent: Node, node: Node, prop: RawProperty | None, at: int) -> Node:
        assert self._replay is not None
        parent.append(node)
        placed = self._replay.placed
        try:
            remark = self._replay.enter(node)
        except HexmateError as error:
            if prop is None:
                raise RecordError(f"{self._piece.where(at)}: {error}") from None
            self._keep_raw(node, prop, error)
            node.move = node.color = node.ending = None
            remark = self._replay.enter(node)
        self._count("stones", self._replay.placed - placed, at)
        self._piece.budget.check("boards", self._replay.kept_boards, partial(self._piece.where, at))
        if remark is not None:
            note_remark(self._problems, remark, self._piece.where(at))
        return node

    def _count(self, what: str, number: int, at: int) -> None:
        self._piece.count(what, number, partial(self._piece.where, at))

    def _content(self, raw: RawNode) -> _Content:
        content = _Content()
        for prop in raw.properties:
            try:
                self._take(content, prop)
            except TooLargeError:
                raise
            except HexmateError as error:
                self._keep_raw(content.node, prop, error)
        self._check_setup(raw, content)
        content.settle()
        return content

    def _take(self, content: _Content, prop: RawProperty) -> None:
        """Read one property into the content; raises a HexmateError if that fails."""
        node, name, values = content.node, prop.name, prop.values
        if name in MOVE_COLORS:
            steps = [self._step(MOVE_COLORS[name], text_of(value)) for value in values]
            parts = (prop._replace(values=[value]) for value in values)
            content.steps.extend(zip(parts, steps, strict=True))
        elif name == TIME_OUT:
            loser = Color.parse(_only(prop))
            content.steps.append((prop, Node(color=loser, ending=Termination.TIMEOUT)))
        elif name in SETUP_FIELDS or name in MARK_PROPERTIES:
            content.cells.setdefault(name, {}).update(self._cells(values, prop.at))
        elif name == "PL":
            content.turn = Color.parse(text_of(_only(prop)))
        elif name == "C":
            content.comments.extend(text_of(value) for value in values)
        elif name == "LB":
            self._count("cells", len(values), prop.at)
            node.labels.update(self._labels(node, values))
        else:
            node.properties.setdefault(name, []).extend(values)

    def _step(self, color: Color, text: str) -> Node:
        word = text.strip().lower()
        if word in _ENDINGS:
            return Node(color=color, ending=_ENDINGS[word])
        if word == "pass":
            return Node(PASS, color)
        rule = swap_meant(word, self._dialect, self._old_hexgui)
        if rule is None:
            return Node(self._cell(word), color)
        if rule != self._game.swap:
            raise MalformedError(f"swap-{rule} is not possible in this game")
        return Node(SWAP, color)

    def _cell(self, text: str) -> int:
        return self._dialect.read_cell(self._game.grid, text.strip().lower())

    def _cells(self, values: list[str], at: int) -> dict[int, None]:
        """The cells of a list, in order; `a1:c2` is a rectangle."""
        self._count("cells", len(values), at)
        cells: dict[int, None] = {}
        for value in values:
            pair = split_pair(value)
            if pair is None:
                cells[self._cell(text_of(value))] = None
            else:
                one, two = (self._cell(text_of(half)) for half in pair)
                self._add_rectangle(cells, one, two, at)
        return cells

    def _add_rectangle(self, cells: dict[int, None], one: int, two: int, at: int) -> None:
        """Add all cells between two corners. SGF forbids overlaps, and they would cost time."""
        grid = self._game.grid
        (row, col), (other_row, other_col) = grid.row_col(one), grid.row_col(two)
        rows = range(min(row, other_row), max(row, other_row) + 1)
        cols = range(min(col, other_col), max(col, other_col) + 1)
        self._count("cells", len(rows) * len(cols), at)
        self._piece.budget.add_rectangle(len(rows) * len(cols), partial(self._piece.where, at))
        for at_row in rows:
            for at_col in cols:
                cell = grid.cell(at_row, at_col)
                if cell in cells:
                    raise MalformedError(f"{grid.name(cell)} is twice in a list of cells")
                cells[cell] = None

    def _labels(self, node: Node, values: list[str]) -> dict[int, str]:
        labels: dict[int, str] = {}
        for value in values:
            pair = split_pair(value)
            if pair is None:
                raise MalformedError(f"a label must be cell:text, not {shown(value)}")
            cell = self._cell(text_of(pair[0]))
            if cell in labels or cell in node.labels:
                raise MalformedError(f"two labels on {self._game.grid.name(cell)}")
            labels[cell] = simple_text_of(pair[1])
        return labels

    def _check_setup(self, raw: RawNode, content: _Content) -> None:
        """Keep all set-up stones raw if a cell is set up in two ways."""
        parts = [content.cells[name] for name in SETUP_FIELDS if name in content.cells]
        if sum(map(len, parts)) == len(set().union(*parts)):
            return
        error = MalformedError("a cell is set up in two ways in this node")
        for name in SETUP_FIELDS:
            content.cells.pop(name, None)
            content.node.properties.pop(name, None)
        for prop in raw.properties:
            if prop.name in SETUP_FIELDS:
                self._keep_raw(content.node, prop, error)

    def _keep_raw(self, node: Node, prop: RawProperty, error: HexmateError) -> None:
        self._problem(prop.at, f"{error}; {prop.name} is kept as it is written")
        node.properties.setdefault(prop.name, []).extend(prop.values)

    def _problem(self, at: int, message: str) -> None:
        self._problems.add(self._piece.where(at), message)


def _only(prop: RawProperty) -> str:
    if len(prop.values) > 1:
        raise MalformedError(f"{prop.name} has more than one value")
    return prop.values[0]
