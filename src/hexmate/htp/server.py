"""An HTP engine: any player behind the text protocol.

>>> from hexmate.players.random import RandomPlayer
>>> server = Server(Session(RandomPlayer(seed=1)))
>>> server.answer("1 boardsize 5")
'=1 \\n\\n'
>>> server.answer("play black zz")
"? syntax error: 'zz' is not a cell; write a column letter and a row number, as in c3\\n\\n"
"""

import threading
import traceback
from collections.abc import Callable, Iterable
from queue import SimpleQueue

from hexmate.errors import (
    GameOverError,
    HexmateError,
    IllegalMoveError,
    MalformedError,
    NoMoveError,
    RecordError,
    Resigned,
    SizeError,
)
from hexmate.htp.codec import HtpRequest, Response, one_line
from hexmate.htp.commands import COMMANDS, Call
from hexmate.htp.interrupts import Interrupts, StopSign
from hexmate.htp.session import Session
from hexmate.players.blame import describe_error

__all__ = ["LONGEST_LINE", "Server"]

LONGEST_LINE = 1_000_000
"""The maximum length of a line in characters; longer ones are refused."""

_LONGEST_MESSAGE = 300


class _UnknownCommandError(HexmateError):
    """A command that is not in the table."""


_KINDS: tuple[tuple[type[Exception], str], ...] = (
    (NoMoveError, "cannot undo"),
    (SizeError, "unacceptable size"),
    (IllegalMoveError, "illegal move"),
    (GameOverError, "illegal move"),
    (RecordError, "cannot load file"),
    (MalformedError, "syntax error"),
    (_UnknownCommandError, "unknown command"),
)
"""GTP's words for errors, which come before our own."""


class Server:
    """Answers requests one after the other, while a thread reads ahead and sees interrupts.

    `log` gets messages for people, which the protocol has no place for.
    """

    def __init__(self, session: Session, log: Callable[[str], None] = lambda text: None) -> None:
        self.session = session
        self._log = log

    def serve(self, lines: Iterable[str], write: Callable[[str], None]) -> None:
        """Answer every line until `quit` or the last one, then end the player's game."""
        interrupts = Interrupts()
        waiting: SimpleQueue[tuple[int, str] | None] = SimpleQueue()

        def read() -> None:
            try:
                for line in lines:
                    waiting.put((interrupts.read(line), line))
            finally:
                interrupts.close()
                waiting.put(None)

        def next_line() -> tuple[int, str] | None:
            if not waiting.empty():
                return waiting.get()
            with self.session.pondering():
                return waiting.get()

        threading.Thread(target=read, name="hexmate-htp-reader", daemon=True).start()
        while (item := next_line()) is not None:
            number, line = item
            if not self._answer(line, write, interrupts.sign(number)):
                break
        self.session.finish(self.session.board.outcome())

    def answer(self, line: str) -> str:
        """The answer to a single line, as text; an analysis ends with its first report."""
        interrupts, parts = Interrupts(), list[str]()
        number = interrupts.read(line)
        interrupts.close()
        self._answer(line, parts.append, interrupts.sign(number))
        return "".join(parts)

    def _answer(self, line: str, write: Callable[[str], None], sign: StopSign) -> bool:
        """Answer a line if it is a request; returns False if it was the last."""
        request = HtpRequest.parse(line)
        if request is None:
            return True
        call = Call(self.session, request, write, sign)
        try:
            if len(line) > LONGEST_LINE:
                raise MalformedError(f"the line is longer than {LONGEST_LINE:,} characters")
            text, ok = self._run(call), True
        except Resigned:
            text, ok = "resign", True
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # even a player that calls exit must not end the server
            text, ok = self._explain(request, error), False
        if not call.streaming:
            write(Response(text, ok, request.id).encode())
        else:
            write("\n")
            if not ok:
                self._log(f"{request.command}: {text}")
        return not (ok and request.command == "quit")

    def _run(self, call: Call) -> str:
        name = call.request.command
        command = COMMANDS.get(name)
        if command is None:
            raise _UnknownCommandError(f"'{name[:40]}'; list_commands has them all")
        command.check(call)
        return command.run(call)

    def _explain(self, request: HtpRequest, error: BaseException) -> str:
        """The error on one line; unexpected errors go to the log too."""
        if isinstance(error, HexmateError):
            kind = next((words for known, words in _KINDS if isinstance(error, known)), None)
            return _short(str(error) if kind is None else f"{kind}: {error}")
        self._log("".join(traceback.format_exception(error)))
        return _short(f"{request.command} failed: {describe_error(error)}")


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LONGEST_MESSAGE else text[: _LONGEST_MESSAGE - 3] + "..."
