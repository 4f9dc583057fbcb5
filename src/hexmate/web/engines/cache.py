"""The engines of games: created when they first move, kept while they are needed."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from hexmate.board import Board
from hexmate.color import BLACK, Color
from hexmate.coords import SWAP
from hexmate.errors import PlayerError
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.openings import may_be_swapped
from hexmate.players.stopping import StopToken

__all__ = ["EngineCache", "SeatedEngine", "choose"]

_LAST_SEARCH = 2.0


class SeatedEngine:
    """The engine at one seat. Its player is created on the thread that first needs it."""

    def __init__(self, make: Callable[[], Player]) -> None:
        self._make = make
        self._player: Player | None = None
        self._color: Color | None = None
        self._retired = False
        # A cancelled search may still be ending when the next one begins.
        self._one_at_a_time = threading.Lock()

    def choose(self, board: Board, color: Color, limit: Limit, stop: StopToken) -> PlayResult:
        """A move or swap for the side to move; the best so far once `stop` is stopped."""
        with self._one_at_a_time:
            try:
                player = self._ready(board, color)
                with stop.scope(), stop.calling(player.stop):
                    return choose(player, board, limit)
            finally:
                if self._retired:
                    self._dismiss()

    def _ready(self, board: Board, color: Color) -> Player:
        """The player, started for its colour; started again after the sides were exchanged."""
        if self._player is None:
            self._player, self._color = self._make(), None
        if self._color is not color:
            self._player.start(board, color)
            self._color = color
        return self._player

    def finish(self) -> None:
        """Close the player, since the game is over or was released."""
        # A search that still runs gets a moment to end before its player is closed.
        if self._one_at_a_time.acquire(timeout=_LAST_SEARCH):
            try:
                self._dismiss()
            finally:
                self._one_at_a_time.release()
        elif (player := self._player) is not None:
            self._player = None
            player.close()

    def retire(self) -> None:
        """Close the player to free memory, but not during a search."""
        self._retired = True
        with self._one_at_a_time:
            self._dismiss()

    def _dismiss(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            with suppress(Exception):  # errors of third-party players do not matter here
                player.finish(None)
            player.close()


class EngineCache:
    """The engines of all games; the least recently used are closed first."""

    def __init__(self, create: Callable[[str], Player], most: int) -> None:
        self._create = create
        self._most = most
        self._engines: OrderedDict[tuple[str, Color, str], SeatedEngine] = OrderedDict()

    def at(self, game: str, seat: Color, spec: str) -> SeatedEngine:
        """The engine at a seat of a game."""
        key = (game, seat, spec)
        if key not in self._engines:
            self._engines[key] = SeatedEngine(lambda: self._create(spec))
        self._engines.move_to_end(key)
        while len(self._engines) > self._most:
            _, unused = self._engines.popitem(last=False)
            _in_background(unused.retire)
        return self._engines[key]

    def leave(self, game: str) -> None:
        """Close the engines of a game."""
        for key in [key for key in self._engines if key[0] == game]:
            _in_background(self._engines.pop(key).finish)

    def close(self) -> None:
        """Close all engines."""
        engines, self._engines = self._engines, OrderedDict()
        for engine in engines.values():
            engine.finish()


def _in_background(end: Callable[[], None]) -> None:
    """Run on a thread, since closing a player may take a while."""
    threading.Thread(target=end, name="hexmate-leave", daemon=True).start()


def choose(player: Player, board: Board, limit: Limit) -> PlayResult:
    """The move of a player on its turn: an opening, a swap or a plain move."""
    if may_be_swapped(board):
        move = player.propose_opening(board)
        return PlayResult(move, Info(move=move))
    if board.swap_available and not player.accept_opening(board, board.stones(BLACK)[0]):
        return PlayResult(SWAP, Info(move=SWAP))
    result = player.play(board, limit)
    if not 0 <= result.move < board.num_cells:
        raise PlayerError(f"{player.name} answered {result.move}, which is not a cell")
    return result
