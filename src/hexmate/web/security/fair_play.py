"""No engine help in live online games between people.

Two rules, as on lichess. Players of such a game get no engine help while it lasts, on any board.
And neither players nor spectators get engine help for a position that is being played, in any
orientation, with further stones on it or with a few of its stones missing. After the game
everything is allowed again. Training games are for learning: they have engine help.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.store.positions import PositionKeys
from hexmate.symmetry import symmetries
from hexmate.web.errors import Refusal
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.game import LiveGame

__all__ = ["EngineHelp", "FairPlay", "is_protected"]

FEWEST_STONES = 4
"""Openings with fewer stones are never protected."""

_LEFT_OUT = 8
"""A position is refused even if one in this many stones is missing."""

_RECHECK = 1.0

Stones = tuple[int, int]
"""The cells of Black's and White's stones, one bit each."""


def is_protected(game: LiveGame) -> bool:
    """Whether a game is a live online game between two people that is not for training."""
    people = {seat.person for seat in game.seats.values()} - {None}
    return game.is_live and game.mode == "online" and not game.training and len(people) == 2


class FairPlay:
    """Knows who plays and what is being played on this server; the store knows of the others."""

    def __init__(self, games: GameDirectory) -> None:
        self._games = games
        self._stones: dict[str, tuple[int, Stones]] = {}

    async def check(self, person: int | None, board: Board, own: LiveGame | None = None) -> None:
        """Raise a `Refusal` if this person may have no engine for this position.

        `own` is the game that asks, if one does: games do not forbid what they allow themselves.
        """
        await self.check_all(person, [board], own)

    async def check_all(
        self, person: int | None, boards: Sequence[Board], own: LiveGame | None = None
    ) -> None:
        """Raise a `Refusal` if this person may have no engine for one of a few positions."""
        for number, board in enumerate(boards):
            if number:
                await asyncio.sleep(0)  # others get their turn
            self.check_here(person, board, own)
        if await self._plays_elsewhere(person):
            raise _playing()
        keys = await asyncio.to_thread(_keys_of, boards)
        if not keys:
            return
        besides = None if own is None else own.row_id
        if await self._games.services.store.read(
            lambda store: any(store.games.is_being_played(each, besides) for each in keys)
        ):
            raise _live_position()

    async def _plays_elsewhere(self, person: int | None) -> bool:
        """Whether a person plays on another server."""
        if person is None or self._games.relay is None:
            return False
        return await self._games.services.store.read(
            lambda store: store.games.plays_on_time(person)
        )

    def check_here(self, person: int | None, board: Board, own: LiveGame | None = None) -> None:
        """The same for the games in memory alone, without waiting."""
        protected = [game for game in self._protected() if game is not own]
        if any(_is_at(game, person) for game in protected):
            raise _playing()
        images = [_stones_of(board.transformed(symmetry)) for symmetry in symmetries(board)]
        size = (board.rows, board.cols, board.shape)
        for game in protected:
            if (game.rows, game.cols, game.shape) == size:
                stones = self._stones_of(game)
                if any(_shows(image, stones) for image in images):
                    raise _live_position()

    def _protected(self) -> Iterator[LiveGame]:
        present = set()
        for session in self._games:
            if is_protected(session.game):
                present.add(session.game.id)
                yield session.game
        for gone in self._stones.keys() - present:
            del self._stones[gone]

    def _stones_of(self, game: LiveGame) -> Stones:
        """The stones of a game, counted again only when it has changed."""
        known = self._stones.get(game.id)
        if known is None or known[0] != game.ply:
            known = self._stones[game.id] = (game.ply, _stones_of(game.board))
        return known[1]


class EngineHelp:
    """The engine help of one visitor: asked for once per position, and again while it lasts."""

    def __init__(self, fair: FairPlay, person: int | None) -> None:
        self._fair, self._person = fair, person
        self._board: Board | None = None
        self._next = 0.0

    async def permit(self, board: Board) -> None:
        """Raise a `Refusal` if this visitor may have no engine for this position."""
        self._board, self._next = board.copy(), time.monotonic() + _RECHECK
        await self._fair.check(self._person, board)

    def recheck(self) -> None:
        """Raise a `Refusal` if a game has begun since that forbids the help; once a second."""
        if self._board is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + _RECHECK
            self._fair.check_here(self._person, self._board)


def _is_at(game: LiveGame, person: int | None) -> bool:
    """Whether a person plays a game now: it has a clock, or they have it open."""
    timed = str(game.control) != "none"
    return any(timed or game.seats[color].sockets > 0 for color in game.held_by(person))


def _keys_of(boards: Sequence[Board]) -> list[PositionKeys]:
    """The keys of the positions that are more than an opening."""
    return [
        PositionKeys.of(board)
        for board in boards
        if len(board.stones(BLACK)) + len(board.stones(WHITE)) >= FEWEST_STONES
    ]


def _stones_of(board: Board) -> Stones:
    black, white = (sum(1 << int(cell) for cell in board.stones(color)) for color in (BLACK, WHITE))
    return black, white


def _shows(image: Stones, stones: Stones) -> bool:
    """Whether a position has all stones of a live game, or nearly all, and not far more."""
    shown = image[0].bit_count() + image[1].bit_count()
    count = stones[0].bit_count() + stones[1].bit_count()
    missing = sum((own & ~seen).bit_count() for own, seen in zip(stones, image, strict=True))
    return count >= FEWEST_STONES and missing <= count // _LEFT_OUT and shown <= _most_shown(count)


def _most_shown(count: int) -> int:
    """With more stones than this, a position tells little about one with `count` stones."""
    return 2 * count + 2


def _playing() -> Refusal:
    return Refusal(
        409,
        "playing",
        "There is no engine help while you play an online game against a person. "
        "Finish that game, or close it if it has no clock.",
    )


def _live_position() -> Refusal:
    return Refusal(
        409,
        "live_position",
        "This position is being played in an online game. Engines are off until it ends.",
    )
