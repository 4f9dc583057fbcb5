"""The programs that sit at games: made when they are first to move, kept while they are needed."""

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


_LAST_THOUGHT = 2.0


class SeatedEngine:
    """One program at one seat. Its player is made on the thread that first needs it."""

    def __init__(self, make: Callable[[], Player]) -> None:
        self._make = make
        self._player: Player | None = None
        self._color: Color | None = None
        self._retired = False
        # A thought that was given up may still be ending when the next one begins.
        self._one_at_a_time = threading.Lock()

    def choose(self, board: Board, color: Color, limit: Limit, stop: StopToken) -> PlayResult:
        """A move for the side to move, a swap included; the best so far once `stop` is stopped."""
        with self._one_at_a_time:
            try:
                player = self._ready(board, color)
                with stop.scope(), stop.calling(player.stop):
                    return choose(player, board, limit)
            finally:
                if self._retired:
                    self._dismiss()

    def _ready(self, board: Board, color: Color) -> Player:
        """The player, who is told of the game, and told again when the sides were exchanged."""
        if self._player is None:
            self._player, self._color = self._make(), None
        if self._color is not color:
            self._player.start(board, color)
            self._color = color
        return self._player

    def finish(self) -> None:
        """The game is over, or was left: a player with a process of its own ends it."""
        # Whoever still thinks is given a moment to end, and then loses its process under it.
        if self._one_at_a_time.acquire(timeout=_LAST_THOUGHT):
            try:
                self._dismiss()
            finally:
                self._one_at_a_time.release()
        elif (player := self._player) is not None:
            self._player = None
            player.close()

    def retire(self) -> None:
        """There is no room: the player ends too, but not in the middle of a thought."""
        self._retired = True
        with self._one_at_a_time:
            self._dismiss()

    def _dismiss(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            with suppress(Exception):  # whatever a stranger's player says to that
                player.finish(None)
            player.close()


class EngineCache:
    """The programs of all games, the least recently used leaving first."""

    def __init__(self, create: Callable[[str], Player], most: int) -> None:
        self._create = create
        self._most = most
        self._engines: OrderedDict[tuple[str, Color, str], SeatedEngine] = OrderedDict()

    def at(self, game: str, seat: Color, spec: str) -> SeatedEngine:
        """The program at a seat of a game."""
        key = (game, seat, spec)
        if key not in self._engines:
            self._engines[key] = SeatedEngine(lambda: self._create(spec))
        self._engines.move_to_end(key)
        while len(self._engines) > self._most:
            _, unused = self._engines.popitem(last=False)
            _beside(unused.retire)
        return self._engines[key]

    def leave(self, game: str) -> None:
        """The programs of a game are not needed any more."""
        for key in [key for key in self._engines if key[0] == game]:
            _beside(self._engines.pop(key).finish)

    def close(self) -> None:
        """The server stops: every program ends."""
        engines, self._engines = self._engines, OrderedDict()
        for engine in engines.values():
            engine.finish()


def _beside(end: Callable[[], None]) -> None:
    """Ending a player may take its time."""
    threading.Thread(target=end, name="hexmate-leave", daemon=True).start()


def choose(player: Player, board: Board, limit: Limit) -> PlayResult:
    """What a player does on its turn: opens, swaps or plays."""
    if may_be_swapped(board):
        move = player.propose_opening(board)
        return PlayResult(move, Info(move=move))
    if board.swap_available and not player.accept_opening(board, board.stones(BLACK)[0]):
        return PlayResult(SWAP, Info(move=SWAP))
    result = player.play(board, limit)
    if not 0 <= result.move < board.num_cells:
        raise PlayerError(f"{player.name} answered {result.move}, which is no cell")
    return result
