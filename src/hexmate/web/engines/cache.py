"""The engines of games and analyses: created when they first search, kept while they are needed."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from hexmate.board import Board
from hexmate.color import BLACK, Color
from hexmate.coords import SWAP
from hexmate.errors import PlayerError
from hexmate.htp.player import HtpPlayer
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.openings import may_be_swapped
from hexmate.players.pondering import ponder
from hexmate.players.stopping import StopToken
from hexmate.web.engines.launcher import launch

__all__ = ["EngineBusyError", "EngineCache", "HeldEngine", "choose"]

_LAST_SEARCH = 2.0
_STILL_BUSY = 5.0
_LAST_CALL = 6.0
_SWEEP = 1.0
_LEAVING = "hexmate-leave"
"""The name of threads that close players, which may take a while."""


class EngineBusyError(PlayerError):
    """The engine has not ended its last search, although that was cancelled."""


class HeldEngine:
    """One engine of a game or an analysis. Its player is created on the thread that needs it.

    `make_room` is called before that. Any number of times the player may be closed in between, and
    created again.
    """

    def __init__(
        self,
        make: Callable[[], Player],
        make_room: Callable[[], None] = lambda: None,
        idle: float | None = None,
    ) -> None:
        self._make, self._make_room = make, make_room
        self.idle = idle
        """Seconds to keep it without a use; None for as long as the others."""
        self._player: Player | None = None
        self._color: Color | None = None
        self._retired = self._left = False
        self.last_used = time.monotonic()
        # A cancelled search may still be ending when the next one begins.
        self._one_at_a_time = threading.Lock()

    @property
    def in_memory(self) -> bool:
        """Whether there is a player now."""
        return self._player is not None

    @property
    def in_use(self) -> bool:
        """Whether a search uses the player now."""
        return self._one_at_a_time.locked()

    @contextmanager
    def player(self) -> Iterator[Player]:
        """The player, for the thread that runs inside; one that failed is closed."""
        if not self._one_at_a_time.acquire(timeout=_STILL_BUSY):
            raise EngineBusyError("the engine has not ended its last search")
        self.last_used = time.monotonic()
        try:
            if self._player is None:
                self._make_room()
                self._player, self._color = self._make(), None
            yield self._player
        except Exception:
            self._dismiss()
            raise
        finally:
            self.last_used = time.monotonic()
            if self._retired or self._left:
                self._retired = False
                self._dismiss()
            self._one_at_a_time.release()

    def choose(self, board: Board, color: Color, limit: Limit, stop: StopToken) -> PlayResult:
        """A move or swap for the side to move; the best so far once `stop` is stopped."""
        with self.player() as player:
            if self._color is not color:  # it is new, or the sides were exchanged
                player.start(board, color)
                self._color = color
            with stop.scope(), stop.calling(player.stop):
                return choose(player, board, limit)

    def ponder(self, board: Board, color: Color, stop: StopToken) -> None:
        """Search while the opponent is to move, until `stop` is stopped.

        Nothing happens without a player that has moved in this game as this colour.
        """
        if self._player is None or self._color is not color:
            return
        with self.player() as player:
            if self._color is color:
                ponder(player, board, stop)

    def leave(self) -> None:
        """Close the player for good: the game is over, or the client has gone. May take seconds."""
        self._left = True
        # A search that still runs gets a moment to end before its player is closed.
        if self._one_at_a_time.acquire(timeout=_LAST_SEARCH):
            try:
                self._dismiss()
            finally:
                self._one_at_a_time.release()
        elif (player := self._player) is not None:
            player.close()

    def retire(self) -> None:
        """Close the player to free memory, but not during a search. May take seconds."""
        self._retired = True
        if self._one_at_a_time.acquire(blocking=False):
            try:
                self._retired = False
                self._dismiss()
            finally:
                self._one_at_a_time.release()

    def is_idle(self, since: float) -> bool:
        """Whether a player of this process has not been used since then.

        Programs stay: starting one again takes long, and its memory is not ours.
        """
        return (
            self.in_memory
            and not self.in_use
            and self.last_used < since
            and not isinstance(self._player, HtpPlayer)
        )

    def _dismiss(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            with suppress(Exception):  # errors of third-party players do not matter here
                player.finish(None)
            with suppress(Exception):
                player.close()


Key = tuple[str, Color | None, str]
"""A game with a seat, or the id of an analysis; and the spec of the engine."""


class EngineCache:
    """The engines of all games and analyses.

    At most about `most` have a player; the least recently used are closed first. Players that have
    not been used for `idle` seconds are closed too, and their memory is returned, except while
    someone is at their game.
    """

    def __init__(self, create: Callable[[str], Player], most: int, idle: float = 6.0) -> None:
        self._create = create
        self._most, self._idle = most, idle
        self.is_attended: Callable[[str], bool] = lambda game: False
        """Whether someone is connected to a game."""
        self._engines: dict[Key, HeldEngine] = {}

    def at(
        self,
        game: str,
        seat: Color | None,
        spec: str,
        *,
        make: Callable[[], Player] | None = None,
        idle: float | None = None,
    ) -> HeldEngine:
        """The engine at a seat of a game, or that of its hints or of an analysis.

        `make` creates one that has no spec, and `idle` says how long to keep it.
        """
        key = (game, seat, spec)
        if key not in self._engines:
            create = make or (lambda: self._create(spec))
            self._engines[key] = HeldEngine(create, self._make_room, idle)
        return self._engines[key]

    def leave(self, game: str) -> None:
        """Close the engines of a game or an analysis."""
        for key in [key for key in self._engines if key[0] == game]:
            engine = self._engines.pop(key)
            if engine.in_memory or engine.in_use:
                launch(engine.leave, _LEAVING)

    def discard(self, engine: HeldEngine) -> None:
        """Close one engine that does not answer; it will be created again."""
        for key in [key for key, each in self._engines.items() if each is engine]:
            del self._engines[key]
            launch(engine.leave, _LEAVING)

    def _make_room(self) -> None:
        """Retire the least recently used; threads call this before they create a player."""
        held = sorted(self._in_memory(), key=lambda engine: engine.last_used)
        for engine in held[: max(0, len(held) + 1 - self._most)]:
            launch(engine.retire, _LEAVING)

    def _in_memory(self) -> list[HeldEngine]:
        return [engine for engine in tuple(self._engines.values()) if engine.in_memory]

    async def sweep(self) -> None:
        """Close idle players periodically, until cancelled."""
        while True:
            await asyncio.sleep(_SWEEP)
            self.close_idle()

    def close_idle(self) -> None:
        """Close the players that have not been used for a while, in the background."""
        now = time.monotonic()
        for (game, _, _), engine in self._engines.items():
            since = now - (self._idle if engine.idle is None else engine.idle)
            if engine.is_idle(since) and not self.is_attended(game):
                launch(engine.retire, _LEAVING)

    def close(self) -> None:
        """Close all engines, all at once: each may take seconds. Does not wait for ever."""
        engines, self._engines = self._engines, {}
        threads = [
            threading.Thread(target=engine.leave, name=_LEAVING, daemon=True)
            for engine in engines.values()
            if engine.in_memory or engine.in_use
        ]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + _LAST_CALL
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))


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
