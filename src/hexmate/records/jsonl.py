"""`games.jsonl`: one JSON object per game, with everything that a `Game` holds.

Nodes are in a flat list, so that no tree is too deep. Each follows the one before it unless it
names its ``parent``. A node that is only a move is a plain string, as in the format `moves`. The
list begins with the root.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

from hexmate.board import Board
from hexmate.color import BLACK, Color
from hexmate.errors import HexmateError, RecordError
from hexmate.game import MARKS, Game, Node, Setup
from hexmate.records.base import (
    Piece,
    Problems,
    RecordBudget,
    RecordLimits,
    line_pieces,
    new_game,
    parse_name,
    shown,
)
from hexmate.records.mainline import Play, note_remark
from hexmate.records.moves import node_of, token_of
from hexmate.replay import Replay
from hexmate.swap import turn_after

__all__ = ["CODEC", "SCHEMA", "game_of"]

SCHEMA = "hexmate-game/1"
"""The version of the schema, the first field of each line."""

_GAME_FIELDS = frozenset({"schema", "rows", "cols", "shape", "swap", "headers", "cursor", "nodes"})
_NODE_FIELDS = frozenset({"parent", "move", "setup", "comment", "marks", "labels", "properties"})
_SETUP_FIELDS = frozenset({"black", "white", "empty", "turn"})
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class JsonLinesCodec:
    """The codec of `games.jsonl`."""

    name: str = "jsonl"
    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")

    def sniff(self, head: str) -> int:
        """2 for a JSON object that begins with the schema, 1 for any other."""
        text = head.lstrip()
        if text[:1] != "{":
            return 0
        return 2 if re.match(r'\{\s*"schema"', text) else 1

    def split(self, stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
        """One game per line."""
        return line_pieces(stream, budget)

    def parse(self, piece: Piece, problems: Problems) -> Game:
        """Read one line."""
        return _GameReader(_decoded(piece), piece, problems).read()

    def write(self, game: Game, lossy: bool) -> str:
        """Everything, on one line."""
        data = {
            "schema": SCHEMA,
            "rows": game.rows,
            "cols": game.cols,
            "shape": game.shape,
            "swap": game.swap,
            "headers": game.headers,
            "cursor": game.cursor,
            "nodes": _nodes_data(game),
        }
        text = json.dumps(data, ensure_ascii=False)
        return json.dumps(data) if _SURROGATE.search(text) else text


def game_of(data: Any, limits: RecordLimits | None = None) -> Game:
    """The game of a decoded line; unlike `parse` it forgets mistakes that can be mended."""
    budget = RecordBudget(limits)
    return _GameReader(data, Piece("", budget=budget), Problems(budget=budget)).read()


def _nodes_data(game: Game) -> list[Any]:
    nodes: list[Any] = []
    numbers: dict[int, int] = {}
    turns: list[Color] = []
    for at, node in enumerate(game.nodes()):
        numbers[id(node)] = at
        parent = -1 if node.parent is None else numbers[id(node.parent)]
        turn = turns[parent] if parent >= 0 else game.root.turn
        data = _node_data(game.grid, node, turn)
        if parent != at - 1:
            data["parent"] = parent
        turns.append(_turn_after(game, node, turn))
        nodes.append(data["move"] if at and data.keys() == {"move"} else data)
    return nodes


def _turn_after(game: Game, node: Node, turn: Color) -> Color:
    if node.move is not None and node.color is not None:
        return turn_after(node.color, node.move, game.swap)
    if node.setup is not None and node.setup.turn is not None:
        return node.setup.turn
    return turn


def _node_data(grid: Board, node: Node, turn: Color) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if node.color is not None and (node.move is not None or node.ending is not None):
        data["move"] = token_of(grid, Play(node.color, node.move, node.ending), turn)
    if node.setup:
        cells = {"black": node.setup.black, "white": node.setup.white, "empty": node.setup.empty}
        setup: dict[str, Any] = {key: _names(grid, at) for key, at in cells.items() if at}
        if node.setup.turn is not None:
            setup["turn"] = str(node.setup.turn)
        data["setup"] = setup
    if node.comment:
        data["comment"] = node.comment
    if any(node.marks.values()):
        data["marks"] = {kind: _names(grid, at) for kind, at in node.marks.items() if at}
    if node.labels:
        data["labels"] = {grid.name(cell): text for cell, text in node.labels.items()}
    if node.properties:
        data["properties"] = node.properties
    return data


def _names(grid: Board, cells: Any) -> list[str]:
    return [grid.name(cell) for cell in cells]


def _decoded(piece: Piece) -> Any:
    try:
        return json.loads(piece.text)
    except json.JSONDecodeError as error:
        raise RecordError(f"line {piece.line}, character {error.pos + 1}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {piece.line}: not the JSON of a game: {error}") from None


class _GameReader:
    """Checks the fields of one decoded line and builds the game."""

    def __init__(self, data: Any, piece: Piece, problems: Problems) -> None:
        self._piece = piece
        self._where = f"line {piece.line}"
        self._node_number = 0
        self._problems = problems
        self._data = self._object(data, "a game", _GAME_FIELDS)

    def read(self) -> Game:
        data = self._data
        if data.get("schema") != SCHEMA:
            self._fail(f"the schema is {shown(str(data.get('schema')))}; this reads '{SCHEMA}'")
        game = self._new_game()
        game.headers = self._texts(data.get("headers", {}), "headers")
        game.cursor = self._cursor(data.get("cursor"))
        nodes = data.get("nodes", [{}])
        if not isinstance(nodes, list) or not nodes:
            self._fail("'nodes' must be a list that begins with the root")
        built = self._build(game, nodes)
        self._replay(game, built)
        return game

    def _count(self, what: str, number: int) -> None:
        self._piece.count(what, number, self._here)

    def _here(self) -> str:
        return f"{self._where}, node {self._node_number}"

    def _fail(self, message: str) -> Any:
        raise RecordError(f"{self._where}: {message}")

    def _new_game(self) -> Game:
        data = self._data
        rows, cols = data.get("rows"), data.get("cols")
        if type(rows) is not int or type(cols) is not int or not 0 < max(rows, cols) < 10_000:
            self._fail("'rows' and 'cols' must be small whole numbers")
        shape, swap = data.get("shape", "hex"), data.get("swap")
        if not isinstance(shape, str) or not (swap is None or isinstance(swap, str)):
            self._fail("'shape' must be a string, 'swap' a string or null")
        return new_game(rows, cols, self._where, shape=shape, swap=swap)  # type: ignore[arg-type]

    def _cursor(self, cursor: Any) -> int | None:
        if cursor is not None and (type(cursor) is not int or not 0 <= cursor < 10**9):
            self._fail("'cursor' must be a number of nodes or null")
        return cursor if cursor is None else int(cursor)

    def _build(self, game: Game, data: list[Any]) -> list[Node]:
        """The nodes, not yet checked against the rules of Hex."""
        nodes: list[Node] = []
        turns: list[Color] = []
        for at, entry in enumerate(data):
            self._node_number = at
            self._count("nodes", 1)
            fields = {"move": entry} if isinstance(entry, str) else entry
            fields = self._object(fields, f"node {at}", _NODE_FIELDS)
            parent = fields.get("parent", at - 1)
            if type(parent) is not int or not -1 <= parent < at or (parent < 0 < at):
                self._fail(f"the parent of node {at} must be a node before it")
            node = self._node(game, at, fields, turns[parent] if at else BLACK)
            if at == 0:
                self._take_root(game, node)
            else:
                nodes[parent].append(node)
            nodes.append(game.root if at == 0 else node)
            turns.append(_turn_after(game, node, turns[parent]) if at else game.root.turn)
        return nodes

    def _take_root(self, game: Game, node: Node) -> None:
        if node.move is not None or node.ending is not None:
            self._fail("the root, node 0, must not have a move")
        for name in ("setup", "comment", "marks", "labels", "properties"):
            setattr(game.root, name, getattr(node, name))

    def _node(self, game: Game, at: int, fields: dict[str, Any], turn: Color) -> Node:
        grid = game.grid
        node = self._moved(grid, at, fields["move"], turn) if "move" in fields else Node()
        node.setup = self._setup(grid, fields.get("setup"))
        node.comment = fields.get("comment", "")
        if not isinstance(node.comment, str):
            self._fail(f"the comment of node {at} must be a string")
        marks = self._object(fields.get("marks", {}), "marks", frozenset(MARKS))
        node.marks = {kind: list(self._cells(grid, marks[kind])) for kind in marks}
        labels = self._texts(fields.get("labels", {}), "labels")
        self._count("cells", len(labels))
        node.labels = {self._cell(grid, name): text for name, text in labels.items()}
        properties = self._object(fields.get("properties", {}), "properties", None)
        for name, values in properties.items():
            node.properties.setdefault(name, []).extend(self._strings(values, "properties"))
        return node

    def _moved(self, grid: Board, at: int, token: Any, turn: Color) -> Node:
        if not isinstance(token, str):
            self._fail(f"the move of node {at} must be a string such as 'c3'")
        try:
            return node_of(grid, token, turn)
        except HexmateError as error:
            return self._unplayed(at, turn, token, error)

    def _unplayed(self, at: int, turn: Color, token: str, error: HexmateError) -> Node:
        """A node that keeps the text of an unplayable move."""
        message = f"node {at}: {error}; the move is kept as it is written"
        self._problems.add(self._where, message)
        return Node(properties={turn.letter.upper(): [token]})

    def _setup(self, grid: Board, data: Any) -> Setup | None:
        if data is None:
            return None
        fields = self._object(data, "setup", _SETUP_FIELDS)
        turn = fields.get("turn")
        if turn not in ("black", "white", None):
            self._fail('\'turn\' must be "black" or "white"')
        black, white, empty = (
            self._cells(grid, fields.get(name, [])) for name in ("black", "white", "empty")
        )
        if len({*black, *white, *empty}) != len(black) + len(white) + len(empty):
            self._fail("a cell is set up twice in one node")
        return Setup(black, white, empty, None if turn is None else Color.parse(turn))

    def _replay(self, game: Game, nodes: list[Node]) -> None:
        """Play the whole tree once, so that no illegal move stays in it as a move."""
        numbers = {id(node): at for at, node in enumerate(nodes)}
        replay = Replay(game)
        self._node_number = 0
        self._count("stones", replay.placed)
        for node in game.nodes():
            if node.parent is None:
                continue
            replay.back_to(node.parent)
            at = self._node_number = numbers[id(node)]
            placed = replay.placed
            try:
                remark = replay.enter(node)
            except HexmateError as error:
                self._demote(game, node, at, error)
                remark = replay.enter(node)
            self._count("stones", replay.placed - placed)
            self._piece.budget.check("boards", replay.kept_boards, self._here)
            if remark is not None:
                note_remark(self._problems, remark, self._here())

    def _demote(self, game: Game, node: Node, at: int, error: HexmateError) -> None:
        assert node.move is not None
        assert node.color is not None
        kept = self._unplayed(at, node.color, game.grid.name(node.move), error)
        for name, values in kept.properties.items():
            node.properties.setdefault(name, []).extend(values)
        node.move = node.color = None

    def _object(self, data: Any, what: str, known: frozenset[str] | None) -> dict[str, Any]:
        if not isinstance(data, dict):
            self._fail(f"{what} must be a JSON object, not {shown(str(data)[:50])}")
        fields: dict[str, Any] = data
        if known is None:
            return fields
        for name in fields.keys() - known:
            self._problems.add(
                self._where, f"unknown field {shown(name)} in {what}; it is left out"
            )
        return {name: fields[name] for name in fields if name in known}

    def _texts(self, data: Any, what: str) -> dict[str, str]:
        fields = self._object(data, what, None)
        if not all(isinstance(value, str) for value in fields.values()):
            self._fail(f"the values of {what} must be strings")
        return fields

    def _strings(self, data: Any, what: str) -> list[str]:
        if not isinstance(data, list) or not all(isinstance(item, str) for item in data):
            self._fail(f"{what} must hold lists of strings")
        self._count("values", len(data))
        return list(data)

    def _cells(self, grid: Board, data: Any) -> tuple[int, ...]:
        names = self._strings(data, "a list of cells")
        self._count("cells", len(names))
        return tuple(self._cell(grid, name) for name in names)

    def _cell(self, grid: Board, name: str) -> int:
        try:
            return parse_name(grid, name)
        except HexmateError as error:
            return int(self._fail(str(error)))


CODEC = JsonLinesCodec()
