"""The protocol that all players implement."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import PlayerError
from hexmate.outcome import Outcome
from hexmate.players.stopping import Stoppable

__all__ = ["Clock", "Info", "Limit", "PlayResult", "Player", "caution"]


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds left on both clocks, and the increment per move."""

    black: float
    white: float
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may search; the first limit reached ends it. All None: no limit."""

    time: float | None = None
    nodes: int | None = None
    visits: int | None = None
    depth: int | None = None
    clock: Clock | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Info:
    """What a player found out about a move, from the point of view of the side to move.

    `rank` numbers the lines of an analysis, the best being 1; a later `Info` of the same rank
    replaces an earlier one. `proven` says that the win probability is certain: 1 or 0 with perfect
    play (0.5 for a draw). `cells` has the win probability after each move that was searched,
    `cell_visits` its visits, and `policy` the network's probability of each move before any search.
    A player leaves out what it does not know.
    """

    move: int | None = None
    score: float | None = None
    win_probability: float | None = None
    depth: int | None = None
    nodes: int | None = None
    visits: int | None = None
    prior: float | None = None
    pv: tuple[int, ...] = ()
    time: float | None = None
    cells: Mapping[int, float] = field(default_factory=dict)
    rank: int = 1
    cell_visits: Mapping[int, int] = field(default_factory=dict)
    policy: Mapping[int, float] = field(default_factory=dict)
    proven: bool = False

    def __repr__(self) -> str:
        return f"Info({', '.join(_set_fields(self))})"


@dataclass(frozen=True, slots=True)
class PlayResult:
    """A move and what the player found out about it.

    >>> PlayResult(4, Info(4, win_probability=0.75, visits=100, pv=(4, 2), cells={4: 0.75}))
    PlayResult(move=4, info=Info(move=4, win_probability=0.75, visits=100, pv=(4, 2), cells=<1>))
    """

    move: int
    info: Info = field(default_factory=Info)


def _set_fields(info: Info) -> Iterator[str]:
    """What is known, in few words: long lines are cut, and maps show only their size."""
    for name, default in _DEFAULTS.items():
        value = getattr(info, name)
        if value == default:
            continue
        if isinstance(value, Mapping):
            shown = f"<{len(value)}>"
        elif isinstance(value, tuple) and len(value) > _SHOWN_MOVES:
            shown = f"({', '.join(map(str, value[:_SHOWN_MOVES]))}, ...)"
        else:
            shown = f"{value:.4g}" if isinstance(value, float) else repr(value)
        yield f"{name}={shown}"


_SHOWN_MOVES = 4
_DEFAULTS = {each.name: getattr(Info(), each.name) for each in fields(Info)}


class Player(Stoppable, ABC):
    """A person or a program that plays one side. Subclasses must implement `play`."""

    name: str = "player"
    ponders: bool = False
    """Whether it wants to search on the opponent's time; see `ponder`."""

    def propose_opening(self, board: Board) -> int:
        """The first stone under the swap rule: one that is fair to both sides."""
        return self.play(board, Limit()).move

    def accept_opening(self, board: Board, move: int) -> bool:
        """Answer an opening: True plays on, False swaps.

        `board` is the position with the stone on it.
        """
        return True

    def start(self, board: Board, color: Color) -> None:
        """Called when a game starts, with the colour of this player."""

    @abstractmethod
    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A legal move for the side to move; never a swap, which `accept_opening` decides.

        To resign, raise `Resigned`.
        """

    def ponder(self, board: Board) -> None:
        """Search on the opponent's time, with the opponent to move on `board`, until stopped.

        What it finds may serve the next `play`. Players without a use for that return at once.
        """

    def stop(self) -> None:
        """From another thread: make the call that runs now answer with the best so far, at once.

        Without a running call this does nothing: the next call is not affected. A stop that may
        come before the call has begun needs a token: call the player inside `StopToken.scope` and
        stop the token instead, which counts whenever it comes. A player that searches does so
        inside `with self.searching() as token` and ends once `token.stopped`; it then needs no
        `stop` of its own.
        """
        super().stop()

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """What the search finds, as it comes: the best line first."""
        raise PlayerError(f"{self.name} cannot analyse a position")

    def trained_on(self, board: Board) -> bool:
        """Whether its network was trained on boards of this size; True without a network.

        On other sizes it plays too, perhaps less well.
        """
        return True

    def finish(self, outcome: Outcome | None) -> None:
        """Called when the game is over or was abandoned."""

    def close(self) -> None:
        """Release what the player holds, such as a process."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def caution(player: Player, board: Board) -> str | None:
    """A note on a board that the player's network was not trained on; None if there is none.

    >>> from hexmate.players.mcts import MctsPlayer
    >>> caution(MctsPlayer(), Board((5, 9)))
    'the network of mcts was not trained on 5x9, but it can still play'
    """
    if player.trained_on(board):
        return None
    size = f"{board.rows}x{board.cols}"
    return f"the network of {player.name} was not trained on {size}, but it can still play"
