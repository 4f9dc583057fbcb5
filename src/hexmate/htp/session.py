"""A game in an HTP server: the board as the client sees it, and the player."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from operator import index

from hexmate.board import Board, SwapRule
from hexmate.color import BLACK, Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import GameOverError, OccupiedError, PlayerError, SizeError, SwapError
from hexmate.game import ENDINGS
from hexmate.htp.clocks import HtpClocks
from hexmate.htp.exact import ExactTools
from hexmate.htp.reports import reports
from hexmate.htp.swaps import SWAP_WORDS, SwapDialect, with_swap
from hexmate.outcome import Outcome
from hexmate.players.base import Info, Limit, Player, PlayResult, caution
from hexmate.players.openings import may_be_swapped
from hexmate.players.pondering import Pondering, can_ponder
from hexmate.players.searching import bounded

__all__ = ["SearchWatcher", "Session"]

_UNBOUNDED_SECONDS = 1.0
_DECLARED = {"resign": Board.resign, "forfeit": Board.forfeit}


@dataclass(frozen=True, slots=True)
class SearchWatcher:
    """Shows a search while it runs: by which function, how often and how many lines."""

    show: Callable[[Board, Sequence[Info]], None]
    seconds: float = 0.5
    lines: int = 1


class Session:
    """One player and one board; `log` gets notes about them, each only once.

    >>> from hexmate.players.random import RandomPlayer
    >>> session = Session(RandomPlayer(seed=1))
    >>> session.play(BLACK, "f6")
    >>> session.board["f6"]
    <Color.BLACK: 0>
    """

    def __init__(
        self,
        player: Player,
        limit: Limit | None = None,
        *,
        dialect: SwapDialect = SwapDialect.HEXMATE,
        allow_swap: bool = False,
        live_gfx: bool = False,
        log: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.player = player
        self.limit = limit or Limit()
        self.dialect = dialect
        self.live_gfx = live_gfx
        self.clocks = HtpClocks()
        self.exact = ExactTools()
        self.board = Board()
        self.ponder = player.ponders
        """True if the player searches while the client is to move."""
        self.allow_swap = allow_swap
        """True if the player may swap, and opens with a fair stone."""
        self._log = log
        self._logged: set[str] = set()
        self._after_the_end: list[str] = []
        self._begun = False
        self._ours: Color | None = None
        self.clear()

    def set_rules(self, allow_swap: bool, dialect: SwapDialect) -> None:
        """Change the rules, also of the current game if no swap was made in it."""
        self.allow_swap, self.dialect = allow_swap, dialect
        if self.board.outcome() is None and SWAP not in self.board.moves:
            self.board = with_swap(self.board, self._rule(self.board))

    def _rule(self, board: Board) -> SwapRule | None:
        return self.dialect.usual_rule(board) if self.allow_swap else None

    def resize(self, cols: int, rows: int) -> None:
        """A new game on a hex board."""
        self._new_game(Board((rows, cols)))

    def clear(self) -> None:
        """A new game on an empty board like this one."""
        board = self.board
        self._new_game(Board((board.rows, board.cols), shape=board.shape))

    def _new_game(self, empty: Board) -> None:
        self.set_board(with_swap(empty, self._rule(empty)))

    def set_board(self, board: Board) -> None:
        """Start a new game from any position."""
        outcome = self.board.outcome()
        self.board = board
        self._ours = None
        self._after_the_end.clear()
        self.finish(outcome)

    def set_position(self, board: Board) -> None:
        """Like `set_board`; later games keep this board's swap rule."""
        self.set_board(board)
        self.allow_swap = board.swap is not None

    def play(self, color: Color, word: str) -> None:
        """Make a move of either colour. Moves after the end are only remembered for `undo`."""
        word = word.lower()
        if self.board.outcome() is not None:
            self._play_after_the_end(word)
        elif word in _DECLARED:
            _DECLARED[word](self.board, color)
        elif word in SWAP_WORDS:
            self._swap(color, word)
        else:
            self.board.push_str(word, color)

    def _play_after_the_end(self, word: str) -> None:
        """Accept a move after the end: clients let people play on, and then take it back."""
        if word not in (*_DECLARED, *SWAP_WORDS):
            cell = self.board.parse(word)
            if cell != PASS and self.board.color_at(cell) is not None:
                raise OccupiedError(f"{word} is occupied")
        self._after_the_end.append(word)

    def _swap(self, color: Color, word: str) -> None:
        """Swap as the client means it, even if our rules were different."""
        rule = self.dialect.meaning(word) or self.board.swap or self.dialect.usual_rule(self.board)
        try:
            board = self.board if self.board.swap == rule else with_swap(self.board, rule)
        except SizeError as error:
            raise SwapError(str(error)) from None
        board.push(SWAP, color)
        self.board = board

    def undo(self) -> None:
        """Take back the last move of any kind."""
        outcome = self.board.outcome()
        if self._after_the_end:
            self._after_the_end.pop()
        elif outcome is not None and outcome.termination in ENDINGS:
            self.board.reopen()
        elif self.board.pop() == SWAP and not self.allow_swap:
            self.board = with_swap(self.board, None)

    def name(self, move: int) -> str:
        """A move in the words of the client."""
        return self.dialect.word(self.board.swap) if move == SWAP else self.board.name(move)

    def facing(self, color: Color) -> Board:
        """A copy of the board with this colour to move; GameOverError if the game is over."""
        outcome = self.board.outcome()
        if outcome is not None:
            raise GameOverError(f"the game is over: {outcome.result()}")
        board = self.board.copy()
        if board.turn is not color:
            board.push(PASS)
        return board

    def position_for(self, color: Color) -> Board:
        """The board to search, after the player has been told that the game has started."""
        board = self.facing(color)
        if not self._begun:
            self.start(color)
        return board

    def start(self, color: Color) -> None:
        """Tell the player that a game begins."""
        self._begun = True
        self.player.start(self.board.copy(), color)
        note = caution(self.player, self.board.copy())
        if note is not None and note not in self._logged:
            self._logged.add(note)
            self._log(note)

    def finish(self, outcome: Outcome | None) -> None:
        """Tell the player that the game is over, if one was started."""
        if self._begun:
            self._begun = False
            with suppress(Exception):  # the game is over, even if a third-party player fails here
                self.player.finish(outcome)

    def choose(self, color: Color, watch: SearchWatcher | None = None) -> PlayResult:
        """The player's move for a colour; a swap too, if the rules allow it."""
        board = self.position_for(color)
        decided = self._decide_opening(board)
        result = self.search(color, watch) if decided is None else PlayResult(decided)
        return self._checked(board, result)

    def search(self, color: Color, watch: SearchWatcher | None = None) -> PlayResult:
        """The player's move from `play`, which is normally not a swap."""
        board = self.position_for(color)
        limit = self.clocks.limit(color, self.limit)
        result = None if watch is None else self._think_aloud(board, limit, watch)
        return self._checked(board, result or self.player.play(board.copy(), limit))

    def make(self, color: Color, move: int, seconds: float) -> None:
        """Play the chosen move on the board, and subtract its seconds from the clock."""
        self.clocks.spend(color, seconds)
        self.board.push(move, color)
        self._ours = color

    @contextmanager
    def pondering(self) -> Iterator[None]:
        """Inside this context the player searches, if it ponders and the opponent is to move.

        That is after a move that the player has made in this game. The search has ended when the
        context has.
        """
        theirs = self._ours is not None and self.board.turn is self._ours.other
        if self.ponder and theirs and self.board.outcome() is None:
            with Pondering(self.player, self.board.copy()):
                yield
        else:
            yield

    def set_ponder(self, on: bool) -> None:
        """Whether to search while the client is to move; PlayerError if the player cannot."""
        if on and not can_ponder(self.player):
            raise PlayerError(f"{self.player.name} cannot search on the opponent's time")
        self.ponder = on

    def generate(self, color: Color, watch: SearchWatcher | None = None) -> str:
        """Choose a move and make it; the loser of a finished game resigns instead."""
        outcome = self.board.outcome()
        if outcome is not None and outcome.winner is color.other:
            return "resign"
        began = time.monotonic()
        move = self.choose(color, watch).move
        self.make(color, move, time.monotonic() - began)
        return self.name(move)

    def _decide_opening(self, board: Board) -> int | None:
        """A first stone that may be swapped, or a swap; None for an ordinary move."""
        if board.swap_available:
            kept = self.player.accept_opening(board.copy(), board.stones(BLACK)[0])
            return None if kept else SWAP
        return self.player.propose_opening(board.copy()) if may_be_swapped(board) else None

    def _think_aloud(self, board: Board, limit: Limit, watch: SearchWatcher) -> PlayResult | None:
        """The best move of an analysis that is shown; None if the player has none to show.

        A player whose `play` is not its best analysis says so by `plays_as_it_analyses`.
        """
        if not getattr(self.player, "plays_as_it_analyses", True):
            return None
        best: Info | None = None
        limit = bounded(self.player, limit, _UNBOUNDED_SECONDS)
        try:
            infos = self.player.analyse(board.copy(), limit, watch.lines)
            for report in reports(infos, watch.seconds):
                best = report[0]
                watch.show(board, report)
        except PlayerError:
            if best is not None:
                raise
        return None if best is None or best.move is None else PlayResult(best.move, best)

    def _checked(self, board: Board, result: PlayResult) -> PlayResult:
        if not isinstance(result, PlayResult):
            raise PlayerError(f"{self.player.name} answered {result!r}, not a PlayResult")
        try:
            move = index(result.move)  # numpy's numbers are welcome too
        except TypeError:
            move = None
        if move is None or not board.is_legal(move):
            raise PlayerError(f"{self.player.name} answered {result.move!r}, not a legal move")
        return replace(result, move=move)
