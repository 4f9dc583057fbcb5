"""The client for asyncio: an `Engine` that waits in a thread.

>>> import sys
>>> command = [sys.executable, "-m", "hexmate", "htp", "--player", "random"]
>>> async def engine_name() -> str:
...     async with AsyncEngine.popen(command) as engine:
...         return engine.name
>>> asyncio.run(engine_name())
'random'
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

from hexmate.board import Board
from hexmate.color import Color
from hexmate.errors import PlayerError
from hexmate.htp.client import Engine
from hexmate.outcome import Outcome
from hexmate.players.base import Info, Limit, PlayResult
from hexmate.players.stopping import StopToken

__all__ = ["AsyncEngine"]

Result = TypeVar("Result")


class AsyncEngine:
    """An `Engine` whose methods are awaited.

    Requests from several tasks are sent one after the other. A task that is cancelled while it
    waits interrupts the engine's search and then waits for its answer.
    """

    def __init__(self, command: str | Sequence[str], **options: Any) -> None:
        self._command, self._options = command, options
        self._engine: Engine | None = None
        self._lock = asyncio.Lock()

    @classmethod
    def popen(cls, command: str | Sequence[str], **options: Any) -> Self:
        """An engine to be started by ``async with`` or `open`; see `Engine.popen`."""
        return cls(command, **options)

    async def open(self) -> Self:
        """Start the program."""
        if self._engine is None:
            self._engine = await self._run(lambda: Engine.popen(self._command, **self._options))
        return self

    @property
    def engine(self) -> Engine:
        """The underlying engine, whose methods block."""
        if self._engine is None:
            raise PlayerError("the engine is not open; use it in 'async with'")
        return self._engine

    @property
    def name(self) -> str:
        """What the program calls itself."""
        return self.engine.name

    async def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move for the side to move; see `Engine.play`."""
        return await self._run(lambda: self.engine.play(board, limit))

    async def analyse(self, board: Board, limit: Limit, lines: int = 1) -> AsyncIterator[Info]:
        """What the engine finds, as it comes; close the iterator to stop the search."""
        infos, stop = await self._run(lambda: self.engine.analyse(board, limit, lines)), StopToken()
        try:
            while (info := await self._run(lambda: next(infos, None), stop)) is not None:
                yield info
        finally:
            await self._run(infos.close)

    async def propose_opening(self, board: Board) -> int:
        """The engine's first stone under the swap rule."""
        return await self._run(lambda: self.engine.propose_opening(board))

    async def accept_opening(self, board: Board) -> bool:
        """True if the engine plays on after an opening, False if it swaps."""
        return await self._run(lambda: self.engine.accept_opening(board))

    async def trained_on(self, board: Board) -> bool:
        """True unless the engine's network was not trained on boards of this size."""
        return await self._run(lambda: self.engine.trained_on(board))

    async def start(self, board: Board, color: Color) -> None:
        """A game begins in which the engine has this colour."""
        await self._run(lambda: self.engine.start(board, color))

    async def finish(self, outcome: Outcome | None) -> None:
        """The game is over, or was abandoned."""
        await self._run(lambda: self.engine.finish(outcome))

    async def configure(self, **parameters: Any) -> None:
        """Set parameters; see `Engine.configure`."""
        await self._run(lambda: self.engine.configure(**parameters))

    async def ask(self, line: str, timeout: float | None = None) -> str:  # noqa: ASYNC109 - the engine keeps it
        """The answer to any command."""
        return await self._run(lambda: self.engine.ask(line, timeout))

    def stop(self) -> None:
        """Let the engine answer at once."""
        self.engine.stop()

    async def close(self) -> None:
        """End the program and everything it started."""
        if self._engine is not None:
            await asyncio.to_thread(self._engine.close)

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self, question: Callable[[], Result], stop: StopToken | None = None) -> Result:
        async with self._lock:
            stop = stop or StopToken()
            asked = asyncio.ensure_future(asyncio.to_thread(stop.run, question))
            try:
                return await asyncio.shield(asked)
            except asyncio.CancelledError:
                stop.stop()
                await asyncio.wait([asked])
                with suppress(Exception):  # its result is no longer needed
                    asked.result()
                raise
