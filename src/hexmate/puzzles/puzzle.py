"""A puzzle: a position with one winning plan, its solution, how hard it is, and its file format.

A file has one puzzle per line, as JSON; docs/puzzles.md describes the fields.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexmate.board import Board
from hexmate.errors import HexmateError, PuzzleError
from hexmate.symmetry import symmetries

__all__ = ["GRADES", "THEMES", "Difficulty", "Puzzle", "Step", "canonical", "puzzle_id"]

THEMES = ("bridge", "ladder", "edge template", "foiling", "sacrifice")
"""What the solution is an example of; a puzzle may have several themes, or none."""

GRADES = (1050, 1200, 1400, 1650)
"""The ratings that separate the grades 1 to 5."""

_CELL = re.compile(r"[a-z]+\d+")


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What was measured, and the rating that follows from it.

    `share` is the probability that the network gives the winning moves without search, `people` the
    one that the network of people's moves gives them, `visits` the number of visits until the
    search chooses one of them (0 if it never does), and `tempting` the number of losing moves that
    people often choose.
    """

    share: float
    people: float
    visits: int
    tempting: int
    rating: int

    @property
    def grade(self) -> int:
        """From 1 (easy) to 5 (very hard)."""
        return 1 + sum(self.rating >= each for each in GRADES)


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the winner: what wins, what refutes each other move, the defender's answer.

    `also` are the other moves that win. `replies` has the refutation of every move that loses. The
    last step has no `answer`: the winner has a winning connection of bridges, or the chain.
    """

    move: int
    also: tuple[int, ...]
    replies: Mapping[int, int]
    answer: int | None = None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which only one plan wins, with the line of the hardest replies.

    `last` is the move that led to the position, where it is known.
    """

    position: str
    last: int | None
    line: tuple[Step, ...]
    difficulty: Difficulty
    themes: tuple[str, ...] = ()
    id: str = field(default="")

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", puzzle_id(self.board()))

    def board(self) -> Board:
        """The position to solve."""
        return Board.from_string(self.position)

    @property
    def solution(self) -> int:
        """The move to find."""
        return self.line[0].move

    @property
    def grade(self) -> int:
        """From 1 (easy) to 5 (very hard)."""
        return self.difficulty.grade

    def to_json(self) -> str:
        """The puzzle as one line of text."""
        board, measured = self.board(), self.difficulty
        fields: dict[str, Any] = {
            "id": self.id,
            "position": self.position,
            "last": "" if self.last is None else board.name(self.last),
            "rating": measured.rating,
            "measured": [measured.share, measured.people, measured.visits, measured.tempting],
            "themes": list(self.themes),
            "line": [_step_fields(board, step) for step in self.line],
        }
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "Puzzle":
        """Read one line; PuzzleError if it is not a puzzle."""
        try:
            fields = json.loads(line)
            board = Board.from_string(fields["position"])
            last = fields["last"]
            share, people, visits, tempting = fields["measured"]
            return cls(
                fields["position"],
                board.parse(last) if last else None,
                tuple(_read_line(board, fields["line"])),
                Difficulty(share, people, visits, tempting, fields["rating"]),
                tuple(fields["themes"]),
                fields["id"],
            )
        except (ValueError, TypeError, KeyError, IndexError, HexmateError) as error:
            raise PuzzleError(f"not a puzzle: {error} in {line[:60]!r}") from None


def canonical(board: Board) -> str:
    """The same text for all positions that are equal up to a symmetry of the board."""
    return min(board.transformed(each).to_string() for each in symmetries(board))


def puzzle_id(board: Board) -> str:
    """A short name of a position, the same for all its symmetries."""
    return hashlib.sha256(canonical(board).encode()).hexdigest()[:8]


def _step_fields(board: Board, step: Step) -> list[str]:
    """The winning move, the others, the refutations, the answer."""
    answer = "" if step.answer is None else board.name(step.answer)
    return [board.name(step.move), _names(board, step.also), _packed(board, step.replies), answer]


def _names(board: Board, cells: Iterable[int]) -> str:
    return "".join(board.name(cell) for cell in sorted(cells))


def _packed(board: Board, replies: Mapping[int, int]) -> str:
    """`e5 d6:c3c4`: d6 refutes c3 and c4, e5 refutes every other losing move."""
    if not replies:
        return ""
    usual = Counter(replies.values()).most_common(1)[0][0]
    groups = [board.name(usual)]
    for reply in sorted(set(replies.values()) - {usual}):
        moves = [move for move, each in replies.items() if each == reply]
        groups.append(f"{board.name(reply)}:{_names(board, moves)}")
    return " ".join(groups)


def _read_line(board: Board, steps: Iterable[list[str]]) -> Iterable[Step]:
    board = board.copy()
    for move, also, replies, answer in steps:
        first = board.parse(move)
        others = tuple(board.parse(name) for name in _CELL.findall(also))
        losing = set(board.legal_moves) - {first, *others}
        reply = board.parse(answer) if answer else None
        yield Step(first, others, _unpacked(board, replies, losing), reply)
        board.push(first)
        if reply is not None:
            board.push(reply)


def _unpacked(board: Board, text: str, losing: set[int]) -> dict[int, int]:
    usual, *groups = text.split(" ")
    replies = dict.fromkeys(sorted(losing), board.parse(usual)) if losing else {}
    for group in groups:
        reply, _, moves = group.partition(":")
        for name in _CELL.findall(moves):
            replies[board.parse(name)] = board.parse(reply)
    return replies
