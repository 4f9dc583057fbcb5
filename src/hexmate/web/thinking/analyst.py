"""Analyses that come as they are thought, giving way to games and going on afterwards."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from functools import partial
from math import isfinite
from typing import Any

from hexmate.analysis import Line, MoveReview, View, analyse_game, summary, watch_position
from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.players.base import Limit, Player
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import Analyse, LimitRequest, Review
from hexmate.web.records import game_from
from hexmate.web.thinking.catalogue import Catalogue
from hexmate.web.thinking.pool import Thinkers, Thought

__all__ = ["Analyst"]

Message = dict[str, Any]

_USUAL_SECONDS = 5.0
_USUAL_REVIEW_SECONDS = 0.5
_MOST_REVIEW_SECONDS = 10.0
_SHORTEST_SLICE = 0.05
_DIGITS = 4


class Analyst:
    """Whoever analyses for one client; the player it last used keeps what it has learnt."""

    def __init__(self, thinkers: Thinkers, catalogue: Catalogue, most_seconds: float) -> None:
        self._thinkers = thinkers
        self._catalogue = catalogue
        self._most_seconds = most_seconds
        self._player: tuple[str, Player] | None = None
        # A thought that was given up may still be ending when the next one begins.
        self._one_at_a_time = threading.Lock()

    async def analyse(self, request: Analyse) -> AsyncIterator[Message]:
        """What the player sees in a position, again and again; the last word is `final`."""
        board = _board(request.position)
        player = await self._seated(request.player)
        limit = _limit(request.limit, _USUAL_SECONDS, self._most_seconds)
        view: View | None = None
        async for view in self._views(player, board, limit, request.lines):
            yield _view_message(board, view, final=False)
        if view is not None:
            yield _view_message(board, view, final=True)

    async def _views(
        self, player: Player, board: Board, limit: Limit, lines: int
    ) -> AsyncIterator[View]:
        """Slices of thought, until the time is spent or there is nothing more to find."""
        assert limit.time is not None
        left = limit.time
        while left > _SHORTEST_SLICE:
            think = partial(watch_position, board, player, replace(limit, time=left), lines=lines)
            views = _Slice(think, player, self._one_at_a_time)
            thought = self._thinkers.think(views.run, views.stop, urgent=False, seconds=left)
            async for view in views.follow(thought):
                yield view
            if views.complete:
                return
            left -= views.seconds

    async def review(self, request: Review) -> AsyncIterator[Message]:
        """A review of each move of a game, and then what each player did in sum."""
        game = game_from(request.game)
        player = await self._seated(request.player)
        limit = _limit(request.limit, _USUAL_REVIEW_SECONDS, _MOST_REVIEW_SECONDS)
        total = sum(node.move is not None for node in game.mainline()) + 1
        reviews: list[MoveReview] = []
        following = analyse_game(game, player, limit)
        while True:
            thought = self._thinkers.think(
                lambda: self._alone(lambda: next(following, None)), player.stop, urgent=False
            )
            try:
                review = await thought.answer
            except asyncio.CancelledError:
                thought.drop()
                raise
            except HexmateError as error:
                raise Refusal(422, "review", str(error)) from None
            if review is None:
                break
            reviews.append(review)
            yield {
                "type": "review",
                "ply": review.number,
                "total": total,
                "review": review.as_dict(),
            }
        sums = {str(color): each.as_dict() for color, each in summary(reviews).items()}
        yield {"type": "summary", "total": len(reviews), "summary": sums}

    def _alone(self, work: Callable[[], MoveReview | None]) -> MoveReview | None:
        with self._one_at_a_time:
            return work()

    def close(self) -> None:
        """The client has gone."""
        player, self._player = self._player, None
        if player is not None:
            threading.Thread(target=player[1].close, name="hexmate-leave", daemon=True).start()

    async def _seated(self, spec: str) -> Player:
        if self._player is None or self._player[0] != spec:
            self.close()
            checked = await asyncio.to_thread(self._catalogue.analyst, spec)
            try:
                player = await asyncio.to_thread(self._catalogue.create, checked)
            except HexmateError as error:
                raise Refusal(422, "player", str(error)) from None
            self._player = (spec, player)
        return self._player[1]


class _Slice:
    """One stretch of an analysis on a thread, followed from the event loop."""

    def __init__(
        self, think: Callable[[], Iterator[View]], player: Player, alone: threading.Lock
    ) -> None:
        self._think, self._player, self._alone = think, player, alone
        self._stopped = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._views: asyncio.Queue[View | None] = asyncio.Queue()
        self.complete = False
        self.seconds = 0.0

    def run(self) -> None:
        """Think until there is nothing more to find, or until stopped."""
        began = time.monotonic()
        with self._alone:
            for view in self._think():
                self._loop.call_soon_threadsafe(self._views.put_nowait, view)
                if self._stopped.is_set():
                    break
        self.complete = not self._stopped.is_set()
        self.seconds = time.monotonic() - began

    def stop(self) -> None:
        """End this stretch."""
        self._stopped.set()
        self._player.stop()

    async def follow(self, thought: Thought[None]) -> AsyncIterator[View]:
        """The views as they come; whoever stops following stops the thought."""
        thought.answer.add_done_callback(lambda _: self._views.put_nowait(None))
        try:
            while (view := await self._views.get()) is not None:
                yield view
            await thought.answer
        except HexmateError as error:
            raise Refusal(422, "analysis", str(error)) from None
        finally:
            if not thought.answer.done():
                thought.drop()


def _board(line: str) -> Board:
    try:
        board = Board.from_string(line)
    except HexmateError as error:
        raise Refusal(422, "position", str(error)) from None
    if board.outcome() is not None:
        raise Refusal(422, "position", "the game is over: there is nothing to analyse")
    return board


def _limit(request: LimitRequest, usual: float, most: float) -> Limit:
    seconds = request.time if request.time is not None else usual
    if request.visits is not None and request.time is None:
        seconds = most
    return Limit(time=min(seconds, most), visits=request.visits)


def _view_message(board: Board, view: View, *, final: bool) -> Message:
    return {
        "type": "info",
        "lines": [_line_message(board, line) for line in view.lines],
        "cells": {
            board.name(cell): round(value, _DIGITS)
            for cell, value in view.cells.items()
            if isfinite(value)
        },
        "final": final,
    }


def _line_message(board: Board, line: Line) -> Message:
    message = line.as_dict(board)
    if message["score"] is not None and not isfinite(message["score"]):
        message["score"] = None
    return message
