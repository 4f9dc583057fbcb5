"""`samples.jsonl`: positions of games with their results, one JSON object per line.

``N`` is the size of the board and ``board`` its N·N cells row by row: 0 empty, 1 Black, 2 White.
``to_move`` is 1 for Black, 2 for White. ``result`` is 1 if the side to move won the game, -1 if it
lost, 0 for a draw. ``moves_to_end`` is the number of moves that were still played: 1 before the
last one. ``move`` is the move played here, ``game`` the id of the game, ``players`` are Black's and
White's specs, and ``version`` is that of this format.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from hexmate.arena.terms import GameReport
from hexmate.board import Board
from hexmate.errors import ArenaError
from hexmate.files import held

__all__ = ["VERSION", "SampleFile", "samples"]

VERSION = 1
"""The version of the format; it changes when a field changes its name or meaning."""

_LONGEST_GAME = 32 * 32
_BEGINNING = b'{"N":'


def samples(report: GameReport, game: str) -> Iterator[dict[str, Any]]:
    """The positions of a game after its opening, each with the move that was played."""
    winners = {"B": 1, "W": 2}
    winner = winners.get(report.result[0]) if report.winner is not None else None
    board = Board.from_string(report.start)
    for number, move in enumerate(report.moves):
        if number >= len(report.opening):
            mover = board.turn + 1
            yield {
                "N": board.rows,
                "to_move": mover,
                "result": 0 if winner is None else 1 if winner == mover else -1,
                "moves_to_end": len(report.moves) - number,
                "board": board.to_array().ravel().tolist(),
                "game": game,
                "move": move,
                "shape": board.shape,
                "players": [report.black, report.white],
                "version": VERSION,
            }
        board.push_str(move)


class SampleFile:
    """A file of samples: whole games in the order of their numbers, written by one process.

    If a kill interrupts the writing of a game, what there is of it is removed when the file is
    opened again.
    """

    def __init__(
        self, path: str | os.PathLike[str], expected: Callable[[int], Mapping[str, Any]]
    ) -> None:
        """Open a new file, or one to continue.

        `expected` gives fields of a game's first sample from its number; the last game in the file
        must agree with them. ArenaError if it does not, or if the file cannot be opened.
        """
        self.path = Path(path)
        self.games = 0
        """The number of games in the file."""
        with self._failures(), ExitStack() as opened:
            stream = opened.enter_context(held(self.path))
            if stream is None:
                raise ArenaError(f"{self.path}: another process is writing it")
            self._stream = stream
            if self.path.is_file():
                self._resume(expected)
            self._opened = opened.pop_all()

    def add(self, game: Iterable[Mapping[str, Any]]) -> None:
        """Write the samples of the next game."""
        lines = "".join(json.dumps(sample, separators=(",", ":")) + "\n" for sample in game)
        with self._failures():
            self._stream.write(lines.encode())
            self._stream.flush()
            os.fsync(self._stream.fileno())
        self.games += 1

    def close(self) -> None:
        """Close the file and release it."""
        with self._failures():
            self._opened.close()

    def __enter__(self) -> "SampleFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ArenaError(f"{self.path}: {(error.strerror or str(error)).lower()}") from None

    def _resume(self, expected: Callable[[int], Mapping[str, Any]]) -> None:
        tail = self._tail()
        while tail and tail[-1][1]["moves_to_end"] != 1:
            tail.pop()
        if not tail:
            self._stream.truncate(0)
            return
        end, last = tail[-1]
        first = next(sample for _, sample in tail if sample["game"] == last["game"])
        number = int(last["game"].rpartition("-")[2])
        wanted = expected(number)
        differ = [name for name in wanted if first.get(name) != wanted[name]]
        if differ:
            raise ArenaError(
                f"{self.path} was collected with other options (it differs in: "
                f"{', '.join(differ)}); give the same options to continue it, or another file"
            )
        self._stream.truncate(end)
        self.games = number + 1

    def _tail(self) -> list[tuple[int, dict[str, Any]]]:
        """The last samples, at least two games, each with the offset where its line ends."""
        lines: deque[tuple[int, bytes]] = deque(maxlen=2 * _LONGEST_GAME)
        end = 0
        with self.path.open("rb") as stream:
            for line in stream:
                end += len(line)
                lines.append((end, line))
        if lines and _is_torn(lines[-1][1]):
            lines.pop()
        return [(end, self._sample(line)) for end, line in lines]

    def _sample(self, line: bytes) -> dict[str, Any]:
        try:
            sample = json.loads(line)
            if sample["version"] == VERSION and {"game", "moves_to_end"} <= sample.keys():
                return dict(sample)
        except (ValueError, TypeError, KeyError):
            pass
        raise ArenaError(f"{self.path} is not a file of samples; name another one")


def _is_torn(line: bytes) -> bool:
    """True if this is the beginning of a sample without its end."""
    return not line.endswith(b"\n") and line.startswith(_BEGINNING[: len(line)])
