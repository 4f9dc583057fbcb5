"""Draw the board of the README: python tools/readme_board.py > docs/images/board.svg"""

from hexmate import Board, svg

MOVES = "c2 d4 d3 e3 e2 f2 c5 c4 b5 b4 f1 g2 a4 a5"


def picture() -> str:
    board = Board(7)
    for move in MOVES.split():
        board.push_str(move)
    return svg.board(board, size=560) + "\n"


if __name__ == "__main__":
    print(picture(), end="")
