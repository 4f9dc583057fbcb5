"""The board: stones, turns and rules, in the vocabulary of python-chess."""

from collections.abc import Iterable, Iterator, Sequence
from operator import index
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hexmate import _core
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS, SWAP, cell_name, flat_index, parse_cell, row_col
from hexmate.errors import MalformedError, SizeError, SwapError
from hexmate.graph import EDGES, Graph
from hexmate.outcome import Outcome, Termination
from hexmate.position import Position
from hexmate.symmetry import Symmetry, cell_map

__all__ = ["Board", "Group", "LegalMoves", "Shape", "Size", "SwapRule", "perft", "random_playouts"]

Shape = Literal["hex", "offset", "square", "triangle"]
SwapRule = Literal["pieces", "sides"]
Size = int | tuple[int, int]

_COLORS = (BLACK, WHITE)
_OWNERS = (None, BLACK, WHITE)
_MOST_THREADS = 256


class Group(NamedTuple):
    """Stones of one colour that touch each other, and the edges of that colour they touch."""

    cells: tuple[int, ...]
    edges: tuple[str, ...]


class LegalMoves:
    """The legal moves of a board, computed on demand.

    The empty cells in order, then the swap if it is available. A pass is always legal but never
    listed: in Hex it cannot help.
    """

    __slots__ = ("_board",)

    def __init__(self, board: "Board") -> None:
        self._board = board

    def __len__(self) -> int:
        return self._board._legal_count()

    def __contains__(self, move: object) -> bool:
        try:
            number = index(move)  # type: ignore[arg-type]
        except TypeError:
            return False
        on_board = 0 <= number < self._board.num_cells
        return (on_board or number == SWAP) and self._board.is_legal(number)

    def __iter__(self) -> Iterator[int]:
        return iter(self._board._legal_list())

    def mask(self) -> NDArray[np.bool_]:
        """The cells that can be played, bool [rows, cols]."""
        return self._board._legal_mask()

    def __repr__(self) -> str:
        names = [self._board.name(move) for move in self]
        return f"<LegalMoves of {len(names)}: {', '.join(names[:8])}{', ...' * (len(names) > 8)}>"


