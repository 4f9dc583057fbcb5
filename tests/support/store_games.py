"""Games in a store, made quickly for the tests that need some."""

from hexmate.board import Board
from hexmate.store import GameRow, NewGame, NewSeat, PositionKeys, ResultRow, Store
from hexmate.swap import seat_of

OPENING = ("a1", "e5", "a2", "e4", "a3", "e3")
"""Three moves of each player on 5x5: enough for a game to be rated."""

BLACK_WINS = ("a1", "b1", "a2", "b2", "a3")
"""A game of 3x3 that Black wins by a chain down the first column."""


def people(store: Store, *names: str) -> list[int]:
    return [store.players.create(name).id for name in names]


def online(store: Store, black: int, white: int, size=3, **options) -> GameRow:
    """A live game between two people."""
    rows, cols = (size, size) if isinstance(size, int) else size
    seats = NewSeat("person", black), NewSeat("person", white)
    return store.games.create(NewGame(rows, cols, *seats, mode="online", **options))


def begun(store: Store, black: int, white: int, **options) -> GameRow:
    """A rated game between two people that has enough moves to be rated."""
    game = online(store, black, white, 5, rated=True, **options)
    play(store, game, *OPENING[: 2 * store.rules.moves])
    return game


def local(store: Store, size=3, **options) -> GameRow:
    """A live game of two people at one screen."""
    rows, cols = (size, size) if isinstance(size, int) else size
    return store.games.create(NewGame(rows, cols, NewSeat("person"), NewSeat("person"), **options))


def play(store: Store, game: GameRow, *moves: str, **options) -> Board:
    """Append moves to what is stored and return the board behind them."""
    board = (
        Board.from_string(game.start)
        if game.start
        else Board((game.rows, game.cols), shape=game.shape, swap=game.swap)
    )
    for number, move in enumerate(moves, 1):
        color = board.turn
        board.push_str(move)
        keys = PositionKeys.of(board)
        assert store.games.append_move(game.id, number, color, move, keys, **options)
    return board


def finish(store: Store, game: GameRow, board: Board, **options) -> GameRow:
    outcome = board.outcome()
    assert outcome is not None
    result = ResultRow.of(outcome, lambda color: seat_of(color, board.swap, board.moves))
    return store.games.finish(game.id, result, **options)


def played(store: Store, game: GameRow, *moves: str, **options) -> GameRow:
    """A finished game: what the moves do not decide, the side to move resigns."""
    board = play(store, game, *moves)
    if board.outcome() is None:
        board.resign()
    return finish(store, game, board, **options)
