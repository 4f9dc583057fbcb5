"""The native core: rules, search and everything else that must be fast."""

from collections.abc import Sequence
from typing import Annotated, NoReturn, overload

import numpy
from numpy.typing import NDArray


def _set_leak_warnings(on: bool) -> None:
    """
    Whether objects of this module that outlive the interpreter are reported on stderr.
    """

SWAP: int = -1

PASS: int = -2

def column_name(col: int) -> str:
    """Letters of a column counted from 0."""

def cell_name(row: int, col: int) -> str:
    """Name of a cell, 'c3' for row 2, col 2."""

def parse_cell(text: str) -> tuple[int, int] | None:
    """(row, col) of a cell name, or None."""

class Board:
    @overload
    def __init__(self, rows: int, cols: int, shape: str, swap: str | None) -> None: ...

    @overload
    def __init__(self, rows: int, cols: int, shape: str, swap: str | None, black: Sequence[int], white: Sequence[int], turn: int, swap_used: bool) -> None: ...

    @overload
    def __init__(self, other: Board) -> None: ...

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...

    @property
    def num_cells(self) -> int: ...

    @property
    def num_empty(self) -> int: ...

    @property
    def ply(self) -> int: ...

    @property
    def swap_available(self) -> bool: ...

    @property
    def transposable(self) -> bool: ...

    @property
    def _shape(self) -> str: ...

    @property
    def _swap(self) -> str | None: ...

    @property
    def _swap_used(self) -> bool: ...

    @property
    def _turn(self) -> int: ...

    @property
    def _winner(self) -> int | None: ...

    @property
    def _termination(self) -> str: ...

    def _stone_at(self, cell: int) -> int: ...

    def _groups(self, color: int) -> list[tuple[list[int], list[int]]]: ...

    def _adjacency(self) -> tuple[NDArray[numpy.int32], NDArray[numpy.int32]]: ...

    def _legal_mask(self) -> NDArray[numpy.bool_]: ...

    def _legal_count(self) -> int: ...

    def _legal_list(self) -> list[int]: ...

    def _played(self) -> list[tuple[int, int]]: ...

    @property
    def moves(self) -> list[int]:
        """The moves played since the set-up position, oldest first."""

    def stones(self, color: int) -> list[int]:
        """The cells that hold a stone of this colour, in order."""

    def neighbors(self, cell: int) -> list[int]:
        """The cells that touch this one, in order."""

    def mirror(self, cell: int) -> int:
        """The cell reflected on the main diagonal."""

    def winning_path(self) -> list[int]:
        """
        The winner's shortest chain, cell by cell from edge to edge; empty without one.
        """

    def to_array(self) -> NDArray[numpy.int8]:
        """A copy of the stones, int8 [rows, cols]: 0 empty, 1 Black, 2 White."""

    def position_key(self) -> int:
        """
        64-bit Zobrist key of stones, size, shape, turn and the right to swap; the same in every version.
        """

    @overload
    def push(self, move: int) -> None:
        """
        Play a move for the side to move, or for a named colour, in or out of turn.
        """

    @overload
    def push(self, move: int, color: int | None) -> None: ...

    @overload
    def push(self, move: str, color: int | None = None) -> NoReturn: ...

    def pop(self) -> int:
        """Take the last move back and return it; reopens an ended game."""

    def peek(self) -> int:
        """The last move."""

    def is_legal(self, move: int) -> bool:
        """Whether push would take the move from the side to move."""

    def reopen(self) -> None:
        """Take back a resignation, forfeit or time-out."""

    def _end(self, how: str, loser: int) -> None: ...

def perft(board: Board, depth: int) -> int: ...

class Connections:
    def __init__(self, board: Board, fulls: int, semis: int, or_steps: int) -> None: ...

    def push(self, move: int, color: int) -> None: ...

    def pop(self) -> int: ...

    def partners(self, color: int, node: int, semi: bool) -> list[int]: ...

    def between(self, color: int, one: int, two: int, semi: bool) -> list[tuple[list[int], int]]: ...

    def must_play(self, mover: int) -> list[int]: ...

    def win(self, color: int, semi: bool) -> tuple[list[int], int] | None: ...

