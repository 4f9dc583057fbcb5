"""Keeps an engine's board equal to ours."""

from collections.abc import Collection
from dataclasses import replace

from hexmate.board import Board
from hexmate.color import Color
from hexmate.coords import SWAP
from hexmate.errors import EngineRefusedError
from hexmate.htp.dialect import EngineDialect, Script, script_of, steps
from hexmate.htp.link import Link
from hexmate.htp.probe import find_colors, find_swap_word
from hexmate.htp.timing import Ways, telling
from hexmate.players.base import Limit

__all__ = ["EngineBoard"]


class EngineBoard:
    """Sends any board to the engine with as few commands as possible.

    Unknown words of the dialect are found by trying, when they are first needed.
    """

    def __init__(
        self, link: Link, commands: Collection[str], dialect: EngineDialect, *, auto_colors: bool,
        auto_swap: bool,
    ) -> None:  # fmt: skip
        self.dialect = dialect
        self._link = link
        self._commands = commands
        self._colors_open = auto_colors and not dialect.private
        self._swaps_open = {"pieces", "sides"} if auto_swap and not dialect.private else set()
        self._allows_swap: bool | None = None
        self._script: Script | None = None
        self._told: list[Ways] = []
        self._way: dict[str, int] = {}

    def bring(self, board: Board, deadline: float | None, *, may_swap: bool = False) -> Script:
        """Make the engine's board equal to ours; returns its script.

        `may_swap` lets the engine swap, or open as if its stone could be swapped.
        """
        self._settle(board, deadline, may_swap)
        script = script_of(board, self.dialect)
        lines = steps(self._script, script, can_undo="undo" in self._commands)
        anew = [*script.start, *script.plays]
        self._script = None  # unknown until all commands are accepted
        try:
            self._link.ask_all(lines, deadline)
        except EngineRefusedError:
            if lines == anew:
                raise
            self._link.ask_all(anew, deadline)
        self._script = script
        return script

    def moved(self, script: Script, color: Color, word: str) -> None:
        """The engine has played a move by itself."""
        self._script = script.then(self.dialect.play(color, word))

    def forget(self) -> None:
        """Assume nothing about the engine's board."""
        self._script = None

    def tell(self, limit: Limit, deadline: float | None) -> None:
        """Send a search limit, as far as the engine has commands for it.

        A limit stays in force until the next one: engines have no command to remove it.
        """
        told = telling(limit, self.dialect, self._commands)
        news = [ways for ways in told if ways not in self._told]
        self._told = told
        while news:
            tried = [(ways, self._way.get(_command(ways), 0)) for ways in news]
            tried = [(ways, way) for ways, way in tried if way < len(ways)]
            answers = self._link.exchange([ways[way] for ways, way in tried], deadline)
            pairs = zip(tried, answers, strict=True)
            refused = [(ways, way) for (ways, way), answer in pairs if not answer.ok]
            self._way |= {_command(ways): way + 1 for ways, way in refused}
            news = [ways for ways, _ in refused]

    def _settle(self, board: Board, deadline: float | None, may_swap: bool) -> None:
        """Find the words that are needed to send this board."""
        if self.dialect.private or board.shape != "hex":
            return

        def attempt(line: str) -> bool:
            self._script = None
            return self._link.exchange([line], deadline)[0].ok

        if self._colors_open:
            self._colors_open = False
            colors = find_colors(attempt, board, self.dialect)
            self.dialect = replace(self.dialect, colors=colors)
        swapped = any(move == SWAP for _, move in board.played)
        if swapped and board.swap in self._swaps_open:
            self._swaps_open.remove(board.swap)
            self._allow_swap(True, deadline)
            word = find_swap_word(attempt, board, self.dialect, board.swap)
            known = {board.swap: word} if word else {}
            self.dialect = replace(self.dialect, swaps={**self.dialect.swaps, **known})
        if swapped:  # the swap is already made; the engine only has to accept it
            may_swap = board.swap in self.dialect.swaps
        self._allow_swap(may_swap and board.swap is not None, deadline)

    def _allow_swap(self, allow: bool, deadline: float | None) -> None:
        """Turn the swap rule on or off: Benzene neither swaps nor accepts a swap without it."""
        if allow is not self._allows_swap and "param_game" in self._commands:
            self._allows_swap = allow
            self._link.exchange([f"param_game allow_swap {allow:d}"], deadline)


def _command(ways: Ways) -> str:
    return ways[0].split()[0]
