"""A game: a tree of moves with comments, marks and headers.

Every record format reads into a `Game` and writes from one. Nothing here recurses, so a line may
be a hundred thousand moves long.

>>> game = Game(3)
>>> node = game.add_variation("b2")
>>> node = node.add_variation("a1", comment="too far away")
>>> [str(node) for node in game.mainline()]
['B b2', 'W a1']
>>> print(game.end().board().turn)
black
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from hexmate.board import Board, Shape, Size, SwapRule
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import HexmateError, SwapError
from hexmate.outcome import Outcome, Termination
from hexmate.replay import Replay
from hexmate.swap import seat_of, turn_after

__all__ = ["ENDINGS", "HEADERS", "MARKS", "Game", "Node", "Setup"]

HEADERS = (
    "black",
    "white",
    "black_rank",
    "white_rank",
    "black_team",
    "white_team",
    "event",
    "round",
    "place",
    "date",
    "name",
    "result",
    "rules",
    "time",
    "overtime",
    "opening",
    "annotator",
    "source",
    "user",
    "copyright",
    "description",
    "view",
)
"""The headers that formats know; a game may have others, under any name.

`black` and `white` are the players who started as that colour. `result` is in SGF notation (`B+`,
`W+Resign`, `Draw`, `Void`, `?`) and names the colour that won. `time` is in seconds, and `view`
holds the options with which a HexWorld link shows the board.
"""

MARKS = ("triangle", "circle", "square", "cross", "selected")
"""The kinds of marks on cells."""

ENDINGS = (Termination.RESIGNATION, Termination.FORFEIT, Termination.TIMEOUT)
"""The ways to end a game without a move; the colour of the node is the loser."""

_CLOCKS = {BLACK: "BL", WHITE: "WL"}


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones put on or taken off the board without a move, and the side to move next."""

    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    turn: Color | None = None

    def __bool__(self) -> bool:
        return bool(self.black or self.white or self.empty or self.turn is not None)

    def first_turn(self) -> Color:
        """The side to move in a game that starts from this set-up."""
        if self.turn is not None:
            return self.turn
        return WHITE if len(self.black) > len(self.white) else BLACK


