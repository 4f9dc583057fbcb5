"""Draw the pictures of docs/proofs.md: python tools/proof_pictures.py"""

from pathlib import Path

from hexmate import BLACK, WHITE, Board, svg
from hexmate.inferior import fill_in

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def pictures() -> dict[str, str]:
    """The pictures by the names of their files."""
    return {
        "proof-bridge.svg": bridge(),
        "proof-carrier.svg": carrier(),
        "proof-must-play.svg": must_play(),
        "proof-fill-in.svg": filled(),
        "proof-threats.svg": threats(),
    }


def bridge() -> str:
    board = Board.setup(["d3", "c5"], [], size=6)
    between, below = ["c4", "d4"], ["b6", "c6"]
    return drawn(board, marks=dict.fromkeys(between + below, "dot"), lines=[["d3", "c5"]])


def carrier() -> str:
    board = Board.setup(["d4"], [], size=6)
    cells = ["e4", "c5", "d5", "e5", "b6", "c6", "d6", "e6"]
    return drawn(board, heat=dict.fromkeys(cells, 1.0))


def must_play() -> str:
    board = Board.setup(["b2", "e2"], ["f3"], turn=WHITE, size=6)
    return drawn(board, heat=dict.fromkeys(("d3", "b6"), 1.0), labels={"d4": "A", "b5": "B"})


def filled() -> str:
    board = Board.setup(["b1", "c2"], ["b4"], size=6)
    found = fill_in(board)
    marks = dict.fromkeys(found.dead, "cross") | dict.fromkeys(found.black + found.white, "square")
    return drawn(board, marks=marks)


def threats() -> str:
    board = Board.setup(["c3"], [], turn=BLACK, size=5)
    marks = dict.fromkeys(("a5", "b5"), "triangle")
    marks |= dict.fromkeys(("d3", "c4", "c5", "d5"), "square")
    return drawn(board, marks=marks, labels={"b4": "A", "d4": "B"})


def drawn(board: Board, **options: object) -> str:
    return svg.board(board, last_move=False, size=420, **options) + "\n"


if __name__ == "__main__":
    for name, picture in pictures().items():
        (IMAGES / name).write_text(picture, "utf-8")
