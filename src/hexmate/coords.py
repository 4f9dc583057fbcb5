"""Names of cells and moves, and cube coordinates."""

from dataclasses import dataclass

from hexmate import _core
from hexmate.errors import MalformedError, OffBoardError, SizeError

__all__ = [
    "PASS",
    "SWAP",
    "Cube",
    "cell_name",
    "column_name",
    "flat_index",
    "parse_cell",
    "row_col",
]

SWAP: int = _core.SWAP
"""The swap as a move."""
PASS: int = _core.PASS
"""Passing as a move."""

column_name = _core.column_name
cell_name = _core.cell_name


def parse_cell(text: str) -> tuple[int, int]:
    """(row, col) of a cell name, counted from 0, on a board of any size.

    >>> parse_cell("c3"), parse_cell("AA12")
    ((2, 2), (11, 26))
    """
    word = text.strip()
    found = _core.parse_cell(word) if word.isascii() else None
    if found is None:
        raise MalformedError(
            f"'{_shortened(text)}' is not a cell; write a column letter and a row number, as in c3"
        )
    return found


def flat_index(row: int, col: int, rows: int, cols: int) -> int:
    """Number of a cell on a board: row times columns plus column.

    >>> flat_index(2, 1, rows=3, cols=5)
    11
    """
    if not (0 <= row < rows and 0 <= col < cols):
        name = cell_name(row, col) if row >= 0 and col >= 0 else f"row {row}, column {col}"
        raise OffBoardError(
            f"{name} is off the {rows}x{cols} board; "
            f"columns are a to {column_name(cols - 1)}, rows 1 to {rows}"
        )
    return row * cols + col


def row_col(cell: int, rows: int, cols: int) -> tuple[int, int]:
    """Row and column of a cell number, the inverse of `flat_index`."""
    if not 0 <= cell < rows * cols:
        raise OffBoardError(
            f"cell {cell} is off the {rows}x{cols} board; its cells are 0 to {rows * cols - 1}"
        )
    return divmod(cell, cols)


@dataclass(frozen=True, slots=True, order=True)
class Cube:
    """A hexagon in cube coordinates: three axes that always add up to zero.

    >>> Cube(1, -3, 2) + Cube(0, 1, -1)
    Cube(x=1, y=-2, z=1)
    >>> Cube.from_row_col(0, 0).distance(Cube.from_row_col(2, 1))
    3
    """

    x: int
    y: int
    z: int

    def __post_init__(self) -> None:
        if self.x + self.y + self.z != 0:
            raise MalformedError(
                f"cube coordinates must add up to 0 (got {self.x}, {self.y}, {self.z})"
            )

    def __add__(self, other: "Cube") -> "Cube":
        return Cube(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: "Cube") -> "Cube":
        return Cube(self.x - other.x, self.y - other.y, self.z - other.z)

    def distance(self, other: "Cube") -> int:
        """Steps from one hexagon to the other on an empty board."""
        step = self - other
        return max(abs(step.x), abs(step.y), abs(step.z))

    @property
    def key(self) -> int:
        """A unique number from 0 up (Szudzik's pairing of x and z)."""
        a, b = _zigzag(self.x), _zigzag(self.z)
        return a * a + a + b if a >= b else b * b + a

    @classmethod
    def from_row_col(cls, row: int, col: int, shape: str = "hex") -> "Cube":
        """The hexagon at a row and column of a `hex` or `offset` board."""
        x = col - _row_shift(row, shape)
        return cls(x, -x - row, row)

    def to_row_col(self, shape: str = "hex") -> tuple[int, int]:
        """Row and column on a `hex` or `offset` board."""
        return self.z, self.x + _row_shift(self.z, shape)


def _row_shift(row: int, shape: str) -> int:
    """How many columns a row is shifted right of the slanted axis."""
    if shape == "hex":
        return 0
    if shape == "offset":
        return row // 2
    raise SizeError(f"a {shape} board has no cube coordinates; hex and offset boards do")


def _zigzag(value: int) -> int:
    return 2 * value if value >= 0 else -2 * value - 1


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
