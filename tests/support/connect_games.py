"""Comparisons of bridges with their definitions, for the tests and for the long run."""

import random

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.connect import Bridges, bridge_win
from hexmate.coords import PASS, SWAP
from support.boards import make
from support.slow_bridges import SlowBridges, wins_moving_second

COLORS = (BLACK, WHITE)


def listed(tracker: Bridges, color: Color):
    return {
        frozenset(bridge.ends): (frozenset(bridge.carrier), bridge.state.value)
        for bridge in tracker.bridges(color)
    }


def compare_game(spec, rng: random.Random) -> str | None:
    """Follow a random game with passes, swaps and stones out of turn; what differed, if anything.

    Bridges are compared at every ply on the way up and down, bridge_win at every ply.
    """
    tracker, board = Bridges(make(spec)), make(spec)
    odd = rng.choice((0.0, 0.2))
    while board.outcome() is None and board.ply < 2 * board.num_cells:
        move, color = rng.choice(list(board.legal_moves)), board.turn
        if board.swap_available and rng.random() < 0.4:
            move = SWAP
        elif rng.random() < odd:
            move, color = (PASS, color) if rng.random() < 0.3 or move < 0 else (move, color.other)
        tracker.push(move, color)
        board.push(move, color)
    slow = SlowBridges(board.rows, board.cols, board.shape, board.swap, moves=board.played)
    return _compare_back(board, tracker, slow)


def compare_setup(spec, rng: random.Random) -> str | None:
    """The same from a set-up position with a few stones."""
    shape, size, _ = spec
    start = random_position(shape, size, rng.randrange(size[0] * size[1] // 2 + 1), rng)
    if start.outcome() is not None:
        return None
    tracker, board = Bridges(start), start.copy()
    while board.outcome() is None:
        move, color = rng.choice(list(board.legal_moves)), rng.choice(COLORS)
        tracker.push(move, color)
        board.push(move, color)
    stones = tuple(tuple(start.stones(color)) for color in COLORS)
    slow = SlowBridges(board.rows, board.cols, shape, None, *stones, moves=board.played)
    return _compare_back(board, tracker, slow)


def _compare_back(board: Board, tracker: Bridges, slow: SlowBridges) -> str | None:
    """Compare position by position while the moves are taken back."""
    stories = [list(slow.story(color)) for color in COLORS]
    positions = [stones for stones, _ in slow.positions()]
    while True:
        for color in COLORS:
            found = listed(tracker, color)
            if found != stories[color][board.ply] or found != listed(Bridges(board), color):
                return f"bridges of {color} differ: {board.played}"
            win = bridge_win(board, color)
            best = slow.shortest_win(positions[board.ply], color)
            if (None if win is None else len(win.pairs)) != best or win != tracker.win(color):
                return f"bridge_win of {color} differs: {board.played}"
            if win is not None and not _is_chain(board, win, slow, positions[board.ply], color):
                return f"bridge_win of {color} is no chain: {board.played}"
        if board.ply == 0:
            return None
        board.pop()
        tracker.pop()


def _is_chain(board: Board, win, slow: SlowBridges, stones, color: Color) -> bool:
    """Whether the pairs join the named ends in order and share no cell."""
    ends = {slow.name(end): end for end in slow.ends(stones, color)}
    links = zip(win.chain, win.chain[1:], win.pairs, strict=False)
    return (
        len(set(win.carrier)) == 2 * len(win.pairs)
        and ends[win.chain[0]] >= {("top", "left")[color]}
        and ends[win.chain[-1]] >= {("bottom", "right")[color]}
        and all(set(pair) <= slow.carrier(stones, ends[one], ends[two]) for one, two, pair in links)
    )


def compare_crowded(shape: str, size, rng: random.Random) -> tuple[str | None, bool]:
    """bridge_win where one colour has placed stones all over: what differed, and if it has won."""
    cells = rng.sample(range(size[0] * size[1]), rng.randrange(8, 15))
    enemies = rng.randrange(3)
    board = Board.setup(cells[enemies:], cells[:enemies], size=size, shape=shape)
    slow = SlowBridges(*size, shape, None, tuple(cells[enemies:]), tuple(cells[:enemies]))
    ((stones, _),) = slow.positions()
    win, best = bridge_win(board, BLACK), slow.shortest_win(stones, BLACK)
    same = (None if win is None else len(win.pairs)) == best
    same = same and (win is None or _is_chain(board, win, slow, stones, BLACK))
    return (None if same else f"bridge_win differs: {board.to_string()}"), win is not None


def random_position(shape: str, size, stones: int, rng: random.Random) -> Board:
    """Stones of both colours, as many as evenly as possible, at random."""
    cells = rng.sample(range(size[0] * size[1]), stones)
    half = (stones + rng.randrange(2)) // 2
    return Board.setup(cells[:half], cells[half:], size=size, shape=shape)


def confirm_win(board: Board, color: Color) -> bool:
    """Whether minimax agrees that the colour wins inside its carrier, the opponent moving first.

    Every free cell outside the carrier is given to the opponent: a win all the same is a win on
    the board as it is, and few cells are left to search.
    """
    win = bridge_win(board, color)
    stones = {board.row_col(cell): c for c in COLORS for cell in board.stones(c)}
    for cell in range(board.num_cells):
        if cell not in win.carrier:
            stones.setdefault(board.row_col(cell), color.other)
    return wins_moving_second(board.rows, board.cols, board.shape, stones, color)