class Board(_core.Board):
    """A position, and the moves that led to it.

    A move is a number (row * cols + col), `SWAP` or `PASS`; `push_str` takes text.

    >>> board = Board(3)
    >>> for cell in ("b2", "a1", "b1", "c1", "a3"):
    ...     _ = board.push_str(cell)
    >>> board.outcome()
    Outcome(termination=<Termination.CONNECTION: 'connection'>, winner=<Color.BLACK: 0>)
    >>> [board.name(cell) for cell in board.winning_path()]
    ['b1', 'b2', 'a3']
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, size: Size = 11, *, shape: Shape = "hex", swap: SwapRule | None = None
    ) -> None:
        """An empty board of `size` rows and columns, or (rows, cols).

        A triangle board is given by its side: ``Board(5, shape="triangle")`` has 5 rows of 10.
        """
        rows, cols = _rows_cols(size, shape)
        super().__init__(rows, cols, shape, swap)

    @classmethod
    def setup(
        cls,
        black: Iterable[int | str] = (),
        white: Iterable[int | str] = (),
        turn: Color | None = None,
        *,
        size: Size = 11,
        shape: Shape = "hex",
        swap: SwapRule | None = None,
        swap_used: bool = False,
    ) -> Self:
        """A set-up position. By default the side with fewer stones moves, Black if they are equal.

        With one black stone and White to move, White may swap unless `swap_used`.

        >>> Board.setup(["b2"], ["c3"], size=3).turn
        <Color.BLACK: 0>
        """
        rows, cols = _rows_cols(size, shape)
        cells = [
            tuple(_cell_number(cell, rows, cols) for cell in stones) for stones in (black, white)
        ]
        if turn is None:
            turn = WHITE if len(cells[0]) > len(cells[1]) else BLACK
        return cls._from_position(
            Position(rows, cols, shape, swap, swap_used, cells[0], cells[1], turn)
        )

    @classmethod
    def from_array(
        cls,
        cells: ArrayLike,
        turn: Color | None = None,
        *,
        size: Size | None = None,
        shape: Shape = "hex",
        swap: SwapRule | None = None,
    ) -> Self:
        """A position from 0 (empty), 1 (Black) and 2 (White): [rows, cols], or flat with `size`.

        >>> Board.from_array([[0, 1], [2, 0]])["b1"]
        <Color.BLACK: 0>
        """
        array = np.asarray(cells)
        if size is None:
            if array.ndim != 2:
                raise SizeError("a flat array needs its size: pass size=(rows, cols)")
            size = (array.shape[0], array.shape[1])
        rows, cols = _rows_cols(size, shape)
        if array.size != rows * cols:
            raise SizeError(f"a {rows}x{cols} board has {rows * cols} cells, not {array.size}")
        flat = array.reshape(-1)
        if not np.isin(flat, (0, 1, 2)).all():
            raise MalformedError("cells must be 0 (empty), 1 (Black) or 2 (White)")
        black, white = (np.flatnonzero(flat == stone).tolist() for stone in (1, 2))
        return cls.setup(black, white, turn, size=(rows, cols), shape=shape, swap=swap)

    @classmethod
    def from_string(cls, line: str) -> Self:
        """The board of a position line, as `to_string` writes it.

        >>> Board.from_string("3x3 hex - 3/1b1/2w b")["b2"]
        <Color.BLACK: 0>
        """
        return cls._from_position(Position.parse(line))

    @classmethod
    def _from_position(cls, position: Position) -> Self:
        board = cls.__new__(cls)
        _core.Board.__init__(
            board,
            position.rows,
            position.cols,
            position.shape,
            position.swap,
            position.black,
            position.white,
            position.turn,
            position.swap_used,
        )
        return board

    @property
    def shape(self) -> Shape:
        """Which cells touch: `hex`, `offset`, `square` or `triangle`."""
        return self._shape  # type: ignore[return-value]

    @property
    def swap(self) -> SwapRule | None:
        """The swap rule of this game."""
        return self._swap  # type: ignore[return-value]

    @property
    def turn(self) -> Color:
        """The side to move."""
        return _COLORS[self._turn]

    @property
    def played(self) -> list[tuple[Color, int]]:
        """The moves since the set-up position, each with its colour."""
        return [(_COLORS[color], move) for color, move in self._played()]

    @property
    def legal_moves(self) -> LegalMoves:
        """The empty cells and, if it is available, the swap."""
        return LegalMoves(self)

    def push_str(self, text: str, color: Color | None = None) -> int:
        """Play a move given as text and return its number."""
        move = self.parse(text)
        self.push(move, color)
        return move

    def parse(self, text: str) -> int:
        """The number of a move given as text: a cell, `swap`, `swap-pieces`, `swap-sides`, `pass`.

        >>> Board(5).parse("C2")
        7
        """
        word = text.strip().lower()
        if word == "pass":
            return PASS
        if word in ("swap", "swap-pieces", "swap-sides"):
            if self.swap is not None and word not in ("swap", f"swap-{self.swap}"):
                raise SwapError(f"this game swaps by swap-{self.swap}, not by {word}")
            return SWAP
        return self.cell(*parse_cell(word))

    def name(self, move: int) -> str:
        """A move as text, the inverse of `parse`."""
        if move == PASS:
            return "pass"
        if move == SWAP:
            return f"swap-{self.swap}" if self.swap else "swap"
        return cell_name(*self.row_col(move))

    def cell(self, row: int, col: int) -> int:
        """Number of the cell at a row and column, both from 0."""
        return flat_index(row, col, self.rows, self.cols)

    def row_col(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell, both from 0."""
        return row_col(cell, self.rows, self.cols)

    def color_at(self, cell: int) -> Color | None:
        """The colour of the stone on a cell, None when it is empty."""
        return _OWNERS[self._stone_at(cell)]

    def __getitem__(self, cell: int | str | tuple[int, int]) -> Color | None:
        if isinstance(cell, tuple):
            return self.color_at(self.cell(*cell))
        return self.color_at(_cell_number(cell, self.rows, self.cols))

    def groups(self, color: Color) -> list[Group]:
        """The groups of a colour, by their first cell."""
        return [
            Group(tuple(cells), tuple(EDGES[edge] for edge in edges))
            for cells, edges in self._groups(color)
        ]

    def graph(self) -> Graph:
        """Adjacency and ownership of cells and edges."""
        indptr, indices = self._adjacency()
        owner = np.concatenate([self.to_array().reshape(-1), np.array([1, 1, 2, 2], np.int8)])
        return Graph(indptr, indices, owner)

    def resign(self, color: Color | None = None) -> None:
        """End the game: `color` resigns, by default the side to move."""
        self._lose(Termination.RESIGNATION, color)

    def forfeit(self, color: Color | None = None) -> None:
        """End the game: `color` broke the rules, by default the side to move."""
        self._lose(Termination.FORFEIT, color)

    def time_out(self, color: Color | None = None) -> None:
        """End the game: `color` ran out of time, by default the side to move."""
        self._lose(Termination.TIMEOUT, color)

    def _lose(self, how: Termination, color: Color | None) -> None:
        self._end(how.value, self.turn if color is None else color)

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is in progress."""
        how = self._termination
        if not how:
            return None
        winner = self._winner
        return Outcome(Termination(how), None if winner is None else _COLORS[winner])

    def copy(self) -> Self:
        """An independent board with the same position and history."""
        board = self.__class__.__new__(self.__class__)
        _core.Board.__init__(board, self)
        return board

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def root(self) -> Self:
        """The position before the first move."""
        board = self.copy()
        board.reopen()
        while board.ply:
            board.pop()
        return board

    def _position(self) -> Position:
        return Position(
            self.rows,
            self.cols,
            self.shape,
            self.swap,
            self._swap_used,
            tuple(self.stones(BLACK)),
            tuple(self.stones(WHITE)),
            self.turn,
        )

    def to_string(self) -> str:
        """The position as one line of text, without the moves that led to it.

        >>> Board((2, 3), swap="sides").to_string()
        '2x3 hex sides 3/3 b'
        """
        return str(self._position())

    def transformed(self, symmetry: Symmetry) -> Self:
        """The position turned or reflected, as a set-up position.

        A symmetry that exchanges the edges also exchanges the colours and the turn, so that the
        side to move stands exactly as well as before.
        """
        mapped = cell_map(self, symmetry)
        black, white = (tuple(mapped[self.stones(color)].tolist()) for color in _COLORS)
        turn = self.turn
        if symmetry.exchanges_colors:
            black, white, turn = white, black, turn.other
        used = self._swap_used and not symmetry.exchanges_colors
        return self._from_position(
            Position(self.rows, self.cols, self.shape, self.swap, used, black, white, turn)
        )

    def __eq__(self, other: object) -> bool:
        """True if position, rules and outcome are the same; the moves do not matter."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._position() == other._position() and self.outcome() == other.outcome()

    def __reduce__(self) -> tuple[Any, ...]:
        ending = self.outcome()
        lost = None
        if ending and ending.winner is not None and ending.termination in _DECLARED:
            lost = (ending.termination.value, ending.winner.other)
        return _rebuild, (self.__class__, self.root()._position(), self._played(), lost)

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}.from_string({self.to_string()!r})"

    def __str__(self) -> str:
        from hexmate.text import board as draw

        return draw(self)

    def _repr_svg_(self) -> str:
        from hexmate.svg import board as draw

        return draw(self)


