"""`samples.jsonl`: positions of games with their results, one JSON object on each line.

``N`` is the size of the board and ``board`` its N·N cells row by row, 0 empty, 1 Black, 2 White.
``to_move`` is 1 where Black is to move and 2 where White is, ``result`` is 1 where the side to
move went on to win, -1 where it lost, 0 for a draw, and ``moves_to_end`` counts the moves that were
still played, so that it is 1 before the last move. ``move`` is the move played here, ``game`` tells
the games apart, ``players`` has Black's and White's, and ``version`` is that of this format.
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
"""The version of the format: a new number when a field changes its name or meaning."""

_LONGEST_GAME = 32 * 32
_BEGINNING = b'{"N":'


def samples(report: GameReport, game: str) -> Iterator[dict[str, Any]]:
    """The positions of a game in which a player was to move, from the end of its opening on."""
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
    """A file of samples in whole games, in the order of their numbers; one process may write it.

    Each game is written at once. A game that was cut by a kill lacks its last position, and is
    removed when the file is opened again.
    """

    def __init__(
        self, path: str | os.PathLike[str], expected: Callable[[int], Mapping[str, Any]]
    ) -> None:
        """Open a new file, or one to go on with.

        `expected` has fields of the first sample of a game by its number: those of the file's last
        game must agree. ArenaError where they do not, or the file cannot be opened.
        """
        self.path = Path(path)
        self.games = 0
        """Games in the file."""
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
        """End the work on the file."""
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
                f"{self.path} was collected otherwise (it differs in: {', '.join(differ)}); "
                "give the same options to go on with it, or another file"
            )
        self._stream.truncate(end)
        self.games = number + 1

    def _tail(self) -> list[tuple[int, dict[str, Any]]]:
        """The samples at the end, the last two games at least, each with where its line ends."""
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
        raise ArenaError(f"{self.path} is no file of samples; name another one")


def _is_torn(line: bytes) -> bool:
    """Whether this is the beginning of a sample without its end."""
    return not line.endswith(b"\n") and line.startswith(_BEGINNING[: len(line)])
