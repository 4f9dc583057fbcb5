"""Commands to an engine and its answers, each within its time."""

import time
from collections.abc import Generator, Iterator
from contextlib import nullcontext, suppress

from hexmate.errors import (
    EngineError,
    EngineGarbledError,
    EngineRefusedError,
    EngineTimeoutError,
)
from hexmate.htp.codec import INTERRUPT, Assembler, Response
from hexmate.htp.graphics import GFX
from hexmate.htp.process import EngineProcess
from hexmate.players.stopping import StopToken

__all__ = ["Link"]

_MOST_ANSWER = 1 << 18
_MOST_STRAY = 1000
"""Limits for the characters of an answer and the lines before it; more is a flood."""
_SHORT = "name"
"""A command that every engine answers at once."""
_MOST_INTERRUPTS = 100
"""Interrupts per command: an engine that reads none must not block on a full pipe."""


class Link:
    """Sends one command at a time; only `interrupt` may be called from another thread.

    Deadlines are times of `time.monotonic`. A refused command raises `EngineRefusedError` and
    changes nothing; after any other error the engine has been ended. Lines before an answer are
    ignored, as long as the answer comes.
    """

    def __init__(self, process: EngineProcess) -> None:
        self.process = process
        self._interrupts = 0
        self._stream: Generator[str, None, None] | None = None

    def ask(self, line: str, deadline: float | None, stop: StopToken | None = None) -> str:
        """The answer to a command; a stop, even an earlier one, interrupts the engine."""
        (response,) = self.exchange([line], deadline, stop)
        if not response.ok:
            raise self._refused(line, response.text)
        return response.text

    def ask_all(self, lines: list[str], deadline: float | None) -> list[str]:
        """The answers to several commands, sent together; raises the first refusal."""
        responses = self.exchange(lines, deadline)
        for line, response in zip(lines, responses, strict=True):
            if not response.ok:
                raise self._refused(line, response.text)
        return [response.text for response in responses]

    def exchange(
        self, lines: list[str], deadline: float | None, stop: StopToken | None = None
    ) -> list[Response]:
        """The answers to several commands, sent together; a refusal counts as an answer."""
        if not lines:
            return []
        self._send(lines)
        try:
            with nullcontext() if stop is None else stop.calling(self.interrupt):
                return [self._answer(line, deadline) for line in lines]
        except KeyboardInterrupt:  # or the answer would come after the next command
            self.process.kill()
            raise
        finally:
            self._interrupts = 0

    def interrupt(self) -> None:
        """Ask the engine to answer its current command at once."""
        if self._interrupts > 0:
            self._interrupts -= 1
            with suppress(EngineError):  # it has died, and the reader will find out
                self.process.send(INTERRUPT)

    def stream(self, line: str, end: float | None, patience: float) -> Iterator[str]:
        """The lines of an answer that continues until another command comes.

        That command is sent at `end`, when the iterator is closed, or with the next request. The
        engine then has `patience` seconds to finish.
        """
        self._send([line])
        self._stream = self._read_stream(line, end, patience)
        return self._stream

    def _send(self, lines: list[str]) -> None:
        if self._stream is not None:
            self._stream.close()
        self.process.drain()
        self.process.send("\n".join(lines))
        self._interrupts = _MOST_INTERRUPTS

    def _answer(self, line: str, deadline: float | None) -> Response:
        started = time.monotonic()
        assembler, size = Assembler(), 0
        while True:
            try:
                read = self.process.read_line(deadline)
            except TimeoutError:
                raise self._unanswered(line, assembler.stray, started) from None
            response = assembler.feed(read)
            if response is not None:
                return response
            size += len(read) + 1
            if not read and assembler.stray and assembler.stray[0].startswith(GFX):
                assembler, size = Assembler(), 0  # live graphics may last as long as the search
            if size > _MOST_ANSWER or len(assembler.stray) > _MOST_STRAY:
                problem = f"answers '{line}' with a flood of text"
                raise self.process.failed(EngineGarbledError, problem)

    def _unanswered(self, line: str, stray: list[str], started: float) -> Exception:
        if stray:
            problem = f"answers '{line}' with '{stray[0][:60]}', which is not the protocol"
            return self.process.failed(EngineGarbledError, problem)
        seconds = time.monotonic() - started
        problem = f"did not answer '{line}' within {seconds:.2f} s"
        return self.process.failed(EngineTimeoutError, problem)

    def _refused(self, line: str, why: str) -> EngineRefusedError:
        name, stderr = self.process.title, self.process.stderr
        return EngineRefusedError(f"{name} refuses '{line}': {why}", stderr)

    def _read_stream(
        self, line: str, end: float | None, patience: float
    ) -> Generator[str, None, None]:
        """Lines up to the empty one, including those after the end was requested."""
        begun = ended = False
        asked: float | None = None
        try:
            while not ended:
                try:
                    read = self.process.read_line(end if asked is None else asked + patience)
                except TimeoutError:
                    if asked is not None:
                        raise self._unanswered(line, [], asked) from None
                    asked = self._ask_for_end()
                    continue
                if begun:
                    ended = not read
                elif read.startswith("?"):
                    with suppress(TimeoutError):
                        ended = not self.process.read_line(time.monotonic() + patience)
                    raise self._refused(line, read[1:].strip())
                else:
                    begun, read = read.startswith("="), read[1:].strip()
                if begun and read:
                    yield read
        finally:
            self._stream = None
            self._interrupts = 0
            if self.process.alive and (asked is not None or not ended):
                self._end_stream(line, ended, asked or self._ask_for_end(), patience)

    def _ask_for_end(self) -> float:
        """Send a short command, which ends a stream; returns the time."""
        self.process.send(_SHORT)
        return time.monotonic()

    def _end_stream(self, line: str, ended: bool, asked: float, patience: float) -> None:
        """Read the rest of a stream, and the answer to the command that ended it."""
        try:
            while not ended:
                ended = not self.process.read_line(asked + patience)
        except TimeoutError:
            raise self._unanswered(line, [], asked) from None
        self._answer(_SHORT, asked + patience)
