"""Analyses that come as they are job, giving way to games and going on afterwards."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing
from math import isfinite
from typing import Any, TypeVar

from hexmate.analysis import AnalysisLine, MoveReview, View, analyse_game, summary, watch_position
from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.players.base import Limit, Player
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.engines.pool import SearchJob, SearchPool, UnresponsivePlayer
from hexmate.web.engines.yielding import YieldingPlayer
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import Analyse, LimitRequest, Review
from hexmate.web.records import game_from

__all__ = ["AnalysisSession"]

Message = dict[str, Any]
Result = TypeVar("Result")

_USUAL_SECONDS = 5.0
_USUAL_REVIEW_SECONDS = 0.5
_MOST_REVIEW_SECONDS = 10.0
_DIGITS = 4


class AnalysisSession:
    """Whoever analyses for one client; the player it last used keeps what it has learnt."""

    def __init__(self, searches: SearchPool, catalogue: Catalogue, most_seconds: float) -> None:
        self._searches = searches
        self._catalogue = catalogue
        self._most_seconds = most_seconds
        self._player: tuple[str, Player] | None = None
        # A job that was given up may still be ending when the next one begins.
        self._one_at_a_time = threading.Lock()

    async def analyse(self, request: Analyse) -> AsyncGenerator[Message, None]:
        """What the player sees in a position, again and again; the last word is `final`.

        `trained` is whether its network has seen boards of this size.
        """
        board = _board(request.position)
        player = await self._player_for(request.player)
        limit = _limit(request.limit, _USUAL_SECONDS, self._most_seconds)
        message: Message | None = None
        results = self._results(
            player, board, lambda steady: watch_position(board, steady, limit, lines=request.lines)
        )
        async with aclosing(results) as views:
            async for view, trained in views:
                message = {**_view_message(board, view), "trained": trained}
                yield {**message, "final": False}
        if message is not None:
            yield {**message, "final": True}

    async def review(self, request: Review) -> AsyncGenerator[Message, None]:
        """A review of each move of a game, and then what each player did in sum.

        `trained` is as in `analyse`.
        """
        game = game_from(request.game)
        player = await self._player_for(request.player)
        limit = _limit(request.limit, _USUAL_REVIEW_SECONDS, _MOST_REVIEW_SECONDS)
        total = sum(node.move is not None for node in game.mainline()) + 1
        seen: list[MoveReview] = []
        results = self._results(player, game.grid, lambda steady: analyse_game(game, steady, limit))
        async with aclosing(results) as reviews:
            async for review, trained in reviews:
                seen.append(review)
                told = {"ply": review.number, "total": total, "review": review.as_dict()}
                yield {"type": "review", **told, "trained": trained}
        sums = {str(color): each.as_dict() for color, each in summary(seen).items()}
        yield {"type": "summary", "total": len(seen), "summary": sums}

    async def _results(
        self, player: Player, board: Board, think: Callable[[Player], Iterator[Result]]
    ) -> AsyncGenerator[tuple[Result, bool], None]:
        """What a thread finds, as it comes, and whether the player was trained on such a board.

        Whoever stops listening stops the job.
        """
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[tuple[Result, bool] | None] = asyncio.Queue()
        cancelled = threading.Event()

        def yield_slot() -> bool:
            job.yield_slot()
            return not cancelled.is_set()

        def work() -> None:
            with self._one_at_a_time:
                trained = player.trained_on(board)
                for each in think(steady):
                    loop.call_soon_threadsafe(found.put_nowait, (each, trained))
                    if cancelled.is_set():
                        return

        steady = YieldingPlayer(player, yield_slot)
        job: SearchJob[None] = self._searches.submit(work, steady.stop, urgent=False)
        job.result.add_done_callback(lambda _: found.put_nowait(None))
        try:
            while (each := await found.get()) is not None:
                yield each
            await job.result
        except HexmateError as error:
            raise Refusal(422, "analysis", str(error)) from None
        except UnresponsivePlayer as error:
            self.close()  # it still thinks, and whoever asks next must not wait for it
            raise Refusal(422, "analysis", str(error)) from None
        finally:
            cancelled.set()
            if not job.result.done():
                job.cancel()

    def close(self) -> None:
        """The client has gone."""
        player, self._player = self._player, None
        if player is not None:
            threading.Thread(target=player[1].close, name="hexmate-leave", daemon=True).start()

    async def _player_for(self, spec: str) -> Player:
        if self._player is None or self._player[0] != spec:
            self.close()
            checked = await asyncio.to_thread(self._catalogue.analyst, spec)
            try:
                player = await asyncio.to_thread(self._catalogue.create, checked)
            except HexmateError as error:
                raise Refusal(422, "player", str(error)) from None
            self._player = (spec, player)
        return self._player[1]


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


def _view_message(board: Board, view: View) -> Message:
    return {
        "type": "info",
        "lines": [_line_message(board, line) for line in view.lines],
        "cells": _by_name(board, view.cells),
        "visits": _by_name(board, view.cell_visits),
        "policy": _by_name(board, view.policy),
    }


def _by_name(board: Board, values: Mapping[int, float]) -> dict[str, float]:
    return {
        board.name(cell): round(value, _DIGITS) for cell, value in values.items() if isfinite(value)
    }


def _line_message(board: Board, line: AnalysisLine) -> Message:
    message = line.as_dict(board)
    if message["score"] is not None and not isfinite(message["score"]):
        message["score"] = None
    return message
