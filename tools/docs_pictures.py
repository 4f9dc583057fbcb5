"""Draw the pictures of the documentation that are no screenshots: python tools/docs_pictures.py"""

from pathlib import Path

from hexmate import BLACK, WHITE, Board, _core, svg
from hexmate.book import swap_map
from hexmate.inferior import fill_in
from hexmate.players import Limit, create
from hexmate.templates import EdgeTemplate, edge_templates

SHAPES = ("hex", "offset", "square", "triangle")
MODELS = Path(__file__).parents[1] / "src" / "hexmate" / "models"
IMAGES = Path(__file__).parents[1] / "docs" / "images"


def pictures() -> dict[str, str]:
    """The pictures by the names of their files."""
    return {
        "proof-bridge.svg": bridge(),
        "proof-carrier.svg": carrier(),
        "proof-must-play.svg": must_play(),
        "proof-fill-in.svg": filled(),
        "proof-threats.svg": threats(),
        **{f"shape-{shape}.svg": played(shape) for shape in SHAPES},
        "heat-map.svg": heat_map(),
        "curve.svg": (MODELS / "curve.svg").read_text("utf-8"),
        **{
            f"template-{each.name}.svg": template(each)
            for each in edge_templates()
            if each.name and each.carrier
        },
        **{
            f"swap-map-{size}.svg": swap_map(size).picture(size=420) + "\n"
            for size in (8, 11, 13, 19)
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


def played(shape: str) -> str:
    """A whole game of two simple players on a board of a shape."""
    board = Board((6, 12) if shape == "triangle" else 7, shape=shape)
    player = create("minimax:depth=1")
    board.push_str("b2")
    while board.outcome() is None:
        board.push(player.play(board, Limit()).move)
    return svg.board(board, size=420) + "\n"


def heat_map() -> str:
    """How often Black wins random games after each move."""
    board = Board.setup(["f5", "d8"], ["f7", "h4"], size=11)
    wins = {}
    for move in board.legal_moves:
        board.push(move)
        wins[move] = float(_core.random_playouts(board, 4000, 1, 1)[0])
        board.pop()
    return drawn(board, heat=wins)


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