class Node:
    """One step of a game: a move, an ending, set-up stones, or only comments and marks.

    You may change the fields freely; change the tree with `add_variation`, `promote` and
    `remove`. `properties` keeps whatever this model has no field for, unchanged, under its SGF
    name.
    """

    __slots__ = (
        "_game",
        "children",
        "color",
        "comment",
        "ending",
        "labels",
        "marks",
        "move",
        "parent",
        "properties",
        "setup",
    )

    def __init__(
        self,
        move: int | None = None,
        color: Color | None = None,
        *,
        ending: Termination | None = None,
        setup: Setup | None = None,
        comment: str = "",
        marks: Mapping[str, Iterable[int]] | None = None,
        labels: Mapping[int, str] | None = None,
        properties: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self.move = move
        self.color = color
        self.ending = ending
        self.setup = setup
        self.comment = comment
        self.marks: dict[str, list[int]] = {kind: list(at) for kind, at in (marks or {}).items()}
        self.labels: dict[int, str] = dict(labels or {})
        self.properties: dict[str, list[str]] = {
            name: list(values) for name, values in (properties or {}).items()
        }
        self.parent: Node | None = None
        self.children: list[Node] = []
        self._game: Game | None = None

    @property
    def game(self) -> "Game":
        """The game this node belongs to."""
        if self._game is None:
            raise HexmateError("this node is in no game; append it to one first")
        return self._game

    def add_variation(
        self,
        move: int | str | None = None,
        color: Color | None = None,
        *,
        ending: Termination | None = None,
        setup: Setup | None = None,
        comment: str = "",
    ) -> "Node":
        """Append a child and return it; the first child continues the main line.

        By default its colour is that of the side to move. The move must be on the board. Whether
        its cell is free is only checked when you call `board`.
        """
        game = self.game if move is not None else None
        number = None if game is None or move is None else game.number(move)
        if color is None and (number is not None or ending is not None):
            color = self.turn
        return self.append(Node(number, color, ending=ending, setup=setup, comment=comment))

    def append(self, node: "Node") -> "Node":
        """Append a node that is in no game, and all that follows it, and return it."""
        node.parent = self
        self.children.append(node)
        node._belong_to(self._game)
        return node

    def _belong_to(self, game: "Game | None") -> None:
        for node in _preorder(self):
            node._game = game

    def promote(self) -> None:
        """Make this node the main continuation of its parent."""
        siblings = self._siblings()
        siblings.remove(self)
        siblings.insert(0, self)

    def remove(self) -> None:
        """Remove this node, and all that follows it, from the game."""
        self._siblings().remove(self)
        self.parent = None
        self._belong_to(None)

    def _siblings(self) -> list["Node"]:
        if self.parent is None:
            raise HexmateError("the root of a game cannot be moved or removed")
        return self.parent.children

    def path(self) -> list["Node"]:
        """The nodes from the root to this one."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def mainline(self) -> Iterator["Node"]:
        """The nodes that follow this one, taking the first child each time."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    @property
    def turn(self) -> Color:
        """The side to move after this node, going by the colours of the moves."""
        node = self
        while node.parent is not None:
            if node.move is not None and node.color is not None:
                return turn_after(node.color, node.move, self.game.swap if node.move < 0 else None)
            if node.setup is not None and node.setup.turn is not None:
                return node.setup.turn
            node = node.parent
        return BLACK if node.setup is None else node.setup.first_turn()

    def board(self) -> Board:
        """The position at this node. Moves after the end of the game are left out.

        An illegal move raises `IllegalMoveError`. No record is read with one: only a tree that you
        built yourself can hold it.
        """
        replay = Replay(self.game)
        for node in self.path()[1:]:
            replay.enter(node)
        return replay.board

    def time_left(self, color: Color) -> float | None:
        """Seconds left on a player's clock; None if the record does not say."""
        try:
            seconds = float(self.properties[_CLOCKS[color]][0])
        except (KeyError, IndexError, ValueError):
            return None
        return seconds if isfinite(seconds) else None

    def set_time_left(self, color: Color, seconds: float) -> None:
        """Store the seconds left on a player's clock."""
        self.properties[_CLOCKS[color]] = [f"{seconds:.3f}".rstrip("0").rstrip(".")]

    def _repr_svg_(self) -> str:
        from hexmate.svg import board as draw

        marks: dict[int | str, str] = {
            cell: kind for kind, cells in self.marks.items() for cell in cells
        }
        labels: dict[int | str, object] = dict(self.labels.items())
        return draw(self.board(), marks=marks, labels=labels)

    def same_content(self, other: "Node") -> bool:
        """True if two nodes have the same content, whatever follows them."""
        return self._content() == other._content()

    def _content(self) -> tuple[Any, ...]:
        return (
            self.move,
            self.color,
            self.ending,
            self.setup or None,
            self.comment,
            {kind: cells for kind, cells in self.marks.items() if cells},
            self.labels,
            self.properties,
        )

    def __str__(self) -> str:
        if self.color is None or (self.move is None and self.ending is None):
            return "-"
        what = self.ending.value if self.ending is not None else self.game.grid.name(self.move or 0)
        return f"{self.color.letter.upper()} {what}"

    def __repr__(self) -> str:
        return f"<Node {self if self._game is not None else self.move}>"

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        return _node_at, (game, next(at for at, node in enumerate(game.nodes()) if node is self))


class Game:
    """A tree of moves on a board of one size, shape and swap rule.

    `root` may hold set-up stones, never a move. `cursor`, if the record has one, is the number of
    main-line nodes before the position to show.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        size: Size = 11,
        *,
        shape: Shape = "hex",
        swap: SwapRule | None = None,
        headers: Mapping[str, str] | None = None,
        setup: Setup | None = None,
    ) -> None:
        self.grid = Board(size, shape=shape, swap=swap)
        """An empty board, used to name and number the cells."""
        self.headers: dict[str, str] = dict(headers or {})
        self.cursor: int | None = None
        self.root = Node(setup=setup)
        self.root._game = self

    @classmethod
    def from_board(cls, board: Board, headers: Mapping[str, str] | None = None) -> "Game":
        """The game of a board: its set-up stones, its moves and how it ended.

        >>> board = Board(3, swap="sides")
        >>> for move in ("b2", "swap", "a1"):
        ...     _ = board.push_str(move)
        >>> [str(node) for node in Game.from_board(board).mainline()]
        ['B b2', 'W swap-sides', 'W a1']
        """
        start = board.root()
        stones = Setup(tuple(start.stones(BLACK)), tuple(start.stones(WHITE)), turn=start.turn)
        plain = not (stones.black or stones.white) and start.turn is BLACK
        game = cls(
            (board.rows, board.cols),
            shape=board.shape,
            swap=None if start._swap_used else board.swap,
            headers=headers,
            setup=None if plain else stones,
        )
        node = game.root
        for color, move in board.played:
            node = node.append(Node(move, color))
        outcome = board.outcome()
        if outcome is not None:
            if outcome.winner is not None and outcome.termination in ENDINGS:
                node.append(Node(color=outcome.winner.other, ending=outcome.termination))
            game.headers.setdefault("result", outcome.result())
        return game

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return self.grid.rows

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return self.grid.cols

    @property
    def shape(self) -> Shape:
        """Shape of the board."""
        return self.grid.shape

    @property
    def swap(self) -> SwapRule | None:
        """The swap rule."""
        return self.grid.swap

    def number(self, move: int | str) -> int:
        """The number of a move; raises an error if it is not on the board."""
        number = self.grid.parse(move) if isinstance(move, str) else move
        if number == SWAP and self.swap is None:
            raise SwapError("this game has no swap rule; make it with swap='pieces' or 'sides'")
        if number not in (SWAP, PASS):
            self.grid.row_col(number)
        return number

    def nodes(self) -> Iterator[Node]:
        """All nodes: the root first, each before its children, main lines first."""
        return _preorder(self.root)

    def mainline(self) -> Iterator[Node]:
        """The nodes of the main line, without the root."""
        return self.root.mainline()

    def end(self) -> Node:
        """The last node of the main line."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    def add_variation(self, move: int | str | None = None, **fields: Any) -> Node:
        """Append a first move; see `Node.add_variation`."""
        return self.root.add_variation(move, **fields)

    def promote(self, node: Node) -> None:
        """Make a node the main continuation of its parent."""
        node.promote()

    def remove(self, node: Node) -> None:
        """Remove a node, and all that follows it, from the game."""
        node.remove()

    def dissolve(self) -> None:
        """Take the tree apart when you no longer need it, so that its memory is free at once.

        Nodes refer to each other, so they would otherwise wait for Python's garbage collector.
        """
        for node in list(self.nodes()):
            node.parent = node._game = None
            node.children = []

    def outcome(self) -> Outcome | None:
        """How the main line ended: on the board, by an ending, or according to the result header.

        A header that names a winner without a reason counts as a connection.
        """
        return self.end().board().outcome() or Outcome.parse(self.headers.get("result", ""))

    def seat_of(self, color: Color) -> Color:
        """The seat that has a colour at the end of the main line: the colour its player started as.

        Only swap-sides makes the two differ.
        """
        replay = Replay(self)
        for node in self.mainline():
            replay.enter(node)
        return seat_of(color, self.swap, replay.moves)

    def player(self, color: Color) -> str | None:
        """The name of the player who has a colour at the end of the main line.

        After swap-sides that is the player who started as the other colour.
        """
        return self.headers.get(str(self.seat_of(color)))

    def winner(self) -> str | None:
        """The name of the player who won; None without a winner or without a name."""
        outcome = self.outcome()
        if outcome is None or outcome.winner is None:
            return None
        return self.player(outcome.winner)

    def __eq__(self, other: object) -> bool:
        """Same board, headers, cursor and tree."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._frame() == other._frame() and all(
            len(one.children) == len(two.children) and one.same_content(two)
            for one, two in zip(self.nodes(), other.nodes(), strict=False)
        )

    def _frame(self) -> tuple[Any, ...]:
        return (self.rows, self.cols, self.shape, self.swap, self.headers, self.cursor)

    def shown(self) -> Node:
        """The node of the main line that `cursor` points at; without a cursor, the last one."""
        line = [self.root, *self.mainline()]
        at = len(line) - 1 if self.cursor is None else min(self.cursor, len(line) - 1)
        return line[at]

    def _repr_svg_(self) -> str:
        return self.shown()._repr_svg_()

    def __repr__(self) -> str:
        count = sum(1 for _ in self.nodes()) - 1
        return f"<Game {self.rows}x{self.cols} {self.shape}, {count} nodes>"

    def __reduce__(self) -> tuple[Any, ...]:
        numbers: dict[int, int] = {}
        nodes = []
        for at, node in enumerate(self.nodes()):
            numbers[id(node)] = at
            parent = numbers[id(node.parent)] if node.parent is not None else -1
            nodes.append((parent, node._content()))
        return _rebuild, (self._frame(), nodes)


def _preorder(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def _rebuild(frame: tuple[Any, ...], nodes: list[tuple[int, tuple[Any, ...]]]) -> Game:
    rows, cols, shape, swap, headers, cursor = frame
    game = Game((rows, cols), shape=shape, swap=swap, headers=headers)
    game.cursor = cursor
    built: list[Node] = []
    for parent, (move, color, ending, setup, comment, marks, labels, properties) in nodes:
        node = Node(
            move,
            color,
            ending=ending,
            setup=setup,
            comment=comment,
            marks=marks,
            labels=labels,
            properties=properties,
        )
        built.append(node)
        if parent >= 0:
            built[parent].append(node)
    game.root = built[0]
    game.root._belong_to(game)
    return game


def _node_at(game: Game, number: int) -> Node:
    return next(node for at, node in enumerate(game.nodes()) if at == number)
