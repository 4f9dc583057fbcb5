"""The client: a program that speaks HTP, as an object.

`Engine.popen` starts it; `play` and `analyse` take any board. Whatever the program does wrong is
one of the engine errors: it died, did not answer in time, wrote something that is not the protocol,
refused a command, or made an illegal move. `hexmate.htp.aio` does the same for asyncio.
"""

import shlex
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self, TypeVar

from hexmate.board import Board
from hexmate.color import Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import (
    EngineDiedError,
    EngineError,
    EngineGarbledError,
    EngineIllegalError,
    GameOverError,
    HexmateError,
    MalformedError,
    PlayerError,
    Resigned,
)
from hexmate.htp.analysis_lines import info_from_json, parse_info_line
from hexmate.htp.dialect import SWAPS, EngineDialect, Script, script_of
from hexmate.htp.engine_board import EngineBoard
from hexmate.htp.link import Link
from hexmate.htp.process import EngineProcess
from hexmate.htp.timing import seconds_at_most
from hexmate.outcome import Outcome
from hexmate.players.base import Info, Limit, PlayResult
from hexmate.players.searching import least
from hexmate.players.stopping import Stoppable, StopToken

__all__ = ["Engine", "EngineOptions", "words_of"]

Result = TypeVar("Result")

_CORE = frozenset({"boardsize", "clear_board", "play", "genmove", "undo", "quit"})
"""The commands that are assumed if an engine cannot list its own."""
_PRIVATE = frozenset({"hexmate-genmove", "set_position"})
"""Commands that only Hexmate's own engine has."""
_OWN_ANALYSIS = "hexmate-analyse"
_ANALYSES = (_OWN_ANALYSIS, "kata-analyze", "lz-analyze")
"""Commands that stream an analysis, in order of preference; only ours ends with the limit."""
_REPORTS_EVERY = 10
"""Hundredths of a second between two reports of other engines."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The options of an engine; see the fields."""

    swap: Literal["auto", "pieces", "sides", "none"] = "auto"
    """What its `swap-pieces` does: move the stone, leave it where it is (Benzene), or nothing."""
    colors: tuple[str, str] | None = None
    """Its words for the first player (top to bottom) and the second; None to find out."""
    time: float | None = None
    """Maximum seconds per move."""
    slack: float = 1.0
    """Seconds that an answer may be late before the engine counts as hanging."""
    patience: float = 30.0
    """Seconds for answers that need no search."""
    memory: int | None = None
    """Address space in MiB per process; programs that use a graphics card need very much."""
    restarts: int = 0
    """How often it is restarted after it has died."""