class BridgeTracker:
    def __init__(self, board: Board) -> None: ...

    def push(self, move: int, color: int) -> None: ...

    def pop(self) -> None: ...

    def bridges(self, color: int) -> list[tuple[int, int, list[int], int]]: ...

    def win(self, color: int) -> tuple[list[int], list[list[int]]] | None: ...

    def win_move(self, color: int) -> tuple[int, tuple[list[int], list[list[int]]]] | None: ...

def bridge_win(board: Board, color: int) -> tuple[list[int], list[list[int]]] | None: ...

def bridge_win_move(board: Board, color: int) -> tuple[int, tuple[list[int], list[list[int]]]] | None: ...

def fill_in(board: Board) -> tuple[list[int], list[int], list[int]]: ...

def inferior_moves(board: Board, color: int) -> list[tuple[int, int, int, list[int]]]: ...

def local_patterns() -> tuple[list[str], list[str], list[str]]: ...

def encode_features(board: Board, stones: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu', writable=False)], turns: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu', writable=False)]) -> NDArray[numpy.float32]: ...

def encode_nodes(board: Board, stones: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu', writable=False)], turns: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu', writable=False)]) -> NDArray[numpy.float32]: ...

def distance(board: Board, color: int) -> tuple[int | None, list[int]]: ...

def two_distance(board: Board, color: int) -> tuple[int | None, list[int]]: ...

def circuit(board: Board, color: int) -> tuple[float, NDArray[numpy.float64], NDArray[numpy.float64]]: ...

def total_resistance(board: Board, color: int) -> float: ...

def liberties(board: Board, color: int) -> int: ...

def bridge_score(board: Board, color: int) -> int: ...

def centre_score(board: Board, color: int) -> int: ...

def features(board: Board) -> tuple[int, int, int, int, int, int, int]: ...

def heuristic(board: Board, setting: str) -> int: ...

def evaluator_names() -> list[str]: ...

def stone_ages(board: Board) -> NDArray[numpy.uint8]:
    """
    How many moves ago each stone was placed, uint8 [rows, cols]: 1 for the last move, 0 for empty cells and stones of the set-up.
    """

def network_kernels() -> str:
    """
    The instructions that networks use on this processor: plain, avx2 or avx512.
    """

class Network:
    def __init__(self, file: bytes, *, int8: bool = False, kernels: str | None = None) -> None:
        """
        The network in the bytes of a .hexnet file; ModelError if they are not one.
        """

    def evaluate(self, views: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], threads: int = 1) -> tuple[NDArray[numpy.float32], NDArray[numpy.float32]]:
        """
        Logits [batch, rows * cols] and win probabilities [batch] of uint8 views [batch, rows, cols].
        """

    def predict(self, views: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], ages: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], contexts: Annotated[NDArray[numpy.float32], dict(shape=(None, 4), order='C', device='cpu', writable=False)], threads: int = 1) -> tuple[NDArray[numpy.float32], NDArray[numpy.float32]]:
        """
        Logits [batch, rows * cols + 1], the swap's the last, and probabilities of winning and resigning [batch, 2], of a network that predicts people's moves.
        """

    @property
    def facts(self) -> str:
        """What the file says about its network, as JSON."""

    @property
    def kernels(self) -> str:
        """The instructions in use."""