_DECLARED = (Termination.RESIGNATION, Termination.FORFEIT, Termination.TIMEOUT)


def _rebuild(
    cls: type[Board],
    root: Position,
    played: Sequence[tuple[int, int]],
    lost: tuple[str, Color] | None,
) -> Board:
    board = cls._from_position(root)
    for color, move in played:
        board.push(move, color)
    if lost is not None:
        board._end(*lost)
    return board


def _rows_cols(size: Size, shape: str) -> tuple[int, int]:
    if isinstance(size, int):
        return (size, 2 * size) if shape == "triangle" else (size, size)
    try:
        rows, cols = size
        return int(rows), int(cols)
    except (TypeError, ValueError):
        raise SizeError(f"size must be a number or (rows, cols), got {size!r}") from None


def _cell_number(cell: int | str, rows: int, cols: int) -> int:
    return flat_index(*parse_cell(cell), rows, cols) if isinstance(cell, str) else cell


def perft(board: Board, depth: int) -> int:
    """The number of move sequences of this length. Swaps count; a finished game has no moves.

    >>> perft(Board(3), 4)
    3024
    """
    if depth < 0:
        raise MalformedError(f"depth must be 0 or more (got {depth})")
    return _core.perft(board, depth)


def random_playouts(board: Board, n: int, seed: int = 0, threads: int = 1) -> tuple[int, int, int]:
    """Play `n` random games to the end and return (Black's wins, White's wins, draws).

    The same seed gives the same result with any number of threads.
    """
    if n < 0:
        raise MalformedError(f"n must be 0 or more (got {n})")
    if not 1 <= threads <= _MOST_THREADS:
        raise MalformedError(f"threads must be between 1 and {_MOST_THREADS} (got {threads})")
    return _core.random_playouts(board, n, seed % 2**64, threads)