class Engine(Stoppable):
    """A program that plays Hex, behind a pipe.

    Use it from one thread at a time; only `stop` may be called from another. Use it as a context
    manager, or `close` it.
    """

    def __init__(
        self,
        command: Sequence[str],
        options: EngineOptions | None = None,
        *,
        title: str | None = None,
    ) -> None:
        """Start the program and ask what it can do.

        Until its name is known, messages call it by its `title`, or by its command.
        """
        self.command = tuple(command)
        self._title = title
        self.options = options or EngineOptions()
        self._restarts = self.options.restarts
        self._seat: tuple[Board, Color] | None = None
        self._start()

    @classmethod
    def popen(
        cls, command: str | Sequence[str], *, title: str | None = None, **options: Any
    ) -> Self:
        """Start a program, given as a line or as words; the options are `EngineOptions`."""
        return cls(words_of(command), EngineOptions(**options), title=title)

    def _start(self) -> None:
        process = EngineProcess(self.command, memory=self.options.memory, title=self._title)
        self._link = Link(process)
        self._ready: tuple[Script, PlayResult] | None = None
        asked = ["name", "version", "list_commands"]
        name, version, listed = self._link.exchange(asked, self._soon())
        self.name: str = name.text if name.ok and name.text else process.title
        self.version: str = version.text if version.ok else ""
        self.commands: frozenset[str] = frozenset(listed.text.split()) if listed.ok else _CORE
        process.title = self.name
        dialect = EngineDialect(
            self.options.colors or EngineDialect().colors,
            SWAPS.get(self.options.swap, {}),
            private=self.commands >= _PRIVATE,
            clears="clear_board" in self.commands,
        )
        self._board = EngineBoard(
            self._link,
            self.commands,
            dialect,
            auto_colors=self.options.colors is None,
            auto_swap=self.options.swap == "auto",
        )

    @property
    def dialect(self) -> EngineDialect:
        """The engine's dialect, as far as it was set or found out."""
        return self._board.dialect

    @property
    def alive(self) -> bool:
        """True while the program runs."""
        return self._link.process.alive

    @property
    def stderr(self) -> str:
        """The end of the program's error output."""
        return self._link.process.stderr

    def ask(self, line: str, timeout: float | None = None) -> str:
        """The answer to any command, within `timeout` seconds (default: `patience`).

        After a command that changes the engine's board, call `forget`: the client does not notice.
        """
        return self._link.ask(line, self._by(timeout or self.options.patience))

    def forget(self) -> None:
        """Assume nothing about the engine's board: the next search sets it up again."""
        self._board.forget()
        self._ready = None

    def configure(self, **parameters: Any) -> None:
        """Set parameters: ``configure(max_time=5)``, or ``configure(param_mohex={"max_time": 5})``.

        A bare name is looked up in the parameters that the engine's `param_...` commands list.
        """
        for name, value in parameters.items():
            settings = value if isinstance(value, Mapping) else {name: value}
            command = name if isinstance(value, Mapping) else self._command_for(name)
            for key, each in settings.items():
                text = int(each) if isinstance(each, bool) else each
                self.ask(f"{command} {key} {text}")

    def _command_for(self, name: str) -> str:
        known: dict[str, str] = {}
        for command in sorted(self.commands):
            if command.startswith("param_"):
                listing = (line.split() for line in self.ask(command).splitlines())
                known |= {words[1]: command for words in listing if len(words) > 1}
        if "kata-list-params" in self.commands:
            known |= dict.fromkeys(self.ask("kata-list-params").split(), "kata-set-param")
        if name not in known:
            names = ", ".join(sorted(known)) or "none"
            raise PlayerError(f"{self.name} has no parameter '{name}'; it has {names}")
        return known[name]

    def start(self, board: Board, color: Color) -> None:
        """A game begins in which the engine has this colour."""
        self._seat = (board.copy(), color)
        self._retrying(self._take_seat)

    def _take_seat(self) -> None:
        """Announce the game to Hexmate's own engine; others have no command for it."""
        if self._seat is not None and self.dialect.private:
            board, color = self._seat
            deadline = self._soon()
            self._board.bring(board, deadline)
            self._link.ask(f"hexmate-start {self.dialect.color(color)}", deadline)

    def propose_opening(self, board: Board) -> int:
        """The engine's first stone under the swap rule."""
        with self.searching() as stop:
            if not self.dialect.private:
                return self._retrying(lambda: self._propose_opening(board, stop))
            command = "hexmate-propose_opening"
            return self._parse(board, self._retrying(lambda: self._ask_about(board, command, stop)))

    def _propose_opening(self, board: Board, stop: StopToken) -> int:
        script, answer = self._search_opening(board, stop)
        return self._result(board, script, answer).move

    def accept_opening(self, board: Board) -> bool:
        """True if the engine plays on after the opening, False if it swaps.

        A program that only knows moves is asked for one. If that is not a swap, it is kept and
        answers the next `play`.
        """
        with self.searching() as stop:
            if self.dialect.private:
                command = "hexmate-accept_opening"
                answer = self._retrying(lambda: self._ask_about(board, command, stop))
                if answer not in ("true", "false"):
                    raise self._garbled(answer, "true or false")
                return answer == "true"
            if self.options.swap == "none":
                return True
            return self._retrying(lambda: self._accept_opening(board, stop))

    def _accept_opening(self, board: Board, stop: StopToken) -> bool:
        script, answer = self._search_opening(board, stop)
        if answer.lower().startswith("swap"):
            self._board.forget()
            return False
        self._ready = (script, self._result(board, script, answer))
        return True

    def _search_opening(self, board: Board, stop: StopToken) -> tuple[Script, str]:
        """The engine's move at the opening, with its own time limit: the caller gives none."""
        seconds = self.options.time
        late = self.options.patience if seconds is None else seconds + self.options.slack
        return self._search(board, Limit(time=seconds), self._by(late), stop, may_swap=True)

    def _ask_about(self, board: Board, command: str, stop: StopToken | None = None) -> str:
        deadline = self._soon()
        self._board.bring(board, deadline)
        return self._link.ask(command, deadline, stop)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move for the side to move; raises `Resigned` if the engine resigns.

        A swap or a pass is an `EngineIllegalError`: `accept_opening` decides about swaps.
        """
        if board.outcome() is not None:
            raise GameOverError("the game is over; there is no move to play")
        limit = self._bounded(limit)
        seconds = seconds_at_most(board, limit)
        deadline = None if seconds is None else self._by(seconds + self.options.slack)
        with self.searching() as stop:
            return self._retrying(lambda: self._play(board, limit, deadline, stop))

    def _play(
        self, board: Board, limit: Limit, deadline: float | None, stop: StopToken
    ) -> PlayResult:
        ready, self._ready = self._ready, None
        if ready is not None and ready[0] == script_of(board, self.dialect):
            return ready[1]
        script, answer = self._search(board, limit, deadline, stop)
        return self._result(board, script, answer)

    def _search(
        self,
        board: Board,
        limit: Limit,
        deadline: float | None,
        stop: StopToken,
        *,
        may_swap: bool = False,
    ) -> tuple[Script, str]:
        """The position as it was sent to the engine, and its answer to `genmove`."""
        soon = least(deadline, self._soon())
        script = self._board.bring(board, soon, may_swap=may_swap)
        self._board.tell(limit, soon)
        command = "hexmate-genmove" if self.dialect.private else "genmove"
        answer = self._link.ask(f"{command} {self.dialect.color(board.turn)}", deadline, stop)
        return script, answer.strip()

    def _result(self, board: Board, script: Script, answer: str) -> PlayResult:
        word, _, info = answer.partition(" ")
        if word.lower() == "resign":
            raise Resigned(f"{self.name} resigns")
        self._board.forget()  # the move may or may not be on the engine's board
        move = self._parse(board, word)
        self._board.moved(script, board.turn, board.name(move))
        if not info or not self.dialect.private:
            return PlayResult(move, Info(move))
        try:
            return PlayResult(move, info_from_json(board, move, info))
        except MalformedError as error:
            raise self._garbled(answer, f"a move with a JSON object ({error})") from None

    def _parse(self, board: Board, word: str) -> int:
        try:
            move = board.parse(word)
        except MalformedError:
            raise self._garbled(word, "a move") from None
        except HexmateError as error:
            raise self._illegal(word, str(error)) from None
        if move == SWAP:
            raise self._illegal(word, "a swap is only possible in answer to an opening")
        if move == PASS:
            raise self._illegal(word, "passing is not allowed")
        if not board.is_legal(move):
            raise self._illegal(word, _why_illegal(board, move))
        return move

    def _garbled(self, answer: str, expected: str) -> EngineError:
        problem = f"answers '{answer[:60]}', which is not {expected}"
        return self._link.process.failed(EngineGarbledError, problem)

    def _illegal(self, word: str, why: str) -> EngineError:
        return EngineIllegalError(f"{self.name} answers '{word}': {why}", self.stderr)

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Generator[Info, None, None]:
        """What the engine finds, as it comes, until the limit or until the iterator is closed.

        Other engines than Hexmate's count nodes as visits and know no depth.
        """
        command = next((each for each in _ANALYSES if each in self.commands), None)
        if command is None:
            known = " or ".join(_ANALYSES[1:])
            raise PlayerError(f"{self.name} cannot analyse a position: it has no {known}")
        limit = self._bounded(limit)
        if command != _OWN_ANALYSIS and limit == Limit(depth=limit.depth) != Limit():
            raise PlayerError(f"{self.name} cannot analyse to a depth; set a time or visits")
        return self._analyse(board, limit, lines, command)

    def _analyse(
        self, board: Board, limit: Limit, lines: int, command: str
    ) -> Generator[Info, None, None]:
        own = command == _OWN_ANALYSIS
        enough = None if own else least(limit.visits, limit.nodes)

        def open_stream() -> Iterator[str]:
            soon = self._soon()
            self._board.bring(board, soon)
            self._board.tell(limit, soon)
            end = None if limit.time is None else self._by(limit.time)
            line = f"{command} {self.dialect.color(board.turn)} {lines if own else _REPORTS_EVERY}"
            return self._link.stream(line, end, self.options.patience)

        with self.searching() as stop:
            stream = self._retrying(open_stream)
            with stop.calling(self._link.interrupt):
                for line in stream:
                    try:
                        infos = parse_info_line(board, line)
                    except MalformedError as error:
                        raise self._link.process.failed(EngineGarbledError, str(error)) from None
                    yield from (info for info in infos if info.rank <= lines)
                    if enough is not None and sum(info.visits or 0 for info in infos) >= enough:
                        return

    def trained_on(self, board: Board) -> bool:
        """False if the engine's network was not trained on boards of this size.

        Only Hexmate's own engine reports that.
        """
        if "hexmate-trained" not in self.commands:
            return True
        return self._retrying(lambda: self._ask_about(board, "hexmate-trained")) != "false"

    def stop(self) -> None:
        """Interrupt the running search from another thread; it answers at once."""
        super().stop()

    def finish(self, outcome: Outcome | None) -> None:
        """The game is over, or was abandoned."""
        self._seat = self._ready = None
        if self.dialect.private and self.alive:
            self.ask(f"hexmate-finish {outcome.result() if outcome else '?'}")

    def close(self, grace: float = 0.5) -> None:
        """Ask the program to quit; after `grace` seconds, end it and everything it started."""
        self._link.process.close(grace)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"

    def _by(self, seconds: float) -> float:
        return time.monotonic() + seconds

    def _soon(self) -> float:
        return self._by(self.options.patience)

    def _bounded(self, limit: Limit) -> Limit:
        return replace(limit, time=least(limit.time, self.options.time))

    def _retrying(self, action: Callable[[], Result]) -> Result:
        """Run an action; if the engine dies, restart it and try again, as often as allowed."""
        died = False
        while True:
            try:
                if died:
                    self._start()
                    self._take_seat()
                return action()
            except EngineDiedError:
                if self._restarts == 0:
                    raise
                self._restarts -= 1
                died = True


def words_of(command: str | Sequence[str]) -> Sequence[str]:
    """A command as words, split as a shell would.

    >>> words_of("./mohex --book 'my book'")
    ['./mohex', '--book', 'my book']
    """
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as error:
        raise PlayerError(f"'{command}' is not a command: {error}") from None
    if not words:
        raise PlayerError("give the command of the engine, as in './mohex --seed 1'")
    return words


def _why_illegal(board: Board, move: int) -> str:
    try:
        board.copy().push(move)
    except HexmateError as error:
        return str(error)
    return "the move is not legal"