class StopToken:
    def __init__(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def stopped(self) -> bool: ...

def random_playouts(board: Board, games: int, seed: int, threads: int) -> tuple[int, int, int]: ...

class MctsMove:
    @property
    def move(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def prior(self) -> float: ...

    @property
    def win_probability(self) -> float: ...

    @property
    def proven(self) -> float | None:
        """1 won, 0 lost for the side to move; None while open."""

    @property
    def line(self) -> list[int]:
        """The move and the play expected after it."""

class MctsReport:
    @property
    def moves(self) -> list[MctsMove]:
        """Best first."""

    @property
    def win_probability(self) -> float: ...

    @property
    def raw_win_probability(self) -> float: ...

    @property
    def proven(self) -> float | None: ...

    @property
    def visits(self) -> int: ...

    @property
    def evaluated(self) -> int: ...

    @property
    def recalled(self) -> int: ...

    @property
    def tree_size(self) -> int: ...

    @property
    def full(self) -> bool:
        """The tree has all the memory it may have."""

class Mcts:
    def __init__(self, *, gumbel_visits: int = 0, candidates: int = 16, seed: int = 0, exploration: float = 0.6000000238418579, first_play_loss: float = 0.11999999731779099, see_bridges: bool = True, connect: int = 0, memory: int = 1024) -> None: ...

    def start(self, board: Board) -> None: ...

    def gather(self, views: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], enough: int = 18446744073709551615) -> list[int]:
        """Fill uint8 [most, cells] with views of leaves; a ticket for each."""

    def scatter(self, tickets: Sequence[int], logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], win_probabilities: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def report(self, lines: int = 1) -> MctsReport: ...

    def clear(self) -> None: ...

class MonteCarloMove:
    @property
    def move(self) -> int: ...

    @property
    def playouts(self) -> int: ...

    @property
    def win_rate(self) -> float: ...

class MonteCarloReport:
    @property
    def moves(self) -> list[MonteCarloMove]:
        """Best first."""

    @property
    def playouts(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class MonteCarlo:
    def __init__(self, *, seed: int = 0, threads: int = 1) -> None: ...

    def search(self, board: Board, playouts: int | None = None, seconds: float | None = None, total: int | None = None, stop: StopToken | None = None) -> MonteCarloReport:
        """
        Play `playouts` random games after each cell, within `seconds` and `total` games.
        """

    def report(self) -> MonteCarloReport:
        """The report so far, from any thread."""

class UctMove:
    @property
    def move(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def win_rate(self) -> float: ...

    @property
    def proven(self) -> float | None:
        """1 won, 0.5 drawn, 0 lost for the side to move; None while open."""

    @property
    def line(self) -> list[int]:
        """The move and the play expected after it."""

class UctReport:
    @property
    def moves(self) -> list[UctMove]:
        """Best first."""

    @property
    def win_probability(self) -> float: ...

    @property
    def proven(self) -> float | None:
        """1 won, 0.5 drawn, 0 lost for the side to move; None while open."""

    @property
    def simulations(self) -> int: ...

    @property
    def kept_visits(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def tree_size(self) -> int: ...

    @property
    def tree_capacity(self) -> int: ...

class Uct:
    def __init__(self, *, threads: int = 1, memory: int = 256, seed: int = 0, exploration: float = 0.0, amaf_initial: float = 2.119999885559082, amaf_final: float = 400.0, first_play: float = 0.3499999940395355, expand_after: int = 5, save_bridges: bool = True) -> None: ...

    def search(self, board: Board, seconds: float | None = None, simulations: int | None = None, stop: StopToken | None = None) -> UctReport: ...

    def report(self, lines: int = 1) -> UctReport:
        """
        The report so far, from any thread; the first `lines` moves have their lines.
        """

    def clear(self) -> None:
        """Forget the tree."""

class NegamaxReport:
    @property
    def move(self) -> int: ...

    @property
    def score(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def proven(self) -> bool: ...

    @property
    def pv(self) -> list[int]: ...

class Negamax:
    def __init__(self, evaluation: str, table_mib: int, threads: int, aspiration: bool) -> None: ...

    def search(self, board: Board, seconds: float | None, nodes: int | None, depth: int | None, excluded: Sequence[int], stop: StopToken | None) -> NegamaxReport: ...

    def scores(self, board: Board, depth: int, seconds: float | None, nodes: int | None, stop: StopToken | None) -> list[tuple[int, int]]: ...

    def latest(self) -> NegamaxReport: ...

    def clear(self) -> None: ...

class BatchedNegamax:
    def __init__(self, evaluation: str, alpha: float, table_mib: int, threads: int) -> None: ...

    def start(self, board: Board, seconds: float | None, nodes: int | None, depth: int | None, excluded: Sequence[int], stop: StopToken | None) -> None: ...

    def gather(self) -> tuple[NDArray[numpy.int8], NDArray[numpy.int8]]: ...

    def scatter(self, scores: Sequence[int]) -> None: ...

    def result(self) -> NegamaxReport: ...

    def latest(self) -> NegamaxReport: ...

    def clear(self) -> None: ...

class SolverReport:
    @property
    def verdict(self) -> int: ...

    @property
    def move(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def carrier(self) -> list[int]: ...

class Solver:
    def __init__(self, table_mib: int, network: Network | None = None, threads: int = 1) -> None:
        """
        The network orders the moves on the hex shape; threads share one table there.
        """

    def solve(self, board: Board, seconds: float | None, nodes: int | None, stop: StopToken | None) -> SolverReport: ...

    def solve_each(self, boards: Sequence[Board], seconds: float | None, nodes: int | None, stop: StopToken | None) -> list[SolverReport]:
        """
        Several positions on boards of one size: on the hex shape each thread takes the next one, and helps with the others when there is none left.
        """

    def moves(self, board: Board, seconds: float | None, nodes: int | None, stop: StopToken | None) -> list[tuple[int, int]]: ...

    def progress(self, board: Board) -> tuple[int, int, list[int]]:
        """
        What is known of a position between two calls of solve: the least numbers of positions still to be proven until the side to move is known to win and to lose, and the line being searched, or the principal variation of a solved position.
        """

    def clear(self) -> None: ...

class SelfPlay:
    def __init__(self, *, size: int = 11, games: int = 512, threads: int = 1, seed: int = 0, visits: int = 32, quick_visits: int = 8, full_share: float = 0.5, candidates: int = 16, puct: bool = False, warm_moves: int = 10, noise_share: float = 0.25, noise_alpha: float = 10.0, random_first: float = 0.55, random_several: float = 0.1, drawn_several: float = 0.0, most_random: int = 6, decided: float = 0.02, decided_share: float = 0.25, resign: float = 0.0, resign_moves: int = 3, resign_check: float = 0.1) -> None: ...

    def drain(self) -> dict[str, numpy.ndarray]:
        """
        Samples of the games finished since the last call, as arrays by name. `chains` is 1 on an own winning chain, -1 on the enemy's, and 2 on all cells of a resigned game.
        """

    def save(self) -> bytes:
        """
        All games as bytes, each at the start of the search for its present move. These games go back there too, so that they continue as loaded ones do: waiting leaves are dropped, and `gather` comes next.
        """

    def load(self, bytes: bytes) -> None:
        """
        Continue saved games of the same options (threads may differ); `gather` comes next. Damaged bytes, or bytes of other options, are an error and change nothing.
        """

    @property
    def counts(self) -> dict[str, int]:
        """
        Counts by name: games, moves; leaves (sent out), recalled (answered from memory); black_wins; resigned; checked (games without resignation in which a side would have resigned), false_resigns (those of them that this side won).
        """

    def gather(self, views: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """
        Write the next leaf of every game: uint8 [games, cells], 0 empty, 1 own, 2 enemy.
        """

    def scatter(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], win_probabilities: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Answer all leaves: float32 logits [games, cells] and win probabilities [games] of the side to move.
        """

    def advance(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], win_probabilities: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], views: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """`scatter` and then `gather`, in one round of the threads."""

def selfplay_options() -> list[tuple[str, float, float, float, str]]:
    """
    Name, default, lowest and highest value and meaning of each option of `SelfPlay`.
    """
