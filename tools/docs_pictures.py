"""Draw the pictures of docs/proofs.md and docs/connections.md: python tools/docs_pictures.py"""

from pathlib import Path

from hexmate import BLACK, WHITE, Board, svg
from hexmate.inferior import fill_in
from hexmate.templates import EdgeTemplate, edge_templates

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def pictures() -> dict[str, str]:
    """The pictures by the names of their files."""
    return {
        "proof-bridge.svg": bridge(),
        "proof-carrier.svg": carrier(),
        "proof-must-play.svg": must_play(),
        "proof-fill-in.svg": filled(),
        "proof-threats.svg": threats(),
        **{
            f"template-{each.name}.svg": template(each)
            for each in edge_templates()
            if each.name and each.carrier
        },
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


def template(shown: EdgeTemplate) -> str:
    """The template at the bottom of a board with one row and one column to spare."""
    places = (*shown.stones, *shown.carrier)
    left = min(col for _, col in places) - 1
    rows, cols = shown.row + 1, max(col for _, col in places) - left + 2
    cell = {(row, col): (rows - row) * cols + col - left for row, col in places}
    board = Board.setup([cell[place] for place in shown.stones], [], size=(rows, cols))
    return drawn(board, heat=dict.fromkeys((cell[place] for place in shown.carrier), 1.0))


def drawn(board: Board, **options: object) -> str:
    return svg.board(board, last_move=False, size=420, **options) + "\n"


if __name__ == "__main__":
    for name, picture in pictures().items():
        (IMAGES / name).write_text(picture, "utf-8")
