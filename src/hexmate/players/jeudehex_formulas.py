"""The formulas of Jeu de Hex for where to go next on the rhombus (Jeu de Hex, section 3.4).

The report has White go up and down and writes (x, y) for row and column from 0, nb for the size.
Everything here is in those words: `x` counts from the edge that is up, `y` along it, and the board
has `height` lines of `width` cells, both nb in the report. Our Black owns top and bottom, so for
Black x is the row and y the column; for White, who goes left and right, they are exchanged, which
is the report's "can be calculated reciprocally". On a board that is not square the bounds are those
that mean the same: the line along which a bridge repeated would leave the board.

In the second formula for going down the report prints "the bridge on the right or on the left".
Its condition, like the three others, tells when one side runs off the board, here the left; turning
the board by half a turn makes it the second formula for going up. So it is read as "on the right or
ahead".
"""

from typing import Literal

__all__ = ["BRIDGES", "STEPS", "Side", "bridge_sides", "step_sides"]

Side = Literal["left", "ahead", "right"]

BRIDGES: dict[bool, dict[Side, tuple[int, int]]] = {
    True: {"left": (-1, -1), "ahead": (-2, 1), "right": (-1, 2)},
    False: {"left": (1, -2), "ahead": (2, -1), "right": (1, 1)},
}
"""Where a bridge leads from (x, y), by `up` and side as seen on the page."""

STEPS: dict[bool, dict[Side, tuple[int, int]]] = {
    True: {"left": (-1, 0), "right": (-1, 1)},
    False: {"left": (1, -1), "right": (1, 0)},
}
"""The two neighbours of (x, y) ahead."""


def bridge_sides(x: int, y: int, height: int, width: int, up: bool) -> tuple[Side, ...]:
    """The bridges worth building from (x, y), best first.

    In the half of the board one is moving out of, the formulas are silent: straight ahead, then
    the side away from the nearer end of the line. Otherwise:

    up, x <= nb/2:    right or ahead if y < x - 1;   left or ahead if y > nb - 2x
    down, x >= nb/2:  left or ahead if y > x + 1;    right or ahead if y <= 2((nb - 2) - x)

    If both hold, only ahead is in both; if neither does, any side will do.

    >>> bridge_sides(4, 1, 11, 11, up=True)
    ('right', 'ahead')
    """
    inwards: Side = "right" if y < width // 2 else "left"
    outwards: Side = "left" if inwards == "right" else "right"
    if (x > height // 2) if up else (x < height // 2):
        return ("ahead", inwards)
    if up:
        left_runs_off = y < x - 1
        right_runs_off = y > width - 2 * x
    else:
        left_runs_off = y <= 2 * ((height - 2) - x)
        right_runs_off = y > x + 1 + (width - height)
    if left_runs_off and right_runs_off:
        return ("ahead",)
    if left_runs_off:
        return ("right", "ahead")
    if right_runs_off:
        return ("left", "ahead")
    return ("ahead", inwards, outwards)


def step_sides(x: int, y: int, height: int, width: int, up: bool) -> tuple[Side, Side]:
    """The neighbours ahead of (x, y), the one towards the short diagonal first.

    up:    right if y < nb - x, else left
    down:  left if y >= (nb - 1) - x, else right

    >>> step_sides(4, 1, 11, 11, up=True)
    ('right', 'left')
    """
    # y + x against nb, the numbers along both axes brought to the same scale
    right = (y if up else y + 1) * height + x * width < height * width
    return ("right", "left") if right else ("left", "right")
